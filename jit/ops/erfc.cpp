// erfc: the complementary error function.
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc erfc_doc = {
    .brief = "Computes the complementary error function 1 - erf(x) without cancellation.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.erfc([0.0, 10.0])  #> [1, 1e-45]",
    .source = "jax.scipy.special.erfc",
};

// -2 / sqrt(pi) exp(-x^2).
Var erfc_slope(Builder& b, Var x, Var) {
  return scaled(b, op::exp(b, op::neg(b, op::mul(b, x, x))), -2 * std::numbers::inv_sqrtpi);
}

}  // namespace

extern const Op erfc_op = {
    .name = "erfc",
    .doc = erfc_doc,
    .type = same_float_type,
    .jvp = sloped<erfc_slope>,
    .transpose = MissingRule{"erfc is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::erfc>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::erfc(x)); }>,
    .samples = float_samples<Scalar::erfc>,
};

Var op::erfc(Builder& b, Var x) { return b.emit(erfc_op, {x})[0]; }

}  // namespace rille
