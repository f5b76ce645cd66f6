// spence: the dilogarithm of 1 - x.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc spence_doc = {
    .brief = "Computes Spence's function, the integral of log(t) / (1 - t) from 1 to x.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.spence([1.0, 2.0])  #> [0, -0.822467]",
    .source = "jax.scipy.special.spence",
};

// log(x) / (1 - x), near 1 by its series -sum (1 - x)^k / (k + 1), whose derivatives of any order
// are also accurate at 1.
Var spence_slope(Builder& b, Var x, Var) {
  return by_doubles(b, x, [](Builder& c, Var at) {
    constexpr int terms = 44;
    Real wide{&c, at}, one = wide.number(1), less = one - wide, is_near = abs(less) < 0.4;
    Real u = select(is_near, less, wide.number(0)), sum = u.number(0);
    for (int k = terms; k-- > 0;) sum = sum * u - 1.0 / (k + 1);
    Real away = select(is_near, wide.number(2), wide);
    return select(is_near, sum, log(away) / (one - away)).v;
  });
}

}  // namespace

extern const Op spence_op = {
    .name = "spence",
    .doc = spence_doc,
    .type = same_float_type,
    .jvp = sloped<spence_slope>,
    .transpose = MissingRule{"spence is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::spence>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::spence(x)); }>,
    .samples = float_samples<Scalar::spence>,
};

Var op::spence(Builder& b, Var x) { return b.emit(spence_op, {x})[0]; }

}  // namespace rille
