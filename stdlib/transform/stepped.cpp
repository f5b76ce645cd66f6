// Runs a traced graph node by node.
#include "backends/stepped.h"

#include "jit/op.h"
#include "jit/stepping.h"
#include "stdlib/transform.h"
#include "vm/run/running.h"

namespace rille {
namespace {

class Stepper {
 public:
  explicit Stepper(const State& state) : state_(state) {}

  std::vector<Array> run(const Graph& graph, std::span<const Array> args) {
    return evaluate(graph, args, run_);
  }

 private:
  std::vector<Array> step(const Graph& graph, const Node& node, std::span<const Array> in) {
    poll();
    begin_turn(graph, node);
    bool is_leaf = node.op->control == RegionControl::none;
    std::vector<Array> out = is_leaf ? run_leaf(graph, node, in) : run_inside(graph, node, in);
    std::vector<int64_t> turns;
    for (const LoopIteration& loop : loops_) turns.push_back(loop.turn);
    state_.observers().tell(event::Operation{node, in, out, turns});
    return out;
  }

  struct LoopIteration {
    const Graph* body;
    int64_t turn;
  };

  // The first node of a loop's body begins an iteration.
  void begin_turn(const Graph& graph, const Node& node) {
    if (loops_.empty() || loops_.back().body != &graph || &node != &graph.nodes.front()) return;
    ++loops_.back().turn;
  }

  std::vector<Array> run_inside(const Graph& graph, const Node& node, std::span<const Array> in) {
    bool is_loop =
        node.op->control == RegionControl::scan || node.op->control == RegionControl::while_loop;
    if (is_loop) loops_.push_back({node.regions.back().get(), -1});
    RegionRunnerScope regions(run_);
    std::vector<Array> out = run_by_reference(graph, node, in);
    if (is_loop) loops_.pop_back();
    return out;
  }

  const State& state_;
  RunNode run_ = [this](const Graph& graph, const Node& node, std::span<const Array> in) {
    return step(graph, node, in);
  };
  std::vector<LoopIteration> loops_;
};

}  // namespace

std::vector<Array> run_stepped(const State& state, std::string_view transform, const Graph& graph,
                               const GraphSource& source, std::span<const Array> in) {
  std::vector<Array> strong;
  for (const Array& x : in) strong.push_back(x.with_weak(false));
  return told_run(state, transform, graph, source,
                  [&] { return Stepper(state).run(graph, strong); });
}

}  // namespace rille
