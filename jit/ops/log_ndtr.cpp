// log_ndtr: the logarithm of the normal distribution's sum.
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/special.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The logarithm of the share of a normal distribution that lies below x.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "special.log_ndtr([0.0, -100.0])  #> [-0.6931472, -5005.5244]",
    .source = "jax.scipy.special.log_ndtr",
};

// sqrt(2 / pi) / erfcx(-x / sqrt(2)): the density over the share, neither of which is made.
Var log_ndtr_slope(Builder& b, Var x, Var) {
  Var beside = op::erfcx(b, scaled(b, x, -1 / std::numbers::sqrt2));
  return op::div(b, filled_like(b, x, std::numbers::sqrt2 * std::numbers::inv_sqrtpi), beside);
}

}  // namespace

extern const Op log_ndtr_op = {
    .name = "log_ndtr",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<log_ndtr_slope>,
    .transpose = NoRule{"log_ndtr is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::log_ndtr>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::log_ndtr(x)); }>,
    .samples = float_samples<Scalar::log_ndtr>,
};

Var op::log_ndtr(Builder& b, Var x) { return b.emit(log_ndtr_op, {x})[0]; }

}  // namespace rille
