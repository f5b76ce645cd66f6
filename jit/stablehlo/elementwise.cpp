// Elementwise operations of StableHLO.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "jit/op.h"
#include "jit/ops/matrix.h"
#include "jit/ops/real.h"
#include "jit/ops/slopes.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

bool is_bool(Builder& b, Var x) { return b.type(x).dtype() == Dtype::boolean; }

template <auto F>
Vars unary(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  return {F(scope.b, in[0])};
}

// Operands of one type. Bools are one-bit numbers.
template <auto F>
Vars binary(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  if (scope.b.type(in[0]) != scope.b.type(in[1])) {
    refuse(op, str(op.name, " has operands of different types: ", scope.b.type(in[0]), " and ",
                   scope.b.type(in[1])));
  }
  return {F(scope.b, in[0], in[1])};
}

Var add(Builder& b, Var x, Var y) { return is_bool(b, x) ? op::bit_or(b, x, y) : op::add(b, x, y); }
Var multiply(Builder& b, Var x, Var y) {
  return is_bool(b, x) ? op::bit_and(b, x, y) : op::mul(b, x, y);
}
// Whether complex x > y, compared by the real parts, then by the imaginary parts.
Var is_above(Builder& b, Var x, Var y) {
  Var real = op::real(b, x), other = op::real(b, y);
  Var beside = op::bit_and(b, op::eq(b, real, other), op::gt(b, op::imag(b, x), op::imag(b, y)));
  return op::bit_or(b, op::gt(b, real, other), beside);
}

Var maximum(Builder& b, Var x, Var y) {
  if (is_complex(b.type(x).dtype())) return op::select(b, is_above(b, y, x), y, x);
  return is_bool(b, x) ? op::bit_or(b, x, y) : op::max(b, x, y);
}
Var minimum(Builder& b, Var x, Var y) {
  if (is_complex(b.type(x).dtype())) return op::select(b, is_above(b, x, y), y, x);
  return is_bool(b, x) ? op::bit_and(b, x, y) : op::min(b, x, y);
}

void need_whole(Builder& b, Var x) {
  if (is_integer(b.type(x).dtype())) return;
  throw Error(Code::dtype, str("expected integers, got ", b.type(x)));
}

template <auto Shift, auto DtypeKind>
Var shifted_as(Builder& b, Var x, Var y) {
  need_whole(b, x);
  Dtype dtype = b.type(x).dtype(), as = DtypeKind(dtype);
  if (as == dtype) return Shift(b, x, y);
  return op::bitcast(b, Shift(b, op::bitcast(b, x, as), op::bitcast(b, y, as)), dtype);
}

// Ties are rounded away from zero.
Var round_away(Builder& b, Var x) {
  Var size = op::abs(b, x), low = op::floor(b, size);
  Var up = op::ge(b, op::sub(b, size, low), filled_like(b, x, 0.5));
  Var out = op::add(b, low, op::select(b, up, filled_like(b, x, 1), filled_like(b, x, 0)));
  Var negative = op::lt(b, x, filled_like(b, x, 0));
  out = op::select(b, negative, op::neg(b, out), out);
  return op::select(b, op::eq(b, x, filled_like(b, x, 0)), x, out);  // -0 is kept
}

Var sign(Builder& b, Var x) {
  Dtype dtype = b.type(x).dtype();
  if (!is_complex(dtype)) return op::sign(b, x);
  Var size = op::abs(b, x), zero = filled_like(b, size, 0);
  Var nothing = op::eq(b, size, zero);
  Var by = op::select(b, nothing, filled_like(b, size, 1), size);
  return op::complex(b, op::div(b, op::real(b, x), by), op::div(b, op::imag(b, x), by));
}

Var imag(Builder& b, Var x) {
  return is_complex(b.type(x).dtype()) ? op::imag(b, x) : filled_like(b, x, 0);
}
// Both exponentials are halved inside, so that neither overflows unless the result does.
// source: the decompositions of CHLO, openxla/stablehlo
constexpr double log_half = -std::numbers::ln2;
Real hyperbolic_cosine(Real x) { return exp(x + log_half) + exp(-x + log_half); }
Real hyperbolic_sine(Real x) {
  Real less = expm1(x), near = (less + less / (less + 1)) * 0.5;
  return select(abs(x) < 1, near, exp(x + log_half) - exp(-x + log_half));
}

