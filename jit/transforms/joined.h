// joined: branches and loops in which mapped rows communicate.
#pragma once

#include "jit/transforms/parts.h"

namespace rille {

// A collective in a branch or loop joins all rows of its axis, also those that take another branch
// or have left the loop. So which rows run the region cannot depend on the row: a branch runs where
// any row of the axis takes it, a loop until no row goes on, and each row selects its results. The
// nodes that do so have the attribute `agreed`. Derivatives of a select reach every row that sent
// something, which those of a branch do not.

// Whether a branch or open loop holds a collective and is not in this form yet.
bool must_agree(const Node& node);
// The node in this form, as a graph of its inputs.
Graph agreed(const Graph& graph, const Node& node);
Graph with_agreement(const Graph& graph);  // all nodes of the graph so
// The same under vmap.
std::vector<Batched> agreed_batch(Builder& b, const Node& node, const Batch& batch);

}  // namespace rille
