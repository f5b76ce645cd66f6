// The incomplete gamma functions, and derivatives in a.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

// One of the two is computed; the other is 1 minus it.
struct IncompleteGammas {
  ExtendedReal lower, upper;
  ExtendedReal slope;  // derivative of the lower one with respect to a
};

IncompleteGammas of_lower(ExtendedReal lower, ExtendedReal slope) {
  return {lower, 1 - lower, slope};
}
IncompleteGammas of_upper(ExtendedReal upper, ExtendedReal slope) {
  return {1 - upper, upper, -slope};
}

constexpr ExtendedReal far = 100;  // from this a on, integrals are used instead of sums

// x^a e^-x / gamma(a).
ExtendedReal front(ExtendedReal a, ExtendedReal x) {
  if (a < far) return std::exp(a * std::log(x) - x - log_gamma(a));
  ExtendedReal off = (x - a) / a;
  return std::sqrt(a / (2 * pi)) * std::exp(a * log1p_rest(off) - stirling_rest(a));
}

// log x - digamma(a).
ExtendedReal log_above(ExtendedReal a, ExtendedReal x) {
  if (a < far) return std::log(x) - digamma_above(a);
  ExtendedReal off = (x - a) / a;
  return (std::fabs(off) < 0.5L ? std::log1p(off) : std::log(x / a)) + digamma_rest(a);
}

// The sum of x^n / (a (a+1) … (a+n)), and its derivative.
// source: NIST DLMF 8.11.4
IncompleteGammas by_series(ExtendedReal a, ExtendedReal x) {
  ExtendedReal term = 1 / a, sum = term, inverses = term, falls = term * inverses;
  for (int n = 1; n < 10000; ++n) {
    term *= x / (a + n);
    inverses += 1 / (a + n);
    sum += term;
    falls += term * inverses;
    if (term <= sum * least) break;
  }
  ExtendedReal scale = front(a, x);
  return of_lower(scale * sum, scale * (sum * log_above(a, x) - falls));
}

// log gamma(1 + a) for |a| <= 0.1: -euler a + zeta(2) a^2 / 2 - zeta(3) a^3 / 3 …
ExtendedReal log_gamma_near_1(ExtendedReal a) {
  constexpr ExtendedReal c[] = {
      -0.577215664901532860607L,  0.822467033424113218236L,   -0.400685634386531428467L,
      0.270580808427784547879L,   -0.207385551028673985266L,  0.169557176997408189952L,
      -0.144049896768846118120L,  0.125509669524743042422L,   -0.111334265869564690491L,
      0.100099457512781808534L,   -0.0909540171458290422326L, 0.0833538405461090040249L,
      -0.0769325164113521914728L, 0.0714329462953613360592L,  -0.0666687058824204680329L,
      0.0625009551412130407420L,  -0.0588239786586845823390L, 0.0555557676274036111022L,
      -0.0526316793796166607336L, 0.0500000476981016936398L,  -0.0476190703301422279908L};
  return a * polynomial(a, c);
}

// The upper function for small a and x, without the cancellation in a difference from 1.
// source: NIST DLMF 8.7.3
ExtendedReal upper_near_0(ExtendedReal a, ExtendedReal x) {
  ExtendedReal term = 1, sum = 0;
  for (int n = 1; n < 200; ++n) {
    term *= -x / n;
    sum += term / (a + n);
    if (std::fabs(term) <= std::fabs(sum) * least) break;
  }
  ExtendedReal log_front = a * std::log(x) - log_gamma_near_1(a);
  return -std::expm1(log_front) - std::exp(log_front) * a * sum;
}

// A number and its derivative.
struct DualNumber {
  ExtendedReal v, d;
};
DualNumber operator+(DualNumber x, DualNumber y) { return {x.v + y.v, x.d + y.d}; }
DualNumber operator*(DualNumber x, DualNumber y) { return {x.v * y.v, x.d * y.v + x.v * y.d}; }
DualNumber operator/(DualNumber x, DualNumber y) {
  ExtendedReal v = x.v / y.v;
  return {v, (x.d - v * y.d) / y.v};
}

// source: NIST DLMF 8.9.2, by the method of Lentz
IncompleteGammas by_fraction(ExtendedReal a, ExtendedReal x) {
  DualNumber one{1, 0}, b{x + 1 - a, -1}, d = one / b, c{1e300L, 0}, h = d;
  for (int i = 1; i < 10000; ++i) {
    DualNumber over{-i * (i - a), static_cast<ExtendedReal>(i)};
    b.v += 2;
    d = one / (over * d + b);
    c = b + over / c;
    DualNumber factor = c * d;
    h = h * factor;
    if (std::fabs(factor.v - 1) <= 4 * least &&
        std::fabs(factor.d * h.v) <= 4 * least * std::fabs(h.d))
      break;
  }
  ExtendedReal scale = front(a, x);
  return of_upper(scale * h.v, scale * (h.v * log_above(a, x) + h.d));
}

// Integrates the smaller side, on which the integrand decreases away from x.
IncompleteGammas by_integral(ExtendedReal a, ExtendedReal x) {
  bool lower = x < a;
  ExtendedReal side = lower ? -1 : 1;
  ExtendedReal fall = side * (x - a + 1) / x, bend = (a - 1) / (x * x);
  auto g = [&](ExtendedReal s) { return (a - 1) * std::log1p(side * s / x) - side * s; };
  auto at_one = [](ExtendedReal) { return 1.0L; };
  ExtendedReal above = log_above(a, x);
  auto moved = [&](ExtendedReal s) { return above + std::log1p(side * s / x); };
  ExtendedReal scale = front(a, x) / x, most = lower ? x : infinity;
  ExtendedReal value = scale * falling_integral(g, at_one, fall, bend, most);
  ExtendedReal slope = scale * falling_integral(g, moved, fall, bend, most);
  return lower ? of_lower(value, slope) : of_upper(value, slope);
}

IncompleteGammas halves(ExtendedReal a, ExtendedReal x) {
  if (!(a >= 0) || !(x >= 0) || (a == infinity && x == infinity) || (a == 0 && x == 0)) {
    return {nan, nan, nan};
  }
  if (x == 0 || a == infinity) return {0, 1, 0};
  if (x == infinity || a == 0) return {1, 0, x == infinity ? 0 : nan};
  if (a >= far && x > 0.5L * a && x < 2 * a) return by_integral(a, x);
  if (x > 1.1L && x > a + 1) return by_fraction(a, x);
  IncompleteGammas out = by_series(a, x);
  if (a < 0.1L) out.upper = upper_near_0(a, x);
  return out;
}

}  // namespace

double gammainc(double a, double x) { return static_cast<double>(halves(a, x).lower); }
double gammaincc(double a, double x) { return static_cast<double>(halves(a, x).upper); }
double gammainc_slope(double a, double x) { return static_cast<double>(halves(a, x).slope); }

}  // namespace rille::special
