// custom_vjp: a function with a custom reverse derivative.
#include <algorithm>

#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc custom_vjp_doc = {
    .brief =
        "Runs its first region. Reverse mode runs the second region, and the third with its "
        "residuals.",
    .shapes = "x... -> y..., by (x...) -> (y..., r...) and (r..., ct y...) -> (ct x...)",
    .errors =
        "error[trace] if the types of the rules' parameters or results do not match the function",
    .example = "grad(custom_vjp(x => x * x, x => (x * x, x), (x, ct) => (3 * ct,)))(1.0)  #> 3",
    .source = "jax.custom_vjp",
};

Types cotangents_of(const Types& types) {
  Types out;
  for (const Type& type : types) {
    if (has_tangent(type)) out.push_back(type);
  }
  return out;
}

Types custom_vjp_type(const OpCall& call) {
  const Region &primal = call.regions[0], &forward = call.regions[1], &backward = call.regions[2];
  check_params(call, primal, call.in);
  check_params(call, forward, call.in);
  Types out = result_types(primal), all = result_types(forward);
  check_results(call, slice(all, 0, std::min(all.size(), out.size())), out, "the forward rule");
  Types taken = slice(all, out.size(), all.size() - out.size());
  for (const Type& type : cotangents_of(out)) taken.push_back(type);
  check_params(call, backward, taken);
  check_results(call, result_types(backward), cotangents_of(call.in), "the backward rule");
  return out;
}

// The forward rule, and a linear call that can only be transposed.
Vars custom_vjp_jvp(Builder& b, const Node& node, const Vars& dx) {
  Vars all = inline_graph(b, *node.regions[1], node.in), in;
  b.at(node.origin);
  size_t count = node.regions[0]->results.size();
  for (size_t i = 0; i < dx.size(); ++i) {
    Type type = b.type(node.in[i]);
    if (has_tangent(type)) in.push_back(built(b, dx[i], type));
  }
  Vars dy = op::linear_call(b, slice(all, count, all.size() - count), in, node.regions[2]);
  Vars out = slice(all, 0, count);
  for (size_t i = 0, next = 0; i < count; ++i) {
    out.push_back(has_tangent(b.type(all[i])) ? dy[next++] : Var{});
  }
  return out;
}

std::vector<BatchedVar> custom_vjp_batch(Builder& b, const Node& node, const Batch& batch) {
  const Graph& primal = *node.regions[0];
  Flags in = batched_flags(batch.axes), moving_in;
  for (size_t i = 0; i < in.size(); ++i) {
    if (has_tangent(primal.type(primal.params[i]))) moving_in.push_back(in[i]);
  }
  Regions many;
  for (size_t i = 0; i < 2; ++i) {
    Flags all(node.regions[i]->results.size(), true);
    many.push_back(vmap_region(node.regions[i], batch.size, in, all));
  }
  Flags taken(node.regions[2]->params.size(), true);
  many.push_back(vmap_backward(node.regions[2], batch.size, taken, moving_in));
  std::vector<BatchedVar> out;
  for (Var v : b.copy(node, node.in, node.attrs, many)) out.push_back({v, 0});
  return out;
}

void custom_vjp_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

// Each region of call_samples() with its own reverse-mode derivative.
std::vector<Sample> custom_vjp_samples() {
  std::vector<Sample> out = call_samples();
  for (Sample& sample : out) {
    Vjp rules = vjp(*sample.regions[0]);
    sample.regions.push_back(std::make_shared<const Graph>(std::move(rules.forward)));
    sample.regions.push_back(std::make_shared<const Graph>(std::move(rules.backward)));
  }
  return out;
}

}  // namespace

Region vmap_backward(const Region& backward, Extent size, const Flags& in, const Flags& batched) {
  Region many = vmap_region(backward, size, in, Flags(batched.size(), true));
  Types params = many->types_of(many->params);
  return make_region(*many, params, [&](Builder& b, const Vars& args) {
    Vars cts = inline_graph(b, *many, args);
    b.at(many->origin);
    for (size_t i : where(batched, false)) cts[i] = op::sum(b, cts[i], {0});
    return cts;
  });
}

extern const Op custom_vjp_op = {
    .name = "custom_vjp",
    .doc = custom_vjp_doc,
    .type = custom_vjp_type,
    .jvp = custom_vjp_jvp,
    .transpose = MissingRule{"a function with a custom derivative is not linear"},
    .batch = custom_vjp_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = custom_vjp_reference,
    .samples = custom_vjp_samples,
    .control = RegionControl::custom,
};

Vars op::custom_vjp(Builder& b, Vars operands, Regions rules) {
  return b.emit(custom_vjp_op, std::move(operands), {}, std::move(rules));
}

}  // namespace rille
