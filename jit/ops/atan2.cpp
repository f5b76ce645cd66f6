// atan2: the angle of the point (y, x).
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc atan2_doc = {
    .brief = "Computes the angle of the point with ordinate x and abscissa y, in (-pi, pi].",
    .shapes = "x: f[...], y: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "atan2([1.0, 0.0], [1.0, -1.0])  #> [0.7853982, 3.1415927]",
    .source = "jax.lax.atan2",
};

// (y dx - x dy) / (x^2 + y^2). With t, the quotient of the smaller by the larger magnitude, the
// denominator is larger^2 (1 + t^2).
Vars atan2_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto [x, y] = std::pair(node.in[0], node.in[1]);
  Var is_first = op::ge(b, op::abs(b, x), op::abs(b, y)), one = filled_like(b, x, 1);
  Var most = op::select(b, is_first, x, y), least = op::select(b, is_first, y, x);
  Var t = op::div(b, least, most);
  Var size = op::mul(b, most, op::add(b, op::mul(b, t, t), one));
  auto over = [&](Var first, Var second) {
    return op::div(b, op::select(b, is_first, first, second), size);
  };
  Var left = dx[0].none() ? Var{} : op::mul(b, over(t, one), dx[0]);
  Var right = dx[1].none() ? Var{} : op::mul(b, op::neg(b, over(one, t)), dx[1]);
  return {added(b, left, right)};
}

}  // namespace

extern const Op atan2_op = {
    .name = "atan2",
    .doc = atan2_doc,
    .type = same_float_type,
    .jvp = atan2_jvp,
    .transpose = MissingRule{"atan2 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::atan2>,
    .reference = map_floats<[](auto x, auto y) { return std::atan2(x, y); }>,
    .samples = float_samples<Scalar::atan2>,
};

Var op::atan2(Builder& b, Var x, Var y) { return b.emit(atan2_op, {x, y})[0]; }

}  // namespace rille
