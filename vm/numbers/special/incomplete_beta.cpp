// The incomplete beta function.
#include "vm/numbers/special.h"
#include "vm/numbers/special/extended.h"

namespace rille::special {
namespace {

constexpr ExtendedReal far = 100;  // if both are larger, integrals are used instead of fractions

// x^a y^b / B(a, b), where x + y = 1.
ExtendedReal front(ExtendedReal a, ExtendedReal b, ExtendedReal x, ExtendedReal y) {
  if (std::fmin(a, b) < 10) {
    ExtendedReal log_y = x < 0.5L ? std::log1p(-x) : std::log(y);
    ExtendedReal log_x = y < 0.5L ? std::log1p(-y) : std::log(x);
    return std::exp(a * log_x + b * log_y - log_beta(a, b));
  }
  ExtendedReal n = a + b, off = x < y ? x * n - a : b - y * n;  // distance of x from a / n, times n
  ExtendedReal rest = stirling_rest(n) - stirling_rest(a) - stirling_rest(b);
  ExtendedReal power = a * log1p_rest(off / a) + b * log1p_rest(-off / b);
  return std::sqrt(a / n * b / (2 * pi)) * std::exp(power + rest);
}

// source: NIST DLMF 8.17.22, by the method of Lentz
ExtendedReal by_fraction(ExtendedReal a, ExtendedReal b, ExtendedReal x, ExtendedReal y) {
  constexpr ExtendedReal tiny = 1e-4000L;
  auto kept = [](ExtendedReal v) { return v == 0 ? tiny : v; };
  ExtendedReal c = 1, d = 1 / kept(1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m < 100000; ++m) {
    ExtendedReal even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    h *= c * d;
    ExtendedReal odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    h *= c * d;
    if (std::fabs(c * d - 1) <= 4 * least) break;
  }
  return front(a, b, x, y) * h / a;
}

// Integrates from x downward, where the integrand decreases.
ExtendedReal by_integral(ExtendedReal a, ExtendedReal b, ExtendedReal x, ExtendedReal y) {
  ExtendedReal fall = (a - 1) / x - (b - 1) / y, bend = (a - 1) / (x * x) + (b - 1) / (y * y);
  auto g = [&](ExtendedReal s) {
    return (a - 1) * std::log1p(-s / x) + (b - 1) * std::log1p(s / y);
  };
  auto at_one = [](ExtendedReal) { return 1.0L; };
  return front(a, b, x, y) / (x * y) * falling_integral(g, at_one, fall, bend, x);
}

// The smaller half: x is below the mean.
ExtendedReal lower(ExtendedReal a, ExtendedReal b, ExtendedReal x, ExtendedReal y) {
  return std::fmin(a, b) >= far ? by_integral(a, b, x, y) : by_fraction(a, b, x, y);
}

}  // namespace

double betainc(double a, double b, double x) {
  if (!(a >= 0) || !(b >= 0) || !(x >= 0) || x > 1) return static_cast<double>(nan);
  if ((a == 0 && b == 0) || (std::isinf(a) && std::isinf(b))) return static_cast<double>(nan);
  if (x == 0 || x == 1) return x;
  if (a == 0 || std::isinf(b)) return 1;
  if (b == 0 || std::isinf(a)) return 0;
  ExtendedReal p = a, q = b, at = x, across = 1 - at;
  bool is_low = std::fmin(p, q) >= far ? at * (p + q) <= p : at * (p + q + 2) <= p + 1;
  return static_cast<double>(is_low ? lower(p, q, at, across) : 1 - lower(q, p, across, at));
}

}  // namespace rille::special
