// cbrt: the cube root of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc cbrt_doc = {
    .brief = "Computes the real cube root of each element, including negative ones.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "cbrt([8.0, -27.0])  #> [2, -3]",
    .source = "jax.lax.cbrt",
};

// 1 / (3 y^2): infinite at 0 instead of 0 / 0, and without a square that may overflow.
Var cbrt_slope(Builder& b, Var, Var y) {
  return op::div(b, op::div(b, filled_like(b, y, 1.0 / 3.0), y), y);
}

}  // namespace

extern const Op cbrt_op = {
    .name = "cbrt",
    .doc = cbrt_doc,
    .type = same_float_type,
    .jvp = sloped<cbrt_slope>,
    .transpose = MissingRule{"cbrt is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::cbrt>,
    .reference = map_floats<[](auto x) { return std::cbrt(x); }>,
    .samples = float_samples<Scalar::cbrt>,
};

Var op::cbrt(Builder& b, Var x) { return b.emit(cbrt_op, {x})[0]; }

}  // namespace rille
