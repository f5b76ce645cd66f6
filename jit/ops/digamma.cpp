// digamma: the logarithmic derivative of gamma.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc digamma_doc = {
    .brief =
        "Computes the digamma function, the derivative of the logarithm of gamma(x). It is "
        "infinite at 0, as in SciPy.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.digamma([1.0])  #> [-0.5772157]",
    .source = "jax.scipy.special.digamma",
};

// The sum of (x + k)^-2.
Var digamma_slope(Builder& b, Var x, Var) { return op::zeta(b, filled_like(b, x, 2), x); }

}  // namespace

extern const Op digamma_op = {
    .name = "digamma",
    .doc = digamma_doc,
    .type = same_float_type,
    .jvp = sloped<digamma_slope>,
    .transpose = MissingRule{"digamma is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::digamma>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::digamma(x)); }>,
    .samples = float_samples<Scalar::digamma>,
};

Var op::digamma(Builder& b, Var x) { return b.emit(digamma_op, {x})[0]; }

}  // namespace rille
