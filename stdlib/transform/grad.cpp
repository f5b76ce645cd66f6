// grad, value_and_grad: reverse-mode derivatives.
#include <algorithm>

#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct Wanted {
  std::vector<size_t> arguments;  // which are differentiated
  bool one = true;                // given as one number, not as a tuple
  bool aux = false;
};

size_t argument_at(const Function& f, const Value& wrt) {
  int64_t count = std::ssize(f.info().params);
  int64_t at = -1;
  if (wrt.is_string()) {
    at = f.info().find(wrt.string());
  } else if (const auto* number = std::get_if<int64_t>(&wrt.any())) {
    at = *number < 0 ? *number + count : *number;
  }
  if (at < 0 || at >= count) {
    Error error(
        Code::value,
        str("wrt needs the place or the name of a parameter of the function, got ", text(wrt)));
    std::vector<std::string> names;
    for (const auto& param : f.info().params) names.push_back(str("`", param.name, "`"));
    if (!names.empty()) error.help(str("it has ", join(names)));
    throw labelled(labelled(std::move(error), "f"), "wrt");
  }
  return static_cast<size_t>(at);
}

Wanted wanted_of(const Function& f, const Value& wrt, bool aux) {
  Wanted out{.arguments = {}, .one = !wrt.is_tuple(), .aux = aux};
  if (out.one) {
    out.arguments = {argument_at(f, wrt)};
  } else {
    for (const Value& item : wrt.items()) out.arguments.push_back(argument_at(f, item));
  }
  return out;
}

bool differentiated(const Wanted& wanted, const Leaf& leaf) {
  auto at = static_cast<size_t>(leaf.argument);
  return leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type()) &&
         std::ranges::count(wanted.arguments, at) > 0;
}

std::vector<bool> active_of(const Traced& traced, const CallTree& parts, const Wanted& wanted) {
  std::vector<bool> active(traced.graph.params.size(), false);
  for (size_t i = 0; i < traced.params.size(); ++i) {
    active[i] = differentiated(wanted, parts.leaves[traced.params[i]]);
  }
  return active;
}

void check_loss(const Traced& traced, const Wanted& wanted) {
  const Value* loss = &traced.outputs[0];
  if (wanted.aux) {
    if (!loss->is_tuple() || loss->items().size() != 2) {
      throw Error(Code::type, str("with aux = true the function must give (value, aux), it gives ",
                                  kind_text(*loss)));
    }
    loss = &loss->items()[0];
  }
  if (!loss->is_leaf()) {
    throw Error(Code::type, str("the function must give one float, it gives ", kind_text(*loss)));
  }
  Array value = loss->as_array();
  if (value.rank() != 0) {
    throw Error(Code::shape, str("the function must give one float, it gives ", value.type()))
        .help("sum or average it, or use `vjp` for a function with several results");
  }
  if (!is_float(value.dtype())) {
    throw Error(Code::dtype, str("the function must give a float, it gives ", value.type()));
  }
}

// The gradients in the structure of the argument: nil for what has none.
Value tree_of(const Value& argument, size_t which, const CallTree& parts, const Traced& traced,
              const std::vector<Array>& gradients, const Wanted& wanted) {
  size_t first = 0, next = 0;
  while (first < parts.leaves.size() && parts.leaves[first].argument != static_cast<int>(which)) {
    ++first;
  }
  return with_leaves(argument, next, [&](size_t at, const Value&) -> Value {
    size_t leaf = first + at;
    if (!differentiated(wanted, parts.leaves[leaf])) return Value();
    size_t place = 0;
    for (size_t i = 0; i < traced.params.size() && traced.params[i] != leaf; ++i) {
      place += differentiated(wanted, parts.leaves[traced.params[i]]) ? 1 : 0;
    }
    const Array& gradient = gradients[place];
    return Value::from_array(gradient.with_weak(parts.leaves[leaf].value.is_weak()));
  });
}

struct Result {
  Values outputs;  // the function's own
  Value gradient;
};

Result differentiate(const Function& f, const Values& args, const Wanted& wanted) {
  CallTree parts = take_apart(f, args);
  Recipe recipe{.name = "grad", .settings = {wanted.aux ? 1u : 0u}};
  for (size_t at : wanted.arguments) recipe.settings.push_back(at);
  recipe.derive = [&](const Traced& traced) {
    check_loss(traced, wanted);
    return value_and_grad(traced.graph, active_of(traced, parts, wanted));
  };
  auto entry = entry_of(f, args, parts, recipe);
  std::vector<Array> results = entry->run(parts);
  auto own = static_cast<std::ptrdiff_t>(entry->traced.graph.results.size());
  std::vector<Array> gradients(results.begin() + own, results.end());
  Values trees;
  for (size_t at : wanted.arguments) {
    if (at >= args.size()) {
      throw Error(Code::value, str("wrt names parameter ", at, ", which was not given"));
    }
    trees.push_back(tree_of(args[at], at, parts, entry->traced, gradients, wanted));
  }
  return {outputs_of(entry->traced, results, parts),
          wanted.one ? trees[0] : Value::tuple(std::move(trees))};
}

std::string settings_of(std::string_view name, const Value& wrt, bool aux) {
  return str(name, " ", text(wrt), aux ? " aux" : "");
}

Function value_and_grad_of(Function f, Value wrt, bool aux) {
  Wanted wanted = wanted_of(f, wrt, aux);
  return transformed(f, "value_and_grad", settings_of("value_and_grad", wrt, aux),
                     [wanted](const Function& g, const Values& args) {
                       Result result = differentiate(g, args, wanted);
                       result.outputs[0] = Value::tuple({result.outputs[0], result.gradient});
                       return result.outputs;
                     });
}

Function grad_of(Function f, Value wrt, bool aux) {
  Wanted wanted = wanted_of(f, wrt, aux);
  return transformed(
      f, "grad", settings_of("grad", wrt, aux), [wanted](const Function& g, const Values& args) {
        Result result = differentiate(g, args, wanted);
        Value& first = result.outputs[0];
        first = wanted.aux ? Value::tuple({result.gradient, first.items()[1]}) : result.gradient;
        return result.outputs;
      });
}

}  // namespace

extern const Builtin grad_builtin = {
    .signature = "grad(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief = "The function that gives the gradient of f, in the structure of the argument.",
    .params = {{"f", "a pure function that gives one float"},
               {"wrt", "the place or name of the parameter, or several"},
               {"aux", "f gives (value, aux); aux is handed on"}},
    .returns = "float leaves get their gradient, others and `var` fields nil",
    .errors = "error[shape] where f gives no scalar; error[dtype] where it is no float",
    .example = "grad(x => x ^ 2)(3.0)  #> 6",
    .source = "jax.grad",
    .call = bind<&grad_of>,
};

extern const Builtin value_and_grad_builtin = {
    .signature =
        "value_and_grad(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief = "The function that gives (f's value, its gradient).",
    .params = {{"f", "a pure function that gives one float"},
               {"wrt", "the place or name of the parameter, or several"},
               {"aux", "f gives (value, aux); aux is handed on"}},
    .errors = "error[shape] where f gives no scalar; error[dtype] where it is no float",
    .example = "value_and_grad(x => x ^ 2)(3.0)  #> (9, 6)",
    .source = "jax.value_and_grad",
    .call = bind<&value_and_grad_of>,
};

}  // namespace rille
