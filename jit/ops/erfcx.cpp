// erfcx: the scaled complementary error function.
#include "jit/ops/erfcx.h"

#include <cmath>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc erfcx_doc = {
    .brief = "Computes exp(x^2) erfc(x), without overflow or underflow for large x.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.erfcx([0.0, 100.0])  #> [1, 0.0056416136]",
    .source = "scipy.special.erfcx",
};

// For x >= 1: the derivative of the trapezoidal sum of (x / pi) e^(-t^2) / (x^2 + t^2) and of its
// pole terms, in terms of 1 / x, so that no square overflows. source: Matta and Reichel, Math.
// Comp. 25 (1971)
Real slope_beyond_1(Real x) {
  constexpr int terms = 13;
  constexpr double width = 0.5, pi = std::numbers::pi, turn = 2 * pi / width;
  Real one = x.number(1), w = one / x, square = w * w, sum = one;
  for (int k = 1; k < terms; ++k) {
    double t = k * width, weight = 2 * std::exp(-t * t);
    Real z = square * (t * t), over = one / (z + 1);
    sum = sum + (one - z) * over * over * weight;
  }
  Real smooth = square * sum * (-width / pi);
  Real is_near = x < 6, at = select(is_near, x, one), rest = one - exp(at * -turn);
  Real poles = exp(at * (at - turn)) / rest * -2.0;
  Real change = at * 2 - at.number(turn) / rest;
  return smooth + select(is_near, poles * change, x.number(0));
}

}  // namespace

// For large x, the two terms of 2 x y - 2 / sqrt(pi) nearly cancel.
Var erfcx_slope_of_doubles(Builder& b, Var x) {
  Real wide{&b, x}, one = wide.number(1), is_beyond = wide >= 1;
  Real low = select(is_beyond, wide.number(0), wide);
  Real near = low * with(op::erfcx, low) * 2 - 2 * std::numbers::inv_sqrtpi;
  return select(is_beyond, slope_beyond_1(select(is_beyond, wide, one)), near).v;
}

namespace {

Var erfcx_slope(Builder& b, Var x, Var) { return by_doubles(b, x, erfcx_slope_of_doubles); }

}  // namespace

extern const Op erfcx_op = {
    .name = "erfcx",
    .doc = erfcx_doc,
    .type = same_float_type,
    .jvp = sloped<erfcx_slope>,
    .transpose = MissingRule{"erfcx is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::erfcx>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::erfcx(x)); }>,
    .samples = float_samples<Scalar::erfcx>,
};

Var op::erfcx(Builder& b, Var x) { return b.emit(erfcx_op, {x})[0]; }

}  // namespace rille
