// Writes elementwise primitives as StableHLO text.
#include <bit>

#include "jit/op.h"
#include "jit/ops/real.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

// An operation whose operands have the type of the result.
HloValues same(HloWriter& w, const HloNode& n) { return {w.same(n.word, n.in)}; }

// An operation with the types of its operands and result.
HloValues typed(HloWriter& w, const HloNode& n) {
  return {w.made(str(n.word, " ", hlo_operands(n.in.size())), n.in, hlo_type(n.result()))};
}

HloValues unchanged(HloWriter&, const HloNode& n) { return n.in; }

HloValues absolute(HloWriter& w, const HloNode& n) {
  if (kind(n.dtype()) == DtypeKind::natural) return n.in;
  return is_complex(n.dtype()) ? typed(w, n) : same(w, n);
}

HloValues sign(HloWriter& w, const HloNode& n) {
  if (kind(n.dtype()) != DtypeKind::natural) return same(w, n);
  return {w.same("stablehlo.minimum", {n.in[0], w.number(n.given(0), int64_t{1})})};
}

// For bools: `or` and `and`.
HloValues extreme(HloWriter& w, const HloNode& n) {
  if (n.dtype() != Dtype::boolean) return same(w, n);
  return {w.same(n.node.op == &max_op ? "stablehlo.or" : "stablehlo.and", n.in)};
}

HloValues shift_right(HloWriter& w, const HloNode& n) {
  bool is_signed = kind(n.dtype()) == DtypeKind::integer;
  return {w.same(is_signed ? "stablehlo.shift_right_arithmetic" : "stablehlo.shift_right_logical",
                 n.in)};
}

// For keys: compares both words.
HloValue words_compared(HloWriter& w, const HloNode& n) {
  HloValue each = w.compared(n.word, n.in[0], n.in[1]);
  bool all = n.word == "EQ";
  HloValue start = w.number(Type(Dtype::boolean, Shape{}), all);
  std::string what = str("stablehlo.reduce($0 init: $1) applies stablehlo.", all ? "and" : "or",
                         " across dimensions = [", each.type.rank() - 1, "]");
  return w.made(what, {each, start}, n.result());
}

HloValues equal(HloWriter& w, const HloNode& n) {
  return {n.of_keys() ? words_compared(w, n) : w.compared(n.word, n.in[0], n.in[1])};
}

// The order is false < true: one operand is negated and combined with the other.
HloValues ordered(HloWriter& w, const HloNode& n) {
  if (n.dtype() != Dtype::boolean) return {w.compared(n.word, n.in[0], n.in[1])};
  bool turns_first = n.word == "LT" || n.word == "LE", is_strict = n.word[1] == 'T';
  HloValue turned = w.same("stablehlo.not", {n.in[turns_first ? 0 : 1]});
  HloValue other = n.in[turns_first ? 1 : 0];
  return {w.same(is_strict ? "stablehlo.and" : "stablehlo.or", {turned, other})};
}

HloValues select(HloWriter& w, const HloNode& n) {
  HloValue condition = n.in[0];
  const Type& type = n.in[1].type;
  if (n.of_keys(1)) {
    Ints dims;
    for (int64_t axis = 0; axis < condition.type.rank(); ++axis) dims.push_back(axis);
    condition = w.made(str("stablehlo.broadcast_in_dim $0, dims = ", hlo_ints(dims)), {condition},
                       type.with(Dtype::boolean));
  }
  return w.lines(
      str("stablehlo.select $0, $1, $2 : ", hlo_text(condition.type), ", ", hlo_text(type)),
      {condition, n.in[1], n.in[2]}, {type});
}

HloValues convert(HloWriter& w, const HloNode& n) {
  HloValue x = n.in[0];
  Type out = hlo_type(n.result());
  if (is_complex(n.dtype()) && !is_complex(out.dtype())) {
    x = w.made("stablehlo.real $0", {x}, x.type.with(part_of(n.dtype())));
  }
  return {x.type == out ? x : w.made("stablehlo.convert $0", {x}, out)};
}

