// SteppedExecutable: runs graphs and regions by run_leaf.
#include "backends/host/stepped.h"

#include <algorithm>
#include <cstring>

#include "backends/host/tape.h"
#include "backends/stepped.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/stepping.h"
#include "vm/run/running.h"

namespace rille {
namespace {

bool is_plain(const Array& x) { return !x.is_none() && x.type().form() == TypeForm::array; }

std::vector<Array> run_node(const Graph& graph, const Node& node, std::span<const Array> in) {
  static const RunNode each = run_node;
  poll();
  if (node.op->control == RegionControl::none) return run_leaf(graph, node, in);
  RegionRunnerScope regions(each);
  return run_by_reference(graph, node, in);
}

// Copies the elements, which belong to the caller, since results may outlive the call.
Array array_of(const RunInput& feed, const Type& type) {
  if (type.form() == TypeForm::tape) {
    return Tape::of_bytes(feed.data, type.element()).bytes(type.element());
  }
  if (type.form() != TypeForm::array) return {};
  if (feed.donated != nullptr) return feed.donated->with_weak(false);
  Array out(type);
  copy_bytes(out.edit_data(), feed.data, out.byte_size());
  return out;
}

class SteppedExecutable : public Executable {
 public:
  explicit SteppedExecutable(Graph graph) : graph_(std::move(graph)) {
    for (Var v : graph_.params) params_.push_back(graph_.type(v));
  }

  void run(std::span<const RunInput> in, std::span<Array> out) override {
    std::vector<Array> args;
    for (size_t i = 0; i < in.size(); ++i) args.push_back(array_of(in[i], params_[i]));
    std::ranges::move(evaluate(graph_, args, run_node), out.begin());
  }

  std::span<const Type> params() const override { return params_; }
  size_t results() const override { return graph_.results.size(); }
  size_t arena_bytes() const override { return 0; }
  std::string plan_text() const override { return "operations run one by one\n"; }

 private:
  Graph graph_;
  std::vector<Type> params_;
};

}  // namespace

std::vector<Array> run_leaf(const Graph& graph, const Node& node, std::span<const Array> in) {
  bool are_plain = std::ranges::all_of(in, is_plain) && !node.out.empty();
  for (Var v : node.out) are_plain = are_plain && graph.type(v).form() == TypeForm::array;
  if (!are_plain || node.effects != Effect::none) return run_by_reference(graph, node, in);
  return host_device().run(*node.op, in, node.attrs, node.regions);
}

std::shared_ptr<Executable> stepped(Graph graph) {
  return std::make_shared<SteppedExecutable>(std::move(graph));
}

}  // namespace rille
