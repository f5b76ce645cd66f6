// Cuts are tried, and kept where a division goes.
#include "jit/plan/split.h"

#include <algorithm>
#include <set>

namespace rille {
namespace {

constexpr int max_rounds = 4;
constexpr size_t max_divisors = 12;
constexpr size_t max_split_code = 400;  // steps: compile time is finite

struct Divisions {
  int count = 0;
  std::set<int64_t> by;
};

Divisions divisions_of(const Stage& stage) {
  Divisions out;
  for (const NestStep& step : stage.code) {
    bool divides =
        step.dtype == Dtype::i64 && (step.name == Scalar::div || step.name == Scalar::rem);
    if (!divides) continue;
    const NestStep& by = stage.code[static_cast<size_t>(step.in[1])];
    if (by.name != Scalar::constant) continue;
    ++out.count;
    out.by.insert(std::get<int64_t>(by.value));
  }
  return out;
}

}  // namespace

Parts split(const Ints& extents, size_t whole, const std::function<Stage(const Parts&)>& pulled) {
  Parts parts;
  for (int64_t extent : extents) parts.push_back({extent});
  Stage stage = pulled(parts);
  Divisions now = divisions_of(stage);
  if (stage.code.size() > max_split_code) return parts;
  for (int round = 0; round < max_rounds && now.count > 0; ++round) {
    Parts best;
    Divisions least = now;
    if (now.by.size() > max_divisors) break;
    for (size_t axis = whole; axis < extents.size(); ++axis) {
      for (int64_t by : now.by) {
        int64_t last = parts[axis].back();
        if (by <= 1 || by >= last || last % by != 0) continue;
        Parts cut = parts;
        cut[axis].back() = last / by;
        cut[axis].push_back(by);
        Divisions left = divisions_of(pulled(cut));
        if (left.count >= least.count) continue;
        least = std::move(left);
        best = std::move(cut);
      }
    }
    if (best.empty()) break;
    parts = std::move(best);
    now = std::move(least);
  }
  return parts;
}

}  // namespace rille
