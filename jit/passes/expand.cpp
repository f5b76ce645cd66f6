// expand: lowers custom derivatives and composed ops.
#include <algorithm>

#include "jit/ops/regions.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

// Runs after all derivatives were taken. An op with custom derivatives is replaced by its function,
// and a composed op by the ops that compute it.
class ExpandPass {
 public:
  explicit ExpandPass(const Graph& graph) : graph_(graph), b_(graph.origin), value_(graph) {}

  Graph run() && {
    for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
    for (const Node& node : graph_.nodes) {
      b_.at(node.origin);
      Vars out = step(node, value_(node.in));
      for (size_t i = 0; i < out.size(); ++i) value_[node.out[i]] = out[i];
    }
    Vars results = value_(graph_.results);
    return std::move(b_).finish(results);
  }

 private:
  Vars step(const Node& node, const Vars& in) {
    if (node.op->control == RegionControl::custom) {
      return inline_graph(b_, expand(*node.regions[0]), in);
    }
    if (node.op->control == RegionControl::linear) {
      return inline_graph(b_, expand(linear_call_forward(node)), in);
    }
    if (is_composed(*node.op, graph_.types_of(node.in))) {
      return node.op->expand(
          b_, {node.op, in, node.attrs, {}, {}, node.effects, node.placement, node.origin});
    }
    return b_.copy(node, in, node.attrs, regions_(node.regions));
  }

  const Graph& graph_;
  RegionPass regions_{expand};
  Builder b_;
  VarMap<Var> value_;
};

}  // namespace

bool is_composed(const Op& op, const Types& in) {
  return op.expand != nullptr && (!op.lower || std::ranges::any_of(in, has_parts));
}

Graph expand(const Graph& graph) { return ExpandPass(graph).run(); }

}  // namespace rille
