// each_node: a graph with each of its nodes emitted anew.
#pragma once

#include "jit/graph.h"

namespace rille {

// `emit` gives what stands for the node's results: emit(b, node, in).
Graph each_node(const Graph& graph, auto&& emit) {
  Builder b(graph.origin);
  VarMap<Var> now(graph);
  for (Var v : graph.params) now[v] = b.param(graph.type(v));
  for (const Node& node : graph.nodes) {
    b.at(node.origin);
    Vars out = emit(b, node, now(node.in));
    for (size_t i = 0; i < out.size(); ++i) now[node.out[i]] = out[i];
  }
  b.at(graph.origin);
  return std::move(b).finish(now(graph.results));
}

}  // namespace rille