// A formula on real numbers, in f32 for narrower floats; complex numbers use the primitive.
template <auto Formula, auto OfComplex>
Var by_formula(Builder& b, Var x) {
  Dtype dtype = b.type(x).dtype();
  if (!is_float(dtype)) return OfComplex(b, x);
  Real wide = as({&b, x}, bits(dtype) < 32 ? Dtype::f32 : dtype);
  return as(Formula(wide), dtype).v;
}

// NaN at 0, where the primitive is infinite.
Var digamma(Builder& b, Var x) {
  Var none = filled_like(b, x, NAN), is_zero = op::eq(b, x, filled_like(b, x, 0));
  return op::select(b, is_zero, none, op::digamma(b, x));
}
Var square(Builder& b, Var x) { return op::mul(b, x, x); }
Var is_infinite(Builder& b, Var x) { return op::eq(b, op::abs(b, x), filled_like(b, x, infinity)); }
Var is_above_all(Builder& b, Var x) { return op::eq(b, x, filled_like(b, x, infinity)); }
Var is_below_all(Builder& b, Var x) { return op::eq(b, x, filled_like(b, x, -infinity)); }

// The population count: sums of pairs, then of four and eight bits, then of the bytes.
Var count_ones(Builder& b, Var given) {
  need_whole(b, given);
  Dtype dtype = b.type(given).dtype(), as = unsigned_of(dtype);
  Var x = as == dtype ? given : op::bitcast(b, given, as);
  auto and_with = [&](Var v, uint64_t mask) {
    auto held =
        static_cast<int64_t>(bits(dtype) < 64 ? mask & ((uint64_t{1} << bits(dtype)) - 1) : mask);
    Var low = op::fill(b, b.type(v).with(signed_of(dtype)), held);
    return op::bit_and(b, v, op::bitcast(b, low, as));
  };
  auto down = [&](Var v, int by) { return op::shift_right(b, v, whole_like(b, v, by)); };
  constexpr uint64_t twos = 0x5555555555555555, fours = 0x3333333333333333,
                     eights = 0x0f0f0f0f0f0f0f0f;
  x = op::sub(b, x, and_with(down(x, 1), twos));
  x = op::add(b, and_with(x, fours), and_with(down(x, 2), fours));
  if (bits(dtype) > 4) x = and_with(op::add(b, x, down(x, 4)), eights);
  for (int by = 8; by < bits(dtype); by *= 2) x = op::add(b, x, down(x, by));
  x = and_with(x, 0x7f);
  return as == dtype ? x : op::bitcast(b, x, dtype);
}

// Sets all bits below the highest one, and counts the remaining zeros.
Var count_leading_zeros(Builder& b, Var given) {
  need_whole(b, given);
  Dtype dtype = b.type(given).dtype(), as = unsigned_of(dtype);
  Var x = as == dtype ? given : op::bitcast(b, given, as);
  for (int by = 1; by < bits(dtype); by *= 2) {
    x = op::bit_or(b, x, op::shift_right(b, x, whole_like(b, x, by)));
  }
  Var ones = count_ones(b, op::bit_not(b, x));
  return as == dtype ? ones : op::bitcast(b, ones, dtype);
}

Vars compare(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  std::string direction = word_of(op, "comparison_direction", 0);
  std::string kind = word_of(op, "compare_type", 1);
  Var x = in[0], y = in[1];
  if (kind == "TOTALORDER" && is_float(b.type(x).dtype())) {
    x = total_order(b, x);
    y = total_order(b, y);
  }
  if (is_bool(b, x) && direction != "EQ" && direction != "NE") {
    Type type = b.type(x).with(Dtype::u8);
    x = op::convert(b, x, type.dtype());
    y = op::convert(b, y, type.dtype());
  }
  if (direction == "EQ") return {op::eq(b, x, y)};
  if (direction == "NE") return {op::ne(b, x, y)};
  if (direction == "LT") return {op::lt(b, x, y)};
  if (direction == "LE") return {op::le(b, x, y)};
  if (direction == "GT") return {op::gt(b, x, y)};
  if (direction == "GE") return {op::ge(b, x, y)};
  refuse(op, str("comparison direction ", direction, " is not supported"));
}

Vars select(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 3);
  Type type = scope.b.type(in[1]).with(Dtype::boolean);
  Var condition = spread(scope.b, in[0], type);
  return {op::select(scope.b, condition, in[1], in[2])};
}

