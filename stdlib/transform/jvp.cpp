// jvp, vjp, linearize: products with the Jacobian.
#include <algorithm>
#include <span>

#include "stdlib/transform/diff_arguments.h"
#include "stdlib/transform/tangents.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

const Values& items_of(const Value& tuple, std::string_view what) {
  if (!tuple.is_tuple()) {
    throw Error(Code::type, str(what, " is ", kind_text(tuple),
                                ", expected a tuple with one entry per argument of `f`"));
  }
  return tuple.items();
}

}  // namespace

Value jvp_of(Function f, Value primals, Value tangents) {
  const Values& args = items_of(primals, "jvp: `primals`");
  CallTree parts = take_apart(f, args);
  TransformSpec recipe{.name = "jvp", .moves = is_active};
  recipe.derive = [&](const TracedFunction& t) { return jvp(t.graph, active_of(t, parts)); };
  auto entry = entry_of(f, args, parts, recipe);
  std::vector<Array> in = inputs_of(entry->traced, parts);
  matching(primals, tangents, str(calling_name("jvp"), ": a tangent"), in, StateFields::still);
  std::vector<Array> all = run_graph(entry->graph, in);
  size_t own = entry->traced.graph.results.size(), next = 0;
  std::vector<Array> dy(all.begin() + static_cast<std::ptrdiff_t>(own), all.end());
  Value y = outputs_of(entry->traced, all, parts)[0];
  return Value::tuple({y, tangent_tree(entry->traced.outputs[0], dy, next)});
}

namespace {

// The captures of a pullback or pushforward: the primal result and the arguments, for their
// structure, and the residuals. The residuals of a `while` loop are tapes, which cannot be used in
// another trace: there the primal is run again from its inputs.
enum PullbackCapture : size_t {
  captured_result,
  captured_arguments,
  captured_residuals,
  captured_inputs
};

Value tuple_of(std::span<const Array> arrays) {
  Values out;
  for (const Array& x : arrays) out.push_back(Value::from_array(x));
  return Value::tuple(std::move(out));
}

bool leaves_tapes(const Graph& primal) {
  return std::ranges::any_of(primal.results,
                             [&](Var v) { return primal.type(v).form() == TypeForm::tape; });
}

Closure closure_with(std::shared_ptr<const void> split, const Graph& primal, const Value& result,
                     Values args, std::span<const Array> residuals, std::span<const Array> inputs) {
  const void* prototype = split.get();
  return {.prototype = prototype,
          .holder = std::move(split),
          .captures = {{"result", result},
                       {"arguments", Value::tuple(std::move(args))},
                       {"residuals", tuple_of(residuals)},
                       {"inputs", leaves_tapes(primal) ? tuple_of(inputs) : Value::tuple({})}}};
}

std::vector<Array> arrays_of(const Value& tuple) {
  std::vector<Array> out;
  for (const Value& x : tuple.items()) out.push_back(x.as_array());
  return out;
}

std::vector<Array> residuals_of(const Graph& primal, const Captures& captures) {
  std::vector<Array> out = arrays_of(captures[captured_residuals]);
  std::span<const Var> made = std::span(primal.results).last(out.size());
  bool is_foreign = false;
  for (size_t i = 0; i < out.size(); ++i) {
    is_foreign |= primal.type(made[i]).form() != out[i].type().form();
  }
  if (!is_foreign || Trace::innermost() == nullptr) return out;
  std::vector<Array> all = run_graph(primal, arrays_of(captures[captured_inputs]));
  return {all.end() - std::ssize(out), all.end()};
}

Values pull_back(const Vjp& both, const Captures& captures, const Values& args) {
  if (args.size() != 1) {
    throw Error(Code::value, str("vjp: the pullback received ", args.size(),
                                 " arguments, expected one cotangent in the structure of the "
                                 "result"));
  }
  std::vector<Array> in = residuals_of(both.forward, captures);
  matching(captures[captured_result], args[0], "vjp: the cotangent", in);
  add_zeros(both.backward, in);
  Value arguments = captures[captured_arguments];
  std::vector<Array> cts = run_graph(both.backward, in);
  size_t next = 0;
  return {tangent_tree(arguments, cts, next, Value(), StateFields::still)};
}

Value vjp_of(Function f, Values args) {
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "vjp", .moves = is_active});
  if (entry->vjp == nullptr) {
    entry->vjp = std::make_shared<Vjp>(vjp(entry->graph, active_of(entry->traced, parts)));
  }
  auto both = entry->vjp;
  std::vector<Array> in = inputs_of(entry->traced, parts), all = run_graph(both->forward, in);
  Value y = outputs_of(entry->traced, all, parts)[0];
  Closure closure = closure_with(both, both->forward, y, std::move(args),
                                 std::span(all).last(both->residuals), in);
  FunctionInfo info{.name = str("vjp(", f.info().name, ")"), .params = {{.name = "cotangent"}}};
  auto call = [both](const Captures& captures, const Values& args) {
    return pull_back(*both, captures, args);
  };
  return Value::tuple(
      {y, Value(make_native(f.state(), std::move(info), std::move(call), std::move(closure)))});
}

