// joined: control flow that contains collectives.
#pragma once

#include "jit/transforms/parts.h"

namespace rille {

// A collective in a branch or loop reads all mapped elements of its axis, also those that take
// another branch or have left the loop. So all elements must run the region: a branch runs if any
// element of the axis takes it, a loop until no element continues, and each element selects its
// results. Nodes of this form have the attribute `agreed`. Derivatives of a select reach every
// element whose value a collective read, which those of a branch do not.

// Whether a branch or while loop contains a collective and does not have this form yet.
bool must_agree(const Node& node);
// The node in this form, as a graph of its inputs.
Graph agreed(const Graph& graph, const Node& node);
Graph with_agreement(const Graph& graph);  // converts all nodes of the graph
// The batching rule of these nodes: agreed() under vmap.
std::vector<BatchedVar> agreed_batch(Builder& b, const Node& node, const Batch& batch);

}  // namespace rille