Vars clamp(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 3);
  Type type = scope.b.type(in[1]);
  Var low = spread(scope.b, in[0], type), high = spread(scope.b, in[2], type);
  return {minimum(scope.b, maximum(scope.b, low, in[1]), high)};
}

Vars convert(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.types.empty()) refuse(op, "convert: missing result type");
  Builder& b = scope.b;
  Dtype to = op.types[0].dtype();
  Var x = in[0];
  if (is_complex(b.type(x).dtype()) && !is_complex(to)) x = op::real(b, x);
  if (b.type(x).dtype() == to) return {x};
  return {op::convert(b, x, to)};
}

// One element has the bits of several narrower ones along a last axis, the lowest bits first.
Vars bitcast_convert(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  if (op.types.empty()) refuse(op, "bitcast_convert: missing result type");
  Builder& b = scope.b;
  Type from = b.type(in[0]), to = op.types[0];
  if (from.dtype() == to.dtype()) return {in[0]};
  int wide = bits(from.dtype()), narrow = bits(to.dtype());
  if (wide == narrow) return {op::bitcast(b, in[0], to.dtype())};
  if (is_complex(from.dtype()) || is_complex(to.dtype())) {
    refuse(op, "bitcast_convert between complex and real types is not supported");
  }
  // The type whose last axis forms one element of the other type.
  const Type& parts = wide > narrow ? to : from;
  bool fits = parts.rank() > 0 &&
              parts.shape().back().number() * std::min(wide, narrow) == std::max(wide, narrow);
  if (!fits)
    refuse(op, str("bitcast_convert: ", from, " and ", to, " have different numbers of bits"));
  if (wide > narrow) {
    Var x = op::bitcast(b, in[0], unsigned_of(from.dtype()));
    Type all(unsigned_of(from.dtype()), to.shape());
    x = op::broadcast(b, x, to.shape(), {to.rank() - 1});
    Var place = op::iota(b, all, to.rank() - 1);
    Var by = op::mul(b, place, op::fill(b, all, int64_t{narrow}));
    x = op::convert(b, op::shift_right(b, x, by), unsigned_of(to.dtype()));
    return {op::bitcast(b, x, to.dtype())};
  }
  Var x = op::bitcast(b, in[0], unsigned_of(from.dtype()));
  x = op::convert(b, x, unsigned_of(to.dtype()));
  Type all = b.type(x);
  Var by = op::mul(b, op::iota(b, all, all.rank() - 1), op::fill(b, all, int64_t{wide}));
  x = op::sum(b, op::shift_left(b, x, by), {all.rank() - 1});
  return {op::bitcast(b, x, to.dtype())};
}

// The layout of a float.
struct Precision {
  int exponent, mantissa;
};

Precision precision_of(Dtype dtype) {
  int mantissa = dtype == Dtype::f64      ? 52
                 : dtype == Dtype::f32    ? 23
                 : dtype == Dtype::f16    ? 10
                 : dtype == Dtype::bf16   ? 7
                 : dtype == Dtype::f8e4m3 ? 3
                                          : 2;
  return {bits(dtype) - 1 - mantissa, mantissa};
}

// The nearest float with this number of exponent and mantissa bits; ties go to even. Overflow
// results in infinity, underflow in zero.
Var rounded_to(Builder& b, Var given, Precision to) {
  Dtype dtype = b.type(given).dtype(), as = unsigned_of(dtype);
  Precision own = precision_of(dtype);
  Var x = op::bitcast(b, given, as);
  Type type = b.type(x);
  auto bits_of = [&](uint64_t held) {
    Var v = op::fill(b, type.with(signed_of(dtype)),
                     static_cast<int64_t>(held << (64 - bits(as))) >> (64 - bits(as)));
    return op::bitcast(b, v, as);
  };
  if (to.mantissa < own.mantissa) {
    int cut = own.mantissa - to.mantissa;
    uint64_t last = uint64_t{1} << cut;
    Var odd =
        op::shift_right(b, op::bit_and(b, x, bits_of(last)), bits_of(static_cast<uint64_t>(cut)));
    Var up = op::add(b, odd, bits_of(last / 2 - 1));
    x = op::bit_and(b, op::add(b, x, up), bits_of(~(last - 1)));
  }
  if (to.exponent < own.exponent) {
    uint64_t sign_bit = uint64_t{1} << (bits(dtype) - 1);
    uint64_t exponent_bits = ((uint64_t{1} << own.exponent) - 1) << own.mantissa;
    uint64_t bias = (uint64_t{1} << (own.exponent - 1)) - 1;
    uint64_t reduced = (uint64_t{1} << (to.exponent - 1)) - 1;
    Var its = op::bit_and(b, x, bits_of(exponent_bits));
    Var sign_of = op::bit_and(b, x, bits_of(sign_bit));
    Var large = op::gt(b, its, bits_of((bias + reduced) << own.mantissa));
    Var small = op::le(b, its, bits_of((bias - reduced) << own.mantissa));
    x = op::select(b, large, op::bit_or(b, sign_of, bits_of(exponent_bits)), x);
    x = op::select(b, small, sign_of, x);
  }
  Var nan = op::ne(b, given, given);
  return op::select(b, nan, given, op::bitcast(b, x, dtype));
}

