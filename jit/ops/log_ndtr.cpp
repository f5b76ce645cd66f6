// log_ndtr: the log of the normal distribution function.
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/erfcx.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc log_ndtr_doc = {
    .brief =
        "Computes the logarithm of the cumulative distribution function of the standard normal "
        "distribution.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.log_ndtr([0.0, -100.0])  #> [-0.6931472, -5005.5244]",
    .source = "jax.scipy.special.log_ndtr",
};

// sqrt(2 / pi) / erfcx(z), z = -x / sqrt(2): the density over the distribution function, neither of
// which is computed. Its derivative is -s (x + s). If x and s nearly cancel, the sum is computed
// from the derivative of erfcx.
Var log_ndtr_slope(Builder& b, Var x, Var) {
  constexpr double root = std::numbers::sqrt2;
  auto slope = [](Builder& c, const Vars& in) {
    Var beside = op::erfcx(c, scaled(c, in[0], -1 / root));
    return op::div(c, filled_like(c, in[0], root * std::numbers::inv_sqrtpi), beside);
  };
  auto change = [](Builder& c, const Vars& in, Var s) {
    Real at{&c, in[0]}, own{&c, s}, is_low = at < -1.0;
    Real z = select(is_low, at, at.number(-1)) * (-1 / root);
    Real low = Real{&c, erfcx_slope_of_doubles(c, z.v)} / with(op::erfcx, z) * (1 / root);
    return (own * select(is_low, low, -(at + own))).v;
  };
  return by_doubles(b, x, [&](Builder& c, Var at) { return with_slope(c, {at}, slope, change); });
}

}  // namespace

extern const Op log_ndtr_op = {
    .name = "log_ndtr",
    .doc = log_ndtr_doc,
    .type = same_float_type,
    .jvp = sloped<log_ndtr_slope>,
    .transpose = MissingRule{"log_ndtr is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::log_ndtr>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::log_ndtr(x)); }>,
    .samples = float_samples<Scalar::log_ndtr>,
};

Var op::log_ndtr(Builder& b, Var x) { return b.emit(log_ndtr_op, {x})[0]; }

}  // namespace rille
