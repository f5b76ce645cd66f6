// The derivative that asin and acos share.
#pragma once

#include "jit/ops/slopes.h"

namespace rille {

// 1 / sqrt((1 - x) (1 + x)), whose derivative is x times its cube. No digit of 1 - x is lost near
// the ends of the range, and none of x near 0.
inline Var arc_slope(Builder& b, Var x) {
  auto slope = [](Builder& c, const Vars& in) {
    Var one = filled_like(c, in[0], 1);
    return op::rsqrt(c, op::mul(c, op::sub(c, one, in[0]), op::add(c, one, in[0])));
  };
  if (is_complex(b.type(x).dtype())) {  // a root for each factor, because the square may overflow
    Var one = filled_like(b, x, 1);
    Var less = op::rsqrt(b, op::sub(b, one, x)), more = op::rsqrt(b, op::add(b, one, x));
    return op::mul(b, less, more);
  }
  return with_slope(b, {x}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, op::mul(c, in[0], s), s), s);
  });
}

}  // namespace rille
