// The extended-precision numbers of the special functions.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace rille::special {

using ExtendedReal = long double;

constexpr ExtendedReal pi = std::numbers::pi_v<ExtendedReal>;
constexpr ExtendedReal infinity = std::numeric_limits<ExtendedReal>::infinity();
constexpr ExtendedReal nan = std::numeric_limits<ExtendedReal>::quiet_NaN();
constexpr ExtendedReal least = 0x1p-67L;  // relative to 1: smaller terms are negligible

inline bool is_whole(ExtendedReal x) { return x == std::floor(x); }
inline bool is_pole(ExtendedReal x) { return x <= 0 && is_whole(x); }  // of the gamma function

inline ExtendedReal polynomial(ExtendedReal x, std::span<const ExtendedReal> c) {
  ExtendedReal sum = 0;
  for (size_t i = c.size(); i-- > 0;) sum = sum * x + c[i];
  return sum;
}

// sin(pi x) and pi / tan(pi x), after x is reduced by the nearest integer.
ExtendedReal sin_pi(ExtendedReal x);
ExtendedReal cot_pi(ExtendedReal x);

ExtendedReal log_gamma(ExtendedReal x);  // log |gamma(x)|
ExtendedReal log_beta(ExtendedReal a, ExtendedReal b);
ExtendedReal digamma_above(ExtendedReal x);  // x > 0
// The remainder of Stirling's formula for log gamma(x), x >= 10, and for log x - digamma(x).
ExtendedReal stirling_rest(ExtendedReal x);
ExtendedReal digamma_rest(ExtendedReal x);
// log(gamma(x + by) / gamma(x)) for x >= 10, by >= 0.
ExtendedReal log_gamma_step(ExtendedReal x, ExtendedReal by);
// log(1 + x) - x.
ExtendedReal log1p_rest(ExtendedReal x);

ExtendedReal scaled_erfc(ExtendedReal x);  // e^(x^2) erfc(x)

// The integral of e^g from 0 to `most`, for a decreasing g: g(0) is 0, its derivative there is
// -fall, and its second derivative about -bend.
template <class G, class Weight>
ExtendedReal falling_integral(G g, Weight weight, ExtendedReal fall, ExtendedReal bend,
                              ExtendedReal most);

// The positive Gauss-Legendre nodes and their weights on [-1, 1].
struct GaussNodes {
  static constexpr int half = 20;
  ExtendedReal at[half], weight[half];
};
const GaussNodes& nodes();

template <class G, class Weight>
ExtendedReal falling_integral(G g, Weight weight, ExtendedReal fall, ExtendedReal bend,
                              ExtendedReal most) {
  constexpr ExtendedReal nothing = -46;  // e^nothing is below the last bit
  ExtendedReal end = std::sqrt(-2 * nothing / bend);
  if (fall > 0) end = std::fmin(end, -nothing / fall);
  end = std::fmin(end, most);
  while (end < most && g(end) > nothing) end = std::fmin(end * 1.25L, most);
  ExtendedReal middle = end / 2, sum = 0;
  for (int i = 0; i < GaussNodes::half; ++i) {
    ExtendedReal by = middle * nodes().at[i], low = middle - by, high = middle + by;
    sum += nodes().weight[i] * (std::exp(g(low)) * weight(low) + std::exp(g(high)) * weight(high));
  }
  return sum * middle;
}

}  // namespace rille::special
