// zeta and polygamma: sums of powers, by Euler and Maclaurin.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

// B(2j) / (2j)!
// source: NIST DLMF 2.10.1, 24.2.9
constexpr ExtendedReal em_terms[] = {
    0.0833333333333333333333L,    -0.00138888888888888888889L,  0.0000330687830687830687831L,
    -8.26719576719576719577e-7L,  2.08767569878680989792e-8L,   -5.28419013868749318485e-10L,
    1.33825365306846788328e-11L,  -3.38968029632258286683e-13L, 8.58606205627784456414e-15L,
    -2.17486869855806187304e-16L, 5.50900282836022951520e-18L,  -1.39544646858125233407e-19L,
    3.53470703962946747169e-21L,  -8.95351742703754685040e-23L, 2.26795245233768306031e-24L,
    -5.74479066887220244526e-26L, 1.45517247561486490187e-27L,  -3.68599494066531017818e-29L};

// The sum of (q + k)^-s for k = 0, 1, 2 …, q > 0, or its analytic continuation if the sum diverges.
ExtendedReal hurwitz(ExtendedReal s, ExtendedReal q) {
  if (q == infinity) return s > 1 ? 0 : infinity;
  // From here on, the last of the terms below is smaller than one unit in the last place.
  ExtendedReal sum = 0, far = std::fmax(10.0L, 8 + s / 2), at = q;
  for (; at < far; at += 1) {
    ExtendedReal term = std::pow(at, -s);
    sum += term;
    // The remaining sum is at most the integral.
    if (s > 1 && term * std::fmax(1.0L, at / (s - 1)) <= sum * least) return sum;
  }
  ExtendedReal power = std::pow(at, -s);
  sum += power * at / (s - 1) + power / 2;
  ExtendedReal factor = s * power / at;
  int j = 0;
  for (ExtendedReal number : em_terms) {
    ExtendedReal term = factor * number;
    sum += term;
    if (std::fabs(term) <= std::fabs(sum) * least) break;
    j += 2;
    factor *= (s + j - 1) * (s + j) / (at * at);
  }
  return sum;
}

// For a negative non-integer q and an integer s: the negative terms are computed by two more sums.
ExtendedReal hurwitz_below(ExtendedReal s, ExtendedReal q) {
  ExtendedReal part = std::ceil(-q) - -q;     // the smallest positive term, q + k
  ExtendedReal across = -q - std::floor(-q);  // the largest negative term, without its sign
  if (across == 0) return infinity;
  ExtendedReal above = hurwitz(s, part), below = hurwitz(s, across), rest = hurwitz(s, 1 - q);
  // For odd s and half-integer q, the first two sums cancel, and the rest remains.
  return std::fmod(s, 2.0L) == 0 ? above + below - rest : above - below + rest;
}

// source: NIST DLMF 25.4.1
ExtendedReal riemann(ExtendedReal s) {
  if (s >= 0) return s == 0 ? -0.5L : hurwitz(s, 1);
  ExtendedReal turn = sin_pi(s / 2);
  if (turn == 0) return 0;
  ExtendedReal size =
      std::exp(log_gamma(1 - s) + (s - 1) * std::log(2 * pi)) * 2 * hurwitz(1 - s, 1);
  return turn * size;
}

ExtendedReal zeta_of(ExtendedReal s, ExtendedReal q) {
  if (std::isnan(s) || std::isnan(q)) return nan;
  if (s == 1) return infinity;
  if (s < 1) return q == 1 ? riemann(s) : nan;
  if (q > 0) return hurwitz(s, q);
  if (is_whole(q)) return q == -infinity ? nan : infinity;
  return is_whole(s) && s < 1e6L ? hurwitz_below(s, q) : nan;
}

}  // namespace

double zeta(double s, double q) { return static_cast<double>(zeta_of(s, q)); }

// gamma(n + 1) times the sum, with the sign (-1)^(n + 1). Between integers n, the sign is a cosine,
// so that the derivative is the next order everywhere.
double polygamma(double n, double x) {
  if (n == 0) return digamma(x);
  if (!(n > 0)) return static_cast<double>(nan);
  ExtendedReal order = ExtendedReal{n} + 1, sum = zeta_of(order, x);
  ExtendedReal sign = sin_pi(order + 0.5L);
  if (n < 1700) return static_cast<double>(sign * std::tgamma(order) * sum);
  ExtendedReal size = std::exp(log_gamma(order) + std::log(std::fabs(sum)));
  return static_cast<double>(sign * std::copysign(size, sum));
}

}  // namespace rille::special
