// The difference of digamma between two numbers.
#pragma once

#include <array>

#include "jit/ops/real.h"
#include "jit/ops/slopes.h"

namespace rille {

// digamma(a + b) - digamma(a) for a > 0, a + b > 0, without cancellation: 16 steps of the
// recurrence, then the asymptotic series, each term of which is a multiple of b. source: NIST
// DLMF 5.5.2, 5.11.2
inline Real positive_digamma_gap(Real a, Real b) {
  constexpr std::array terms = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                1.0 / 132, -691.0 / 32760, 1.0 / 12};
  constexpr int steps = 16;
  Real sum = b / a / (a + b), one = a.number(1);
  for (int j = 1; j < steps; ++j) sum = sum + b / (a + j) / (a + b + j);
  Real from = a + steps, u = one / from, v = one / (from + b), less = b * u * v;
  Real near = u * u, far = v * v, value = a.number(0), change = value;
  for (size_t k = terms.size(); k-- > 0;) {
    change = value + far * change;
    value = near * value + terms[k];
  }
  change = value + far * change;
  // 1/2 (u - v) plus the difference of the series is (u - v) (1/2 + (u + v) change)
  return sum + log1p(b / from) + less * ((u + v) * change + 0.5);
}

inline Real digamma_gap(Real a, Real b) {
  Real is_in = (a > 0) & ((a + b) > 0), one = a.number(1);
  Real in = positive_digamma_gap(select(is_in, a, one), select(is_in, b, one));
  Real p = select(is_in, one, a), q = select(is_in, one, b);
  return select(is_in, in, with(op::digamma, p + q) - with(op::digamma, p));
}

// digamma_gap of Vars; narrow floats are computed in f64.
inline Var digamma_gap(Builder& b, Var from, Var by) {
  Dtype own = b.type(from).dtype();
  Real gap = digamma_gap(as(Real{&b, from}, Dtype::f64), as(Real{&b, by}, Dtype::f64));
  return as(gap, own).v;
}

}  // namespace rille
