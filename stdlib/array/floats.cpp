// Float representation: trunc, signbit, frexp, ldexp, …
#include "stdlib/array/floats.h"

#include <limits>

#include "stdlib/array/apply_op.h"

namespace rille {

double largest_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f8e4m3: return 448;
    case Dtype::f8e5m2: return 57344;
    case Dtype::f16: return 65504;
    case Dtype::bf16: return 0x1.fep127;
    case Dtype::f32: return double{std::numeric_limits<float>::max()};
    default: return std::numeric_limits<double>::max();
  }
}

namespace {

Dtype int_like(Dtype dtype) {
  switch (bits(dtype)) {
    case 8: return Dtype::i8;
    case 16: return Dtype::i16;
    case 32: return Dtype::i32;
    default: return Dtype::i64;
  }
}

Array bits_of(const Array& x, Dtype dtype) { return apply1(bitcast_op, {x}, {{"dtype", dtype}}); }

// The layout of a 32-bit or 64-bit float.
struct FloatLayout {
  Dtype whole;      // the int dtype of the same width
  int64_t digits;   // number of fraction bits
  int64_t bias;     // exponent bias
  double smallest;  // smallest normal number
};
FloatLayout form_of(Dtype dtype) {
  if (dtype == Dtype::f64) return {Dtype::i64, 52, 1023, std::numeric_limits<double>::min()};
  return {Dtype::i32, 23, 127, double{std::numeric_limits<float>::min()}};
}

Array at_least_32(const Array& x) { return bits(x.dtype()) < 32 ? convert(x, Dtype::f32) : x; }

// 2 to the power of n, an i64 array between -1022 and 1023.
Array power_of_two(const Array& n) {
  return bits_of(shift_left(add(n, 1023), convert(Array(52), Dtype::i64)), Dtype::f64);
}

// For floats of at most 32 bits, one product in f64 is exact. For f64, every step except the last
// is exact. Exponents beyond the clipped range would yield 0 or infinity anyway.
Array scaled_by(const Array& x, const Array& given) {
  Array n = convert(given, Dtype::i64);
  if (bits(x.dtype()) < 64) {
    Array wide = convert(x, Dtype::f64);
    return convert(mul(wide, power_of_two(clip(n, Array(-1000), Array(1000)))), x.dtype());
  }
  Array out = x, rest = clip(n, Array(-3000), Array(3000));
  for (int step = 0; step < 3; ++step) {
    Array part = where(lt(rest, -1022), -969, minimum(rest, 1023));
    if (step == 2) part = clip(rest, Array(-1022), Array(1023));
    out = mul(out, power_of_two(part));
    rest = sub(rest, part);
  }
  return out;
}

Array ldexp(const Array& given, const Array& n) {
  Array x = inexact(given);
  bool is_weak = x.is_weak() && n.is_weak();
  if (x.is_weak() && !n.is_weak()) x = strong(x);
  return scaled_by(x.with_weak(false), n).with_weak(is_weak);
}

Arrays frexp(const Array& given) {
  Array x = inexact(given), wide = at_least_32(x).with_weak(false);
  FloatLayout is = form_of(wide.dtype());
  Array small = lt(abs(wide), is.smallest);
  auto up = static_cast<double>(int64_t{1} << is.digits);
  Array code = bits_of(where(small, mul(wide, up), wide), is.whole);
  Array digits = convert(Array(is.digits), is.whole);
  Array field = bits_and(shift_right(code, digits), 2 * is.bias + 1);
  Array n = sub(field, where(small, is.bias - 1 + is.digits, is.bias - 1));
  Array is_plain = logical_and(isfinite(wide), ne(wide, 0));
  n = convert(where(is_plain, n, 0), Dtype::i32);
  Array part = where(is_plain, scaled_by(wide, neg(n)), wide);
  if (!x.is_weak()) return {convert(part, x.dtype()), n};
  return {part.with_weak(true), convert(n, Dtype::i64).with_weak(true)};
}

Array signbit(const Array& x) {
  if (!is_float(x.dtype())) return x.dtype() == Dtype::boolean ? logical_and(x, false) : lt(x, 0);
  return lt(bits_of(x, int_like(x.dtype())), 0);
}

Array nextafter(const Array& x, const Array& y) {
  return binary(nextafter_op, inexact(x), inexact(y));
}

Array nan_to_num(const Array& x, const Array& nan, const std::optional<Array>& posinf,
                 const std::optional<Array>& neginf) {
  if (!is_inexact(x.dtype())) return x;
  if (is_complex(x.dtype())) {
    return complex(nan_to_num(real(x), nan, posinf, neginf),
                   nan_to_num(imag(x), nan, posinf, neginf));
  }
  constexpr double inf = std::numeric_limits<double>::infinity();
  Array out = where(isnan(x), as_dtype(nan, x.dtype()), x);
  Array high = posinf.value_or(Array(largest_of(x.dtype())));
  Array low = neginf.value_or(Array(-largest_of(x.dtype())));
  out = where(eq(x, inf), as_dtype(high, x.dtype()), out);
  return where(eq(x, -inf), as_dtype(low, x.dtype()), out);
}

Array trunc(const Array& x) { return is_float(x.dtype()) ? where(lt(x, 0), ceil(x), floor(x)) : x; }

}  // namespace

