// expi: the exponential integral Ei.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc expi_doc = {
    .brief = "Computes the exponential integral Ei(x).",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.expi([1.0])  #> [1.895118]",
    .source = "jax.scipy.special.expi",
};

// e^x / x, by square roots of e^x: in range whenever the derivative is.
Var expi_slope(Builder& b, Var x, Var) {
  Var root = op::exp(b, scaled(b, x, 0.5));
  return op::mul(b, op::div(b, root, x), root);
}

}  // namespace

extern const Op expi_op = {
    .name = "expi",
    .doc = expi_doc,
    .type = same_float_type,
    .jvp = sloped<expi_slope>,
    .transpose = MissingRule{"expi is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::expi>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::expi(x)); }>,
    .samples = float_samples<Scalar::expi>,
};

Var op::expi(Builder& b, Var x) { return b.emit(expi_op, {x})[0]; }

}  // namespace rille
