// exp, log, tanh, sin … by range reduction and polynomials.
#include "jit/codegen/math.h"

#include "jit/codegen/erf_inv.h"
#include "jit/codegen/far.h"
#include "jit/codegen/functions.h"
#include "jit/codegen/lanes.h"
#include "jit/codegen/logarithms.h"
#include "jit/codegen/peer.h"
#include "jit/codegen/registers.h"
#include "jit/codegen/single.h"
#include "jit/codegen/values.h"
#include "jit/codegen/vec.h"
#include "vm/numbers/formulas.h"
#include "vm/text.h"

// Those of host numbers stand in vm/numbers/formulas.h; here are the others, made in the same way.
namespace rille {
namespace {

constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;

using formula::by_ln2, formula::expm1, formula::expm1_of, formula::pow, formula::positive,
    formula::pow_of_size, formula::tan;
using formula::infinity, formula::nan, formula::polynomial, formula::within;

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

Vec exp(Vec x) { return is_single(x) ? single::exp(x) : formula::exp(x); }
Vec sin(Vec x) { return is_single(x) ? single::sin(x) : formula::sin(x); }
Vec cos(Vec x) { return is_single(x) ? single::cos(x) : formula::cos(x); }
Vec log(Vec x) { return is_single(x) ? single::log(x) : formula::log(x); }
Vec log1p(Vec x) { return is_single(x) ? single::log1p(x) : logarithms::log1p(x); }
Vec peer_log(Vec x) { return is_single(x) ? peer::log(x) : formula::log(x); }

Vec peer_log1p(Vec x) { return is_single(x) ? peer::log1p(x) : logarithms::log1p(x); }

// 1 / (1 + s (1 + t)) of floats, where e^-x is s (1 + t): one sum, rounded once. Where s is large
// the one is added to t instead, as 1 / s, or it would be lost, and s is taken 2^-40 times, or it
// would overflow. Where the result is 0 it is no product that underflows, which is slow.
Vec logistic_of_floats(Vec x) {
  constexpr double less = 0x1p-40, shifter = formula::float_form.shifter;
  Vec y = within(-x, -30.0, 105.0), none = x.of(0.0);
  Mask is_far = y > 16.0;
  formula::ExpReduction<Vec> at = by_ln2(y);
  Vec shifted = at.shifted - select(is_far, 40.0, none);
  Vec scale = formula::power_of_two(shifted),
      inverse = formula::power_of_two(2 * shifter - shifted);
  Vec tail = fma(inverse, select(is_far, less, none), formula::expm1_reduced(at.r));
  Vec out = 1.0 / fma(tail, scale, select(is_far, 0.0, x.of(1.0)) + scale);
  return out * select(x < -105.0, 0.0, select(is_far, less, x.of(1.0)));
}

// e^-x would overflow where the result is still a number.
Vec logistic(Vec x) {
  if (is_single(x)) return logistic_of_floats(x);
  Vec e = exp(-abs(x));
  return select(x < 0.0, e, 1.0) / (1.0 + e);
}

// No power of e overflows, and no digit of 1 - tanh^2 cancels.
Vec sech_squared(Vec x) {
  Vec e = exp(-2.0 * abs(x));
  return 4.0 * e / fma(e, e + 2.0, x.of(1.0));
}

Vec tanh(Vec x) { return is_single(x) ? single::tanh(x) : formula::tanh(x); }

Vec sinh(Vec x) {
  Vec size = abs(x), t = expm1_of(by_ln2(select(size > 40.0, 40.0, size)));
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
  Mask left = has_sign(x);
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
  if (is_single(x)) return single::erf(x);
  Vec size = abs(x);
  Vec near = fma(size, polynomial(size * size, erf_near), size);
  Vec t = within(size, 1.0, 6.0);
  Vec u = (1.0 / (1.0 + 0.5 * t) - 11.0 / 24) * (24.0 / 5);
  Vec far = 1.0 - exp(-(t * t)) * polynomial(u, erf_far);
  return with_sign(select(is_nan(x), x, select(size < 1.0, near, far)), x);
}

Vec peer_erf_inv(Vec x) { return peer::erf_inv(x, is_single(x) ? x : log(1.0 - x * x)); }

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

Vec as_double(Vec x) { return x.make(x.b->CreateFPExt(x.v, like(x.b->getDoubleTy(), x.v))); }
Vec as_float(Vec x) { return x.make(x.b->CreateFPTrunc(x.v, like(x.b->getFloatTy(), x.v))); }

// Of floats the logarithm is a double: the error of its product with y, 2^-45 at most, is far
// below a float's.
Vec pow_of_floats(Vec x, Vec y) {
  Vec ln = formula::log(as_double(positive(x)));
  return pow_of_size(x, y, as_float(exp(as_double(y) * ln)));
}

using One = Vec (*)(Vec);

// Null: it is no function of one float.
One function_of(Scalar name) {
  switch (name) {
    case Scalar::exp: return exp;
    case Scalar::expm1: return expm1;
    case Scalar::log: return log;
    case Scalar::log1p: return log1p;
    case Scalar::peer_log: return peer_log;
    case Scalar::peer_log1p: return peer_log1p;
    case Scalar::tanh: return tanh;
    case Scalar::sinh: return sinh;
    case Scalar::cosh: return cosh;
    case Scalar::sin: return sin;
    case Scalar::cos: return cos;
    case Scalar::tan: return tan;
    case Scalar::atan: return atan;
    case Scalar::asin: return asin;
    case Scalar::acos: return acos;
    case Scalar::logistic: return logistic;
    case Scalar::sech_squared: return sech_squared;
    case Scalar::erf: return erf;
    case Scalar::cbrt: return cbrt;
    case Scalar::erf_inv: return erf_inv;
    case Scalar::peer_erf_inv: return peer_erf_inv;
    case Scalar::asinh: return logarithms::asinh;
    case Scalar::acosh: return logarithms::acosh;
    case Scalar::atanh: return logarithms::atanh;
    case Scalar::exp2: return logarithms::exp2;
    case Scalar::log2: return logarithms::log2;
    case Scalar::log10: return logarithms::log10;
    default: return nullptr;
  }
}

// Those of vm/numbers/special.def.
bool is_special(Scalar name) {
  switch (name) {
#define SPECIAL1(name) case Scalar::name:
#define SPECIAL2(name) case Scalar::name:
#define SPECIAL3(name) case Scalar::name:
#include "vm/numbers/special.def"
    return true;
    default: return false;
  }
}

Vec value_of(Scalar name, llvm::ArrayRef<Vec> x, bool is_single) {
  if (is_special(name)) return each_lane(str("rille_", text(name)), x);
  if (name == Scalar::atan2) return atan2(x[0], x[1]);
  if (name == Scalar::pow) return is_single ? pow_of_floats(x[0], x[1]) : pow(x[0], x[1]);
  return function_of(name)(x[0]);
}

}  // namespace

llvm::Value* math_function(Builder_& b, Scalar name, Dtype dtype, llvm::ArrayRef<llvm::Value*> in) {
  if (!is_float(dtype)) return nullptr;
  if (name == Scalar::rsqrt) return rsqrt({&b, in[0]}).v;
  bool two = name == Scalar::pow || name == Scalar::atan2;
  if (function_of(name) == nullptr && !two && !is_special(name)) return nullptr;
  bool is_single = dtype != Dtype::f64, has_form = name == Scalar::pow;
  has_form = has_form || facts_of(name).answer == ScalarFacts::Reproducibility::floats;
  bool widened = is_single && !has_form;
  auto body = [&](Builder_& inside, llvm::ArrayRef<llvm::Value*> args) {
    llvm::SmallVector<Vec, 3> x;
    for (llvm::Value* v : args) {
      x.push_back(widened ? as_double({&inside, v}) : Vec{&inside, v});
    }
    Vec out = value_of(name, x, is_single);
    return (widened ? as_float(out) : out).v;
  };
  return call_function(b, std::string(text(name)), in[0]->getType(), in, body);
}

}  // namespace rille
