// Formulas with a given derivative.
#pragma once

#include <memory>

#include "jit/ops/families.h"

namespace rille {

// f(in), a function of in[0]; the other inputs are already related to in[0], like its result.
// slope(in, y) is the derivative with respect to in[0], because differentiating the steps of f
// would lose digits or overflow.
template <class F, class D>
Var with_slope(Builder& b, const Vars& in, F f, D slope) {
  Builder primal, moved;
  Vars at, from;
  for (Var x : in) at.push_back(primal.param(b.type(x)));
  Var value = f(primal, at);
  Region first = std::make_shared<const Graph>(std::move(primal).finish({value}));
  for (Var x : in) from.push_back(moved.param(b.type(x)));
  Var y = moved.param(b.type(in[0]));
  Vars dx;
  for (Var x : in) dx.push_back(moved.param(b.type(x)));
  Var dy = op::mul(moved, slope(moved, from, y), dx[0]);
  Region second = std::make_shared<const Graph>(std::move(moved).finish({dy}));
  return b.emit(custom_jvp_op, in, {{"of_result", true}}, {first, second})[0];
}

// f(x) computed in f64 for narrower floats and rounded once; for rare computations.
template <class F>
Var by_doubles(Builder& b, Var x, F f) {
  Dtype own = b.type(x).dtype();
  if (own == Dtype::f64) return f(b, x);
  return op::convert(b, f(b, op::convert(b, x, Dtype::f64)), own);
}

}  // namespace rille
