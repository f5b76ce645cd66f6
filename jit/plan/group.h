// Group: units that run row by row in one kernel.
#pragma once

#include <unordered_map>
#include <vector>

#include "jit/plan.h"
#include "jit/plan/fuse.h"

namespace rille {

// Units of one kernel, in their order. Of several: in each turn of the loops that all of them have
// outermost, each runs over its own part, and what one makes the next ones read while it is near.
struct Group {
  std::vector<Unit> units = {};
  Rows rows = {};                  // what units hand on
  std::vector<Local> locals = {};  // of rows that nobody else reads
};

// The units in groups, in an order in which they can run. A softmax or a norm is one group, and so
// is its backward: a fold over rows, and what reads its result and the rows. Why each unit that
// reads what another one makes joined it, or did not, is added to `choices`.
std::vector<Group> grouped(const LoweredGraph& lowered, const FusedUnits& fused,
                           std::vector<PlanChoice>* choices = nullptr);

}  // namespace rille
