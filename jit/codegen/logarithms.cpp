// Logarithms, powers of two and inverse hyperbolics.
#include "jit/codegen/logarithms.h"

#include <numbers>

#include "jit/codegen/peer.h"
#include "vm/numbers/formulas.h"

namespace rille::logarithms {
namespace {

using formula::infinity, formula::nan;
using std::numbers::ln2;

constexpr double ln2_low = 0x1.abc9e3b39803fp-56;  // ln 2 less ln2

// What a sum of these left out, exactly (two-sum).
Vec lost(Vec a, Vec b, Vec sum) {
  Vec back = sum - a;
  return (a - (sum - back)) + (b - back);
}

// ln x times a number given in two parts: powers of the base come out whole.
Vec log_over(Vec x, double high, double low) {
  formula::DoubleDouble<Vec> ln = formula::log_pair(formula::positive(x));
  Vec out = ln.high * high;
  out = out + (fma(ln.high, high, -out) + fma(ln.low, high, ln.high * low));
  out = select(x == 0.0, -infinity, select(x == infinity, x, out));
  return select((x < 0.0) | is_nan(x), nan, out);
}

}  // namespace

Vec log1p(Vec x) {
  Vec u = 1.0 + x;
  Vec out = formula::log(u) + lost(x.of(1.0), x, u) / u;
  out = select(abs(x) < 0x1p-53, x, out);
  out = select(x == -1.0, -infinity, out);
  return select((x == infinity) | is_nan(x), x, out);
}

// log(x + sqrt(x^2 + 1)), from x + (sqrt(x^2 + 1) - 1); far out log(2x).
Vec asinh(Vec x) {
  Vec size = abs(x);
  auto far = size > 0x1p28;
  Vec held = select(far, 1.0, size), square = held * held;
  Vec near = log1p(held + square / (1.0 + sqrt(1.0 + square)));
  Vec out = select(far, formula::log(size) + ln2, near);
  return with_sign(select(size < 0x1p-28, size, out), x);
}

// With t = x - 1: log(1 + t + sqrt(2t + t^2)).
Vec acosh(Vec x) {
  auto far = x > 0x1p28;
  Vec t = select(far, 1.0, x) - 1.0;
  Vec near = log1p(t + sqrt(fma(t, t, 2.0 * t)));
  Vec out = select(far, formula::log(x) + ln2, near);
  return select((x < 1.0) | is_nan(x), nan, out);
}

// log((1 + x) / (1 - x)) / 2.
Vec atanh(Vec x) {
  Vec size = abs(x), twice = size + size;
  Vec out = 0.5 * log1p(twice / (1.0 - size));
  out = select(size < 0x1p-28, size, select(size == 1.0, infinity, out));
  return select((size > 1.0) | is_nan(x), nan, with_sign(out, x));
}

// x = n + r, |r| <= 1/2, and e^(r ln 2).
Vec exp2(Vec x) {
  const formula::FloatConstants& form = formula::form_of(x);
  auto none = x < -1080.0;
  Vec held = select(none, 0.0, select(x > 1030.0, 1030.0, x));
  Vec shifted = held + form.shifter, r = held - (shifted - form.shifter);
  Vec turn = r * ln2, rest = fma(r, ln2, -turn) + r * ln2_low;
  Vec power = 1.0 + (formula::expm1_reduced(turn) + rest);
  return select(none, 0.0, scaled(power, shifted));
}

Vec log2(Vec x) { return log_over(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56); }
Vec log10(Vec x) { return log_over(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57); }

}  // namespace rille::logarithms
