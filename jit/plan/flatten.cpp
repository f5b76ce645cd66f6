// Calls give way to what they call.
#include "jit/passes/rewrite.h"
#include "jit/plan/planner.h"

namespace rille {
namespace {

// Equal nodes were merged and derivatives taken: a name or a mark has done its work.
Vars flatten_rule(Rewriter& r, const Node& node) {
  bool calls = node.op->control == RegionControl::call || node.op->control == RegionControl::custom;
  if (!calls) return {};
  return inline_graph(r.b(), flatten(*node.regions[0]), node.in);
}

}  // namespace

Graph flatten(const Graph& graph) {
  return Rewriter(graph, flatten, flatten_rule, Rewriter::NodeSelection::effects).run();
}

}  // namespace rille
