// gammaln: the logarithm of the gamma function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc gammaln_doc = {
    .brief = "Computes the logarithm of the absolute value of gamma(x).",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.gammaln([1.0, 4.0])  #> [0, 1.7917595]",
    .source = "jax.scipy.special.gammaln",
};

Var gammaln_slope(Builder& b, Var x, Var) { return op::digamma(b, x); }

}  // namespace

extern const Op gammaln_op = {
    .name = "gammaln",
    .doc = gammaln_doc,
    .type = same_float_type,
    .jvp = sloped<gammaln_slope>,
    .transpose = MissingRule{"gammaln is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gammaln>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::gammaln(x)); }>,
    .samples = float_samples<Scalar::gammaln>,
};

Var op::gammaln(Builder& b, Var x) { return b.emit(gammaln_op, {x})[0]; }

}  // namespace rille
