// i1e: the exponentially scaled i1.
#include "jit/ops/axes.h"
#include "jit/ops/bessel_means.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc i1e_doc = {
    .brief = "Computes exp(-abs(x)) i1(x).",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.i1e([0.0, 1000.0])  #> [0, 0.01261093]",
    .source = "jax.scipy.special.i1e",
};

// i0e(x) - y (sign(x) + 1 / x), by a mean without cancellation.
Var i1e_slope(Builder& b, Var x, Var) {
  return by_doubles(b, x,
                    [](Builder& c, Var at) { return bessel::scaled_slope(Real{&c, at}, 1).v; });
}

}  // namespace

extern const Op i1e_op = {
    .name = "i1e",
    .doc = i1e_doc,
    .type = same_float_type,
    .jvp = sloped<i1e_slope>,
    .transpose = MissingRule{"i1e is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::i1e>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::i1e(x)); }>,
    .samples = float_samples<Scalar::i1e>,
};

Var op::i1e(Builder& b, Var x) { return b.emit(i1e_op, {x})[0]; }

}  // namespace rille
