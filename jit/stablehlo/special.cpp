// CHLO: functions that StableHLO composes of others.
#include <array>
#include <numbers>

#include "jit/op.h"
#include "jit/ops/real.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// A formula of one number, in f32 for smaller floats.
template <auto Formula>
Vars in_f32(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  Dtype dtype = b.type(in[0]).dtype();
  if (!is_float(dtype)) refuse(op, str(op.name, " takes floats, got ", b.type(in[0])));
  bool is_small = bits(dtype) < 32;
  Real x = as({&b, in[0]}, is_small ? Dtype::f32 : dtype);
  return {as(Formula(x), dtype).v};
}

// The same where complex numbers have a formula of their own.
template <auto Formula, auto OfComplex>
Vars of_numbers(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (is_complex(scope.b.type(in[0]).dtype())) return {OfComplex(scope.b, in[0])};
  return in_f32<Formula>(scope, op, in);
}

Real none(Real x) { return x.number(NAN); }
Real sine_of_half_turns(Real x) { return sin(x * std::numbers::pi); }
Real floor(Real x) { return with(op::floor, x); }

// Halves of both exponentials: neither overflows where the result does not.
// source: the decompositions of CHLO, openxla/stablehlo
constexpr double log_half = -std::numbers::ln2;
Real hyperbolic_cosine(Real x) { return exp(x + log_half) + exp(-x + log_half); }
Real hyperbolic_sine(Real x) {
  Real less = expm1(x), near = (less + less / (less + 1)) * 0.5;
  return select(abs(x) < 1, near, exp(x + log_half) - exp(-x + log_half));
}

constexpr double far = 1e10;  // whose square plus 1 is its square

Real inverse_hyperbolic_cosine(Real x) {
  Real less = min(x - 1, x.number(far)), near = log1p(less + sqrt(less) * sqrt(less + 2));
  return select(x < 1, none(x), select(x > far, log(x) + std::numbers::ln2, near));
}

Real inverse_hyperbolic_tangent(Real x) { return (log1p(x) - log1p(-x)) * 0.5; }

Var imaginary_turn(Builder& b, Var z) {  // i z
  return op::complex(b, op::neg(b, op::imag(b, z)), op::real(b, z));
}
Var turned_back(Builder& b, Var z) {  // -i z
  return op::complex(b, op::imag(b, z), op::neg(b, op::real(b, z)));
}
Var complex_asinh(Builder& b, Var z) { return turned_back(b, op::asin(b, imaginary_turn(b, z))); }
Var complex_atanh(Builder& b, Var z) { return turned_back(b, op::atan(b, imaginary_turn(b, z))); }

// The angle and the size of acosh, where no square of a part is out of range; x and y are sizes.
// source: Hull, Fairgrieve and Tang, ACM TOMS 23 (1997)
std::pair<Real, Real> middle_acosh(Real x, Real y) {
  Real one = x.number(1), square = y * y;
  auto distance = [&](Real along) { return sqrt(along * along + square); };
  Real r = distance(x + 1), s = distance(x - 1), a = (r + s) * 0.5, b = x / a;
  Real beside = r + (x + 1), gap = s + abs(x - 1), inside = square / beside;
  Real root = select(x >= 1, y * sqrt(((a + x) / beside + (a + x) / gap) * 0.5),
                     sqrt((a + x) * (inside + gap) * 0.5));
  Real angle = select(b < 0.65, with(op::acos, min(b, one)), atan2(root, x));
  Real more = (inside + select(x >= 1, gap, square / gap)) * 0.5;
  Real size = select(a < 1.5, log1p(more + sqrt(more * (a + 1))), log(a + sqrt(a * a - one)));
  return {angle, size};
}

Var complex_acosh(Builder& b, Var z) {
  Dtype part = part_of(b.type(z).dtype());
  Var turned = op::acos(b, z);
  Real real{&b, op::real(b, z)}, imag{&b, op::imag(b, z)}, x = abs(real), y = abs(imag);
  Real is_middle = (max(x, y) < 1e8) & (min(x, y) > 1e-4);
  Real bound_x = as(select(is_middle, x, x.number(2)), Dtype::f64);
  Real bound_y = as(select(is_middle, y, y.number(2)), Dtype::f64);
  auto [angle, size] = middle_acosh(bound_x, bound_y);
  angle = as(select(real < 0, angle.number(std::numbers::pi) - angle, angle), part);
  Real far_size{&b, op::abs(b, op::imag(b, turned))}, far_angle{&b, op::real(b, turned)};
  size = select(is_middle, as(size, part), far_size);
  return op::complex(b, size.v, with_sign_of(select(is_middle, angle, far_angle), imag).v);
}