// The parts of a c64 are the halves of a 64-bit number, with the real part in the low half; and the
// inverse.
Vars halves_parts(Builder& b, const Node& node) {
  Dtype to = node.attrs.dtype("dtype"), from = b.type(node.in[0]).dtype();
  if (is_complex(from)) {
    auto wide = [&](Var part) {
      return op::convert(b, op::bitcast(b, part, Dtype::u32), Dtype::u64);
    };
    Var low = wide(op::real(b, node.in[0])), high = wide(op::imag(b, node.in[0]));
    high = op::shift_left(b, high, op::fill(b, b.type(high), int64_t{32}));
    Var both = op::bit_or(b, low, high);
    return {to == Dtype::u64 ? both : op::bitcast(b, both, to)};
  }
  Var both = from == Dtype::u64 ? node.in[0] : op::bitcast(b, node.in[0], Dtype::u64);
  Var high = op::shift_right(b, both, op::fill(b, b.type(both), int64_t{32}));
  auto part = [&](Var half) {
    return op::bitcast(b, op::convert(b, half, Dtype::u32), Dtype::f32);
  };
  return {op::complex(b, part(both), part(high))};
}

HloValues bitcast(HloWriter& w, const HloNode& n) {
  Dtype from = n.dtype(), to = n.result().dtype();
  if (from == to) return n.in;
  if (is_complex(from) || is_complex(to)) return w.by_parts(n, halves_parts);
  return {w.made("stablehlo.bitcast_convert $0", n.in, n.result())};
}

// The multiplications of the reference, in the same order; narrow floats are rounded once at the
// end.
HloValues integer_pow(HloWriter& w, const HloNode& n) {
  int64_t exponent = n.attrs().integer("exponent");
  Type own = n.given(0);
  bool is_small = is_float(own.dtype()) && bits(own.dtype()) < 32;
  Type type = is_small ? own.with(Dtype::f32) : own;
  if (exponent == 0) return {w.number(own, int64_t{1})};
  if (exponent == 1) return n.in;
  auto count = exponent < 0 ? 0 - static_cast<uint64_t>(exponent) : static_cast<uint64_t>(exponent);
  HloValue x = is_small ? w.made("stablehlo.convert $0", n.in, type) : n.in[0], out = x;
  for (int bit = static_cast<int>(std::bit_width(count)) - 2; bit >= 0; --bit) {
    out = w.same("stablehlo.multiply", {out, out});
    if ((count >> bit & 1) != 0) out = w.same("stablehlo.multiply", {out, x});
  }
  if (exponent < 0) out = w.same("stablehlo.divide", {w.number(type, int64_t{1}), out});
  return {is_small ? w.made("stablehlo.convert $0", {out}, own) : out};
}

// One iteration per bit of the absolute exponent, from the highest bit, as in the reference.
Vars whole_pow_parts(Builder& b, const Node& node) {
  Type own = b.type(node.in[0]), whole = b.type(node.in[1]);
  bool is_small = is_float(own.dtype()) && bits(own.dtype()) < 32;
  Type type = is_small ? own.with(Dtype::f32) : own, natural = whole.with(Dtype::u64);
  Var x = is_small ? op::convert(b, node.in[0], Dtype::f32) : node.in[0];
  Var power = node.in[1], zero = op::fill(b, whole, int64_t{0});
  Var is_negative = op::lt(b, power, zero);
  Var size = op::bitcast(b, op::select(b, is_negative, op::neg(b, power), power), Dtype::u64);
  Var bit_numbers = op::reverse(b, op::iota(b, Type(Dtype::u64, Shape{64}), 0), {0});
  Builder turn;
  Var base = turn.param(type), bits_of = turn.param(natural), now = turn.param(type);
  Var bit = turn.param(Type(Dtype::u64, Shape{}));
  Ints all;
  for (int64_t axis = 0; axis < natural.rank(); ++axis) all.push_back(axis);
  Var by = all.empty() ? bit : op::broadcast(turn, bit, natural.shape(), all);
  Var one = op::fill(turn, natural, int64_t{1});
  Var is_set = op::eq(turn, op::bit_and(turn, op::shift_right(turn, bits_of, by), one), one);
  Var square = op::mul(turn, now, now);
  Var next = op::select(turn, is_set, op::mul(turn, square, base), square);
  auto body = std::make_shared<const Graph>(std::move(turn).finish({next}));
  Var ones = op::fill(b, type, 1.0);
  LoopInputs in{{x, size}, {ones}, {bit_numbers}};
  Var out = op::scan(b, in, body, Extent(64), false)[0];
  out = op::select(b, is_negative, op::div(b, ones, out), out);
  return {is_small ? op::convert(b, out, own.dtype()) : out};
}

