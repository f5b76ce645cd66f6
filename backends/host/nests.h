// Nests of eager code: one for all sizes of its kind.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jit/ir.h"
#include "jit/nest.h"

namespace rille {

// A nest whose extents are arguments, and what these are in one call.
struct SizedNest {
  Nest nest;
  std::vector<int64_t> sizes;
};

// What an eager call of the graph's one node runs by: elements side by side, or a sum, product or
// small extreme along neighbouring axes. `in` are the types as they are given: the graph has those
// of the other operands in the places of scalars that serve all elements. None where no such nest
// does it. The build's tool asks here what to make (pack/write.cpp), and eager code what to run.
std::optional<SizedNest> sized_nest(const Graph& graph, const Types& in);

}  // namespace rille
