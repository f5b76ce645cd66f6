// erfc, scaled erfc, and the normal distribution.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

constexpr ExtendedReal root_half = std::numbers::sqrt2_v<ExtendedReal> / 2;

// e^(x^2) erfc(x) for x >= 12: 1 / (x sqrt(pi)) (1 - 1/(2x^2) + 3/(4x^4) …).
// source: NIST DLMF 7.12.1
ExtendedReal scaled_erfc_far(ExtendedReal x) {
  ExtendedReal by = -0.5L / (x * x), term = 1, sum = 1;
  for (int k = 1; k < 60; k += 2) {
    term *= k * by;
    sum += term;
    if (std::fabs(term) <= least) break;
  }
  return sum * std::numbers::inv_sqrtpi_v<ExtendedReal> / x;
}

// An initial estimate of the quantile, with an error of at most 5e-4.
// source: Abramowitz and Stegun 26.2.23
ExtendedReal guess(ExtendedReal p) {
  ExtendedReal t = std::sqrt(-2 * std::log(p));
  return -(t - (2.515517L + t * (0.802853L + t * 0.010328L)) /
                   (1 + t * (1.432788L + t * (0.189269L + t * 0.001308L))));
}

// The quantile of p <= 1/2, whose distance from 1/2 is `off`, by Halley's method, on the logarithm
// if p is small.
ExtendedReal quantile(ExtendedReal p, ExtendedReal off) {
  ExtendedReal x = p > 0.25L ? off * std::sqrt(2 * pi) : guess(p);
  for (int turn = 0; turn < (p > 0.25L ? 4 : 2); ++turn) {
    ExtendedReal density =
        std::exp(-x * x / 2) * std::numbers::inv_sqrtpi_v<ExtendedReal> * root_half;
    ExtendedReal over =
        p > 0.25L ? std::erf(x * root_half) / 2 - off : std::erfc(-x * root_half) / 2 - p;
    ExtendedReal step = over / density;
    x -= step / (1 + x * step / 2);
  }
  return x;
}

}  // namespace

ExtendedReal scaled_erfc(ExtendedReal x) {
  return x < 12 ? std::exp(x * x) * std::erfc(x) : scaled_erfc_far(x);
}

double erfc(double x) { return static_cast<double>(std::erfc(ExtendedReal{x})); }
double erfcx(double x) { return static_cast<double>(scaled_erfc(x)); }

double log_ndtr(double x) {
  ExtendedReal at = x, far = -at * root_half;
  if (x > -1) return static_cast<double>(std::log1p(-std::erfc(-far) / 2));
  return static_cast<double>(std::log(scaled_erfc(far) / 2) - at * at / 2);
}

double ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return static_cast<double>(nan);
  if (p == 0 || p == 1) return static_cast<double>(p == 0 ? -infinity : infinity);
  ExtendedReal off = ExtendedReal{p} - 0.5L;
  ExtendedReal out = p <= 0.5 ? quantile(p, off) : -quantile(1 - ExtendedReal{p}, -off);
  return static_cast<double>(out);
}

}  // namespace rille::special
