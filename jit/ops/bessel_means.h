// Derivatives of modified Bessel functions by quadrature.
#pragma once

#include <cmath>
#include <numbers>

#include "jit/ops/real.h"

namespace rille::bessel {

// Below `far`, means of 56 points on the circle are accurate; above, the series in 1 / x is. This
// also holds for the derivatives, which decay faster than the error of a mean.
inline constexpr double far = 25;
inline constexpr int points = 56, terms = 44;

inline double cosine(int k) {
  return k * 4 == points ? 0 : std::cos(2 * std::numbers::pi * k / points);
}

// The mean of cos^2 t cosh(x cos t), the derivative of i1, which has no cancellation. The excess
// over 1/2 is summed, so that the value at 0 is exactly 1/2. source: NIST DLMF 10.32.1
inline Real i1_slope_near(Real x) {
  Real sum = x.number(0);
  for (int k = 0; k * 4 < points; ++k) {
    double c = cosine(k), weight = (k == 0 ? 2.0 : 4.0) / points * c * c;
    Real half = sinh(x * (c / 2));
    sum = sum + half * half * (2 * weight);
  }
  return sum + 0.5;
}

// The mean of f(cos t - 1) exp(size (cos t - 1)); f(0) is 0.
template <class F>
Real scaled_mean(Real size, F f) {
  Real sum = size.number(0);
  for (int k = 1; k * 2 <= points; ++k) {
    double half = std::sin(std::numbers::pi * k / points), less = -2 * half * half;
    double weight = (k * 2 == points ? 1.0 : 2.0) / points;
    sum = sum + exp(size * less) * (weight * f(less));
  }
  return sum;
}

// The derivative of the series of exp(-x) I(x) of the given order:
// -sum (k + 1/2) a_k x^(-k - 3/2) / sqrt(2 pi).
// source: NIST DLMF 10.40.1
inline Real scaled_slope_far(Real x, int order) {
  double a[terms] = {1};
  for (int k = 1; k < terms; ++k) {
    a[k] = -a[k - 1] * (4.0 * order * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k);
  }
  Real w = x.number(1) / x, sum = x.number(0);
  for (int k = terms; k-- > 0;) sum = sum * w + a[k] * (k + 0.5);
  return sum * w * sqrt(w) * (-1 / std::sqrt(2 * std::numbers::pi));
}

// The derivative at |x| of exp(-|x|) i0(x), and of exp(-|x|) i1(x).
inline Real scaled_slope(Real x, int order) {
  Real size = abs(x), is_near = size < far;
  Real near = scaled_mean(select(is_near, size, x.number(1)),
                          [order](double less) { return order == 0 ? less : (1 + less) * less; });
  return select(is_near, near, scaled_slope_far(select(is_near, x.number(far), size), order));
}

}  // namespace rille::bessel
