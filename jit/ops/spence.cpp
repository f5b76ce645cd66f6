// spence: the dilogarithm of 1 - x.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/special.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The integral of log(t) / (1 - t) from 1 to x.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "special.spence([1.0, 2.0])  #> [0, -0.822467]",
    .source = "jax.scipy.special.spence",
};

// log(x) / (1 - x), and (x - 1) / 2 - 1 at 1; near it the quotient is one of small numbers.
Var spence_slope(Builder& b, Var x, Var) {
  Var one = filled_like(b, x, 1), at_1 = op::eq(b, x, one), less = op::sub(b, one, x);
  Var away = op::select(b, at_1, filled_like(b, x, 2), x);
  Var slope = op::div(b, op::log(b, away), op::sub(b, one, away));
  return op::select(b, at_1, op::sub(b, scaled(b, less, -0.5), one), slope);
}

}  // namespace

extern const Op spence_op = {
    .name = "spence",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<spence_slope>,
    .transpose = NoRule{"spence is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::spence>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::spence(x)); }>,
    .samples = float_samples<Scalar::spence>,
};

Var op::spence(Builder& b, Var x) { return b.emit(spence_op, {x})[0]; }

}  // namespace rille
