// Stepped: a graph's nodes one after the other, by eager code.
#pragma once

#include <span>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// A node by the code of the device where that has values alone to do with; effects, tapes and steps
// of their own by the reference, which compiled code follows. Regions run as RunsRegions says.
std::vector<Array> run_leaf(const Graph& graph, const Node& node, std::span<const Array> in);

}  // namespace rille
