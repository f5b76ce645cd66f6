// jet: each order is the jvp of the previous one.
#include "jit/jet.h"

#include "jit/graph.h"
#include "jit/pass.h"
#include "jit/transform.h"

// The k-th derivatives are a function of x, x', …; its derivative along (x', x'', …) is the next.
// CSE merges the nodes that two orders share, which are nearly all: without it every order would
// double the graph.
namespace rille {
namespace {

Vars params_like(Builder& b, const Graph& graph, const Vars& vars) {
  Vars out;
  for (Var v : vars) out.push_back(b.param(graph.type(v)));
  return out;
}

// Adds one order to the graph. `last` is the number of results per order.
Graph next_order(const Graph& now, const std::vector<bool>& active, size_t last) {
  std::vector<bool> all = active;
  all.resize(now.params.size(), true);  // the derivatives among the params
  Graph both = jvp(now, all);
  Builder b(now.origin);
  Vars args = params_like(b, now, now.params);
  // The tangent of each param is its next derivative: the params after x, then new params.
  args.append(Vars(args.begin() + static_cast<long>(active.size()), args.end()));
  for (size_t i = 0; i < active.size(); ++i) {
    if (active[i]) args.push_back(b.param(now.type(now.params[i])));
  }
  Vars out = inline_graph(b, both, args);
  Vars results(out.begin(), out.begin() + static_cast<long>(now.results.size()));
  results.append(out.end() - static_cast<long>(last), out.end());
  return merge_equal(drop_dead(algebra(merge_equal(std::move(b).finish(results)))));
}

}  // namespace

Graph jet(const Graph& graph, const std::vector<bool>& active, int order) {
  size_t last = 0;
  std::vector<bool> moves = active;
  for (size_t i = 0; i < moves.size(); ++i) {
    moves[i] = moves[i] && has_tangent(graph.type(graph.params[i]));
  }
  for (Var v : graph.results) last += has_tangent(graph.type(v)) ? 1 : 0;
  Graph out = graph;
  for (int k = 0; k < order; ++k) out = next_order(out, moves, last);
  return out;
}

}  // namespace rille
