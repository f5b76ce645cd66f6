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

// A graph is about to be compiled, and has been: `transform` made it, `stages` say what its making
// took from the trace on.
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

// A graph is run, compiled or node by node; `results` is null where that failed, and has none where
// they went to places that only the caller knows. An observer may throw for what the results are.
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

// A node has run, of the traced graph or of a region: the body of a loop, the branch that was
// taken. Of a node that holds regions these are told of first, then the whole.
struct Operation {
  static constexpr Topic topic = Topic::operation;
  const Node& node;
  std::span<const Array> in, out;
  std::span<const int64_t> turns;  // of each loop around it, outermost first, from 0

  bool is_whole() const { return node.op->control != Control::none; }  // it holds regions
};

}  // namespace event

// `run`, which gives the results, told of where somebody listens.
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

// Runs the graph node by node, and tells of each; its inputs and results as those of compiled code.
std::vector<Array> run_stepped(const State& state, std::string_view transform, const Graph& graph,
                               std::span<const Array> in);

// The mean of each leaf over the rows of the open vmap of that name, or of those of a tuple of
// names; error[name] where none has it.
Value pmean(State& state, const Value& x, const Value& axis_name);

// The graph that jit makes of a call with these arguments. It is not compiled, and nothing runs:
// the arguments lend their types alone.
Graph graph_of(const Function& f, const Values& args);

// The same with the numbers and arrays that f captures as the last params, and all values: those of
// the arguments' leaves, of which there are `given`, then what is captured.
struct HeldGraph {
  Graph graph;
  std::vector<Array> values;
  size_t given;
};
HeldGraph held_graph_of(const Function& f, const Values& args);

}  // namespace rille
