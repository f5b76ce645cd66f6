// psum: the sum of x over a named axis.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/passed.h"
#include "jit/ops/samples.h"
#include "jit/transforms/parts.h"

namespace rille {
namespace {

const OpDoc psum_doc = {
    .brief =
        "Computes the sum of x over all elements of the vmap with this axis name; the result is "
        "the same for each.",
    .shapes = "x: n[...], axis: str -> n[...]",
    .errors = "error[name] if no enclosing vmap has the axis",
    .example = "vmap(x => psum(x, \"rows\"), axis_name = \"rows\")([1, 2, 3])  #> [6, 6, 6]",
    .source = "jax.lax.psum",
};

// An element contributes to the sum of all elements, so its cotangent is the sum of all cotangents.
Vars psum_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::psum(b, ct[0], node.attrs.string("axis"))};
}

BatchedVar psum_over(Builder& b, const Node& node, const Batch& batch) {
  Var x = node.in[0];
  if (batch.axes[0] < 0) x = repeat(b, x, batch.size);
  return {op::sum(b, x, {0}), -1};
}

std::vector<Sample> psum_samples() {
  std::vector<Sample> out = samples<1, is_number>();
  for (Sample& sample : out) sample.attrs = {{"axis", std::string("rows")}};
  return out;
}

}  // namespace

extern const Op psum_op = {
    .name = "psum",
    .doc = psum_doc,
    .type = same_number_type,
    .jvp = linear_jvp,
    .transpose = psum_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = passed_lower,  // for a single mapped element: jit/ops/collective.h
    .reference = passed_reference,
    .samples = psum_samples,
    .over = psum_over,
    .parts = in_each_part,
};

Var op::psum(Builder& b, Var x, std::string axis) {
  return b.emit(psum_op, {x}, {{"axis", std::move(axis)}})[0];
}

}  // namespace rille
