// Traced: a function of a script as a graph, once a key.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "backends/apply.h"
#include "backends/backend.h"
#include "jit/transform.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/transform/axis_names.h"
#include "stdlib/transform/call_tree.h"
#include "stdlib/transform/made_for.h"
#include "vm/memory/loan.h"

namespace rille {

struct Traced {
  Graph graph;                   // params: the leaves that are not fixed, then hidden inputs
  std::vector<size_t> params;    // which leaf each of the first params is
  std::vector<Array> hidden;     // arrays that the function reads of its module
  Values outputs;                // result, then inout values; leaves are traced arrays
  std::vector<size_t> returned;  // which of the call's functions stands where outputs have Absent
  std::vector<bool> weak;        // per graph result: leaves as a host number
  LayerPaths layers;             // of the instances that the call was given
};

// How a transform makes its graph of the traced one. `settings` are part of the key.
struct Recipe {
  std::string_view name;  // "vmap": in origins and in errors
  std::vector<uint64_t> settings = {};
  std::vector<Type> types = {};  // of the leaves inside; empty: their own
  bool strong_results = false;   // host numbers among the results become arrays' dtypes
  std::function<Graph(const Traced&)> derive = {};
  Wishes wishes = {};   // of whoever runs it; `settings` have them, too
  NamedAxis axis = {};  // that f's collectives may name; the last leaf is the number of the row
  // Leaves that get a tangent: a number among them is an input of the graph whatever needs its
  // value, which is an error then. None: each may be fixed.
  std::function<bool(const Leaf&)> moves = {};
};

// A derived graph, compiled when it is first run outside every trace.
struct Entry {
  State* state;
  std::string name;  // of the transform
  Traced traced;
  Graph graph;
  Wishes wishes;
  std::shared_ptr<Executable> executable = {};
  MadeFor made_for = {};
  std::vector<StageTime> stages = {};  // before the compile
  // What `vjp` and `linearize` make of the graph at their first call. A function that they give has
  // this for its prototype and the residuals among its captures: of two calls it is one to a cache.
  std::shared_ptr<const Vjp> vjp = {};
  std::shared_ptr<const Linearized> linearized = {};

  Executable& code();  // compiled at the first call
  // The graph's results for these leaves: inlined in an open trace, else run.
  std::vector<Array> run(const CallTree& parts);
  // The same outside of every trace. Leaves of the arguments for which `may` holds, all where it is
  // empty, are overwritten where nobody but the loan and `parts` holds them; `parts` loses its
  // leaves.
  std::vector<Array> run_lent(CallTree& parts, Loan& loan, std::span<const bool> may);

 private:
  void compile();
};

// For who needs the value of a traced array: if it is a host number at the transform, the function
// is traced again with this number fixed, else this error is shown.
Error unknown_value(State& state, const Array& array, const std::string& text);

// The entry of this function, these arguments and this recipe: from the State's cache, else traced.
// A number whose value the function needs (a shape, an index into a tuple) is fixed, becomes part
// of the key, and the function is traced again. The key is taken out of `parts`.
std::shared_ptr<Entry> entry_of(const Function& f, const Values& args, CallTree& parts,
                                const Recipe& recipe);

// The outputs of a call: graph results in place of their leaves, host numbers where they were weak,
// its own functions where it gives them back.
Values outputs_of(const Traced& traced, std::span<const Array> results, const CallTree& parts);

// A function of a script that has the parameters of f: what a transform returns.
// It may drop the arguments when it needs them no more.
using TransformedCall = std::function<Values(const Function& f, Values& args)>;
// "vmap(f)", of a function that is wrapped over and over "vmap(…)": names of names would take ever
// more memory.
std::string wrapped_name(std::string_view transform, std::string_view name);
Function transformed(const Function& f, std::string_view name, std::string_view settings,
                     TransformedCall call);

}  // namespace rille
