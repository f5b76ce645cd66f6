// grad, value_and_grad: reverse-mode derivatives.
#include "stdlib/transform/diff_arguments.h"
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

void check_loss(const TracedFunction& traced, const DiffArguments& wanted) {
  const Value* loss = &traced.outputs[0];
  if (wanted.aux) {
    if (!loss->is_tuple() || loss->items().size() != 2) {
      throw Error(Code::type, str("the differentiated function returned ", kind_text(*loss),
                                  ", expected a tuple (value, aux), because `aux` is true"));
    }
    loss = &loss->items()[0];
  }
  if (!loss->is_leaf()) {
    throw Error(Code::type, str("the differentiated function returned ", kind_text(*loss),
                                ", expected a scalar float"));
  }
  Array value = loss->as_array();
  if (value.rank() != 0) {
    throw Error(Code::shape, str("the differentiated function returned ", value.type(),
                                 ", expected a scalar float"))
        .help("reduce the result with `sum` or `mean`, or use `vjp` or `jacrev`");
  }
  if (!is_float(value.dtype())) {
    throw Error(Code::dtype, str("the differentiated function returned ", value.type(),
                                 ", expected a scalar float"));
  }
}

// An argument that is a single leaf must be differentiable: its gradient would otherwise be nil.
void check_arguments(const Function& f, const Values& args, const DiffArguments& wanted) {
  for (size_t at : wanted.arguments) {
    if (at >= args.size() || !args[at].is_leaf()) continue;
    Type type = args[at].as_array().type();
    if (has_tangent(type)) continue;
    std::string name =
        at < f.info().params.size() ? str("`", f.info().params[at].name, "`") : "the argument";
    throw Error(Code::dtype, str(name, " is ", type,
                                 ", which has no derivative, expected a float or complex dtype"))
        .help("write `1.0` instead of `1`, or convert the argument: `f32(x)`")
        .label(static_cast<int>(at));
  }
}

struct GradResult {
  Values outputs;  // the outputs of the function itself
  Value gradient;
};

GradResult differentiate(const Function& f, const Values& args, const DiffArguments& wanted) {
  CallTree parts = take_apart(f, args);
  TransformSpec recipe{.name = "grad", .settings = words_of(wanted)};
  recipe.moves = [&](const Leaf& leaf) { return is_wanted(wanted, leaf); };
  recipe.derive = [&](const TracedFunction& traced) {
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
  DiffArguments wanted = wanted_of(f, wrt, aux);
  return transformed(f, "value_and_grad", settings_of("value_and_grad", wrt, aux),
                     [wanted](const Function& g, const Values& args) {
                       GradResult result = differentiate(g, args, wanted);
                       result.outputs[0] = Value::tuple({result.outputs[0], result.gradient});
                       return result.outputs;
                     });
}

Function grad_of(Function f, Value wrt, bool aux) {
  DiffArguments wanted = wanted_of(f, wrt, aux);
  return transformed(
      f, "grad", settings_of("grad", wrt, aux), [wanted](const Function& g, const Values& args) {
        GradResult result = differentiate(g, args, wanted);
        Value& first = result.outputs[0];
        first = wanted.aux ? Value::tuple({result.gradient, first.items()[1]}) : result.gradient;
        return result.outputs;
      });
}

extern const Builtin grad_builtin = {
    .signature = "grad(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief = "Creates a function that computes the gradient of `f` by reverse mode.",
    .params = {{"f", "Pure function that returns a scalar float, or with `aux` a pair."},
               {"wrt",
                "Position (negative from the end) or name of the parameter to differentiate with "
                "respect to, or a tuple of these."},
               {"aux",
                "If true, `f` returns (value, aux) and the new function returns (gradient, aux). "
                "Only the value is differentiated."}},
    .returns =
        "a function of the same parameters. It returns the gradient in the structure of the "
        "argument, or a tuple if `wrt` is one; leaves that are not differentiable and `var` fields "
        "are nil",
    .errors =
        "error[shape] if `f` does not return a scalar; error[dtype] if its value is not a float, "
        "or if the argument is a single leaf that has no derivative; error[value] if `wrt` is not "
        "a parameter of `f`",
    .example = "grad(x => x ^ 2)(3.0)  #> 6",
    .source = "jax.grad",
    .call = bind<&grad_of>,
};

extern const Builtin value_and_grad_builtin = {
    .signature =
        "value_and_grad(f: fn, wrt: int or str or (int or str, ...) = 0, aux: bool = false) -> fn",
    .brief =
        "Creates a function that computes the value and the gradient of `f`. One forward pass "
        "serves both.",
    .params = {{"f", "Pure function that returns a scalar float, or with `aux` a pair."},
               {"wrt",
                "Position (negative from the end) or name of the parameter to differentiate with "
                "respect to, or a tuple of these."},
               {"aux",
                "If true, `f` returns (value, aux) and the new function returns ((value, aux), "
                "gradient). Only the value is differentiated."}},
    .returns =
        "a function of the same parameters. It returns (value, gradient), with the gradient in the "
        "structure of the argument, or a tuple if `wrt` is one",
    .errors =
        "error[shape] if `f` does not return a scalar; error[dtype] if its value is not a float, "
        "or if the argument is a single leaf that has no derivative; error[value] if `wrt` is not "
        "a parameter of `f`",
    .example = "value_and_grad(x => x ^ 2)(3.0)  #> (9, 6)",
    .source = "jax.value_and_grad",
    .call = bind<&value_and_grad_of>,
};

}  // namespace rille
