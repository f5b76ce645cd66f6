// exp, log, tanh, sin … by range reduction and polynomials.
#include "jit/codegen/math.h"

#include <unordered_map>

#include "jit/codegen/emit.h"
#include "jit/codegen/far.h"
#include "jit/codegen/functions.h"
#include "jit/codegen/peer.h"
#include "jit/codegen/vec.h"
#include "vm/text.h"

// The coefficients are our own: near-minimax fits (Chebyshev, 60 digits), named with the greatest
// relative error of the fit. Reductions are the usual ones (Muller, Elementary Functions, 2016).
namespace rille {
namespace {

constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
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
// (atan(t) - t) / t^3 in t^2, |t| <= tan(pi/8): 1.2e-18
constexpr double atan_tail[] = {-0x1.5555555555555p-2, 0x1.9999999999953p-3,  -0x1.249249248d7dcp-3,
                                0x1.c71c71c303dbbp-4,  -0x1.745d165dc9713p-4, 0x1.3b1392d519db1p-4,
                                -0x1.110e87b4357d2p-4, 0x1.e19a0bfa3eef9p-5,  -0x1.ac7a5a79b3f26p-5,
                                0x1.74dccfb93fff0p-5,  -0x1.1b311bb48c215p-5, 0x1.0acd9e91a5a35p-6};
// (asin(t) - t) / t^3 in t^2, |t| <= 1/2: 9.8e-19
constexpr double asin_tail[] = {0x1.5555555555555p-3,  0x1.3333333333389p-4, 0x1.6db6db6dac0eap-5,
                                0x1.f1c71c7a5e151p-6,  0x1.6e8ba121b9d5fp-6, 0x1.1c4efd20ebb99p-6,
                                0x1.c990a42b32b03p-7,  0x1.7b02ef007d23ep-7, 0x1.3b462d121c5d2p-7,
                                0x1.31777489dfd29p-7,  0x1.8dcdf11997e0fp-9, 0x1.40c91fa8deb7ep-6,
                                -0x1.3bd7e353ddbc2p-6, 0x1.e58a4f278e007p-6};
// (sin(t) - t) / t^3 and (cos(t) - 1 + t^2/2) / t^4 in t^2, |t| <= pi/4: 1.2e-20, 6.5e-22
constexpr double sin_tail[] = {
    -0x1.5555555555555p-3,  0x1.1111111111110p-7,  -0x1.a01a01a019926p-13, 0x1.71de3a545e700p-19,
    -0x1.ae64540f0ba18p-26, 0x1.61217c1864fa1p-33, -0x1.ab161757f0c63p-41};
constexpr double cos_tail[] = {
    0x1.5555555555555p-5,  -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d02p-16, -0x1.27e4fb7711e1dp-22,
    0x1.1eed8de9ef73ep-29, -0x1.9394b76d1f265p-37, 0x1.ab76cf6e9b365p-45};
// erf(t) / t - 1 in t^2, |t| <= 1: 2.2e-21
constexpr double erf_near[] = {
    0x1.06eba8214db69p-3,  -0x1.812746b0379e7p-2,  0x1.ce2f21a042bdep-4,  -0x1.b82ce312889bap-6,
    0x1.565bcd0e6502dp-8,  -0x1.c02db3feeb579p-11, 0x1.f9a326c233146p-14, -0x1.f4d2561aeafd4p-17,
    0x1.b9e6509b9867dp-20, -0x1.5f6d925a0bc7ap-23, 0x1.fc4356498c2d9p-27, -0x1.4e607b41a6416p-30,
    0x1.7f072188e194dp-34, -0x1.29b9f1b3df556p-38};
// erfc(x) e^(x^2) on [1, 6], in u = (2/(1 + x/2) - 11/12) / (5/12): 2.4e-18
constexpr double erf_far[] = {
    0x1.c57cd9cd3f3a9p-3,   0x1.4b8edae15a040p-3,   0x1.3be3609c853abp-5,   0x1.6e44c7276371ap-8,
    0x1.9d6e4a467785ep-13,  -0x1.52ddf80316e77p-14, -0x1.ec9d234ee5232p-18, 0x1.09b13b489279dp-19,
    0x1.5f1cbb3898510p-23,  -0x1.2ce0e09ffa765p-24, -0x1.4396d5f4bf6b5p-31, 0x1.68c73d873f374p-29,
    -0x1.276fe8c0f5f6fp-32, -0x1.487a382ab6ffap-34, 0x1.856a7ec37fe58p-36,  0x1.0cda2fef0caa2p-41,
    -0x1.07ba0bc13c02bp-40};

// The same for floats, less long: exp 1.4e-9, erf 1.3e-9 and, on [1, 4], 4.8e-8.
constexpr double exp_tail32[] = {0x1.0000000b9129bp-1,  0x1.5555555a78ed4p-3,
                                 0x1.5554e9063586ep-5,  0x1.1110e0f238322p-7,
                                 0x1.6d43246b523b4p-10, 0x1.a124f19fe89acp-13};
constexpr double erf_near32[] = {
    0x1.06eba7f673900p-3, -0x1.81273e7a02443p-2,  0x1.ce2d10ed44e09p-4, -0x1.b7faba961c85ap-6,
    0x1.541270c79ca2cp-8, -0x1.a45087f1a200ap-11, 0x1.4a5690869d13fp-14};
constexpr double erf_far32[] = {0x1.05866f4b0a8cdp-2,  0x1.23a0251eae870p-3,
                                0x1.b7ef993abb7d7p-6,  0x1.7f5eed111f62ap-9,
                                0x1.741166f9f2bf9p-15, -0x1.d810d596fd7ecp-16};

// What the formulas want to know of float or double.
struct Form {
  int fraction, bias;          // bits of the fraction; of the exponent, its bias
  double shifter;              // added and taken away it leaves the nearest whole number, whose
                               // bits stand at the low end
  double ln2_high, ln2_low;    // the high part times an exponent is exact
  double exp_low, exp_high;    // beyond, e^x is 0 or infinite
  double expm1_far, tanh_far;  // beyond, e^x - 1 is e^x, tanh x is 1
  std::span<const double> exp_tail, erf_near, erf_far;
  double erf_end, erf_middle, erf_width;  // of 1 / (1 + x/2) on [1, erf_end]
};

constexpr Form double_form = {52,
                              1023,
                              0x1.8p52,
                              0x1.62e42fee00000p-1,
                              0x1.a39ef35793c76p-33,
                              -746,
                              710,
                              40,
                              22,
                              exp_tail,
                              erf_near,
                              erf_far,
                              6,
                              11.0 / 24,
                              24.0 / 5};
constexpr Form float_form = {23,         127,       0x1.8p23, 0x1.62e4p-1, 0x1.7f7d1cp-20,
                             -105,       89,        18,       10,          exp_tail32,
                             erf_near32, erf_far32, 4,        0.5,         6};

bool is_single(Vec x) { return x.v->getType()->getScalarType()->isFloatTy(); }

const Form& form_of(Vec x) { return is_single(x) ? float_form : double_form; }

// x = n ln 2 + r, |r| <= ln 2 / 2.
struct Reduced {
  Vec r;
  Vec shifted;  // n + shifter
};

Reduced by_ln2(Vec x) {
  const Form& form = form_of(x);
  Vec shifted = fma(x, log2_e, x.of(form.shifter));
  Vec n = shifted - form.shifter;
  return {fma(n, -form.ln2_low, fma(n, -form.ln2_high, x)), shifted};
}

Vec expm1_reduced(Vec r) { return fma(r * r, polynomial(r, form_of(r).exp_tail), r); }

// 2^n of a shifted whole number in the range of normal exponents.
Vec power_of_two(Vec shifted) {
  const Form& form = form_of(shifted);
  int64_t one = int64_t{form.bias} << form.fraction;
  return float_of((bits_of(shifted) << form.fraction) + one, shifted);
}

Vec within(Vec x, double low, double high) {
  return select(x < low, low, select(x > high, high, x));
}

Vec exp(Vec x) {
  const Form& form = form_of(x);
  Reduced at = by_ln2(within(x, form.exp_low, form.exp_high));
  // In two halves: 2^n alone may lie outside of what the type holds.
  Vec half = fma(at.shifted - form.shifter, 0.5, x.of(form.shifter));
  Vec rest = (at.shifted - form.shifter) - (half - form.shifter) + form.shifter;
  return (1.0 + expm1_reduced(at.r)) * power_of_two(half) * power_of_two(rest);
}

Vec expm1(Vec x) {
  const Form& form = form_of(x);
  Reduced at = by_ln2(within(x, -form.expm1_far, form.expm1_far));
  Vec scale = power_of_two(at.shifted);
  Vec near = fma(expm1_reduced(at.r), scale, scale - 1.0);
  near = select(at.shifted == form.shifter, expm1_reduced(at.r), near);
  Vec out = select(x > form.expm1_far, exp(x), near);
  return select(x == 0.0, x, out);  // keeps -0
}

struct LogParts {
  Vec k, s, f;  // x = 2^k (1 + f), s = f / (2 + f)
};

LogParts log_parts(Vec x) {
  constexpr int64_t root_half = 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
  Mask tiny = x < 0x1p-1022;
  Bits bits = bits_of(select(tiny, x * 0x1p54, x));
  Bits exponent = (bits - root_half) >> double_form.fraction;
  Vec m = float_of(bits - (exponent << double_form.fraction), x);
  Vec k = x.make(x.b->CreateSIToFP(exponent.v, x.v->getType()));
  k = select(tiny, k - 54.0, k);
  Vec f = m - 1.0;
  return {k, f / (2.0 + f), f};
}

Vec log(Vec x) {
  if (is_single(x)) return peer::log(x);
  LogParts at = log_parts(x);
  Vec z = at.s * at.s, half = at.f * at.f * 0.5;
  Vec tail = z * polynomial(z, log_tail);
  Vec low = fma(at.s, half + tail, at.k * double_form.ln2_low);
  Vec out = fma(at.k, x.of(double_form.ln2_high), at.f - (half - low));
  out = select(x == 0.0, -infinity, out);
  out = select(x == infinity, x, out);
  return select((x < 0.0) | is_nan(x), nan, out);
}

Vec log1p(Vec x) {
  if (is_single(x)) return peer::log1p(x);
  Vec u = 1.0 + x;
  // What the sum lost: 1 + x = u + lost exactly (two-sum).
  Vec back = u - 1.0;
  Vec lost = (1.0 - (u - back)) + (x - back);
  Vec out = log(u) + lost / u;
  out = select(abs(x) < 0x1p-53, x, out);
  out = select(x == -1.0, -infinity, out);
  return select((x == infinity) | is_nan(x), x, out);
}

Vec tanh(Vec x) {
  const Form& form = form_of(x);
  Vec size = abs(x);
  Vec t = expm1(2.0 * select(size > form.tanh_far, form.tanh_far, size));
  return with_sign(select(is_nan(x), x, t / (t + 2.0)), x);
}

Vec logistic(Vec x) { return 1.0 / (1.0 + exp(-x)); }

Vec sinh(Vec x) {
  Vec size = abs(x), t = expm1(select(size > 40.0, 40.0, size));
  Vec near = 0.5 * (t + t / (t + 1.0));
  Vec root = exp(0.5 * size);
  Vec out = select(size > 40.0, (0.5 * root) * root, near);
  return with_sign(select(is_nan(x), x, out), x);
}

Vec cosh(Vec x) {
  Vec size = abs(x), e = exp(select(size > 40.0, 40.0, size));
  Vec root = exp(0.5 * size);
  return select(is_nan(x), x, select(size > 40.0, (0.5 * root) * root, 0.5 * e + 0.5 / e));
}

// x = n pi/2 + high + low, for |x| up to about 1e9; n's low bits say which quarter.
struct Quarter {
  Vec high, low;
  Bits n;
};

constexpr double furthest = 1e6;  // beyond, the C library's functions take over (far_angle)

Quarter by_half_pi(Vec x) {
  Vec shifted = fma(x, 0x1.45f306dc9c883p-1, x.of(double_form.shifter));
  Vec n = shifted - double_form.shifter;
  constexpr double part1 = 0x1.921fb54400000p+0, part2 = 0x1.0b4611a600000p-34,
                   part3 = 0x1.3198a2e037073p-69;
  Vec a = fma(n, -part1, x);  // exact: the parts have 33 bits, n has 20
  Vec w = n * part2;
  Vec b = a - w;
  Vec lost = (a - b) - w;
  Vec tail = fma(n, -part3, lost);
  Vec high = b + tail;
  return {high, (b - high) + tail, bits_of(shifted)};
}

Vec sin_near(Vec t, Vec low) {
  Vec z = t * t;
  Vec cubic = t * z;
  return t + fma(cubic, polynomial(z, sin_tail), low * fma(z, -0.5, t.of(1.0)));
}

Vec cos_near(Vec t, Vec low) {
  Vec z = t * t, half = 0.5 * z;
  Vec w = 1.0 - half;
  return w + (((1.0 - w) - half) + fma(z * z, polynomial(z, cos_tail), -(t * low)));
}

// Infinities stay out of the reduction: they give NaN in the end.
Vec tame(Vec x) { return select(abs(x) > furthest, 0.0, x); }

Vec sin_or_cos(Vec x, int quarter, const char* name) {
  Quarter at = by_half_pi(tame(x));
  Bits n = at.n + quarter;
  Vec value = select((n & 1) == 0, sin_near(at.high, at.low), cos_near(at.high, at.low));
  value = select((n & 2) == 0, value, -value);
  if (quarter == 0) value = select(x == 0.0, x, value);
  return far_angle(x, value, furthest, name);
}

Vec sin(Vec x) { return sin_or_cos(x, 0, "rille_sin"); }
Vec cos(Vec x) { return sin_or_cos(x, 1, "rille_cos"); }

Vec tan(Vec x) {
  Quarter at = by_half_pi(tame(x));
  Vec s = sin_near(at.high, at.low), c = cos_near(at.high, at.low);
  Vec value = select((at.n & 1) == 0, s / c, -(c / s));
  return far_angle(x, select(x == 0.0, x, value), furthest, "rille_tan");
}

// The angle of a size >= 0, and what it stood above.
Vec atan_positive(Vec size) {
  Mask above = size > 2.414213562373095, middle = size > 0.41421356237309503;
  Vec t = select(above, -1.0 / size, select(middle, (size - 1.0) / (size + 1.0), size));
  Vec z = t * t;
  Vec small = fma(t * z, polynomial(z, atan_tail),
                  select(above, half_pi_low, select(middle, half_pi_low / 2, t.of(0))));
  return select(above, half_pi, select(middle, half_pi / 2, t.of(0))) + (t + small);
}

Vec atan(Vec x) { return with_sign(atan_positive(abs(x)), x); }

Vec atan2(Vec y, Vec x) {
  Vec a = abs(y), c = abs(x);
  Mask steep = a > c;
  Vec ratio = select(steep, c, a) / select(steep, a, c);
  ratio = select((a == 0.0) & (c == 0.0), 0.0, ratio);
  ratio = select((a == infinity) & (c == infinity), 1.0, ratio);
  Vec angle = atan_positive(ratio);
  angle = select(steep, half_pi - (angle - half_pi_low), angle);
  Mask left{x.b, x.b->CreateICmpSLT(bits_of(x).v, bits_of(x).of(0).v)};  // -0 too
  angle = select(left, 2 * half_pi - (angle - 2 * half_pi_low), angle);
  return select(is_nan(x) | is_nan(y), nan, with_sign(angle, y));
}

Vec asin_small(Vec t, Vec z) { return fma(t * z, polynomial(z, asin_tail), t); }

Vec asin(Vec x) {
  Vec size = abs(x);
  Mask big = size > 0.5;
  Vec z = select(big, 0.5 * (1.0 - size), size * size);
  Vec root = sqrt(z);
  Vec t = select(big, root, size);
  Vec tail = t * z * polynomial(z, asin_tail);
  // pi/2 - 2 asin(root); the root's own rounding error and that of the difference are put back.
  Vec lost = fma(-root, root, z) / (root + root);
  lost = select(root == 0.0, 0.0, lost);
  Vec twice = root + root, head = half_pi - twice;
  Vec rest = (half_pi - head) - twice;
  Vec far = head + (rest + (half_pi_low - 2.0 * (tail + lost)));
  return with_sign(select(big, far, t + tail), x);
}

Vec acos(Vec x) {
  Vec size = abs(x);
  Mask big = size > 0.5;
  Vec z = select(big, 0.5 * (1.0 - size), size * size);
  Vec root = sqrt(z);
  Vec small = asin_small(select(big, root, x), z);
  Vec lost = fma(-root, root, z) / (root + root);
  Vec twice = 2.0 * (small + select(root == 0.0, 0.0, lost));
  Vec far = select(x < 0.0, 2 * half_pi - (twice - 2 * half_pi_low), twice);
  return select(big, far, half_pi - (small - half_pi_low));
}

Vec erf(Vec x) {
  const Form& form = form_of(x);
  Vec size = abs(x);
  Vec near = fma(size, polynomial(size * size, form.erf_near), size);
  Vec t = within(size, 1.0, form.erf_end);
  Vec u = (1.0 / (1.0 + 0.5 * t) - form.erf_middle) * form.erf_width;
  Vec far = 1.0 - exp(-(t * t)) * polynomial(u, form.erf_far);
  return with_sign(select(is_nan(x), x, select(size < 1.0, near, far)), x);
}

Vec erf_inv(Vec x) { return peer::erf_inv(x, is_single(x) ? x : log(1.0 - x * x)); }

// A third of the exponent, then three steps of Halley and one of Newton with an exact residue.
Vec cbrt(Vec x) {
  Vec size = abs(x);
  Mask tiny = size < 0x1p-1000, huge = size > 0x1p1000;
  Vec scaled = select(tiny, size * 0x1p108, select(huge, size * 0x1p-108, size));
  Bits bits = bits_of(scaled);
  Builder_& b = *x.b;
  Bits third{&b, b.CreateUDiv(bits.v, bits.of(3).v)};
  Vec y = float_of(third + 0x2a9f7893782da1ce, x);
  for (int i = 0; i < 3; ++i) {
    Vec cube = y * y * y;
    y = y * ((cube + scaled + scaled) / (cube + cube + scaled));
  }
  Vec square = y * y, low = fma(y, y, -square);
  Vec residue = fma(square, y, -scaled) + low * y;
  y = y - residue / (3.0 * square);
  y = select(tiny, y * 0x1p-36, select(huge, y * 0x1p36, y));
  Mask plain = (size > 0.0) & (size < infinity);
  return with_sign(select(plain, y, x), x);
}

Vec rsqrt(Vec x) { return 1.0 / sqrt(x); }

// ln x as a sum of two doubles, for x > 0 and normal: the sum's error is about 2^-65.
struct Pair {
  Vec high, low;
};

Pair log_pair(Vec x) {
  LogParts at = log_parts(x);
  // s = f / (2 + f) with its remainder; ln(1 + f) = 2s + s^3 R(s^2).
  Vec under = 2.0 + at.f;
  Vec under_low = at.f - (under - 2.0);
  Vec s = at.s;
  Vec s_low = (fma(-s, under, at.f) - s * under_low) / under;
  Vec z = s * s;
  Vec z_low = fma(s, s, -z) + 2.0 * s * s_low;
  // The first two terms of the tail in two doubles, the others in one.
  constexpr std::span<const double> rest(log_tail + 1, std::size(log_tail) - 1);
  Vec higher = z * polynomial(z, rest);
  constexpr double two_thirds = 0x1.5555555555555p-1, two_thirds_low = 0x1.5555555555555p-55;
  Vec r = two_thirds + higher;
  Vec r_low = (higher - (r - two_thirds)) + two_thirds_low;
  Vec zr = z * r;
  Vec zr_low = fma(z, r, -zr) + z * r_low + z_low * r;
  Vec cubic = s * zr;
  Vec cubic_low = fma(s, zr, -cubic) + s * zr_low + s_low * zr;
  Vec head = at.k * double_form.ln2_high, twice = 2.0 * s;
  Vec a = head + twice;
  Vec a_low = select(abs(head) > abs(twice), (head - a) + twice, (twice - a) + head);
  Vec c = a + cubic;
  Vec c_low = select(abs(a) > abs(cubic), (a - c) + cubic, (cubic - c) + a);
  Vec low = a_low + c_low + cubic_low + 2.0 * s_low + at.k * double_form.ln2_low;
  Vec high = c + low;
  return {high, low - (high - c)};
}

// e^(y ln x) for x > 0, with the sign of an odd power put on after; the special cases are IEEE
// 754's pow. fma(y, low) keeps the product's error below 2^-60 of it.
Vec pow(Vec x, Vec y) {
  Vec size = abs(x);
  Pair ln = log_pair(select((size > 0.0) & (size < infinity), size, 1.0));
  Vec big = y * ln.high;
  Vec small = fma(y, ln.high, -big) + y * ln.low;
  Vec held = select(big > 800.0, 800.0, select(big < -800.0, -800.0, big));
  small = select(abs(big) < 800.0, small, 0.0);
  Vec out = exp(held);
  out = select(out < infinity, fma(out, small, out), out);
  Vec whole = rint(y);
  Mask integral = (whole == y) & (abs(y) < infinity);
  Vec half = 0.5 * y;
  Mask odd = integral & !(rint(half) == half) & (abs(y) < 0x1p53);
  Mask below{x.b, x.b->CreateICmpSLT(bits_of(x).v, bits_of(x).of(0).v)};
  Mask up = y > 0.0;
  out = select(size == 0.0, select(up, 0.0, y.of(infinity)), out);
  out = select(size == infinity, select(up, y.of(infinity), y.of(0.0)), out);
  Vec far = select((size > 1.0), select(up, infinity, y.of(0.0)), select(up, 0.0, y.of(infinity)));
  out = select(abs(y) == infinity, select(size == 1.0, y.of(1.0), far), out);
  out = select(below & odd, -out, out);
  Mask broken = below & !integral & (size > 0.0) & (size < infinity) & (abs(y) < infinity);
  out = select(broken | is_nan(x) | is_nan(y), nan, out);
  return select((y == 0.0) | (x == 1.0), 1.0, out);
}

using One = Vec (*)(Vec);
const std::unordered_map<std::string_view, One>& functions() {
  static const std::unordered_map<std::string_view, One> table = {
      {"exp", exp},   {"expm1", expm1},    {"log", log},   {"log1p", log1p},       {"tanh", tanh},
      {"sinh", sinh}, {"cosh", cosh},      {"sin", sin},   {"cos", cos},           {"tan", tan},
      {"atan", atan}, {"asin", asin},      {"acos", acos}, {"logistic", logistic}, {"erf", erf},
      {"cbrt", cbrt}, {"erf_inv", erf_inv}};
  return table;
}

}  // namespace

llvm::Value* math_function(Builder_& b, std::string_view name, Dtype dtype,
                           llvm::ArrayRef<llvm::Value*> in) {
  if (!is_float(dtype)) return nullptr;
  auto found = functions().find(name);
  bool two = name == "pow" || name == "atan2";
  if (found == functions().end() && !two && name != "rsqrt") return nullptr;
  if (name == "rsqrt") return rsqrt({&b, in[0]}).v;
  // These have a float's own form; the others of a float are a double's, rounded once.
  bool own = name == "exp" || name == "log" || name == "tanh" || name == "logistic" ||
             name == "erf" || name == "log1p" || name == "erf_inv";
  bool widened = dtype != Dtype::f64 && !own;
  auto body = [&](Builder_& inside, llvm::ArrayRef<llvm::Value*> args) {
    llvm::SmallVector<Vec, 2> x;
    for (llvm::Value* v : args) {
      x.push_back({&inside, widened ? inside.CreateFPExt(v, like(inside.getDoubleTy(), v)) : v});
    }
    Vec out = two ? (name == "pow" ? pow(x[0], x[1]) : atan2(x[0], x[1])) : found->second(x[0]);
    return widened ? inside.CreateFPTrunc(out.v, args[0]->getType()) : out.v;
  };
  return call_function(b, std::string(name), in[0]->getType(), in, body);
}

}  // namespace rille
