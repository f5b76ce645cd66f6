// min: the elementwise minimum of two arrays.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc min_doc = {
    .brief = "Computes the elementwise minimum of two arrays; NaN if either element is NaN.",
    .shapes = "x: r[...], y: r[...] -> r[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the elements cannot be ordered",
    .example = "minimum([1.0, 4.0], [2.0, 3.0])  #> [1, 3]",
    .source = "jax.lax.min",
};

// 1 if x is the result, 0 if y is, 1/2 if they are equal.
Var min_share(Builder& b, Var x, Var y) {
  Var one = filled_like(b, x, 1), half = filled_like(b, x, 0.5), zero = filled_like(b, x, 0);
  Var lost = op::select(b, op::gt(b, x, y), zero, one);
  return op::select(b, op::eq(b, x, y), half, lost);
}

// The tangent of the selected operand, or half of each if both are equal (as in JAX).
Vars min_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var left = dx[0].none() ? Var{} : op::mul(b, min_share(b, node.in[0], node.in[1]), dx[0]);
  Var right = dx[1].none() ? Var{} : op::mul(b, min_share(b, node.in[1], node.in[0]), dx[1]);
  return {added(b, left, right)};
}

}  // namespace

extern const Op min_op = {
    .name = "min",
    .doc = min_doc,
    .type = same_ordered_type,
    .jvp = min_jvp,
    .transpose = MissingRule{"min is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::min>,
    .reference = map_ordered<[](auto x, auto y) { return IeeeMinimum{}(x, y); }>,
    .samples = samples<2, is_ordered>,
};

Var op::min(Builder& b, Var x, Var y) { return b.emit(min_op, {x, y})[0]; }

}  // namespace rille
