// Stepped: runs the nodes of a graph one by one, eagerly.
#pragma once

#include <span>
#include <vector>

#include "jit/ir.h"
#include "vm/array.h"

namespace rille {

// Runs a node by the code of the device. Nodes with effects, and nodes with operands or
// results other than arrays, run by the reference implementation, which defines the semantics of
// compiled code. Regions run as RegionRunnerScope specifies.
std::vector<Array> run_leaf(const Graph& graph, const Node& node, std::span<const Array> in);

}  // namespace rille