// source: Lanczos, SIAM J. Numer. Anal. 1 (1964); g = 7 and nine terms, P. Godfrey
constexpr double lanczos_g = 7, lanczos_base = 0.99999999999980993;
constexpr std::array lanczos = {676.5203681218851,     -1259.1392167224028,  771.32342877765313,
                                -176.61502916214059,   12.507343278686905,   -0.13857109526572012,
                                9.9843695780195716e-6, 1.5056327351493116e-7};

Real log_gamma(Real x) {
  Builder& b = *x.b;
  Real reflects = x < 0.5, z = select(reflects, -x, x - 1);
  Real sum = x.number(lanczos_base);
  for (size_t i = 0; i < lanczos.size(); ++i) {
    sum = sum + x.number(lanczos[i]) / (z + static_cast<double>(i) + 1);
  }
  Real t = z + (lanczos_g + 0.5);
  Real log_t = log1p(z / x.number(lanczos_g + 0.5)) + std::log(lanczos_g + 0.5);
  Real above = (z + 0.5 - t / log_t) * log_t + std::log(std::sqrt(2 * std::numbers::pi)) + log(sum);
  Real size = abs(x), part = size - floor(size);
  part = select(part > 0.5, part.number(1) - part, part);
  Real sine = log(sine_of_half_turns(part));
  Real is_number{&b, op::is_finite(b, sine.v)};
  Real below = select(is_number, x.number(std::log(std::numbers::pi)) - sine - above, -sine);
  Real out = select(reflects, below, above);
  return select(abs(x) == infinity, x.number(infinity), out);
}

Real digamma(Real x) {
  Real reflects = x < 0.5, z = select(reflects, -x, x - 1);
  Real above = x.number(0), below = x.number(lanczos_base);
  for (size_t i = 0; i < lanczos.size(); ++i) {
    Real at = z + static_cast<double>(i) + 1, term = x.number(lanczos[i]) / at;
    above = above - term / at;
    below = below + term;
  }
  Real t = z + (lanczos_g + 0.5);
  Real log_t = log1p(z / x.number(lanczos_g + 0.5)) + std::log(lanczos_g + 0.5);
  Real out = log_t + above / below - x.number(lanczos_g) / t;
  Real part = x + abs(floor(x + 0.5));
  Real angle = part * std::numbers::pi;
  Real turned = out - x.number(std::numbers::pi) * cos(angle) / sin(angle);
  out = select(reflects, turned, out);
  Real is_whole{x.b, op::eq(*x.b, floor(x).v, x.v)};
  return select(((x < 0) | (x == 0)) & is_whole, none(x), out);
}

template <size_t N>
Real polynomial(Real x, const std::array<double, N>& coefficients) {
  Real out = x.number(0);
  for (double c : coefficients) out = out * x + c;
  return out;
}

// source: Cephes, erfcf and ndtr (S. L. Moshier)
constexpr std::array erfc_near = {
    +2.326819970068386E-2, -1.387039388740657E-1, +3.687424674597105E-1,
    -5.824733027278666E-1, +6.210004621745983E-1, -4.944515323274145E-1,
    +3.404879937665872E-1, -2.741127028184656E-1, +5.638259427386472E-1};
constexpr std::array erfc_far = {
    -1.047766399936249E+1, +1.297719955372516E+1, -7.495518717768503E+0, +2.921019019210786E+0,
    -1.015265279202700E+0, +4.218463358204948E-1, -2.820767439740514E-1, +5.641895067754075E-1};
constexpr std::array erfc_p = {
    2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
    4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
    9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2};
constexpr std::array erfc_q = {1.0,
                               1.32281951154744992508E1,
                               8.67072140885989742329E1,
                               3.54937778887819891062E2,
                               9.75708501743205489753E2,
                               1.82390916687909736289E3,
                               2.24633760818710981792E3,
                               1.65666309194161350182E3,
                               5.57535340817727675546E2};
constexpr std::array erfc_r = {5.64189583547755073984E-1, 1.27536670759978104416E0,
                               5.01905042251180477414E0,  6.16021097993053585195E0,
                               7.40974269950448939160E0,  2.97886665372100240670E0};
constexpr std::array erfc_s = {1.0,
                               2.26052863220117276590E0,
                               9.39603524938001434673E0,
                               1.20489539808096656605E1,
                               1.70814450747565897222E1,
                               9.60896809063285878198E0,
                               3.36907645100081516050E0};

