// erfcx: erfc times the exponential of the square.
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/special.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "exp(x^2) erfc(x), which neither overflows nor vanishes for large x.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "special.erfcx([0.0, 100.0])  #> [1, 0.0056416136]",
    .source = "scipy.special.erfcx",
};

// 2 x y - 2 / sqrt(pi).
Var erfcx_slope(Builder& b, Var x, Var y) {
  Var twice = op::mul(b, op::add(b, x, x), y);
  return op::sub(b, twice, filled_like(b, x, 2 * std::numbers::inv_sqrtpi));
}

}  // namespace

extern const Op erfcx_op = {
    .name = "erfcx",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<erfcx_slope>,
    .transpose = NoRule{"erfcx is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::erfcx>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::erfcx(x)); }>,
    .samples = float_samples<Scalar::erfcx>,
};

Var op::erfcx(Builder& b, Var x) { return b.emit(erfcx_op, {x})[0]; }

}  // namespace rille
