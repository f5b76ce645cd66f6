// Real: arithmetic on real Vars in formulas.
#pragma once

#include <limits>

#include "jit/ops/families.h"

namespace rille {

// A real Var with arithmetic operators.
struct Real {
  Builder* b;
  Var v;

  Dtype dtype() const { return b->type(v).dtype(); }
  bool is_small() const { return dtype() == Dtype::f32; }
  Real number(double value) const { return {b, filled_like(*b, v, value)}; }
};

inline Real with(Var (*op)(Builder&, Var, Var), Real x, Real y) {
  return {x.b, op(*x.b, x.v, y.v)};
}
inline Real with(Var (*op)(Builder&, Var), Real x) { return {x.b, op(*x.b, x.v)}; }

inline Real operator+(Real x, Real y) { return with(op::add, x, y); }
inline Real operator-(Real x, Real y) { return with(op::sub, x, y); }
inline Real operator*(Real x, Real y) { return with(op::mul, x, y); }
inline Real operator/(Real x, Real y) { return with(op::div, x, y); }
inline Real operator-(Real x) { return with(op::neg, x); }
inline Real operator+(Real x, double y) { return x + x.number(y); }
inline Real operator-(Real x, double y) { return x - x.number(y); }
inline Real operator*(Real x, double y) { return x * x.number(y); }

inline Real operator>(Real x, double y) { return with(op::gt, x, x.number(y)); }
inline Real operator<(Real x, double y) { return with(op::lt, x, x.number(y)); }
inline Real operator>=(Real x, Real y) { return with(op::ge, x, y); }
inline Real operator>=(Real x, double y) { return x >= x.number(y); }
inline Real operator==(Real x, double y) { return with(op::eq, x, x.number(y)); }
inline Real operator&(Real x, Real y) { return with(op::bit_and, x, y); }
inline Real operator|(Real x, Real y) { return with(op::bit_or, x, y); }
inline Real select(Real condition, Real yes, Real no) {
  return {yes.b, op::select(*yes.b, condition.v, yes.v, no.v)};
}

inline Real abs(Real x) { return with(op::abs, x); }
inline Real sqrt(Real x) { return with(op::sqrt, x); }
inline Real exp(Real x) { return with(op::exp, x); }
inline Real log(Real x) { return with(op::log, x); }
inline Real expm1(Real x) { return with(op::expm1, x); }
inline Real log1p(Real x) { return with(op::log1p, x); }
inline Real sin(Real x) { return with(op::sin, x); }
inline Real cos(Real x) { return with(op::cos, x); }
inline Real sinh(Real x) { return with(op::sinh, x); }
inline Real cosh(Real x) { return with(op::cosh, x); }
inline Real atan2(Real y, Real x) { return with(op::atan2, y, x); }
inline Real max(Real x, Real y) { return with(op::max, x, y); }
inline Real min(Real x, Real y) { return with(op::min, x, y); }
inline Real as(Real x, Dtype dtype) {
  return x.dtype() == dtype ? x : Real{x.b, op::convert(*x.b, x.v, dtype)};
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Whether the sign bit is set, as in -0.
inline Real is_negative(Real x) {
  Dtype word = x.is_small() ? Dtype::i32 : Dtype::i64;
  Var bits = op::bitcast(*x.b, x.v, word);
  return {x.b, op::lt(*x.b, bits, filled_like(*x.b, bits, 0))};
}
inline Real with_sign_of(Real size, Real y) { return select(is_negative(y), -size, size); }

// n log x; 0 if n is 0, because then the factor is 0^0 = 1.
inline Real log_of_power(Real n, Real x) {
  Real is_none = (n == 0) & (x == 0);
  return n * log(select(is_none, x.number(1), x));
}

inline Real asinh(Real x) { return with(op::asinh, x); }

}  // namespace rille