extern const Builtin trunc_builtin = {
    .signature = "trunc(x: real[...]) -> real[...]",
    .brief = "Truncates each element toward zero.",
    .errors = "error[dtype] if `x` is not numeric",
    .example = "trunc([1.7, -1.7])  #> [1, -1]",
    .source = "numpy.trunc",
    .call = bind<&trunc>,
};

extern const Builtin signbit_builtin = {
    .signature = "signbit(x: real[...]) -> bool[...]",
    .brief = "Tests whether the sign bit of each element is set, as in -0.0.",
    .errors = "error[dtype] if `x` is not numeric",
    .example = "signbit([-0.0, 0.0])  #> [true, false]",
    .source = "numpy.signbit",
    .call = bind<&signbit>,
};

extern const Builtin nextafter_builtin = {
    .signature = "nextafter(x: real[...], y: real[...]) -> float[...]",
    .brief = "Returns the next representable float after `x` in the direction of `y`.",
    .params = {{"y", "Direction of the step; broadcast against `x`."}},
    .errors = "error[dtype] if a float dtype has 8 bits",
    .example = "nextafter(1.0, 2.0)  #> 1.0000000000000002",
    .source = "numpy.nextafter",
    .call = bind<&nextafter>,
};

extern const Builtin ldexp_builtin = {
    .signature = "ldexp(x: real[...], n: int[...]) -> float[...]",
    .brief = "Computes x * 2^n, rounded once.",
    .params = {{"n", "Exponents; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "ldexp([0.5, 3.0], 2)  #> [2, 12]",
    .source = "numpy.ldexp",
    .call = bind<&ldexp>,
};

extern const Builtin frexp_builtin = {
    .signature = "frexp(x: real[...]) -> (float[...], int[...])",
    .brief =
        "Decomposes each element into mantissa and exponent. The result satisfies x = m * 2^n with "
        "0.5 ≤ |m| < 1.",
    .returns = "(m, n); for 0, inf, and NaN, m is the element itself and n is 0",
    .errors = "error[dtype] if `x` is not numeric",
    .example = "frexp([8.0, 3.0])  #> ([0.5, 0.75], [4, 2])",
    .source = "numpy.frexp",
    .call = bind<&frexp>,
};

extern const Builtin nan_to_num_builtin = {
    .signature =
        "nan_to_num(x: number[...], nan: real[...] = 0.0, posinf: real[...] = nil, neginf: "
        "real[...] = "
        "nil) -> number[...]",
    .brief = "Replaces NaN and infinities with finite numbers.",
    .params = {{"nan", "Replacement for NaN."},
               {"posinf", "Replacement for inf. If nil, the largest finite value of the dtype."},
               {"neginf", "Replacement for -inf. If nil, the lowest finite value of the dtype."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "nan_to_num([0.0 / 0.0, 1.0])  #> [0, 1]",
    .source = "numpy.nan_to_num",
    .call = bind<&nan_to_num>,
};

}  // namespace rille
