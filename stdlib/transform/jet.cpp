// jet: derivatives of high order along a curve.
#include "jit/jet.h"

#include "stdlib/transform/tangents.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

[[noreturn]] void refuse_series(const std::string& what) {
  throw labelled(Error(Code::value, str("jet: ", what)), "series");
}

// How many derivatives each argument has.
int order_of(const Values& args, const Values& series) {
  if (series.size() != args.size()) {
    refuse_series(str("`series` has ", series.size(), series.size() == 1 ? " entry" : " entries",
                      " for ", args.size(), args.size() == 1 ? " argument" : " arguments"));
  }
  size_t order = 0;
  for (size_t i = 0; i < series.size(); ++i) {
    if (!series[i].is_tuple()) {
      refuse_series(str("each argument has a tuple of derivatives, got ", kind_text(series[i])));
    }
    if (i == 0) order = series[i].items().size();
    if (series[i].items().size() != order) {
      refuse_series("all arguments have derivatives of the same orders");
    }
  }
  return static_cast<int>(order);
}

Value jet_of(Function f, const Value& primals, const Value& series) {
  const Values &args = primals.items(), &curves = series.items();
  int order = order_of(args, curves);
  CallTree parts = take_apart(f, args);
  Recipe recipe{.name = "jet", .settings = {static_cast<uint64_t>(order)}, .moves = is_active};
  recipe.derive = [&](const Traced& t) { return jet(t.graph, active_of(t, parts), order); };
  auto entry = entry_of(f, args, parts, recipe);
  const Traced& traced = entry->traced;
  std::vector<Array> in = inputs_of(traced, parts);
  for (size_t k = 0; k < static_cast<size_t>(order); ++k) {
    Values derivatives;
    for (const Value& curve : curves) derivatives.push_back(curve.items()[k]);
    matching(primals, Value::tuple(std::move(derivatives)), "a derivative", in, StateFields::still);
  }
  std::vector<Array> all = run_graph(entry->graph, in);
  std::vector<Array> made(all.begin() + std::ssize(traced.graph.results), all.end());
  Values out;  // what is left in inout parameters has derivatives, too, behind those of the value
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
        "The value of f on a curve and its derivatives by the curve's parameter, of any order.",
    .params = {{"f", "a pure function"},
               {"primals", "the arguments of f: where the curve is"},
               {"series",
                "for each argument a tuple: its first derivative, its second …, in its structure; "
                "nil is zero"}},
    .returns = "the result, and a tuple: its first derivative, its second …, in its structure",
    .errors =
        "error[value] where arguments have derivatives of different orders; error[shape], "
        "error[type] where one does not fit its argument",
    .example = "jet(sin, (0.0,), ((1.0, 0.0, 0.0),))  #> (0, (1, 0, -1))",
    .source = "jax.experimental.jet.jet",
    .call = bind<&jet_of>,
};

}  // namespace rille
