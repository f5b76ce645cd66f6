// Transforms: who wants to see the graphs that they compile.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "backends/backend.h"
#include "jit/ir.h"
#include "vm/value.h"

namespace rille {

// A State's part. `see` is given every graph just before it is compiled, with the name of the
// transform that made it; `made` after that, with what its making took from the trace on. `run`
// stands for compiled code: it is given each call's graph and inputs.
struct GraphWatch {
  std::function<void(const std::string& name, const Graph& graph, const Wishes& wishes)> see;
  std::function<void(const std::string& name, const Graph& graph, const std::vector<StageTime>&)>
      made;
  std::function<std::vector<Array>(const Graph& graph, std::span<const Array> in)> run;
};

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
