// debug.graph: what a function is traced to, as a script.
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

// A name for each leaf of a call, in the order of CallTree::leaves: of an argument its parameter's
// with the path in it, of what a closure captures the captured name.
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
      if (inside.size() != names.size() - first) return;  // captures of functions in it, too
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
  Polls polls_ = {};
};

// Words that the text calls as builtins or modules are no names of its own.
class FreeNames {
 public:
  explicit FreeNames(const State& state) {
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
  const Traced& traced = entry->traced;
  Graph graph = entry->graph;
  ScriptNames names{.tells_layers = true};
  std::string called = f.info().name.empty() ? "f" : f.info().name;
  constexpr std::string_view nameless = "a lambda";
  if (size_t at = called.find(nameless); at != std::string::npos) {
    called = str(std::string_view(called).substr(0, at), "f",
                 std::string_view(called).substr(at + nameless.size()));
  }
  FreeNames free_names(state);
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
  std::string text = script_of(merge_equal(graph), names).text;  // the same twice is said once
  text.pop_back();                                               // print ends the line
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
    .brief = "What the function f is traced to for the arguments of a call, as a script.",
    .params = {{"f", "a pure function, or what grad, vmap or jit gave; nothing of it runs"}},
    .returns =
        "a function that gives a string: a function of the leaves of the arguments, by their "
        "parameters and paths, then of what f captures, which gives the leaves of the result; "
        "a comment says from where on operations are of another layer of a model; "
        "`op.NAME(…)` stands for an operation without builtin, a text without one can be run",
    .errors = "those of tracing f",
    .example = "print(debug.graph(x => sin(x) * 2.0)([0.5]))  #> fn f(x: f32[1]) = sin(x) * 2.0",
    .source = "jax.make_jaxpr",
    .call = bind<&debug_graph>,
};

}  // namespace rille
