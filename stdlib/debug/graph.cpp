// debug.graph: the traced graph of a function as a script.
#include <algorithm>
#include <unordered_set>

#include "jit/pass.h"
#include "jit/script.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/run/running.h"
#include "vm/text.h"
#include "vm/tree.h"

namespace rille {
namespace {

// A name for each leaf of a call, in the order of CallTree::leaves: for a leaf of an argument the
// name of the parameter and the path in it, for a capture the captured name.
class LeafNames {
 public:
  LeafNames(const Function& f, const Values& args) {
    const auto& params = f.info().params;
    for (size_t i = 0; i < args.size(); ++i) {
      visit(args[i], i < params.size() && !params[i].is_rest ? params[i].name : "");
    }
    closure(f);
  }

  std::vector<std::string> names = {};

 private:
  void visit(const Value& value, const std::string& name) {
    polls_.step();
    if (value.is_leaf()) {
      names.push_back(name);
    } else if (value.is_branch()) {
      size_t first = names.size();
      for (const Value& item : value.items()) visit(item, name);
      std::vector<std::string> inside = paths(value);
      if (inside.size() != names.size() - first) return;  // also contains captures of functions
      for (size_t i = 0; i < inside.size(); ++i) names[first + i] = str(name, ".", inside[i]);
    } else {
      auto on_function = [this](const Function& f) { closure(f); };
      each_function(value, on_function);
    }
  }

  void closure(const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    if (closure.prototype == nullptr) return;
    for (const auto& [name, value] : closure.captures) visit(value, name);
  }

  std::unordered_set<const void*> seen_ = {};
  PollCounter polls_ = {};
};

// Avoids names of builtins and modules as names of params, because the text may call these.
class NameAllocator {
 public:
  explicit NameAllocator(const State& state) {
    for (const Builtin* builtin : state.builtins()) {
      std::string_view name = builtin->name();
      taken_.emplace(name);
      for (size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '.') taken_.emplace(name.substr(0, i));
      }
    }
  }
  std::string of(std::string name) const {
    if (taken_.contains(name)) name.push_back('_');
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
};

std::string graph_text(State& state, const Function& f, const Values& args) {
  std::vector<std::string> leaves = LeafNames(f, args).names;
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "debug.graph"});
  const TracedFunction& traced = entry->traced;
  Graph graph = entry->graph;
  ScriptNames names{.tells_layers = true};
  std::string called = f.info().name.empty() ? "f" : f.info().name;
  constexpr std::string_view nameless = "a lambda";
  if (size_t at = called.find(nameless); at != std::string::npos) {
    called = str(std::string_view(called).substr(0, at), "f",
                 std::string_view(called).substr(at + nameless.size()));
  }
  NameAllocator free_names(state);
  names.function = free_names.of(called);
  Vars params;
  for (bool is_given : {true, false}) {
    for (size_t i = 0; i < traced.params.size(); ++i) {
      size_t leaf = traced.params[i];
      if ((parts.leaves[leaf].argument >= 0) != is_given) continue;
      params.push_back(graph.params[i]);
      names.params.push_back(free_names.of(leaves[leaf]));
    }
  }
  names.known.resize(params.size());
  for (size_t i = 0; i < traced.hidden.size(); ++i) {
    params.push_back(graph.params[traced.params.size() + i]);
    const Array& hidden = traced.hidden[i];
    names.known.push_back(hidden.is_traced() ? Array() : hidden);
  }
  graph.params = params;
  std::string text =
      script_of(merge_equal(graph), names).text;  // with common subexpressions merged
  text.pop_back();                                // print adds the line break
  return text;
}

Function debug_graph(State& state, Function f) {
  return transformed(f, "debug.graph", "", [&state](const Function& g, const Values& args) {
    return Values{graph_text(state, g, args)};
  });
}

}  // namespace

extern const Builtin debug_graph_builtin = {
    .signature = "debug.graph(f: fn) -> fn",
    .brief =
        "Creates a function that returns the traced graph of `f` as a script. The graph is that of "
        "the arguments of the call.",
    .params = {{"f",
                "Pure function, or a function returned by `grad`, `vmap`, or `jit`. It is traced, "
                "not run."}},
    .returns =
        "a function that returns a string: the source of a function from the leaves of the "
        "arguments (named by parameter and path) and the captures of `f` to the leaves of the "
        "result. Comments mark the layer of a model that operations belong to. `op.NAME(…)` stands "
        "for a primitive without a builtin; a script without one can be run",
    .errors = "the errors that tracing `f` raises",
    .example = "print(debug.graph(x => sin(x) * 2.0)([0.5]))  #> fn f(x: f32[1]) = sin(x) * 2.0",
    .source = "jax.make_jaxpr",
    .call = bind<&debug_graph>,
};

}  // namespace rille