// Its derivative is 1, as for a conversion.
Vars reduce_precision(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  Precision to{};
  if (const HloAttr* format = op.attrs.find({"format"})) {
    if (std::sscanf(format->text.c_str(), "e%dm%d", &to.exponent, &to.mantissa) != 2) {
      refuse(op, str("reduce_precision: invalid format ", format->text));
    }
  } else {
    to.exponent = static_cast<int>(integer_of(op, {"exponent_bits"}));
    to.mantissa = static_cast<int>(integer_of(op, {"mantissa_bits"}));
  }
  Dtype dtype = b.type(in[0]).dtype();
  if (!is_float(dtype)) refuse(op, str("reduce_precision: expected floats, got ", b.type(in[0])));
  if (to.exponent < 1 || to.mantissa < 0) {
    refuse(op, "reduce_precision: expected at least 1 exponent bit and 0 mantissa bits");
  }
  Precision own = precision_of(dtype);
  if (to.exponent >= own.exponent && to.mantissa >= own.mantissa) return in;
  return {with_slope(
      b, in, [&](Builder& c, const Vars& x) { return rounded_to(c, x[0], to); },
      [](Builder& c, const Vars& x, Var) { return op::fill(c, c.type(x[0]), 1.0); })};
}

Vars make_complex(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  return {op::complex(scope.b, in[0], in[1])};
}

Vars same(HloScope&, const HloOp&, const Vars& in) { return in; }

// NaN if n is not an integer.
Vars polygamma(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  Var nan = op::fill(b, b.type(in[0]), std::numeric_limits<double>::quiet_NaN());
  Var is_whole = op::eq(b, in[0], op::floor(b, in[0]));
  return {op::select(b, is_whole, op::polygamma(b, in[0], in[1]), nan)};
}

// The upper half of a product of twice the width; 64-bit factors are split into halves.
Vars high_product(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 2);
  Builder& b = scope.b;
  Type type = b.type(in[0]);
  if (!is_integer(type.dtype())) refuse(op, str("mulhi: expected integers, got ", type));
  auto shifted = [&](Var x, int by) { return op::shift_right(b, x, whole_like(b, x, by)); };
  bool is_signed = signed_of(type.dtype()) == type.dtype();
  if (bits(type.dtype()) < 64) {
    Dtype wide = is_signed ? Dtype::i64 : Dtype::u64;
    Var all = op::mul(b, op::convert(b, in[0], wide), op::convert(b, in[1], wide));
    return {op::convert(b, shifted(all, bits(type.dtype())), type.dtype())};
  }
  auto low = [&](Var x) { return op::bit_and(b, x, whole_like(b, x, 0xFFFFFFFF)); };
  Var x = in[0], y = in[1];
  Var x0 = low(x), x1 = shifted(x, 32), y0 = low(y), y1 = shifted(y, 32);
  Var first = op::bitcast(b, op::mul(b, x0, y0), Dtype::u64);  // of unsigned halves
  first = op::bitcast(b, shifted(first, 32), type.dtype());
  Var middle = op::add(b, op::mul(b, x1, y0), first);
  Var other = op::add(b, op::mul(b, x0, y1), low(middle));
  Var high = op::add(b, op::mul(b, x1, y1), op::add(b, shifted(middle, 32), shifted(other, 32)));
  return {high};
}

