// gamma: the gamma function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc gamma_doc = {
    .brief = "Computes the gamma function; gamma(n) is the factorial of n - 1.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.gamma([1.0, 4.0])  #> [1, 6]",
    .source = "jax.scipy.special.gamma",
};

Var gamma_slope(Builder& b, Var x, Var y) { return op::mul(b, y, op::digamma(b, x)); }

}  // namespace

extern const Op gamma_op = {
    .name = "gamma",
    .doc = gamma_doc,
    .type = same_float_type,
    .jvp = sloped<gamma_slope>,
    .transpose = MissingRule{"gamma is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gamma>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::gamma(x)); }>,
    .samples = float_samples<Scalar::gamma>,
};

Var op::gamma(Builder& b, Var x) { return b.emit(gamma_op, {x})[0]; }

}  // namespace rille
