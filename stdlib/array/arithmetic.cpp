// Elementwise arithmetic and comparisons.
#include <array>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// The label of an operand; inside a builtin, an operand may be no argument of it.
int operand(int at) { return is_calling() ? -1 : at; }

void need_number(const Array& x, std::string_view what, int at = 0) {
  if (is_number(x.dtype())) return;
  throw Error(Code::dtype, str(what, ": got ", given(x), ", expected numbers"))
      .label(operand(at))
      .help(x.dtype() == Dtype::boolean ? "`i32(x)` converts bools to 0 and 1" : "");
}

Array numbers(const Op& op, const Array& x, const Array& y) {
  if (x.dtype() == Dtype::boolean && y.dtype() == Dtype::boolean) need_number(x, op.name);
  if (kind(x.dtype()) == DtypeKind::key) need_number(x, op.name);
  return binary(op, x, y);
}

std::array<Array, 2> together(const Array& x, const Array& y, std::string_view what) {
  std::array<Array, 2> both{x, y};
  promote_together(both);
  need_number(both[0], what);
  Shape shape = common_shape(both, what);
  for (Array& z : both) z = fit(z, shape);
  return both;
}

Array number_like(const Array& x, int number) {
  return fit(convert(number, x.dtype()), x.shape()).with_weak(x.is_weak());
}

// The elements where the result of a truncating division or remainder must be corrected.
Array signs_differ(const Array& rest, const Array& divisor) {
  Array zero = number_like(rest, 0);
  return logical_or(logical_and(lt(rest, zero), gt(divisor, zero)),
                    logical_and(gt(rest, zero), lt(divisor, zero)));
}

bool both_host(const Array& x, const Array& y) {
  auto host = [](const Array& z) { return z.is_weak() && z.rank() == 0 && is_integer(z.dtype()); };
  return host(x) && host(y);
}

// Host ints have no quotient by zero: raises the error, or records a check of a traced divisor.
void refuse_zero(const Array& x, const Array& y, std::string_view sign) {
  if (!both_host(x, y)) return;
  std::string message = str("`", sign, "` by zero");
  if (y.is_traced()) return check(ne(y, 0), "value", message);
  if (y.integer() == 0) throw Error(Code::value, message).label(1);
}

// The floor of the true quotient. If the true quotient reaches an integer, the rounded quotient
// does too, so the floor of the rounded quotient is at most 1 too large. It is too large if x -
// floor * y, rounded once, has the opposite sign of y. As in Python, x // inf is -1 if the signs
// differ, and inf // y is NaN.
Array floor_quotient(const Array& x, const Array& y) {
  if (bits(x.dtype()) < 32) {
    return as_dtype(floor_quotient(as_dtype(x, Dtype::f32), as_dtype(y, Dtype::f32)), x.dtype());
  }
  Array quotient = apply1(div_op, {x, y}), below = apply1(floor_op, {quotient});
  Array rest = apply1(fma_op, {apply1(neg_op, {below}), y, x});
  rest = apply1(select_op, {isinf(y), x, rest});
  Array less = apply1(sub_op, {below, number_like(below, 1)});
  Array out = apply1(select_op, {signs_differ(rest, y), less, below});
  Array nan = apply1(sub_op, {x, x});  // NaN for an infinite x
  Array none = logical_and(isinf(x), ne(y, number_like(y, 0)));
  return apply1(select_op, {none, nan, out});
}

// For a negative divisor, both operands are negated and the result is negated back. Adding 0
// changes -0 to 0, so that a zero also gets the sign of the divisor.
Array float_mod(const Array& x, const Array& y) {
  Array zero = number_like(x, 0), turned = lt(y, zero), size = apply1(abs_op, {y});
  Array rest = apply1(rem_op, {apply1(select_op, {turned, neg(x), x}), size});
  Array out = add(apply1(select_op, {lt(rest, zero), add(rest, size), rest}), zero);
  return apply1(select_op, {turned, neg(out), out});
}

