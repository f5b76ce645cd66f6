// grad, value_and_grad: reverse-mode derivatives.
#include "stdlib/transform/wanted.h"
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

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

// An argument that is one leaf has a derivative: else the result were nil, which says nothing.
void check_arguments(const Function& f, const Values& args, const Wanted& wanted) {
  for (size_t at : wanted.arguments) {
    if (at >= args.size() || !args[at].is_leaf()) continue;
    Type type = args[at].as_array().type();
    if (has_tangent(type)) continue;
    std::string name =
        at < f.info().params.size() ? str("`", f.info().params[at].name, "`") : "the argument";
    throw Error(Code::dtype, str(name, " is ", type, ", which has no derivative: floats have"))
        .help("write `1.0` for `1`, or convert it: `f32(x)`")
        .label(static_cast<int>(at));
  }
}

struct Result {
  Values outputs;  // the function's own
  Value gradient;
};

Result differentiate(const Function& f, const Values& args, const Wanted& wanted) {
  CallTree parts = take_apart(f, args);
  Recipe recipe{.name = "grad", .settings = words_of(wanted)};
  recipe.moves = [&](const Leaf& leaf) { return is_wanted(wanted, leaf); };
  recipe.derive = [&](const Traced& traced) {
    check_arguments(f, args, wanted);
    check_loss(traced, wanted);
    return value_and_grad(traced.graph, active_of(traced, parts, wanted));
  };
  auto entry = entry_of(f, args, parts, recipe);
  std::vector<Array> results = entry->run(parts);
  auto own = static_cast<std::ptrdiff_t>(entry->traced.graph.results.size());
  std::vector<Array> gradients(results.begin() + own, results.end());
  Value tree = wanted_tree(wanted, args, parts, entry->traced, [&](size_t at, const Leaf& leaf) {
    return Value::from_array(gradients[at].with_weak(leaf.value.is_weak()));
  });
  return {outputs_of(entry->traced, results, parts), std::move(tree)};
}

}  // namespace

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
