// The extended-precision numbers of the special functions.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace rille::special {

using Extended = long double;

constexpr Extended pi = std::numbers::pi_v<Extended>;
constexpr Extended infinity = std::numeric_limits<Extended>::infinity();
constexpr Extended nan = std::numeric_limits<Extended>::quiet_NaN();
constexpr Extended least = 0x1p-67L;  // relative to 1: smaller terms are negligible

inline bool is_whole(Extended x) { return x == std::floor(x); }
inline bool is_pole(Extended x) { return x <= 0 && is_whole(x); }  // of the gamma function

inline Extended polynomial(Extended x, std::span<const Extended> c) {
  Extended sum = 0;
  for (size_t i = c.size(); i-- > 0;) sum = sum * x + c[i];
  return sum;
}

// sin(pi x) and pi / tan(pi x), after x is reduced by the nearest integer.
Extended sin_pi(Extended x);
Extended cot_pi(Extended x);

Extended log_gamma(Extended x);  // log |gamma(x)|
Extended log_beta(Extended a, Extended b);
Extended digamma_above(Extended x);  // x > 0
// The remainder of Stirling's formula for log gamma(x), x >= 10, and for log x - digamma(x).
Extended stirling_rest(Extended x);
Extended digamma_rest(Extended x);
// log(gamma(x + by) / gamma(x)) for x >= 10, by >= 0.
Extended log_gamma_step(Extended x, Extended by);
// log(1 + x) - x.
Extended log1p_rest(Extended x);

Extended scaled_erfc(Extended x);  // e^(x^2) erfc(x)

// The integral of e^g from 0 to `most`, for a decreasing g: g(0) is 0, its derivative there is
// -fall, and its second derivative about -bend.
template <class G, class Weight>
Extended falling_integral(G g, Weight weight, Extended fall, Extended bend, Extended most);

// The positive Gauss-Legendre nodes and their weights on [-1, 1].
struct Nodes {
  static constexpr int half = 20;
  Extended at[half], weight[half];
};
const Nodes& nodes();

template <class G, class Weight>
Extended falling_integral(G g, Weight weight, Extended fall, Extended bend, Extended most) {
  constexpr Extended nothing = -46;  // e^nothing is below the last bit
  Extended end = std::sqrt(-2 * nothing / bend);
  if (fall > 0) end = std::fmin(end, -nothing / fall);
  end = std::fmin(end, most);
  while (end < most && g(end) > nothing) end = std::fmin(end * 1.25L, most);
  Extended middle = end / 2, sum = 0;
  for (int i = 0; i < Nodes::half; ++i) {
    Extended by = middle * nodes().at[i], low = middle - by, high = middle + by;
    sum += nodes().weight[i] * (std::exp(g(low)) * weight(low) + std::exp(g(high)) * weight(high));
  }
  return sum * middle;
}

}  // namespace rille::special
