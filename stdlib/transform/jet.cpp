// jet: Taylor-mode automatic differentiation.
#include "jit/jet.h"

#include "stdlib/transform/tangents.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

[[noreturn]] void refuse_series(const std::string& what) {
  throw labelled(Error(Code::value, str("jet: ", what)), "series");
}

// The order: the number of derivatives per argument.
int order_of(const Values& args, const Values& series) {
  if (series.size() != args.size()) {
    refuse_series(str("`series` has ", series.size(), series.size() == 1 ? " entry" : " entries",
                      " for ", args.size(), args.size() == 1 ? " argument" : " arguments",
                      ", expected one per argument"));
  }
  size_t order = 0;
  for (size_t i = 0; i < series.size(); ++i) {
    if (!series[i].is_tuple()) {
      refuse_series(str("entry ", i, " of `series` is ", kind_text(series[i]),
                        ", expected a tuple of derivatives"));
    }
    if (i == 0) order = series[i].items().size();
    if (series[i].items().size() != order) {
      refuse_series(str("entry ", i, " of `series` has ", series[i].items().size(),
                        " derivatives, expected ", order, ", the same number for all arguments"));
    }
  }
  return static_cast<int>(order);
}

Value jet_of(Function f, const Value& primals, const Value& series) {
  const Values &args = primals.items(), &curves = series.items();
  int order = order_of(args, curves);
  CallTree parts = take_apart(f, args);
  TransformSpec recipe{
      .name = "jet", .settings = {static_cast<uint64_t>(order)}, .moves = is_active};
  recipe.derive = [&](const TracedFunction& t) { return jet(t.graph, active_of(t, parts), order); };
  auto entry = entry_of(f, args, parts, recipe);
  const TracedFunction& traced = entry->traced;
  std::vector<Array> in = inputs_of(traced, parts);
  for (size_t k = 0; k < static_cast<size_t>(order); ++k) {
    Values derivatives;
    for (const Value& curve : curves) derivatives.push_back(curve.items()[k]);
    matching(primals, Value::tuple(std::move(derivatives)), "jet: a derivative in `series`", in,
             StateFields::still);
  }
  std::vector<Array> all = run_graph(entry->graph, in);
  std::vector<Array> made(all.begin() + std::ssize(traced.graph.results), all.end());
  Values out;  // derivatives of the value; those of the inout parameters follow them in `made`
  for (size_t k = 0; k < static_cast<size_t>(order); ++k) {
    size_t next = k * (made.size() / static_cast<size_t>(order));
    out.push_back(tangent_tree(traced.outputs[0], made, next));
  }
  return Value::tuple({outputs_of(traced, all, parts)[0], Value::tuple(std::move(out))});
}

}  // namespace

extern const Builtin jet_builtin = {
    .signature = "jet(f: fn, primals: tuple, series: tuple) -> (tree, (tree, ...))",
    .brief =
        "Computes the derivatives of `f` along a curve by Taylor mode. The order is arbitrary.",
    .params = {{"f", "Pure function."},
               {"primals", "Arguments of `f`, as a tuple: the point of the curve at t = 0."},
               {"series",
                "Tuple with one entry per argument: the tuple of its derivatives by t of order 1, "
                "2, …, each in the structure of the argument. nil stands for zero. All arguments "
                "have equally many derivatives."}},
    .returns =
        "(result, derivatives): the derivatives of the result by t of order 1, 2, …, each in the "
        "structure of the result",
    .errors =
        "error[value] if `series` does not have one entry per argument, or if the entries differ "
        "in length; error[shape] or error[type] if a derivative differs in shape or structure from "
        "its argument",
    .example = "jet(sin, (0.0,), ((1.0, 0.0, 0.0),))  #> (0, (1, 0, -1))",
    .source = "jax.experimental.jet.jet",
    .call = bind<&jet_of>,
};

}  // namespace rille
