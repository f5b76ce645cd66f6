// erf: the error function of each element.
#include <cmath>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc erf_doc = {
    .brief = "Computes the error function of each element.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "erf([0.0, 1.0])  #> [0, 0.8427008]",
    .source = "jax.lax.erf",
};

// 2 / sqrt(pi) exp(-x^2).
Var erf_slope(Builder& b, Var x, Var) {
  return scaled(b, op::exp(b, op::neg(b, op::mul(b, x, x))), 2 * std::numbers::inv_sqrtpi);
}

}  // namespace

extern const Op erf_op = {
    .name = "erf",
    .doc = erf_doc,
    .type = same_float_type,
    .jvp = sloped<erf_slope>,
    .transpose = MissingRule{"erf is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::erf>,
    .reference = map_floats<[](auto x) { return std::erf(x); }>,
    .samples = samples<1, is_float>,
};

Var op::erf(Builder& b, Var x) { return b.emit(erf_op, {x})[0]; }

}  // namespace rille
