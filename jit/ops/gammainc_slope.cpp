// gammainc_slope: the derivative of gammainc by a.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc gammainc_slope_doc = {
    .brief = "Computes the derivative of gammainc(a, x) with respect to a.",
    .shapes = "a: f[...], x: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.gammainc(a, x), by a",
    .source = "jax.lax.random_gamma_grad, divided by the derivative with respect to x",
};

}  // namespace

extern const Op gammainc_slope_op = {
    .name = "gammainc_slope",
    .doc = gammainc_slope_doc,
    .type = same_float_type,
    .jvp =
        MissingRule{"the second derivative with respect to a is not implemented; that with respect "
                    "to x is"},
    .transpose = MissingRule{"gammainc_slope is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gammainc_slope>,
    .reference = map_floats<[](auto x, auto y) {
      return static_cast<decltype(x)>(special::gammainc_slope(x, y));
    }>,
    .samples = float_samples<Scalar::gammainc_slope>,
};

Var op::gammainc_slope(Builder& b, Var a, Var x) { return b.emit(gammainc_slope_op, {a, x})[0]; }

}  // namespace rille
