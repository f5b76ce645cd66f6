// atanh: the inverse hyperbolic tangent.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The inverse hyperbolic tangent of each element; NaN outside of -1 to 1.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float or complex array",
    .example = "atanh([0.0, 0.5])  #> [0, 0.54930615]",
    .source = "jax.lax.atanh",
};

// 1 / ((1 - x) (1 + x)).
Var atanh_slope(Builder& b, Var x, Var) {
  Var one = filled_like(b, x, 1);
  return op::div(b, one, op::mul(b, op::sub(b, one, x), op::add(b, one, x)));
}

}  // namespace

extern const Op atanh_op = {
    .name = "atanh",
    .doc = doc,
    .type = same_inexact_type,
    .jvp = sloped<atanh_slope>,
    .transpose = NoRule{"atanh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::atanh>,
    .reference = map_inexact<[](auto x) { return std::atanh(x); }>,
    .samples = inexact_samples<Scalar::atanh>,
    .parts = by_formula<complex_atanh>,
};

Var op::atanh(Builder& b, Var x) { return b.emit(atanh_op, {x})[0]; }

}  // namespace rille
