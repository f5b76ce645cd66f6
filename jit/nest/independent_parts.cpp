// Finds the parts of a stage without common values.
#include "jit/nest/independent_parts.h"

#include <algorithm>
#include <numeric>

namespace rille {
namespace {

// Whether a stage can be divided into parts.
bool may_part(const Stage& stage) {
  // A step reads only its operands.
  auto is_plain = [](const NestStep& step) {
    if (step.name == Scalar::folded || step.name == Scalar::product) return false;
    return step.name != Scalar::load || (step.access.computed < 0 && step.access.guard < 0);
  };
  return stage.form == StageForm::pointwise && stage.stores.size() > 1 && stage.checks.empty() &&
         !stage.loops.empty() && std::ranges::all_of(stage.code, is_plain);
}

class Connected {
 public:
  explicit Connected(size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), size_t{0}); }

  size_t root(size_t at) {
    while (of_[at] != at) at = of_[at] = of_[of_[at]];
    return at;
  }
  void join(size_t a, size_t b) { of_[root(a)] = root(b); }

 private:
  std::vector<size_t> of_;
};

}  // namespace

IndependentParts apart(const Stage& stage, size_t buffers) {
  if (!may_part(stage)) return {};
  size_t steps = stage.code.size();
  Connected all(steps + buffers);
  auto buffer = [&](const Access& access) { return steps + static_cast<size_t>(access.buffer); };
  // Per step: whether parts may share it.
  std::vector<bool> common(steps);
  for (size_t i = 0; i < steps; ++i) {
    const NestStep& step = stage.code[i];
    auto is_common = [&](int in) { return common[static_cast<size_t>(in)]; };
    auto is_counter = [&](int in) {
      return stage.code[static_cast<size_t>(in)].name == Scalar::loop;
    };
    if (step.name == Scalar::load) {
      common[i] = std::ranges::all_of(step.access.strides, [](Size s) { return s.is(0); });
      if (!common[i]) all.join(i, buffer(step.access));
      continue;
    }
    common[i] = step.name == Scalar::loop || std::ranges::all_of(step.in, [&](int in) {
                  return is_common(in) && !is_counter(in);
                });
    if (common[i]) continue;
    for (int in : step.in) {
      if (!is_common(in)) all.join(i, static_cast<size_t>(in));
    }
  }
  for (const Store& store : stage.stores) {
    auto step = static_cast<size_t>(store.step);
    if (!common[step]) all.join(step, buffer(store.access));
  }
  IndependentParts out;
  std::vector<int> part(steps + buffers, -1);  // of each root with a store
  auto part_of = [&](size_t at) { return part[all.root(at)]; };
  for (const Store& store : stage.stores) {
    int& own = part[all.root(buffer(store.access))];
    if (own < 0) own = out.count++;
  }
  if (out.count < 2) return {};
  for (size_t i = 0; i < steps; ++i) out.steps.push_back(common[i] ? -1 : part_of(i));
  for (size_t i = 0; i < buffers; ++i) out.buffers.push_back(part_of(steps + i));
  return out;
}

}  // namespace rille
