// near_readers: the nodes of an update, leaf by leaf.
#include "stdlib/optim/leafwise.h"

#include <algorithm>

#include "jit/ir.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Reorders a graph so that each node comes right before its first reader, and a node without
// readers right after its last operand. A transformation records the first moments of all leaves,
// then the second moments, and then the updates. Afterwards they are ordered leaf by leaf, so that
// the kernel that computes both moments of a leaf can also compute the update from them.
class LeafwiseOrder {
 public:
  explicit LeafwiseOrder(Graph& graph)
      : graph_(graph), maker_(graph.types.size(), -1), is_placed_(graph.nodes.size(), false) {
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      for (Var v : graph.nodes[i].out) maker_[static_cast<size_t>(v.id)] = static_cast<int64_t>(i);
    }
  }

  void run() {
    std::vector<bool> is_read(graph_.types.size(), false);
    for (const Node& node : graph_.nodes) {
      for (Var v : node.in) is_read[static_cast<size_t>(v.id)] = true;
    }
    // A node without readers ends a chain of nodes. Nodes with effects, such as prints, end
    // one too, so that their order stays.
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      bool ends = node.effects != Effect::none || std::ranges::none_of(node.out, [&](Var v) {
                    return is_read[static_cast<size_t>(v.id)];
                  });
      if (ends) place(i);
    }
    std::vector<Node> nodes;
    for (size_t i : order_) nodes.push_back(std::move(graph_.nodes[i]));
    graph_.nodes = std::move(nodes);
  }

 private:
  // Uses an explicit stack instead of recursion, because chains of nodes are long.
  void place(size_t node) {
    std::vector<size_t> open{node};
    while (!open.empty()) {
      size_t top = open.back();
      if (is_placed_[top]) {
        open.pop_back();
        continue;
      }
      size_t before = open.size();
      const Vars& in = graph_.nodes[top].in;
      for (auto v = in.end(); v != in.begin();) {
        int64_t maker = maker_[static_cast<size_t>((--v)->id)];
        if (maker >= 0 && !is_placed_[static_cast<size_t>(maker)]) {
          open.push_back(static_cast<size_t>(maker));
        }
      }
      if (open.size() > before) continue;
      is_placed_[top] = true;
      order_.push_back(top);
      open.pop_back();
    }
  }

  Graph& graph_;
  std::vector<int64_t> maker_;
  std::vector<bool> is_placed_;
  std::vector<size_t> order_ = {};
};

}  // namespace

Values near_readers(State& state, const std::function<Values()>& body) {
  if (Trace::innermost() == nullptr) return body();
  Values made;
  std::vector<bool> is_ours;
  RecordedGraph recorded = record({}, [&](const std::vector<Array>&) {
    ScriptTraceScope traced(state);
    made = body();
    std::vector<Array> own;
    for (const Array& leaf : leaves_of(made)) {
      is_ours.push_back(leaf.is_traced() && Trace::innermost()->owns(leaf));
      if (is_ours.back()) own.push_back(leaf);
    }
    return own;
  });
  LeafwiseOrder(recorded.graph).run();
  std::vector<Array> results = run_graph(recorded.graph, recorded.captures),
                     leaves = leaves_of(made);
  size_t next = 0;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!is_ours[i]) continue;
    leaves[i] = results[next].with_weak(recorded.weak[next]);
    ++next;
  }
  return with_leaves_of(made, leaves);
}

}  // namespace rille
