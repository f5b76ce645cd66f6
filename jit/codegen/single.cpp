// Elementary functions of floats in f32 arithmetic.
#include "jit/codegen/single.h"

#include <limits>

#include "jit/codegen/far.h"
#include "jit/codegen/functions.h"
#include "jit/codegen/registers.h"
#include "jit/codegen/values.h"
#include "vm/numbers/formulas.h"
#include "vm/text.h"

// Range reductions are the usual ones (Muller, Elementary Functions, 2016). The coefficients are
// minimax fits, rounded to f32; tests/peers/minimax.py computes them, and prints the maximum error
// relative to the function that is stated here.
namespace rille::single {
namespace {

using formula::infinity, formula::polynomial;

constexpr double log2_e = 0x1.715476p+0, ln2 = 0x1.62e430p-1;

// (e^r - 1 - r) / r^2 on |r| <= ln 2 / 2: 3.2e-9
constexpr double exp_tail[] = {0x1.fffffcp-2, 0x1.55548cp-3, 0x1.555858p-5, 0x1.123dep-7,
                               0x1.6ac74ep-10};
// (log(1 + f) - f) / f^2 on [-1/4, 1/2]: 5.4e-9
constexpr double log_tail[] = {-0x1.0p-1,      0x1.5555acp-2,  -0x1.000082p-2,
                               0x1.99671cp-3,  -0x1.54d6cap-3, 0x1.2874ccp-3,
                               -0x1.0e857ep-3, 0x1.b1c6eep-4,  -0x1.790fe6p-5};
// sin(r) / r - 1 in r^2 - 5/4, |r| <= 1.002 pi/2: 6.8e-9
constexpr double sin_middle = 1.25;
constexpr double sin_tail[] = {-0x1.90c7bp-3, -0x1.2c8726p-3, 0x1.f3087ap-8, -0x1.841c02p-13,
                               0x1.5d239cp-19};
// (tanh(t) - t) / t^3 in t^2, |t| <= ln 2: 6.2e-10
constexpr double tanh_tail[] = {-0x1.55555p-2, 0x1.110f5cp-3,  -0x1.b9bdc2p-5,
                                0x1.619bep-6,  -0x1.0317c4p-7, 0x1.f59e8ap-10};
// Eight intervals of a width of 0.534 around multiples of it: a center whose erf is close to a
// float, that float, and (erf(center + d) - erf(center)) / d - 1 as a polynomial in d: 1.1e-8
constexpr double erf_width = 0.534;
constexpr double erf_center[] = {0x0.0p+0,      0x1.113d88p-1, 0x1.118476p+0, 0x1.99b004p+0,
                                 0x1.11953cp+1, 0x1.55d8c6p+1, 0x1.990ebap+1, 0x1.df38d6p+1};
constexpr double erf_at_center[] = {0x0.0p+0,      0x1.19637ep-1, 0x1.bd08c8p-1, 0x1.f3e7d8p-1,
                                    0x1.feb79ep-1, 0x1.ffeb3p-1,  0x1.ffff3p-1,  0x1.fffffcp-1};
constexpr double erf_slope[][8] = {
    {0x1.06eba8p-3, -0x1.35d17ep-3, -0x1.4783c4p-1, -0x1.d36338p-1, -0x1.fa0184p-1, -0x1.ff89ep-1,
     -0x1.fffa92p-1, -0x1.ffffe2p-1},
    {-0x1.81b5e2p-26, -0x1.cfcf3p-2, -0x1.8a37f8p-2, -0x1.1d94a4p-3, -0x1.99f798p-6, -0x1.3b7afap-9,
     -0x1.15821ap-13, -0x1.cfa90cp-19},
    {-0x1.8126fp-2, -0x1.f2bd38p-4, 0x1.3b9c8ap-3, 0x1.ea6746p-4, 0x1.041d7ep-5, 0x1.0528cep-8,
     0x1.191e68p-12, 0x1.170e1ap-17},
    {-0x1.cf84fep-16, 0x1.77a3ecp-3, 0x1.791726p-5, -0x1.93fe78p-5, -0x1.a36e62p-6, -0x1.28276ap-8,
     -0x1.926a84p-12, -0x1.e163ep-17},
    {0x1.cf5006p-4, -0x1.4d6b16p-9, -0x1.0de5fp-4, -0x1.1dbc7cp-8, 0x1.94fac4p-7, 0x1.dc33b4p-9,
     0x1.af2822p-12, 0x1.3dd6bp-16},
    {-0x1.5f7a68p-10, -0x1.82aa02p-5, 0x1.560438p-7, 0x1.f6c8bp-7, -0x1.d6414cp-10, -0x1.0a1a46p-9,
     -0x1.6cd294p-12, -0x1.6969c4p-16},
    {-0x1.8b4e82p-6, 0x1.cbcdfcp-8, 0x1.8f8eacp-7, -0x1.7b8eb4p-8, -0x1.d7f0a6p-10, 0x1.5b89eap-11,
     0x1.b13e44p-13, 0x1.39a4f4p-16}};

Vec capped(Vec x, double most) { return select(x > most, most, x); }

// ln(2^k (1 + f)) for f from -1/4 to 1/2. One rounded ln 2 suffices: its error, times k, is below
// a tenth of an ulp.
Vec log_of_parts(Vec k, Vec f) { return fma(k, ln2, fma(f * f, polynomial(f, log_tail), f)); }

// x - n pi, with pi in three parts. The first difference is exact.
Vec less_multiple_of_pi(Vec x, Vec n) {
  constexpr double pi[] = {0x1.921fb6p+1, -0x1.777a5cp-24, -0x1.ee59dap-49};
  for (double part : pi) x = fma(n, -part, x);
  return x;
}

// The polynomial is in r^2 - 5/4, whose rounding error is small at both ends.
Vec sin_near(Vec r) { return fma(r, polynomial(fma(r, r, r.of(-sin_middle)), sin_tail), r); }

// Where |x| > furthest for one element or more, the function of f64 is called for all, and its
// results count for these elements.
constexpr double furthest = 1e5;

using Wide = Vec (*)(Vec);

Vec with_far(Vec x, Vec size, Vec near, const char* name, Wide wide) {
  Builder_& b = *x.b;
  llvm::Function* function = b.GetInsertBlock()->getParent();
  auto* slow = llvm::BasicBlock::Create(b.getContext(), "far", function);
  auto* done = llvm::BasicBlock::Create(b.getContext(), "near", function);
  llvm::BasicBlock* from = b.GetInsertBlock();
  llvm::Value* is_far = (size > furthest).v;
  b.CreateCondBr(is_far->getType()->isVectorTy() ? b.CreateOrReduce(is_far) : is_far, slow, done);
  b.SetInsertPoint(slow);
  auto body = [&](Builder_& inside, llvm::ArrayRef<llvm::Value*> in) {
    Vec given{&inside, in[0]}, kept{&inside, in[1]};
    llvm::Type* type = in[0]->getType();
    Vec doubles = given.make(inside.CreateFPExt(given.v, like(inside.getDoubleTy(), in[0])));
    Vec out = given.make(inside.CreateFPTrunc(wide(doubles).v, type));
    return select(abs(given) > furthest, out, kept).v;
  };
  llvm::Value* out = call_function(b, str("far ", name), x.v->getType(), {x.v, near.v}, body);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  llvm::PHINode* either = b.CreatePHI(x.v->getType(), 2);
  either->addIncoming(near.v, from);
  either->addIncoming(out, slow);
  return x.make(either);
}

constexpr int64_t sign_bit = -(int64_t{1} << 31);

}  // namespace

// e^x = 2^n e^r.
Vec exp(Vec x) {
  constexpr double lowest = -104, shifter = scaling_shifter;
  constexpr double ln2_high = 0x1.62e4p-1, ln2_low = 0x1.7f7d1cp-20;
  Vec held = capped(x, 89), one = x.of(1);
  if (!is_masked(x)) held = select(x < lowest, 0.0, held);
  Vec shifted = fma(held, log2_e, x.of(shifter)), n = shifted - shifter;
  Vec r = fma(n, -ln2_low, fma(n, -ln2_high, held));
  Vec power = fma(fma(polynomial(r, exp_tail), r, one), r, one);
  return scaled_from(x, lowest, power, shifted);
}

Vec log(Vec x) {
  BinaryParts at = binary_parts(x);
  return log_of_parts(at.k, at.m - 1.0);
}

// 1 + x = 2^k (1 + f), where f is x 2^-k + (2^-k - 1), rounded once. 2^-k may be subnormal;
// 2^(2 - k) is not.
Vec log1p(Vec x) {
  constexpr int64_t three_quarters = 0x3f400000;  // its bits
  constexpr int64_t one = int64_t{1} << 23;       // of an exponent
  Vec u = 1.0 + x;
  Bits above = bits_of(u) - three_quarters, exponent = above & -one;
  Vec k = whole_number(above >> 23, x);
  Vec scale = float_of(exponent.of(129 * one) - exponent, x);
  Vec f = fma(x * 0.25, scale, fma(scale, 0.25, x.of(-1)));
  k = select(x < -1.0, -std::numeric_limits<double>::quiet_NaN(), select(x == -1.0, -infinity, k));
  Vec out = log_of_parts(k, f);
  out = select(abs(x) < 0x1p-24, x, out);
  return select(x < infinity, out, x);
}

// x = n pi + r, and sin x is (-1)^n sin r.
Vec sin(Vec x) {
  constexpr double shifter = formula::float_form.shifter;
  Vec size = abs(x), shifted = fma(size, 0x1.45f306p-2, x.of(shifter));
  Vec near = sin_near(less_multiple_of_pi(size, shifted - shifter));
  Bits sign = (bits_of(shifted) << 31) ^ (bits_of(x) & sign_bit);
  return with_far(x, size, float_of(bits_of(near) ^ sign, x), "sin", formula::sin);
}

// x = (n + 1/2) pi + r, and the last bit of the shifter makes the sign that of -(-1)^n.
Vec cos(Vec x) {
  constexpr double shifter = formula::float_form.shifter + 1;
  Vec size = abs(x), shifted = fma(size, 0x1.45f306p-2, x.of(-0.5)) + shifter;
  Vec near = sin_near(less_multiple_of_pi(size, (shifted - shifter) + 0.5));
  Bits sign = bits_of(shifted) << 31;
  return with_far(x, size, float_of(bits_of(near) ^ sign, x), "cos", formula::cos);
}

// |x| = n 2 ln 2 + t and s = 16^n: tanh |x| = 1 - (1 - T) / ((s + 1) / 2 + T (s - 1) / 2) with
// T = tanh t. For n = 0 the first and the second 1 are 0, which leaves T.
Vec tanh(Vec x) {
  constexpr double shifter = 0x1.8p23 + 32;  // the bits of n + 32, shifted, are those of 2 s
  Vec size = capped(abs(x), 9.1);
  Vec shifted = fma(size, log2_e / 2, x.of(shifter));
  Vec t = fma(shifted - shifter, -2 * ln2, size), z = t * t;
  Vec part = fma(t * z, polynomial(z, tanh_tail), t);
  Vec twice = float_of(bits_of(shifted) << 25, x);
  Vec under = fma(twice, 0.25, x.of(-0.5)), over = fma(twice, 0.25, x.of(0.5));
  Vec base = select(under < 1.0, under, x.of(1));
  return with_sign(base - (base - part) / fma(part, under, over), x);
}

Vec erf(Vec x) {
  constexpr double shifter = formula::float_form.shifter;
  Vec size = capped(abs(x), 4);
  Bits interval = bits_of(fma(size, 1 / erf_width, x.of(shifter)));
  auto at = [&](std::span<const double, 8> table) { return looked_up(table, interval, x); };
  Vec d = size - at(erf_center);
  constexpr size_t last = std::size(erf_slope) - 1;
  Vec slope = at(erf_slope[last]);
  for (size_t i = last; i-- > 0;) slope = fma(slope, d, at(erf_slope[i]));
  return with_sign(at(erf_at_center) + fma(d, slope, d), x);
}

}  // namespace rille::single
