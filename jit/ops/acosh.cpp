// acosh: the inverse hyperbolic cosine.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The inverse hyperbolic cosine of each element; NaN below 1.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float or complex array",
    .example = "acosh([1.0, 2.0])  #> [0, 1.316958]",
    .source = "jax.lax.acosh",
};

// 1 / sqrt((x - 1) (x + 1)); of complex numbers by two roots, on the right branch.
Var acosh_slope(Builder& b, Var x, Var) {
  Var one = filled_like(b, x, 1), less = op::sub(b, x, one), more = op::add(b, x, one);
  if (!is_complex(b.type(x).dtype())) return op::rsqrt(b, op::mul(b, less, more));
  return op::mul(b, op::rsqrt(b, less), op::rsqrt(b, more));
}

}  // namespace

extern const Op acosh_op = {
    .name = "acosh",
    .doc = doc,
    .type = same_inexact_type,
    .jvp = sloped<acosh_slope>,
    .transpose = NoRule{"acosh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::acosh>,
    .reference = map_inexact<[](auto x) { return std::acosh(x); }>,
    .samples = inexact_samples<Scalar::acosh>,
    .parts = by_formula<complex_acosh>,
};

Var op::acosh(Builder& b, Var x) { return b.emit(acosh_op, {x})[0]; }

}  // namespace rille
