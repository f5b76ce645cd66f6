// Transforms: events of the graphs that they compile and run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "jit/ir.h"
#include "jit/op.h"
#include "vm/run/observer.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

namespace event {

// A graph is about to be compiled (Compiling), and has been compiled (Compiled). `transform` made
// the graph; `stages` holds the times of its stages from the trace on.
struct Compiling {
  static constexpr Topic topic = Topic::compile;
  const std::string& transform;
  const Graph& graph;
  const Wishes& wishes;
};
struct Compiled {
  static constexpr Topic topic = Topic::compile;
  const std::string& transform;
  const Graph& graph;
  std::span<const StageTime> stages;
};

// A graph is run, compiled or node by node. `results` is null if the run failed, and empty if the
// results went to destinations that only the caller knows. An observer may throw to reject results.
struct RunBegin {
  static constexpr Topic topic = Topic::run;
  std::string_view transform;
  const Graph& graph;
};
struct RunEnd {
  static constexpr Topic topic = Topic::run;
  std::string_view transform;
  const Graph& graph;
  const std::vector<Array>* results;
};

// A node has run, of the traced graph or of a region: the body of a loop, or the branch taken. For
// a node that holds regions, their nodes are reported first, then the node itself.
struct Operation {
  static constexpr Topic topic = Topic::operation;
  const Node& node;
  std::span<const Array> in, out;
  std::span<const int64_t> turns;  // the iteration of each enclosing loop, outermost first

  bool is_whole() const { return node.op->control != Control::none; }  // it holds regions
};

}  // namespace event

// Calls `run`, which returns the results, and reports the run to the observers.
template <class F>
std::vector<Array> told_run(const State& state, std::string_view transform, const Graph& graph,
                            F run) {
  const Observers& observers = state.observers();
  if (!observers.want(Topic::run)) return run();
  observers.tell(event::RunBegin{transform, graph});
  std::vector<Array> results;
  try {
    results = run();
  } catch (...) {
    observers.tell(event::RunEnd{transform, graph, nullptr});
    throw;
  }
  observers.tell(event::RunEnd{transform, graph, &results});
  return results;
}

// Runs the graph node by node and reports each node; inputs and results are those of compiled code.
std::vector<Array> run_stepped(const State& state, std::string_view transform, const Graph& graph,
                               std::span<const Array> in);

// The mean of each leaf over the enclosing vmap axis of that name, or over a tuple of such axes;
// error[name] if no enclosing vmap has the name.
Value pmean(State& state, const Value& x, const Value& axis_name);

// The graph that jit makes of a call with these arguments. Nothing is compiled or run: only the
// types of the arguments are used.
Graph graph_of(const Function& f, const Values& args);

// graph_of with the numbers and arrays that f captures as the last params, and the values of all
// params: first the `given` leaves of the arguments, then the captured values.
struct HeldGraph {
  Graph graph;
  std::vector<Array> values;
  size_t given;
};
HeldGraph held_graph_of(const Function& f, const Values& args);

}  // namespace rille
