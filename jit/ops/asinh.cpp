// asinh: the inverse hyperbolic sine.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The inverse hyperbolic sine of each element.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float or complex array",
    .example = "asinh([0.0, 1.0])  #> [0, 0.8813736]",
    .source = "jax.lax.asinh",
};

// 1 / sqrt(x^2 + 1).
Var asinh_slope(Builder& b, Var x, Var) {
  return op::rsqrt(b, op::add(b, op::mul(b, x, x), filled_like(b, x, 1)));
}

}  // namespace

extern const Op asinh_op = {
    .name = "asinh",
    .doc = doc,
    .type = same_inexact_type,
    .jvp = sloped<asinh_slope>,
    .transpose = NoRule{"asinh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::asinh>,
    .reference = map_inexact<[](auto x) { return std::asinh(x); }>,
    .samples = inexact_samples<Scalar::asinh>,
    .parts = by_formula<complex_asinh>,
};

Var op::asinh(Builder& b, Var x) { return b.emit(asinh_op, {x})[0]; }

}  // namespace rille
