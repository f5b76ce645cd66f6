// exp2: 2 to the power of each element.
#include <cmath>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc exp2_doc = {
    .brief = "Computes 2 to the power of each element.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "exp2([3.0, -1.0])  #> [8, 0.5]",
    .source = "jax.lax.exp2",
};

// log(2) 2^x, computed as 2 log(2) 2^(x - 1), which is finite even if 2^x overflows.
Var exp2_slope(Builder& b, Var x, Var) {
  Var half = op::exp2(b, op::sub(b, x, filled_like(b, x, 1)));
  return scaled(b, half, 2 * std::numbers::ln2);
}

}  // namespace

extern const Op exp2_op = {
    .name = "exp2",
    .doc = exp2_doc,
    .type = same_float_type,
    .jvp = sloped<exp2_slope>,
    .transpose = MissingRule{"exp2 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::exp2>,
    .reference = map_floats<[](auto x) { return std::exp2(x); }>,
    .samples = float_samples<Scalar::exp2>,
};

Var op::exp2(Builder& b, Var x) { return b.emit(exp2_op, {x})[0]; }

}  // namespace rille
