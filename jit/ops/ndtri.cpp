// ndtri: the quantile function of the normal distribution.
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc ndtri_doc = {
    .brief =
        "Computes the quantile function of the standard normal distribution; NaN outside of [0, "
        "1].",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.ndtri([0.5, 0.975])  #> [0, 1.9599644]",
    .source = "jax.scipy.special.ndtri",
};

// sqrt(2 pi) exp(y^2 / 2), which would amplify the rounding error of y. So the tail probability, p
// or 1 - p, is divided by sqrt(pi / 2) erfcx(|y| / sqrt(2)), its ratio to the density. The second
// derivative is y times the square of the first.
Var ndtri_slope(Builder& b, Var x, Var y) {
  auto slope = [](Builder& c, const Vars& in) {
    Var rest = op::min(c, in[0], op::sub(c, filled_like(c, in[0], 1), in[0]));
    Var far = scaled(c, op::abs(c, in[1]), 1 / std::numbers::sqrt2);
    Var ratio = scaled(c, op::erfcx(c, far), 1 / (std::numbers::sqrt2 * std::numbers::inv_sqrtpi));
    return op::div(c, ratio, rest);
  };
  return with_slope(b, {x, y}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, in[1], s), s);
  });
}

}  // namespace

extern const Op ndtri_op = {
    .name = "ndtri",
    .doc = ndtri_doc,
    .type = same_float_type,
    .jvp = sloped<ndtri_slope>,
    .transpose = MissingRule{"ndtri is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::ndtri>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::ndtri(x)); }>,
    .samples = float_samples<Scalar::ndtri>,
};

Var op::ndtri(Builder& b, Var x) { return b.emit(ndtri_op, {x})[0]; }

}  // namespace rille
