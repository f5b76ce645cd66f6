// One kernel for all extents of its outermost loop.
#include <algorithm>

#include "jit/bounds.h"
#include "jit/schedule.h"

namespace rille {
namespace {

// Whether the outermost loop numbers results, and is that of all stages: of products, items of a
// batch.
bool is_shared(const Nest& nest) {
  if (nest.stages.size() > 1 && nest.shared == 0) return false;
  return std::ranges::all_of(nest.stages, [&](const Stage& stage) {
    int own = stage.form == StageForm::contract ? 2 : 0;
    return stage.kept > own && (!stage.gathers || nest.shared > 1);
  });
}

void free_outermost(Stage& stage) {
  stage.loops[0] = Size::argument(0);
  for (Stage& operand : stage.operands) free_outermost(operand);
}

bool streams(const Schedule& schedule) {
  return std::ranges::any_of(schedule.stages, [](const auto& it) { return it.streams > 0; });
}

}  // namespace

std::optional<Nest> any_extent(const Nest& nest, const Machine& machine) {
  if (!is_shared(nest)) return {};
  Size outermost = nest.stages[0].loops[0];
  // Of fewer turns others are shared out, and code that knows the extent has fewer branches.
  if (!outermost.known() || outermost.number < bound::worth_sharing) return {};
  Schedule own = schedule_of(nest, machine);
  Nest any = nest;
  for (Stage& stage : any.stages) free_outermost(stage);
  any.near = !streams(own);
  Schedule shared = schedule_of(any, machine);
  if (shared.turns != 0) return {};
  shared.turns = own.turns;
  if (text(shared) != text(own) || shared.scratch != own.scratch) return {};
  return any;
}

}  // namespace rille
