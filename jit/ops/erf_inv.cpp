// erf_inv: the inverse of the error function.
#include <cmath>
#include <limits>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc erf_inv_doc = {
    .brief = "Computes the inverse error function of each element; NaN outside of [-1, 1].",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "erf_inv([0.0, 1.0])  #> [0, inf]",
    .source = "scipy.special.erfinv; with the attribute `peer`, for samples, jax.lax.erf_inv",
};

// sqrt(pi) / 2 exp(y^2).
Var erf_inv_slope(Builder& b, Var, Var y) {
  return scaled(b, op::exp(b, op::mul(b, y, y)), 0.5 / std::numbers::inv_sqrtpi);
}

// Newton's method: for small x on erf, whose derivative at 0 gives the start; otherwise on erfc,
// from a start with an error of 1 % (Winitzki 2008).
long double newton(long double x) {
  long double size = std::abs(x), beyond = 1 - size;
  if (!(size < 1)) return size == 1 ? std::numeric_limits<long double>::infinity() * x : NAN;
  constexpr long double a = 0.147L, slope = 1 / (2 * std::numbers::inv_sqrtpi_v<long double>);
  bool is_small = size < 0.5L;
  long double l = std::log1p(-size * size), h = 2 / (std::numbers::pi_v<long double> * a) + l / 2;
  long double y = is_small ? size * slope : std::sqrt(std::sqrt(h * h - l / a) - h);
  for (int i = 0; i < 6; ++i) {
    long double off = is_small ? size - std::erf(y) : std::erfc(y) - beyond;
    y += off * std::exp(y * y) * slope;
  }
  return std::copysign(y, x);
}

// Samples use XLA's approximation, which loses digits near -1 and 1 (docs/random.md).
Lowering erf_inv_lower(const OpCall& call) {
  return lower_pointwise(call, call.attrs.find("peer") ? Scalar::peer_erf_inv : Scalar::erf_inv);
}

}  // namespace

extern const Op erf_inv_op = {
    .name = "erf_inv",
    .doc = erf_inv_doc,
    .type = same_float_type,
    .jvp = sloped<erf_inv_slope>,
    .transpose = MissingRule{"erf_inv is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = erf_inv_lower,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(newton(x)); }>,
    .samples = float_samples<Scalar::erf_inv>,
};

Var op::erf_inv(Builder& b, Var x) { return b.emit(erf_inv_op, {x})[0]; }

}  // namespace rille
