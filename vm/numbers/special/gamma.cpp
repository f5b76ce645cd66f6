// The gamma function, its logarithm, beta, and derivatives.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

// B(2k) / (2k (2k - 1)) and B(2k) / 2k: the series of Stirling's formula and of its derivative.
// source: NIST DLMF 5.11.1, 5.11.2
constexpr ExtendedReal stirling[] = {
    1 / 12.0L,         -1 / 360.0L,         1 / 1260.0L,     -1 / 1680.0L,
    1 / 1188.0L,       -691 / 360360.0L,    1 / 156.0L,      -3617 / 122400.0L,
    43867 / 244188.0L, -174611 / 125400.0L, 77683 / 5796.0L, -236364091 / 1506960.0L,
    657931 / 300.0L};
constexpr ExtendedReal digamma_tail[] = {1 / 12.0L,         -1 / 120.0L,     1 / 252.0L,
                                         -1 / 240.0L,       1 / 132.0L,      -691 / 32760.0L,
                                         1 / 12.0L,         -3617 / 8160.0L, 43867 / 14364.0L,
                                         -174611 / 6600.0L, 77683 / 276.0L,  -236364091 / 65520.0L,
                                         657931 / 12.0L};

// The sign of gamma(x), which changes at 0 and at each negative integer.
ExtendedReal sign_of_gamma(ExtendedReal x) {
  return x >= 0 || std::fmod(std::floor(x), 2.0L) == 0 ? 1 : -1;
}

// gamma(x + by) / gamma(x), if neither has a pole.
ExtendedReal gamma_quotient(ExtendedReal x, ExtendedReal by) {
  ExtendedReal y = x + by;
  if (std::fabs(x) < 1700 && std::fabs(y) < 1700) return std::tgamma(y) / std::tgamma(x);
  if (x >= 10 && by >= 0) return std::exp(log_gamma_step(x, by));
  if (y >= 10 && by < 0) return std::exp(-log_gamma_step(y, -by));
  return sign_of_gamma(x) * sign_of_gamma(y) * std::exp(log_gamma(y) - log_gamma(x));
}

ExtendedReal quotient(ExtendedReal x, ExtendedReal by) {
  if (by == 0) return 1;
  if (!is_pole(x)) return is_pole(x + by) ? infinity : gamma_quotient(x, by);
  if (!is_pole(x + by)) return 0;
  // For two poles: (-1)^by gamma(1 - x) / gamma(1 - x - by).
  ExtendedReal sign = std::fmod(by, 2.0L) == 0 ? 1 : -1;
  return sign / gamma_quotient(1 - x, -by);
}

}  // namespace

ExtendedReal sin_pi(ExtendedReal x) {
  ExtendedReal r = x - 2 * std::nearbyint(x / 2);
  if (std::fabs(r) > 0.5L) r = std::copysign(1.0L, r) - r;
  return std::sin(pi * r);
}

ExtendedReal cot_pi(ExtendedReal x) {
  ExtendedReal r = x - std::nearbyint(x), size = std::fabs(r);
  if (size > 0.25L) return std::copysign(pi * std::tan(pi * (0.5L - size)), r);
  return pi / std::tan(pi * r);
}

ExtendedReal log_gamma(ExtendedReal x) {
  int sign = 0;
  return lgammal_r(x, &sign);
}

ExtendedReal stirling_rest(ExtendedReal x) {
  return x == infinity ? 0 : polynomial(1 / (x * x), stirling) / x;
}
ExtendedReal digamma_rest(ExtendedReal x) {
  ExtendedReal square = 1 / (x * x);
  return 0.5L / x + square * polynomial(square, digamma_tail);
}

ExtendedReal log_gamma_step(ExtendedReal x, ExtendedReal by) {
  return (x - 0.5L) * std::log1p(by / x) + by * (std::log(x + by) - 1) + stirling_rest(x + by) -
         stirling_rest(x);
}

// With u = x / (2 + x), log(1 + x) = 2 atanh(u), and 2 u - x = -x u.
ExtendedReal log1p_rest(ExtendedReal x) {
  if (std::fabs(x) > 0.3L) return std::log1p(x) - x;
  ExtendedReal u = x / (2 + x), z = u * u, power = 2 * u * z, sum = 0;
  for (int k = 3; std::fabs(power) > std::fabs(sum) * least && k < 60; k += 2) {
    sum += power / k;
    power *= z;
  }
  return sum - x * u;
}

ExtendedReal digamma_above(ExtendedReal x) {
  if (x == infinity) return x;
  ExtendedReal over = 0, under = 1;  // the sum of 1 / x, 1 / (x + 1) …
  for (; x < 10; x += 1) {
    over = over * x + under;
    under *= x;
  }
  return std::log(x) - digamma_rest(x) - over / under;
}

ExtendedReal log_beta(ExtendedReal a, ExtendedReal b) {
  ExtendedReal low = std::fmin(a, b), high = std::fmax(a, b);
  if (low > 0 && high >= 10) return log_gamma(low) - log_gamma_step(high, low);
  return log_gamma(a) + log_gamma(b) - log_gamma(a + b);
}

double gammaln(double x) { return static_cast<double>(log_gamma(x)); }

double gamma(double x) {
  if (x < 0 && is_whole(x)) return static_cast<double>(nan);
  return static_cast<double>(std::tgamma(ExtendedReal{x}));
}

double digamma(double x) {
  if (x == 0) return std::copysign(static_cast<double>(infinity), -x);
  if (x > 0 || std::isnan(x)) return static_cast<double>(digamma_above(x));
  if (is_whole(x)) return static_cast<double>(nan);
  return static_cast<double>(digamma_above(1 - ExtendedReal{x}) - cot_pi(x));
}

double betaln(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  if (std::fmin(a, b) > 0 && std::isinf(std::fmax(a, b))) return static_cast<double>(-infinity);
  if (!is_pole(a) && !is_pole(b)) return static_cast<double>(log_beta(a, b));
  double pole = is_pole(a) ? a : b, other = is_pole(a) ? b : a;
  if (is_whole(other) && other > 0 && pole + other <= 0) {  // two poles with a finite quotient
    return static_cast<double>(log_beta(1 - ExtendedReal{pole} - other, other));
  }
  return static_cast<double>(infinity);
}

double beta(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  ExtendedReal size = std::exp(ExtendedReal{betaln(a, b)});
  if (std::fmin(a, b) > 0) {
    bool has_end = std::isinf(size) || std::isinf(std::fmax(a, b));
    return static_cast<double>(has_end ? size : std::exp(log_beta(a, b)));
  }
  if (!is_pole(a) && !is_pole(b)) {
    ExtendedReal sign = sign_of_gamma(a) * sign_of_gamma(b) * sign_of_gamma(ExtendedReal{a} + b);
    return static_cast<double>(is_pole(ExtendedReal{a} + b) ? 0 : sign * std::exp(log_beta(a, b)));
  }
  double other = is_pole(a) ? b : a;
  return static_cast<double>(std::fmod(other, 2.0) == 0 || std::isinf(size) ? size : -size);
}

double poch(double x, double by) {
  if (std::isnan(x) || std::isnan(by)) return x + by;
  return static_cast<double>(quotient(x, by));
}

}  // namespace rille::special
