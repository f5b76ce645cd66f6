// with_precision: sets the precision of products.
#include <unordered_map>

#include "jit/op.h"
#include "jit/transform.h"

namespace rille {
namespace {

class PrecisionSetter {
 public:
  explicit PrecisionSetter(Precision precision) : precision_(precision) {}

  Graph graph(const Graph& from) {
    Graph out = from;
    for (Node& node : out.nodes) {
      for (Region& region : node.regions) region = shared(region);
      bool is_product = node.op == &dot_general_op || node.op == &conv_op;
      if (is_product && !precision_of(node.attrs)) {
        node.attrs = with_precision(node.attrs, precision_);
      }
    }
    return out;
  }

 private:
  // Nodes may share a region.
  Region shared(const Region& from) {
    auto [at, is_new] = done_.try_emplace(from.get(), nullptr);
    if (is_new) {
      Region made = std::make_shared<const Graph>(graph(*from));
      at = done_.find(from.get());
      at->second = std::move(made);
    }
    return at->second;
  }

  Precision precision_;
  std::unordered_map<const Graph*, Region> done_;
};

}  // namespace

Graph with_precision(const Graph& graph, Precision precision) {
  return PrecisionSetter(precision).graph(graph);
}

}  // namespace rille
