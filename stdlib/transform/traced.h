// TracedFunction: a function as a graph, one per cache key.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "backends/apply.h"
#include "backends/backend.h"
#include "jit/transform.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/transform.h"
#include "stdlib/transform/axis_names.h"
#include "stdlib/transform/call_description.h"
#include "stdlib/transform/call_tree.h"
#include "vm/memory/loan.h"

namespace rille {

struct TracedFunction {
  Graph graph;                 // params: the leaves that are not static, then hidden inputs
  std::vector<size_t> params;  // index of the leaf of each of the first params
  std::vector<Array> hidden;   // arrays that the function reads from its module
  Values outputs;              // result, then inout values; leaves are traced arrays
  std::vector<size_t>
      returned;            // index of the call's function for each MissingArgument in `outputs`
  std::vector<bool> weak;  // per graph result: whether it is returned as a host scalar
  LayerPaths layers;       // module paths of the instances among the arguments and captures
};

// How a transform derives its graph from the traced one. `settings` are part of the cache key.
struct TransformSpec {
  std::string_view name;  // "vmap": used in origins and errors
  std::vector<uint64_t> settings = {};
  std::vector<Type> types = {};  // types of the leaves in the trace; empty: those of the call
  bool strong_results = false;   // host scalars among the results become arrays of fixed dtypes
  std::function<Graph(const TracedFunction&)> derive = {};
  CompileOptions compile_options =
      {};               // options of the compiler; `settings` must contain them, too
  NamedAxis axis = {};  // the axis for f's collectives; the last leaf is the index of the element
  // Selects the leaves that have tangents. They are always inputs of the graph, so code that needs
  // their values raises an error. If empty, every number may become static.
  std::function<bool(const Leaf&)> moves = {};
};

// A derived graph, compiled when it is first run outside every trace.
struct TraceEntry {
  State* state;
  std::string name;  // name of the transform
  TracedFunction traced;
  Graph graph;
  CompileOptions compile_options;
  GraphSource source = {};
  std::shared_ptr<Executable> executable = {};
  CallDescription made_for = {};
  std::vector<StageTime> stages = {};  // the stages before compilation
  // Derived by `vjp` and `linearize` at their first call. A function that they return has this
  // object as its prototype and the residuals as captures, so that the cache keys of the functions
  // of two calls are equal.
  std::shared_ptr<const Vjp> vjp = {};
  std::shared_ptr<const Linearization> linearized = {};

  Executable& code();  // compiled at the first call
  // The results of the graph for these leaves. In an open trace the graph is inlined, else it runs.
  std::vector<Array> run(const CallTree& parts);
  // Runs outside of every trace and donates buffers. `may` tells for each argument whether its
  // leaves are donated; empty: all are. A donated array is overwritten if only the loan and `parts`
  // refer to it. The call consumes the leaves of `parts`.
  std::vector<Array> run_lent(CallTree& parts, Loan& loan, std::span<const bool> may);

 private:
  void compile();
};

// The error for code that needs the value of a traced array. If the value depends only on host
// scalars of the transformed call, the transform catches the error and traces the function again
// with these static; else the error is shown.
Error unknown_value(State& state, const Array& array, const std::string& text);

// The entry for this function, these arguments and this recipe: from the cache of the State, or
// newly traced. A number whose value the function needs (a shape, an index into a tuple) becomes
// static: it is part of the key, and the function is traced again. Moves the key out of `parts`.
std::shared_ptr<TraceEntry> entry_of(const Function& f, const Values& args, CallTree& parts,
                                     const TransformSpec& recipe);

// The outputs of a call: each leaf becomes its graph result (a host scalar if it is weak), and each
// Absent the function of the call that it represents.
Values outputs_of(const TracedFunction& traced, std::span<const Array> results,
                  const CallTree& parts);

// The body of a transformed function. It may release `args` when it no longer needs them.
using TransformedCall = std::function<Values(const Function& f, Values& args)>;
// "vmap(f)", or "vmap(…)" if the name of f is long: repeated wrapping must not grow names without
// bound.
std::string wrapped_name(std::string_view transform, std::string_view name);
// The function that a transform returns. It has the parameters of f.
Function transformed(const Function& f, std::string_view name, std::string_view settings,
                     TransformedCall call);

}  // namespace rille
