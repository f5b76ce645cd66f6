// linearize, vjp, value_and_grad: a jvp, split and transposed.
#include "jit/checkpointed.h"
#include "jit/transforms/split.h"
#include "vm/error.h"

namespace rille {

Linearization linearize(const Graph& graph, const std::vector<bool>& active) {
  Graph both = jvp(LoopCheckpointing::is_enabled() ? checkpointed(graph) : graph, active);
  Flags known(both.params.size(), false), linear(both.results.size(), true);
  std::fill_n(known.begin(), graph.params.size(), true);
  std::fill_n(linear.begin(), graph.results.size(), false);
  SplitGraph parts = split(both, known, linear);
  return {std::move(parts.known), std::move(parts.linear), parts.residuals};
}

Vjp vjp(const Graph& graph, const std::vector<bool>& active) {
  Linearization parts = linearize(graph, active);
  Graph backward = transpose(parts.linear, parts.residuals);
  return {std::move(parts.known), std::move(backward), parts.residuals};
}

namespace {

void need_scalar(const Graph& graph) {
  if (graph.results.empty()) {
    throw Error(Code::type, "gradient: the function returned nothing, expected a scalar float",
                graph.origin.span());
  }
  Type type = graph.type(graph.results[0]);
  if (type.form() == TypeForm::array && is_float(type.dtype()) && type.rank() == 0) return;
  throw Error(is_float(type.dtype()) ? Code::shape : Code::dtype,
              str("gradient: the function returned ", type, ", expected a scalar float"),
              graph.origin.span());
}

}  // namespace

Graph value_and_grad(const Graph& graph, const std::vector<bool>& active) {
  need_scalar(graph);
  Linearization parts = linearize(graph, active);
  Flags known(parts.linear.params.size(), false), wanted(parts.linear.results.size(), false);
  std::fill_n(known.begin(), parts.residuals, true);
  wanted[0] = true;
  PartialTranspose back = transpose_some(parts.linear, known, wanted);

  Builder b(graph.origin);
  Vars x;
  for (Var v : graph.params) x.push_back(b.param(graph.type(v)));
  Vars y = inline_graph(b, parts.known, x);
  size_t count = graph.results.size();
  Vars in = slice(y, count, parts.residuals), results = slice(y, 0, count);
  b.at(graph.origin.through("transpose"));
  in.push_back(op::fill(b, b.type(y[0]), 1.0));
  Vars cts = inline_graph(b, back.graph, in);
  b.at(graph.origin.through("transpose"));
  for (size_t i = 0, next = 0; i < back.given.size(); ++i) {
    Var v = parts.linear.params[parts.residuals + i];
    results.push_back(back.given[i] ? cts[next++] : zeros(b, parts.linear.type(v)));
  }
  return std::move(b).finish(results);
}

}  // namespace rille
