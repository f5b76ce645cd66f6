// linear_transpose: the transpose of a linear function.
#include "stdlib/array.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/tangents.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"

namespace rille {
namespace {

bool is_linear_in(const Leaf& leaf) {
  return leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type());
}

// The graph with its params reordered: first the non-linear inputs, whose values are `known`, then
// the linear ones.
struct PartitionedGraph {
  Graph graph;
  std::vector<Array> known;
};

PartitionedGraph in_order_of(const TracedFunction& traced, const CallTree& parts) {
  const Graph& graph = traced.graph;
  Builder b(graph.origin);
  std::vector<size_t> front, back;
  for (size_t i = 0; i < graph.params.size(); ++i) {
    bool is_argument = i < traced.params.size() && is_linear_in(parts.leaves[traced.params[i]]);
    (is_argument ? back : front).push_back(i);
  }
  PartitionedGraph out;
  Vars in = graph.params;
  for (size_t i : front) {
    in[i] = b.param(graph.type(graph.params[i]));
    size_t own = traced.params.size();
    out.known.push_back(i < own ? parts.leaves[traced.params[i]].value : traced.hidden[i - own]);
  }
  for (size_t i : back) in[i] = b.param(graph.type(graph.params[i]));
  out.graph = std::move(b).finish(inline_graph(b, graph, in));
  return out;
}

void need_tangents(const TracedFunction& traced) {
  for (Var v : traced.graph.results) {
    Type type = traced.graph.type(v);
    if (has_tangent(type)) continue;
    throw Error(Code::dtype, str("linear_transpose: `f` returned ", type,
                                 ", expected a float or complex dtype"));
  }
}

enum TransposeCapture : size_t { transpose_result, transpose_arguments, transpose_known };

Values run_back(const Graph& backward, const Captures& captures, const Values& args) {
  if (args.size() != 1) {
    throw Error(Code::value, str("linear_transpose: the transposed function received ", args.size(),
                                 " arguments, expected one cotangent in the structure of the "
                                 "result"));
  }
  std::vector<Array> in = leaves_of({captures[transpose_known]});
  matching(captures[transpose_result], args[0], "linear_transpose: the cotangent", in);
  add_zeros(backward, in);
  Value arguments = captures[transpose_arguments];
  std::vector<Array> cts = run_graph(backward, in);
  size_t next = 0;
  return {tangent_tree(arguments, cts, next, Value(), StateFields::still)};
}

// A tree of zeros in the structure and the types of the result, as a model of the cotangents.
Value result_like(const TracedFunction& traced) {
  size_t next = 0;
  return with_leaves(traced.outputs[0], next, [](size_t, const Value& leaf) {
    Array x = leaf.as_array();
    return Value::from_array(zeros(x.shape(), x.dtype()).with_weak(x.is_weak()));
  });
}

Function linear_transpose(Function f, Values args) {
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "linear_transpose", .moves = is_active});
  need_tangents(entry->traced);
  PartitionedGraph ordered = in_order_of(entry->traced, parts);
  constexpr std::string_view fault = "linear_transpose: `f` is not linear in its arguments";
  auto backward =
      std::make_shared<const Graph>(transpose(ordered.graph, ordered.known.size(), fault));
  Values known;
  for (const Array& x : ordered.known) known.push_back(Value::from_array(x));
  Closure closure{.prototype = entry.get(),
                  .holder = entry,
                  .captures = {{"result", result_like(entry->traced)},
                               {"arguments", Value::tuple(std::move(args))},
                               {"known", Value::tuple(std::move(known))}}};
  FunctionInfo info{.name = str("linear_transpose(", f.info().name, ")"),
                    .params = {{.name = "cotangent"}}};
  auto call = [backward](const Captures& captures, const Values& given) {
    return run_back(*backward, captures, given);
  };
  return make_native(f.state(), std::move(info), std::move(call), std::move(closure));
}

}  // namespace

extern const Builtin linear_transpose_builtin = {
    .signature = "linear_transpose(f: fn, ...args: tree) -> fn",
    .brief = "Transposes a linear function.",
    .params =
        {{"f", "Pure function, linear in the float and complex leaves of its arguments."},
         {"args",
          "Example arguments of `f`. Only the types of float and complex leaves are used, not "
          "their values."}},
    .returns =
        "a function that maps a cotangent in the structure of the result of `f` to a tuple with "
        "one cotangent per argument",
    .errors =
        "error[trace] if `f` is not linear; error[dtype] if a result of `f` is neither float nor "
        "complex",
    .example =
        "linear_transpose(x => [[1.0, 2.0], [3.0, 4.0]] @ x, zeros(2))([1.0, 0.0])"
        "  #> ([1, 2],)",
    .source = "jax.linear_transpose",
    .call = bind<&linear_transpose>,
};

}  // namespace rille