// An exact sum and an exact product of two numbers: the rounded result and its rounding error.
// source: Knuth, TAOCP 2, 4.2.2; Dekker, Numer. Math. 18 (1971)
struct ErrorFreeResult {
  Real result, rest;
};
ErrorFreeResult exact_sum(Real x, Real y) {
  Real sum = x + y, part = sum - x;
  return {sum, (x - (sum - part)) + (y - part)};
}
ErrorFreeResult exact_product(Real x, Real y) {
  auto high_of = [](Real v) {
    Real wide = v * 134217729.0;  // 2^27 + 1
    return wide - (wide - v);
  };
  Real product = x * y, x1 = high_of(x), y1 = high_of(y), x2 = x - x1, y2 = y - y1;
  return {product, ((x1 * y1 - product) + x1 * y2 + x2 * y1) + x2 * y2};
}

// Narrow floats are rounded once at the end.
Vars sech_squared_parts(Builder& b, const Node& node) {
  Real x{&b, node.in[0]};
  Dtype own = x.dtype();
  if (bits(own) < 32) x = as(x, Dtype::f32);
  Real e = exp(abs(x) * -2), more = e + 1;
  return {as(e * 4 / (more * more), own).v};
}

// A product of f32 is exact in f64. The sum in f64 is rounded to odd, so that only the last
// rounding counts. For f64, the rounding errors of product and sum are added once, if all parts are
// in range.
Vars fma_parts(Builder& b, const Node& node) {
  Real x{&b, node.in[0]}, y{&b, node.in[1]}, z{&b, node.in[2]};
  if (x.dtype() == Dtype::f32) {
    Real product = as(x, Dtype::f64) * as(y, Dtype::f64);
    auto [sum, rest] = exact_sum(product, as(z, Dtype::f64));
    Var word = op::bitcast(b, sum.v, Dtype::i64);
    Var zero = filled_like(b, word, 0), one = filled_like(b, word, 1);
    Var is_even = op::eq(b, op::bit_and(b, word, one), zero);
    Real is_open{&b, op::bit_and(b, is_even, op::ne(b, rest.v, rest.number(0).v))};
    Real up{&b, op::eq(b, (rest > 0).v, (sum > 0).v)};
    Var moved = op::select(b, up.v, op::add(b, word, one), op::sub(b, word, one));
    Real odd{&b, op::bitcast(b, moved, Dtype::f64)};
    Real is_number{&b, op::is_finite(b, rest.v)};
    return {as(select(is_open & is_number, odd, sum), Dtype::f32).v};
  }
  auto [product, lost] = exact_product(x, y);
  auto [sum, rest] = exact_sum(product, z);
  Real fine = sum + (rest + lost), is_number{&b, op::is_finite(b, fine.v)};
  return {select(is_number, fine, product + z).v};
}

// Sampling functions use a variant that an attribute marks.
HloValues erf_inv(HloWriter& w, const HloNode& n) {
  return n.attrs().empty() ? hlo_of_chlo(w, n) : hlo_chlo_composite(w, n);
}

HloValues log1p(HloWriter& w, const HloNode& n) {
  return n.attrs().empty() ? same(w, n) : w.composite(n, same);
}