constexpr HloRule elementwise_table[] = {
    {"abs", unary<op::abs>},
    {"add", binary<add>},
    {"and", binary<op::bit_and>},
    {"atan2", binary<op::atan2>},
    {"bitcast_convert", bitcast_convert},
    {"cbrt", unary<op::cbrt>},
    {"ceil", unary<op::ceil>},
    {"clamp", clamp},
    {"compare", compare},
    {"complex", make_complex},
    {"convert", convert},
    {"cosine", unary<op::cos>},
    {"count_leading_zeros", unary<count_leading_zeros>},
    {"divide", binary<op::div>},
    {"exponential", unary<op::exp>},
    {"exponential_minus_one", unary<op::expm1>},
    {"floor", unary<op::floor>},
    {"imag", unary<imag>},
    {"is_finite", unary<op::is_finite>},
    {"log", unary<op::log>},
    {"log_plus_one", unary<op::log1p>},
    {"logistic", unary<op::logistic>},
    {"maximum", binary<maximum>},
    {"minimum", binary<minimum>},
    {"multiply", binary<multiply>},
    {"negate", unary<op::neg>},
    {"not", unary<op::bit_not>},
    {"optimization_barrier", same},
    {"or", binary<op::bit_or>},
    {"popcnt", unary<count_ones>},
    {"power", binary<op::pow>},
    {"real", unary<real_of>},
    {"reduce_precision", reduce_precision},
    {"remainder", binary<op::rem>},
    {"round_nearest_afz", unary<round_away>},
    {"round_nearest_even", unary<op::round>},
    {"rsqrt", unary<op::rsqrt>},
    {"select", select},
    {"shift_left", binary<op::shift_left>},
    {"shift_right_arithmetic", binary<shifted_as<op::shift_right, signed_of>>},
    {"shift_right_logical", binary<shifted_as<op::shift_right, unsigned_of>>},
    {"sign", unary<sign>},
    {"sine", unary<op::sin>},
    {"sqrt", unary<op::sqrt>},
    {"subtract", binary<op::sub>},
    {"tan", unary<op::tan>},
    {"tanh", unary<op::tanh>},
    {"xor", binary<op::bit_xor>},
    {"chlo.acos", unary<op::acos>},
    {"chlo.acosh", unary<op::acosh>},
    {"chlo.asin", unary<op::asin>},
    {"chlo.asinh", unary<op::asinh>},
    {"chlo.atan", unary<op::atan>},
    {"chlo.atanh", unary<op::atanh>},
    {"chlo.bessel_i1e", unary<op::i1e>},
    {"chlo.conj", unary<conjugated>},
    {"chlo.cosh", unary<by_formula<hyperbolic_cosine, op::cosh>>},
    {"chlo.digamma", unary<digamma>},
    {"chlo.erf", unary<op::erf>},
    {"chlo.erf_inv", unary<op::erf_inv>},
    {"chlo.erfc", unary<op::erfc>},
    {"chlo.is_inf", unary<is_infinite>},
    {"chlo.is_neg_inf", unary<is_below_all>},
    {"chlo.is_pos_inf", unary<is_above_all>},
    {"chlo.lgamma", unary<op::gammaln>},
    {"chlo.next_after", binary<op::nextafter>},
    {"chlo.mulhi", high_product},
    {"chlo.polygamma", polygamma},
    {"chlo.sinh", unary<by_formula<hyperbolic_sine, op::sinh>>},
    {"chlo.square", unary<square>},
    {"chlo.tan", unary<op::tan>},
    {"chlo.zeta", binary<op::zeta>},
};

}  // namespace

std::span<const HloRule> elementwise_rules() { return elementwise_table; }

Var total_order(Builder& b, Var x) {
  Dtype as = signed_of(b.type(x).dtype());
  Var whole_bits = op::bitcast(b, x, as);
  Var zero = whole_like(b, whole_bits, 0);
  int64_t most = bits(as) == 64 ? INT64_MAX : (int64_t{1} << (bits(as) - 1)) - 1;
  Var turned = op::bit_xor(b, whole_bits, whole_like(b, whole_bits, most));
  return op::select(b, op::lt(b, whole_bits, zero), turned, whole_bits);
}

Var combined(Builder& b, std::string_view name, Var x, Var y) {
  if (name == "add") return add(b, x, y);
  if (name == "multiply") return multiply(b, x, y);
  if (name == "maximum") return maximum(b, x, y);
  if (name == "minimum") return minimum(b, x, y);
  if (name == "and") return op::bit_and(b, x, y);
  if (name == "or") return op::bit_or(b, x, y);
  if (name == "xor") return op::bit_xor(b, x, y);
  return {};
}

}  // namespace rille
