// Exponential integrals and the dilogarithm.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

constexpr ExtendedReal euler = std::numbers::egamma_v<ExtendedReal>;

// The sum of x^k / (k k!).
ExtendedReal power_sum(ExtendedReal x) {
  ExtendedReal term = 1, sum = 0;
  for (int k = 1; k < 500; ++k) {
    term *= x / k;
    sum += term / k;
    if (std::fabs(term) <= std::fabs(sum) * least) break;
  }
  return sum;
}

// source: NIST DLMF 6.6.2, 6.12.2
ExtendedReal expi_above(ExtendedReal x) {
  if (x < 45) return euler + std::log(x) + power_sum(x);
  if (x == infinity) return infinity;
  ExtendedReal term = 1, sum = 1;
  for (int k = 1; static_cast<ExtendedReal>(k) < x && term > least; ++k) {
    term *= k / x;
    sum += term;
  }
  return std::exp(x) / x * sum;
}

// source: NIST DLMF 8.19.17, by the method of Lentz
ExtendedReal expn_by_fraction(ExtendedReal n, ExtendedReal x) {
  ExtendedReal b = x + n, c = 1e300L, d = 1 / b, h = d;
  for (int i = 1; i < 10000; ++i) {
    ExtendedReal over = -i * (n - 1 + i);
    b += 2;
    d = 1 / (over * d + b);
    c = b + over / c;
    h *= c * d;
    if (std::fabs(c * d - 1) <= 4 * least) break;
  }
  return h * std::exp(-x);
}

// source: NIST DLMF 8.19.8
ExtendedReal expn_by_series(ExtendedReal n, ExtendedReal x) {
  ExtendedReal term = 1, sum = n == 1 ? 0 : -1 / (1 - n);
  ExtendedReal special = 0;  // (-x)^(n-1) / (n-1)!
  if (n == 1) special = 1;
  for (int k = 1; k < 500; ++k) {
    term *= -x / k;
    if (k == n - 1) {
      special = term;
    } else {
      sum -= term / (k + 1 - n);
    }
    bool is_past = static_cast<ExtendedReal>(k) >= n || std::fabs(term) < 0x1p-16000L;
    if (is_past && std::fabs(term) <= std::fabs(sum) * least) break;
  }
  return sum + special * (digamma_above(n) - std::log(x));
}

// For n = -m, the result is m! / x^(m+1) e^-x (1 + x + x^2/2 + … + x^m/m!).
ExtendedReal expn_below(ExtendedReal n, ExtendedReal x) {
  ExtendedReal m = -n, term = 1, sum = 1;
  for (ExtendedReal k = m; k >= 1 && term > sum * least; k -= 1) {  // in descending order of terms
    term *= k / x;
    sum += term;
  }
  return sum * std::exp(-x) / x;
}

ExtendedReal expn_of(ExtendedReal n, ExtendedReal x) {
  if (!is_whole(n) || std::isnan(x) || x < 0) return nan;
  if (x == 0) return n > 1 ? 1 / (n - 1) : infinity;
  if (x == infinity) return 0;
  if (n <= 0) return expn_below(n, x);
  return x > 2 || n > 400 ? expn_by_fraction(n, x) : expn_by_series(n, x);
}

// B(2k) / (2k + 1)!
constexpr ExtendedReal debye[] = {
    0.0277777777777777777778L,    -0.000277777777777777777778L, 0.00000472411186696900982615L,
    -9.18577307466196355085e-8L,  1.89788699889709990720e-9L,   -4.06476164514422552681e-11L,
    8.92169102045645255522e-13L,  -1.99392958607210756872e-14L, 4.51898002961991819165e-16L,
    -1.03565176121812470145e-17L, 2.39521862102618674574e-19L,  -5.58178587432500933628e-21L,
    1.30915075541832128581e-22L};

// The integral of log(t) / (1 - t) from 1 to x; u = -log x.
// source: the series of t / (e^t - 1), NIST DLMF 24.2.1, term by term
ExtendedReal spence_near(ExtendedReal x) {
  ExtendedReal u = 0 - std::log(x), z = u * u;
  return u - z / 4 + u * z * polynomial(z, debye);
}

ExtendedReal spence_of(ExtendedReal x) {
  if (!(x >= 0)) return nan;
  constexpr ExtendedReal whole = pi * pi / 6;
  if (x == 0) return whole;
  if (x == infinity) return -infinity;
  if (x < 0.5L) return whole - std::log(x) * std::log1p(-x) - spence_near(1 - x);
  if (x <= 2) return spence_near(x);
  ExtendedReal log_x = std::log(x), inverse = 1 / x;
  ExtendedReal of_inverse = inverse < 0.5L
                                ? whole + log_x * std::log1p(-inverse) - spence_near(1 - inverse)
                                : spence_near(inverse);
  return -log_x * log_x / 2 - of_inverse;
}

}  // namespace

double expi(double x) {
  if (std::isnan(x)) return x;
  if (x == 0) return static_cast<double>(-infinity);
  return static_cast<double>(x > 0 ? expi_above(x) : -expn_of(1, -ExtendedReal{x}));
}
double expn(double n, double x) { return static_cast<double>(expn_of(n, x)); }
double spence(double x) { return static_cast<double>(spence_of(x)); }

}  // namespace rille::special