Values push_forward(const Linearization& both, const Captures& captures, const Values& tangents) {
  std::vector<Array> in = residuals_of(both.known, captures);
  matching(captures[captured_arguments], Value::tuple(tangents), "linearize: the tangent", in,
           StateFields::still);
  Value output = captures[captured_result];
  std::vector<Array> dy = run_graph(both.linear, in);
  size_t next = 0;
  return {tangent_tree(output, dy, next)};
}

Value linearize_of(Function f, Values args) {
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "linearize", .moves = is_active});
  if (entry->linearized == nullptr) {
    entry->linearized =
        std::make_shared<Linearization>(linearize(entry->graph, active_of(entry->traced, parts)));
  }
  auto both = entry->linearized;
  std::vector<Array> in = inputs_of(entry->traced, parts), all = run_graph(both->known, in);
  Value y = outputs_of(entry->traced, all, parts)[0];
  Closure closure =
      closure_with(both, both->known, y, std::move(args), std::span(all).last(both->residuals), in);
  FunctionInfo info = f.info();
  info.name = str("linearize(", info.name, ")");
  auto call = [both](const Captures& captures, const Values& tangents) {
    return push_forward(*both, captures, tangents);
  };
  return Value::tuple(
      {y, Value(make_native(f.state(), std::move(info), std::move(call), std::move(closure)))});
}

}  // namespace

extern const Builtin jvp_builtin = {
    .signature = "jvp(f: fn, primals: tuple, tangents: tuple) -> (tree, tree)",
    .brief = "Computes the value of `f` and a Jacobian-vector product by forward mode.",
    .params = {{"f", "Pure function."},
               {"primals", "Arguments of `f`, as a tuple."},
               {"tangents",
                "Tuple with one tangent per argument, in the structure of the argument. nil stands "
                "for zero."}},
    .returns = "(y, dy): the value of `f` and its tangent, in the structure of y",
    .errors =
        "error[shape], error[dtype], or error[type] if a tangent differs in shape, dtype, or "
        "structure from its argument",
    .example = "jvp(x => x ^ 3, (2.0,), (1.0,))  #> (8, 12)",
    .source = "jax.jvp",
    .call = bind<&jvp_of>,
};

extern const Builtin vjp_builtin = {
    .signature = "vjp(f: fn, ...args: tree) -> (tree, fn)",
    .brief = "Computes the value of `f` and its pullback, for vector-Jacobian products.",
    .params = {{"f", "Pure function."}, {"args", "Arguments of `f`."}},
    .returns =
        "(y, back): the value of `f`, and a function that maps a cotangent in the structure of y "
        "to a tuple with one cotangent per argument",
    .errors =
        "error[shape], error[dtype], or error[type] at a call of the pullback if the cotangent "
        "differs in shape, dtype, or structure from y",
    .example = "vjp((x, y) => x * y, 2.0, 3.0)[1](1.0)  #> (3, 2)",
    .source = "jax.vjp",
    .call = bind<&vjp_of>,
};

extern const Builtin linearize_builtin = {
    .signature = "linearize(f: fn, ...args: tree) -> (tree, fn)",
    .brief =
        "Computes the value of `f` and its linearization at the arguments. The linear function can "
        "be called many times without evaluating `f` again.",
    .params = {{"f", "Pure function."}, {"args", "Arguments of `f`."}},
    .returns =
        "(y, push): the value of `f`, and a linear function that maps one tangent per argument to "
        "the tangent of y",
    .errors =
        "error[shape], error[dtype], or error[type] at a call of the linear function if a tangent "
        "differs in shape, dtype, or structure from its argument",
    .example = "linearize(x => x ^ 3, 2.0)[1](1.0)  #> 12",
    .source = "jax.linearize",
    .call = bind<&linearize_of>,
};

}  // namespace rille
