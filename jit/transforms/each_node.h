// each_node: rebuilds a graph node by node.
#pragma once

#include "jit/graph.h"

namespace rille {

// emit(b, node, in) returns the values that replace the results of the node.
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
