// expand: functions with own derivatives become plain nodes.
#include "jit/ops/regions.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

// By now all derivatives were taken: what stands for a function gives way to its graph.
Vars expand_rule(Rewriter& r, const Node& node) {
  std::string_view name = node.op->name;
  if (name == "custom_jvp" || name == "custom_vjp") {
    return inline_graph(r.b(), *node.regions[0], node.in);
  }
  if (name == "linear_call") {
    return inline_graph(r.b(), expand(linear_call_forward(node)), node.in);
  }
  return {};
}

}  // namespace

Graph expand(const Graph& graph) { return Rewriter(graph, expand, expand_rule).run(); }

}  // namespace rille
