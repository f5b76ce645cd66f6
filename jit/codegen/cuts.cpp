// Cuts: a vector loop in runs, each of one answer.
#include <algorithm>

#include "jit/codegen/emit.h"

namespace rille {

// The turn of the vector loop from which on the step, a comparison of its counter with a constant,
// has its other answer.
std::optional<Emit::Cut> Emit::cut_of(const NestStep& it) const {
  bool is_below = it.name == Scalar::lt || it.name == Scalar::le;
  if (!is_below && it.name != Scalar::gt && it.name != Scalar::ge) return {};
  const NestStep &counter = stage.code[static_cast<size_t>(it.in[0])],
                 &bound = stage.code[static_cast<size_t>(it.in[1])];
  if (counter.name != Scalar::loop || counter.loop != schedule.vector) return {};
  if (bound.name != Scalar::constant) return {};
  const auto* at = std::get_if<int64_t>(&bound.value);
  if (at == nullptr || *at < 0 || *at == std::numeric_limits<int64_t>::max()) return {};
  bool has_bound = it.name == Scalar::le || it.name == Scalar::gt;
  return Cut{*at + (has_bound ? 1 : 0), is_below};
}

// Where joined rows begin, and where the elements of a padded one: each run reads what it needs, by
// whole vectors, and chooses nothing.
std::vector<int64_t> Emit::cuts() const {
  constexpr size_t max_runs = 8, max_steps = 400;
  Size extent = stage.loops[static_cast<size_t>(schedule.vector)];
  bool is_plain = stage.form == StageForm::pointwise && extent.known() && drops_ == nullptr;
  if (!is_plain || stage.code.size() > max_steps) return {};
  std::vector<int64_t> out;
  for (const NestStep& it : stage.code) {
    if (auto cut = cut_of(it)) out.push_back(cut->at);
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  std::erase_if(out, [&](int64_t at) { return at <= 0 || at >= extent.number; });
  int64_t before = 0;
  for (int64_t at : out) {
    if (at - before < schedule.lanes) return {};
    before = at;
  }
  bool is_long = extent.number - before >= schedule.lanes;
  return is_long && out.size() < max_runs ? out : std::vector<int64_t>{};
}

// What comparisons answer from this turn up to the next cut.
void Emit::settle(int64_t turn) {
  settled_.assign(stage.code.size(), {});
  for (size_t i = 0; i < stage.code.size(); ++i) {
    if (auto cut = cut_of(stage.code[i])) settled_[i] = (turn < cut->at) == cut->holds_before;
  }
}

}  // namespace rille