Array floor_mod(const Array& x, const Array& y) {
  if (is_float(x.dtype())) return float_mod(x, y);
  Array rest = apply1(rem_op, {x, y});
  if (kind(x.dtype()) == DtypeKind::natural) return rest;
  return apply1(select_op, {signs_differ(rest, y), add(rest, y), rest});
}

}  // namespace

Array add(const Array& x, const Array& y) { return numbers(add_op, x, y); }
Array sub(const Array& x, const Array& y) { return numbers(sub_op, x, y); }
Array mul(const Array& x, const Array& y) { return numbers(mul_op, x, y); }

Array div(const Array& x, const Array& y) {
  if (is_inexact(x.dtype()) && x.type() == y.type()) return binary(div_op, x, y);
  std::array<Array, 2> both{x, y};
  promote_together(both);
  return binary(div_op, inexact(both[0]), inexact(both[1]));
}

Array floor_div(const Array& x, const Array& y) {
  refuse_zero(x, y, "//");
  auto [a, b] = together(x, y, "floor_div");
  if (kind(a.dtype()) == DtypeKind::natural) return apply1(div_op, {a, b});
  if (is_float(a.dtype())) return floor_quotient(a, b);
  Array rest = apply1(rem_op, {a, b});
  Array whole = apply1(div_op, {a, b});
  return apply1(select_op, {signs_differ(rest, b), sub(whole, number_like(whole, 1)), whole});
}

Array mod(const Array& x, const Array& y) {
  refuse_zero(x, y, "%");
  auto [a, b] = together(x, y, "mod");
  return floor_mod(a, b);
}

Array pow(const Array& x, const Array& y) {
  if (is_host_scalar(y) && is_integer(y.dtype()) && is_number(x.dtype())) {
    int64_t exponent = y.integer();
    if (exponent < 0 && is_integer(x.dtype())) {
      throw Error(Code::value, str("pow: the exponent of ", x.type(), " is ", exponent,
                                   ", expected an exponent >= 0"))
          .help("use a float, as in `2.0 ^ -1`");
    }
    // The code and attributes for each exponent are cached, so in eager code only small exponents
    // get code of their own.
    constexpr int64_t most = 64;
    if (!is_eager() || (-most <= exponent && exponent <= most)) {
      return apply1(integer_pow_op, {x}, {{"exponent", exponent}});
    }
  }
  if (y.is_weak() && y.rank() == 0 && is_integer(y.dtype())) {  // known only when the code runs
    if (is_inexact(x.dtype())) {
      return apply1(whole_pow_op, {x, fit(y.with_weak(false), x.shape())}).with_weak(x.is_weak());
    }
    if (is_integer(x.dtype()))
      check(ge(y, 0), "value", "an integer cannot be raised to a negative power");
  }
  return numbers(pow_op, x, y);
}

Array neg(const Array& x) {
  need_number(x, "neg");
  return apply1(neg_op, {x});
}

namespace {

void need_order(const Array& x, std::string_view what, int at) {
  if (kind(x.dtype()) != DtypeKind::key && !is_complex(x.dtype())) return;
  throw Error(Code::dtype, str(what, ": got ", given(x), ", expected bools or real numbers"))
      .label(operand(at));
}

Array ordered(const Op& op, const Array& x, const Array& y) {
  need_order(x, op.name, 0);
  need_order(y, op.name, 1);
  return binary(op, x, y);
}

}  // namespace

Array eq(const Array& x, const Array& y) { return binary(eq_op, x, y); }
Array ne(const Array& x, const Array& y) { return binary(ne_op, x, y); }
Array lt(const Array& x, const Array& y) { return ordered(lt_op, x, y); }
Array le(const Array& x, const Array& y) { return ordered(le_op, x, y); }
Array gt(const Array& x, const Array& y) { return ordered(gt_op, x, y); }
Array ge(const Array& x, const Array& y) { return ordered(ge_op, x, y); }

}  // namespace rille