Real erfc(Real x) {
  Real size = max(abs(x), x.number(1)), fall = exp(-size * size), beyond = x.number(0);
  if (x.is_small()) {
    Real q = size.number(1) / size, y = q * q;
    beyond = fall * q * select(size < 2, polynomial(y, erfc_near), polynomial(y, erfc_far));
  } else {
    Real near = polynomial(size, erfc_p) / polynomial(size, erfc_q);
    Real away = polynomial(size, erfc_r) / polynomial(size, erfc_s);
    beyond = fall * select(size < 8, near, away);
  }
  beyond = select(x < 0, x.number(2) - beyond, beyond);
  return select(abs(x) > 1, beyond, x.number(1) - with(op::erf, x));
}

// Sums of Chebyshev polynomials, the highest first, by Clenshaw's recurrence; x between -2 and 2.
template <size_t N>
Real chebyshev(Real x, const std::array<double, N>& coefficients) {
  Real one = x.number(0), two = one, out = one;
  for (double c : coefficients) {
    two = one;
    one = out;
    out = x * one - two + c;
  }
  return (out - two) * 0.5;
}

// Of exp(-x) I1(x) / x between 0 and 8, in x / 2 - 2; of exp(-x) I1(x) sqrt(x) beyond, in
// 32 / x - 2. Computed with 50 digits by the sums over the zeros of a Chebyshev polynomial.
constexpr std::array i1_near = {
    2.7779141127610464e-18,  -2.1114212143581661e-17, 1.5536319577362005e-16,
    -1.1055969477353863e-15, 7.6006842947354069e-15,  -5.0421855047279117e-14,
    3.2237933659455747e-13,  -1.9839743977649437e-12, 1.1736186298890902e-11,
    -6.6634897235020277e-11, 3.625590281552117e-10,   -1.8872497517228293e-9,
    9.3815373864957718e-9,   -4.4450591287963281e-8,  2.0032947535521353e-7,
    -8.5687202646954547e-7,  3.4702513081376785e-6,   -1.3273163656039436e-5,
    4.7815651075500542e-5,   -0.00016176081582589675, 0.00051228595616857577,
    -0.0015135724506312531,  0.0041564229443128882,   -0.010564084894626198,
    0.024726449030626517,    -0.052945981208094991,   0.1026436586898471,
    -0.17641651835783406,    0.25258718644363365};
constexpr std::array i1_far = {
    -1.242193275194891e-18,  -9.3141788673268834e-19, 7.5172963108421048e-18,
    4.4143483230717079e-18,  -4.6503053684893583e-17, -3.209525921993424e-17,
    2.9626289976459501e-16,  3.3082023109209283e-16,  -1.8803547755107824e-15,
    -3.8144030724370078e-15, 1.0420276984128803e-14,  4.2724400167119514e-14,
    -2.1015418427726643e-14, -4.0835511110921973e-13, -7.1985517762459085e-13,
    2.0356285441470895e-12,  1.4125807436613781e-11,  3.2526035830154882e-11,
    -1.8974958123505412e-11, -5.5897434621965838e-10, -3.835380385964237e-9,
    -2.6314688468895195e-8,  -2.5122362378702089e-7,  -3.8825648088776904e-6,
    -0.00011058893876262372, -0.0097610974913614684,  0.77857623501828012};

Real bessel_i1e(Real given) {
  Real x = as(given, Dtype::f64), size = abs(x);
  Real near = chebyshev(size * 0.5 - 2, i1_near) * size;
  Real bound = max(size, size.number(8));
  Real beyond = chebyshev(bound.number(32) / bound - 2, i1_far) / sqrt(bound);
  Real out = select(size > 8, beyond, near);
  return as(with_sign_of(out, x), given.dtype());
}

constexpr HloRule rules[] = {
    {"chlo.acosh", of_numbers<inverse_hyperbolic_cosine, complex_acosh>},
    {"chlo.asinh", of_numbers<asinh, complex_asinh>},
    {"chlo.atanh", of_numbers<inverse_hyperbolic_tangent, complex_atanh>},
    {"chlo.bessel_i1e", in_f32<bessel_i1e>},
    {"chlo.cosh", of_numbers<hyperbolic_cosine, op::cosh>},
    {"chlo.digamma", in_f32<digamma>},
    {"chlo.erfc", in_f32<erfc>},
    {"chlo.lgamma", in_f32<log_gamma>},
    {"chlo.sinh", of_numbers<hyperbolic_sine, op::sinh>},
};

}  // namespace

std::span<const HloRule> special_rules() { return rules; }

}  // namespace rille
