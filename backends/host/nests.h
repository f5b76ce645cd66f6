// Loop nests of eager code, independent of array sizes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jit/ir.h"
#include "jit/nest.h"

namespace rille {

// A loop nest whose extents are arguments, and the extents of one call.
struct SizedNest {
  Nest nest;
  std::vector<int64_t> sizes;
};

// The loop nest of an eager call of the single node of a graph: an elementwise operation, or a sum,
// product, or small extremum along adjacent axes. `in` has the types of the operands; a scalar that
// is broadcast has the type of the other operands in the graph. Returns nullopt if no such nest
// exists. Both eager code and the tool that builds the kernel library (pack/write.cpp) use it.
std::optional<SizedNest> sized_nest(const Graph& graph, const Types& in);

}  // namespace rille
