// linear_call: a linear map that can only be transposed.
#include <algorithm>

#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc linear_call_doc = {
    .brief = "Represents the linear map whose transpose is its region.",
    .shapes = "residuals..., dx... -> dy..., by (residuals..., ct y...) -> (ct x...)",
    .errors = "error[trace] if the operation is run forward and its region is not linear",
    .example = "grad(custom_vjp(x => x * x, x => (x * x, x), (x, ct) => (3 * ct,)))(1.0)  #> 3",
    .source = "jax.custom_derivatives.linear_call",
};

size_t residuals(const Attrs& attrs) { return static_cast<size_t>(attrs.integer("residuals")); }

Types linear_call_type(const OpCall& call) {
  const Graph& back = *call.regions[0];
  size_t count = residuals(call.attrs);
  Types params = back.types_of(back.params);
  check_results(call, slice(params, 0, count), slice(call.in, 0, count), "the forward rule");
  check_results(call, result_types(call.regions[0]), slice(call.in, count, call.in.size() - count),
                "the backward rule");
  return slice(params, count, params.size() - count);
}

// If the region is linear, as it should be, the forward map is the transpose of the region.
Graph forward_of(const Node& node) { return transpose(*node.regions[0], residuals(node.attrs)); }

Vars linear_call_jvp(Builder& b, const Node& node, const Vars& dx) {
  size_t count = residuals(node.attrs);
  Vars in = slice(node.in, 0, count), out;
  bool bends = false;
  for (size_t i = 0; i < dx.size(); ++i) {
    bends = bends || (i < count && !dx[i].none());
    if (i >= count) in.push_back(built(b, dx[i], b.type(node.in[i])));
  }
  if (bends) {
    Duals y = jvp_into(b, forward_of(node), node.in, dx);
    out = y.primal;
    append(out, y.tangent);
    return out;
  }
  out = b.emit(*node.op, node.in, node.attrs, node.regions);
  append(out, b.emit(*node.op, in, node.attrs, node.regions));
  return out;
}

Vars linear_call_transpose(Builder& b, const Node& node, const Types&, const Vars& cts) {
  const Graph& back = *node.regions[0];
  size_t count = residuals(node.attrs);
  Vars in = slice(node.in, 0, count), out(count);
  for (size_t i = 0; i < cts.size(); ++i) {
    in.push_back(built(b, cts[i], back.type(back.params[count + i])));
  }
  append(out, inline_graph(b, back, in));
  return out;
}

std::vector<BatchedVar> linear_call_batch(Builder& b, const Node& node, const Batch& batch) {
  size_t count = residuals(node.attrs);
  Flags in = batched_flags(batch.axes), taken(node.regions[0]->params.size(), true);
  std::copy_n(in.begin(), count, taken.begin());
  Flags moving_in(in.begin() + count, in.end());
  Region many = vmap_backward(node.regions[0], batch.size, taken, moving_in);
  std::vector<BatchedVar> out;
  for (Var v : b.copy(node, node.in, node.attrs, {many})) out.push_back({v, 0});
  return out;
}

void linear_call_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(forward_of(node), in), out.begin());
}

// The reverse-mode rules of call_samples().
std::vector<Sample> linear_call_samples() {
  std::vector<Sample> out;
  for (const Sample& sample : call_samples()) {
    Vjp rules = vjp(*sample.regions[0]);
    Types in = slice(rules.backward.types_of(rules.backward.params), 0, rules.residuals);
    for (const Type& type : sample.in) in.push_back(type);
    out.push_back({.in = in,
                   .attrs = {{"residuals", static_cast<int64_t>(rules.residuals)}},
                   .regions = {std::make_shared<const Graph>(std::move(rules.backward))}});
  }
  return out;
}

}  // namespace

extern const Op linear_call_op = {
    .name = "linear_call",
    .doc = linear_call_doc,
    .type = linear_call_type,
    .jvp = linear_call_jvp,
    .transpose = linear_call_transpose,
    .batch = linear_call_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the pass `expand` replaces the operation by its graph"},
    .reference = linear_call_reference,
    .samples = linear_call_samples,
    .control = RegionControl::linear,
};

Graph linear_call_forward(const Node& node) { return forward_of(node); }

Vars op::linear_call(Builder& b, Vars residuals, Vars tangents, Region backward) {
  Attrs attrs{{"residuals", static_cast<int64_t>(residuals.size())}};
  append(residuals, tangents);
  return b.emit(linear_call_op, residuals, attrs, {std::move(backward)});
}

}  // namespace rille
