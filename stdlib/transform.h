// Transforms: events of compiled and executed graphs.
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

// The function that a graph was traced from.
struct GraphSource {
  std::string function;  // "loss", "Mlp.call"; "" for a lambda
  Span span;             // of its definition
  std::string cause;     // the difference from earlier calls; "" if its trace was not observed
};

namespace event {

// CompileBegin is sent before the compilation of a graph that `transform` derived, CompileEnd after
// it. `stages` has the time of each stage from the trace on.
struct CompileBegin {
  static constexpr Topic topic = Topic::compile;
  const std::string& transform;
  const Graph& graph;
  const CompileOptions& compile_options;
  const GraphSource& source;
};
struct CompileEnd {
  static constexpr Topic topic = Topic::compile;
  const std::string& transform;
  const Graph& graph;
  std::span<const StageTime> stages;
};

// RunBegin is sent before a run of a graph, compiled or node by node, RunEnd after it. `results` is
// null if the run failed, and empty if the caller received the results elsewhere. An observer may
// throw if the results are wrong.
struct RunBegin {
  static constexpr Topic topic = Topic::run;
  std::string_view transform;
  const Graph& graph;
  const GraphSource& source;
};
struct RunEnd {
  static constexpr Topic topic = Topic::run;
  std::string_view transform;
  const Graph& graph;
  const std::vector<Array>* results;
};

// Sent after a node has run. The node belongs to the traced graph or to a region: the body of a
// loop, or the branch taken. The nodes inside a node with regions are reported before that node.
struct Operation {
  static constexpr Topic topic = Topic::operation;
  const Node& node;
  std::span<const Array> in, out;
  std::span<const int64_t> turns;  // iteration of each enclosing loop, outermost first, from 0

  bool is_whole() const { return node.op->control != RegionControl::none; }  // the node has regions
};

}  // namespace event

// Calls `run`, which returns the results. If an observer wants them, RunBegin and RunEnd are sent.
template <class F>
std::vector<Array> told_run(const State& state, std::string_view transform, const Graph& graph,
                            const GraphSource& source, F run) {
  const Observers& observers = state.observers();
  if (!observers.want(Topic::run)) return run();
  observers.tell(event::RunBegin{transform, graph, source});
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

// Runs the graph node by node and sends an Operation for each. Inputs and results are those of
// compiled code.
std::vector<Array> run_stepped(const State& state, std::string_view transform, const Graph& graph,
                               const GraphSource& source, std::span<const Array> in);

// The mean of each leaf over the mapped elements of the open vmap of that axis name, or of several
// if it is a tuple. Raises error[name] if no open vmap has the axis.
Value pmean(State& state, const Value& x, const Value& axis_name);

// The graph that jit derives for a call with these arguments. It is neither compiled nor run: only
// the types of the arguments are used.
Graph graph_of(const Function& f, const Values& args);

// As graph_of(), with the numbers and arrays that f captures as the last params. `values` has the
// values of all params: `given` leaves of the arguments, then the captures.
struct GraphWithCaptures {
  Graph graph;
  std::vector<Array> values;
  size_t given;
};
GraphWithCaptures graph_with_captures(const Function& f, const Values& args);

}  // namespace rille
