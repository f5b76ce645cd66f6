// Moves the nodes of a graph to other layers of a model.
#include "jit/graph.h"

namespace rille {
namespace {

class LayerRewriter {
 public:
  explicit LayerRewriter(const LayerMapping& move) : move_(move) {}

  Graph graph(Graph out) const {
    out.origin = out.origin.moved(move_);
    for (Node& node : out.nodes) {
      node.origin = node.origin.moved(move_);
      for (Region& region : node.regions) region = std::make_shared<const Graph>(graph(*region));
    }
    return out;
  }

 private:
  const LayerMapping& move_;
};

}  // namespace

Graph with_layers(const Graph& graph, const LayerMapping& move) {
  return LayerRewriter(move).graph(graph);
}

}  // namespace rille
