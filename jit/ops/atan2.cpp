// atan2: the angle of the point (y, x).
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The angle of the point whose height is x and whose width is y, in (-pi, pi].",
    .shapes = "x: f[...], y: f[...] -> f[...]",
    .errors = "error[shape] where the types differ; error[dtype] where they are not floats",
    .example = "atan2([1.0, 0.0], [1.0, -1.0])  #> [0.7853982, 3.1415927]",
    .source = "jax.lax.atan2",
};

// (y dx - x dy) / (x^2 + y^2).
Vars atan2_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto [x, y] = std::pair(node.in[0], node.in[1]);
  Var size = op::add(b, op::mul(b, x, x), op::mul(b, y, y));
  Var left = dx[0].none() ? Var{} : op::mul(b, op::div(b, y, size), dx[0]);
  Var right = dx[1].none() ? Var{} : op::mul(b, op::neg(b, op::div(b, x, size)), dx[1]);
  return {added(b, left, right)};
}

}  // namespace

extern const Op atan2_op = {
    .name = "atan2",
    .doc = doc,
    .type = same_float_type,
    .jvp = atan2_jvp,
    .transpose = NoRule{"atan2 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::atan2>,
    .reference = map_floats<[](auto x, auto y) { return std::atan2(x, y); }>,
    .samples = float_samples<Scalar::atan2>,
};

Var op::atan2(Builder& b, Var x, Var y) { return b.emit(atan2_op, {x, y})[0]; }

}  // namespace rille
