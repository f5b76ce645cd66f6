// The derivative of a gamma sample by the shape parameter.
#include "stdlib/rng/gammas.h"
#include "stdlib/transform/loops.h"

// Implicit reparameterization keeps the CDF P(a, x) constant, so dx/da = -(dP/da) / density. P and
// its derivative by a are computed by a power series if x is small compared to a, and by a
// continued fraction otherwise. Both have the factor x^a exp(-x) / gamma(a) of the density, which
// cancels. source: Figurnov et al., Implicit reparameterization gradients, NeurIPS 2018; the sums
// of Cephes' igam and igamc, differentiated term by term; they are truncated as in
// jax.lax.random_gamma_grad
namespace rille::rng {
namespace {

Array like(const Array& x, double value) { return full(x.shape(), value, x.dtype()); }

// Terms c = x^n / ((a + 1) … (a + n)), their sum, and the derivatives of both by a.
Array by_series(const Array& a, const Array& x, const Array& wanted, double unit) {
  enum { goes, r, c, sum, dc, dsum };
  LoopCarry begin{wanted, a, like(a, 1), like(a, 1), like(a, 0), like(a, 0)};
  auto turn = [&](const LoopCarry& at) {
    Array next = add(at[r], 1.0), ratio = div(x, next);
    Array slope = sub(mul(at[dc], ratio), div(mul(at[c], x), mul(next, next)));
    Array term = mul(at[c], ratio), dwhole = add(at[dsum], slope);
    Array more = gt(abs(div(slope, dwhole)), unit);
    return LoopCarry{more, next, term, add(at[sum], term), slope, dwhole};
  };
  LoopCarry end = run_while_loop(begin, [](const LoopCarry& at) { return at[goes]; }, turn);
  Array growth = sub(log(x), apply1(digamma_op, {add(a, 1.0)}));
  return div(mul(neg(add(end[dsum], mul(end[sum], growth))), x), a);
}

// Numerator p and denominator q of one convergent, and their derivatives by a.
struct Convergent {
  Array p, q, dp, dq;
};

// The quotient, its derivative by a, and the change of the derivative in the last step. If q is 0,
// the previous values are kept.
struct ConvergentRatio {
  Array value, slope, change;
};

ConvergentRatio quotient_of(const Convergent& now, const ConvergentRatio& last) {
  Array is_there = ne(now.q, 0.0);
  Array value = where(is_there, div(now.p, now.q), last.value);
  Array slope = where(is_there, div(sub(now.dp, mul(value, now.dq)), now.q), last.slope);
  return {value, slope, where(is_there, abs(sub(slope, last.slope)), like(slope, 1))};
}

// The recurrence of the convergents: z times the last one minus y c times the one before.
Convergent next_fraction(const Convergent& last, const Convergent& before, const Array& z,
                         const Array& y, const Array& c) {
  Array yc = mul(y, c);
  auto step = [&](const Array& near, const Array& far) { return sub(mul(near, z), mul(far, yc)); };
  auto moved = [&](const Array& near, const Array& dnear, const Array& far, const Array& dfar) {
    return add(sub(step(dnear, dfar), near), mul(far, c));
  };
  return {step(last.p, before.p), step(last.q, before.q),
          moved(last.p, last.dp, before.p, before.dp), moved(last.q, last.dq, before.q, before.dq)};
}

Array by_fraction(const Array& a, const Array& x, const Array& wanted, double unit) {
  constexpr double most = 2000;  // maximum number of steps
  auto all_of = [](const Convergent& f) { return LoopCarry{f.p, f.q, f.dp, f.dq}; };
  auto fraction_at = [](const LoopCarry& at, size_t i) {
    return Convergent{at[i], at[i + 1], at[i + 2], at[i + 3]};
  };
  Array one = like(x, 1), none = like(x, 0), y = sub(1.0, a), z = add(add(x, y), 1.0);
  Convergent before{one, x, none, none}, last{add(x, 1.0), mul(z, x), none, neg(x)};
  ConvergentRatio first{div(last.p, last.q), none, none};
  first.slope = div(sub(last.dp, mul(first.value, last.dq)), last.q);
  LoopCarry begin{wanted, first.value, first.slope, y, z, none};
  for (const Convergent& f : {before, last}) {
    for (const Array& part : all_of(f)) begin.push_back(part);
  }
  auto turn = [&](const LoopCarry& at) {
    Array c = add(at[5], 1.0), y = add(at[3], 1.0), z = add(at[4], 2.0);
    Convergent before = fraction_at(at, 6), last = fraction_at(at, 10);
    Convergent now = next_fraction(last, before, z, y, c);
    ConvergentRatio made = quotient_of(now, {at[1], at[2], {}});
    Array factor = where(gt(abs(now.p), 1 / unit), like(x, unit), like(x, 1));
    LoopCarry out{logical_and(gt(made.change, unit), lt(c, most)), made.value, made.slope, y, z, c};
    for (const Convergent& f : {last, now}) {
      for (const Array& part : all_of(f)) out.push_back(mul(part, factor));
    }
    return out;
  };
  LoopCarry end = run_while_loop(begin, [](const LoopCarry& at) { return at[0]; }, turn);
  Array growth = sub(log(x), apply1(digamma_op, {a}));
  return mul(add(end[2], mul(end[1], growth)), x);
}

}  // namespace

Array gamma_slope(const Array& a, const Array& x) {
  FloatBits form = bits_of(a.dtype());
  double largest = a.dtype() == Dtype::f64 ? 0x1.fffffffffffffp+1023 : 0x1.fffffep+127;
  Array outside = logical_or(lt(x, 0.0), le(a, 0.0)), unknown = logical_or(isnan(a), isnan(x));
  Array is_zero = eq(x, 0.0), far = logical_and(gt(x, 1.0), gt(x, a));
  Array density = sub(sub(mul(a, log(x)), x), apply1(gammaln_op, {a}));  // log(x * density)
  Array is_lost = lt(density, -std::log(largest));
  Array open = logical_not(logical_or(logical_or(outside, unknown), logical_or(is_zero, is_lost)));
  Array near = by_series(a, x, logical_and(open, logical_not(far)), form.unit());
  Array beyond = by_fraction(a, x, logical_and(open, far), form.unit());
  Array out = where(is_zero, like(x, 0), where(far, beyond, near));
  return where(logical_or(outside, unknown), like(x, std::nan("")), out);
}

}  // namespace rille::rng