constexpr HloWriteRule elementwise_written[] = {
    {"abs", absolute, "stablehlo.abs"},
    {"acos", hlo_of_chlo, "chlo.acos"},
    {"add", same, "stablehlo.add"},
    {"asin", hlo_of_chlo, "chlo.asin"},
    {"atan", hlo_of_chlo, "chlo.atan"},
    {"atan2", same, "stablehlo.atan2"},
    {"bit_and", same, "stablehlo.and"},
    {"bit_not", same, "stablehlo.not"},
    {"bit_or", same, "stablehlo.or"},
    {"bit_xor", same, "stablehlo.xor"},
    {"bitcast", bitcast},
    {"cbrt", same, "stablehlo.cbrt"},
    {"ceil", same, "stablehlo.ceil"},
    {"complex", typed, "stablehlo.complex"},
    {"convert", convert},
    {"checkpoint_name", unchanged},
    {"cos", same, "stablehlo.cosine"},
    {"cosh", hlo_chlo_composite, "chlo.cosh"},
    {"div", same, "stablehlo.divide"},
    {"eq", equal, "EQ"},
    {"erf", hlo_of_chlo, "chlo.erf"},
    {"erf_inv", erf_inv, "chlo.erf_inv"},
    {"exp", same, "stablehlo.exponential"},
    {"expm1", same, "stablehlo.exponential_minus_one"},
    {"floor", same, "stablehlo.floor"},
    {"fma", composed<fma_parts>},
    {"ge", ordered, "GE"},
    {"gt", ordered, "GT"},
    {"imag", typed, "stablehlo.imag"},
    {"integer_pow", integer_pow},
    {"is_finite", typed, "stablehlo.is_finite"},
    {"le", ordered, "LE"},
    {"log", same, "stablehlo.log"},
    {"log1p", log1p, "stablehlo.log_plus_one"},
    {"logistic", same, "stablehlo.logistic"},
    {"lt", ordered, "LT"},
    {"max", extreme, "stablehlo.maximum"},
    {"min", extreme, "stablehlo.minimum"},
    {"mul", same, "stablehlo.multiply"},
    {"ne", equal, "NE"},
    {"neg", same, "stablehlo.negate"},
    {"nextafter", hlo_of_chlo, "chlo.next_after"},
    {"pow", same, "stablehlo.power"},
    {"real", typed, "stablehlo.real"},
    {"rem", same, "stablehlo.remainder"},
    {"round", same, "stablehlo.round_nearest_even"},
    {"rsqrt", same, "stablehlo.rsqrt"},
    {"sech_squared", composed<sech_squared_parts>},
    {"select", select},
    {"shift_left", same, "stablehlo.shift_left"},
    {"shift_right", shift_right},
    {"sign", sign, "stablehlo.sign"},
    {"sin", same, "stablehlo.sine"},
    {"sinh", hlo_chlo_composite, "chlo.sinh"},
    {"sqrt", same, "stablehlo.sqrt"},
    {"stop_gradient", unchanged},
    {"sub", same, "stablehlo.subtract"},
    {"tan", same, "stablehlo.tan"},
    {"tanh", same, "stablehlo.tanh"},
    {"whole_pow", composed<whole_pow_parts>},
};

}  // namespace

HloValues hlo_of_chlo(HloWriter& w, const HloNode& n) {
  std::string types;
  for (const HloValue& v : n.in) types += str(types.empty() ? "" : ", ", hlo_text(v.type));
  Type out = hlo_type(n.result());
  std::string what = str(n.word, " ", hlo_operands(n.in.size()), " : ", types, " -> ");
  return w.lines(what + hlo_text(out), n.in, {out});
}

HloValues hlo_chlo_composite(HloWriter& w, const HloNode& n) { return w.composite(n, hlo_of_chlo); }

std::span<const HloWriteRule> written_elementwise() { return elementwise_written; }

}  // namespace rille
