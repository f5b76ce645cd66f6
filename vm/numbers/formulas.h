// The formulas of exp, log, sin …, for scalars and vectors.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

// All numbers have one source: the code generator emits these formulas as machine code (V is a
// register, jit/codegen/vec.h), and scalars are computed by them directly (vm/numbers/math.cpp).
// Each operation rounds once, so both results have the same bits. V has the operators of a number
// and
//   x.of(c), fma, abs, rint, with_sign, is_nan, select(condition, x, y), bits_of(x),
//   float_of(bits, x), whole_number(bits, x), has_sign(x) (-0 too), far_angle, is_single,
//   scaled(x, n + shifter): x 2^n, rounded once, by_halves() or better
// The coefficients are near-minimax fits computed for Rille (Chebyshev, 60 digits), listed with the
// maximum relative error of the fit. Reductions are the usual ones (Muller, Elementary Functions,
// 2016).
namespace rille::formula {

constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// (e^r - 1 - r) / r^2 on |r| <= ln 2 / 2: 1.4e-18
constexpr double exp_tail[] = {0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
                               0x1.11111111100dcp-7,  0x1.6c16c16c162d4p-10, 0x1.a01a01abe7fe1p-13,
                               0x1.a01a01a6d889cp-16, 0x1.71de0231960ebp-19, 0x1.27e4db646b17ep-22,
                               0x1.af4de97ca4194p-26, 0x1.1f730349868cep-29};
// (log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= 0.1716: 2.1e-18
constexpr double log_tail[] = {0x1.5555555555555p-1, 0x1.9999999999a38p-2, 0x1.2492492476c87p-2,
                               0x1.c71c720160b47p-3, 0x1.745cf901605f7p-3, 0x1.3b1c360763b8ap-3,
                               0x1.0fbe83c2cbcf3p-3, 0x1.0c04595972ab8p-3};
// (sin(t) - t) / t^3 and (cos(t) - 1 + t^2/2) / t^4 in t^2, |t| <= pi/4: 1.2e-20, 6.5e-22
constexpr double sin_tail[] = {
    -0x1.5555555555555p-3,  0x1.1111111111110p-7,  -0x1.a01a01a019926p-13, 0x1.71de3a545e700p-19,
    -0x1.ae64540f0ba18p-26, 0x1.61217c1864fa1p-33, -0x1.ab161757f0c63p-41};
constexpr double cos_tail[] = {
    0x1.5555555555555p-5,  -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16, -0x1.27e4fb7711e1dp-22,
    0x1.1eed8de9ef73ep-29, -0x1.9394b76d1f265p-37, 0x1.ab76cf6e9b365p-45};
// Coefficients for floats: exp 1.4e-9.
constexpr double exp_tail32[] = {0x1.0000000b9129bp-1,  0x1.5555555a78ed4p-3,
                                 0x1.5554e9063586ep-5,  0x1.1110e0f238322p-7,
                                 0x1.6d43246b523b4p-10, 0x1.a124f19fe89acp-13};
// The constants of the formulas for float or double.
struct FloatConstants {
  int fraction, bias;          // bits of the fraction; of the exponent, its bias
  double shifter;              // adding and subtracting it rounds to the nearest integer, whose
                               // bits are the low bits of the sum
  double ln2_high, ln2_low;    // the high part times an exponent is exact
  double exp_low, exp_high;    // outside of these, e^x is 0 or infinite
  double expm1_far, tanh_far;  // beyond these, e^x - 1 is e^x, tanh x is 1
  std::span<const double> exp_tail;
};

constexpr FloatConstants double_form = {
    52, 1023, 0x1.8p52, 0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33, -746, 710, 40, 22, exp_tail};
constexpr FloatConstants float_form = {23,   127, 0x1.8p23, 0x1.62e4p-1, 0x1.7f7d1cp-20,
                                       -105, 89,  18,       10,          exp_tail32};

// c[0] + c[1] x + c[2] x^2 …
template <class V>
V polynomial(V x, std::span<const double> c) {
  V sum = x.of(c.back());
  for (size_t i = c.size() - 1; i-- > 0;) sum = fma(sum, x, x.of(c[i]));
  return sum;
}

template <class V>
const FloatConstants& form_of(V x) {
  return is_single(x) ? float_form : double_form;
}

// x = n ln 2 + r, |r| <= ln 2 / 2.
template <class V>
struct ExpReduction {
  V r;
  V shifted;  // n + shifter
};

template <class V>
ExpReduction<V> by_ln2(V x) {
  const FloatConstants& form = form_of(x);
  V shifted = fma(x, log2_e, x.of(form.shifter));
  V n = shifted - form.shifter;
  return {fma(n, -form.ln2_low, fma(n, -form.ln2_high, x)), shifted};
}

template <class V>
V expm1_reduced(V r) {
  return fma(r * r, polynomial(r, form_of(r).exp_tail), r);
}

// 2^n for a shifted integer in the range of normal exponents.
template <class V>
V power_of_two(V shifted) {
  const FloatConstants& form = form_of(shifted);
  int64_t one = int64_t{form.bias} << form.fraction;
  return float_of((bits_of(shifted) << form.fraction) + one, shifted);
}

// Scales in two halves, since 2^n alone may be out of range for the type.
template <class V>
V by_halves(V x, V shifted) {
  const FloatConstants& form = form_of(x);
  V half = fma(shifted - form.shifter, 0.5, x.of(form.shifter));
  V rest = (shifted - form.shifter) - (half - form.shifter) + form.shifter;
  return x * power_of_two(half) * power_of_two(rest);
}

template <class V>
V within(V x, double low, double high) {
  return select(x < low, low, select(x > high, high, x));
}

// If the result is 0, another value is computed and dropped: underflow to 0 takes processors a
// hundred times as long.
template <class V>
V exp(V x) {
  const FloatConstants& form = form_of(x);
  auto is_none = x < form.exp_low;
  ExpReduction<V> at = by_ln2(select(is_none, 0.0, select(x > form.exp_high, form.exp_high, x)));
  return select(is_none, 0.0, scaled(1.0 + expm1_reduced(at.r), at.shifted));
}

// e^(high + low) for a low part that is much smaller than the high one, rounded once, at the end.
template <class V>
V exp_of_sum(V high, V low) {
  const FloatConstants& form = form_of(high);
  auto is_none = high < form.exp_low;
  V x = select(is_none, 0.0, select(high > form.exp_high, form.exp_high, high));
  V shifted = fma(x, log2_e, x.of(form.shifter)), n = shifted - form.shifter;
  V near = fma(n, -form.ln2_high, x), r = fma(n, -form.ln2_low, near);
  V r_low = fma(n, -form.ln2_low, near - r) + low;
  V tail = expm1_reduced(r), out = 1.0 + tail, out_low = tail - (out - 1.0);
  return select(is_none, 0.0, scaled(out + fma(out, r_low, out_low), shifted));
}

// e^x - 1 if 2^n is a normal number.
template <class V>
V expm1_of(ExpReduction<V> at) {
  V scale = power_of_two(at.shifted), tail = expm1_reduced(at.r);
  return select(at.shifted == form_of(scale).shifter, tail, fma(tail, scale, scale - 1.0));
}

template <class V>
V expm1(V x) {
  const FloatConstants& form = form_of(x);
  V near = expm1_of(by_ln2(within(x, -form.expm1_far, form.expm1_far)));
  V out = select(x > form.expm1_far, exp(x), near);
  return select(x == 0.0, x, out);  // keeps -0
}

template <class V>
struct LogParts {
  V k, s, f;  // x = 2^k (1 + f), s = f / (2 + f)
};

template <class V>
LogParts<V> log_parts(V x) {
  constexpr int64_t root_half = 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
  auto tiny = x < 0x1p-1022;
  auto bits = bits_of(select(tiny, x * 0x1p54, x));
  auto exponent = (bits - root_half) >> double_form.fraction;
  V m = float_of(bits - (exponent << double_form.fraction), x);
  V k = whole_number(exponent, x);
  k = select(tiny, k - 54.0, k);
  V f = m - 1.0;
  return {k, f / (2.0 + f), f};
}

template <class V>
V log(V x) {
  LogParts<V> at = log_parts(x);
  V z = at.s * at.s, half = at.f * at.f * 0.5;
  V tail = z * polynomial(z, log_tail);
  V low = fma(at.s, half + tail, at.k * double_form.ln2_low);
  V out = fma(at.k, x.of(double_form.ln2_high), at.f - (half - low));
  out = select(x == 0.0, -infinity, out);
  out = select(x == infinity, x, out);
  return select((x < 0.0) | is_nan(x), nan, out);
}

template <class V>
V tanh(V x) {
  const FloatConstants& form = form_of(x);
  V size = abs(x);
  V t = expm1_of(by_ln2(2.0 * select(size > form.tanh_far, form.tanh_far, size)));
  return with_sign(select(is_nan(x), x, t / (t + 2.0)), x);
}

// x = n pi/2 + high + low, for |x| up to about 1e9; the low bits of n are the quadrant.
template <class V>
struct QuadrantReduction {
  V high, low;
  decltype(bits_of(std::declval<V>())) n;
};

constexpr double furthest = 1e6;  // beyond it, the functions of the C library are used (far_angle)

template <class V>
QuadrantReduction<V> by_half_pi(V x) {
  V shifted = fma(x, 0x1.45f306dc9c883p-1, x.of(double_form.shifter));
  V n = shifted - double_form.shifter;
  constexpr double part1 = 0x1.921fb54400000p+0, part2 = 0x1.0b4611a600000p-34,
                   part3 = 0x1.3198a2e037073p-69;
  V a = fma(n, -part1, x);  // exact: the parts have 33 bits, n has 20
  V w = n * part2;
  V b = a - w;
  V lost = (a - b) - w;
  V tail = fma(n, -part3, lost);
  V high = b + tail;
  return {high, (b - high) + tail, bits_of(shifted)};
}

template <class V>
V sin_near(V t, V low) {
  V z = t * t;
  V cubic = t * z;
  return t + fma(cubic, polynomial(z, sin_tail), low * fma(z, -0.5, t.of(1.0)));
}

template <class V>
V cos_near(V t, V low) {
  V z = t * t, half = 0.5 * z;
  V w = 1.0 - half;
  return w + (((1.0 - w) - half) + fma(z * z, polynomial(z, cos_tail), -(t * low)));
}

// Infinities are excluded from the reduction; their result is NaN.
template <class V>
V tame(V x) {
  return select(abs(x) > furthest, 0.0, x);
}

template <class V>
V sin_or_cos(V x, int quarter, const char* name) {
  QuadrantReduction<V> at = by_half_pi(tame(x));
  auto n = at.n + quarter;
  V value = select((n & 1) == 0, sin_near(at.high, at.low), cos_near(at.high, at.low));
  value = select((n & 2) == 0, value, -value);
  if (quarter == 0) value = select(x == 0.0, x, value);
  return far_angle(x, value, furthest, name);
}

template <class V>
V sin(V x) {
  return sin_or_cos(x, 0, "rille_sin");
}
template <class V>
V cos(V x) {
  return sin_or_cos(x, 1, "rille_cos");
}

template <class V>
V tan(V x) {
  QuadrantReduction<V> at = by_half_pi(tame(x));
  V s = sin_near(at.high, at.low), c = cos_near(at.high, at.low);
  V value = select((at.n & 1) == 0, s / c, -(c / s));
  return far_angle(x, select(x == 0.0, x, value), furthest, "rille_tan");
}

// ln x as a sum of two doubles, for x > 0 and normal: the sum's error is about 2^-65.
template <class V>
struct DoubleDouble {
  V high, low;
};

template <class V>
DoubleDouble<V> log_pair(V x) {
  LogParts<V> at = log_parts(x);
  // s = f / (2 + f) with its remainder; ln(1 + f) = 2s + s^3 R(s^2).
  V under = 2.0 + at.f;
  V under_low = at.f - (under - 2.0);
  V s = at.s;
  V s_low = (fma(-s, under, at.f) - s * under_low) / under;
  V z = s * s;
  V z_low = fma(s, s, -z) + 2.0 * s * s_low;
  // The first two terms of the tail in two doubles, the others in one.
  constexpr std::span<const double> rest(log_tail + 1, std::size(log_tail) - 1);
  V higher = z * polynomial(z, rest);
  constexpr double two_thirds = 0x1.5555555555555p-1, two_thirds_low = 0x1.5555555555555p-55;
  V r = two_thirds + higher;
  V r_low = (higher - (r - two_thirds)) + two_thirds_low;
  V zr = z * r;
  V zr_low = fma(z, r, -zr) + z * r_low + z_low * r;
  V cubic = s * zr;
  V cubic_low = fma(s, zr, -cubic) + s * zr_low + s_low * zr;
  V head = at.k * double_form.ln2_high, twice = 2.0 * s;
  V a = head + twice;
  V a_low = select(abs(head) > abs(twice), (head - a) + twice, (twice - a) + head);
  V c = a + cubic;
  V c_low = select(abs(a) > abs(cubic), (a - c) + cubic, (cubic - c) + a);
  V low = a_low + c_low + cubic_low + 2.0 * s_low + at.k * double_form.ln2_low;
  V high = c + low;
  return {high, low - (high - c)};
}

// Computes x^y from |x|^y = `out`, for |x| neither 0 nor infinite: the sign of an odd power, and
// the special cases of IEEE 754's pow.
template <class V>
V pow_of_size(V x, V y, V out) {
  V size = abs(x), whole = rint(y);
  auto integral = (whole == y) & (abs(y) < infinity);
  V half = 0.5 * y;
  auto odd = integral & !(rint(half) == half) & (abs(y) < 0x1p53);
  auto below = has_sign(x);
  auto up = y > 0.0;
  out = select(size == 0.0, select(up, 0.0, y.of(infinity)), out);
  out = select(size == infinity, select(up, y.of(infinity), y.of(0.0)), out);
  V far = select((size > 1.0), select(up, infinity, y.of(0.0)), select(up, 0.0, y.of(infinity)));
  out = select(abs(y) == infinity, select(size == 1.0, y.of(1.0), far), out);
  out = select(below & odd, -out, out);
  auto broken = below & !integral & (size > 0.0) & (size < infinity) & (abs(y) < infinity);
  out = select(broken | is_nan(x) | is_nan(y), nan, out);
  return select((y == 0.0) | (x == 1.0), 1.0, out);
}

// The magnitude whose logarithm is computed.
template <class V>
V positive(V x) {
  V size = abs(x);
  return select((size > 0.0) & (size < infinity), size, 1.0);
}

// e^(y ln x). fma(y, low) keeps the relative error of the product below 2^-60. Representable
// results are exact: 3^1 is 3 and 7^3 is 343.
template <class V>
V pow(V x, V y) {
  DoubleDouble<V> ln = log_pair(positive(x));
  V big = y * ln.high;
  V small = fma(y, ln.high, -big) + y * ln.low;
  V held = select(big > 800.0, 800.0, select(big < -800.0, -800.0, big));
  small = select(abs(big) < 800.0, small, 0.0);
  return pow_of_size(x, y, exp_of_sum(held, small));
}

}  // namespace rille::formula
