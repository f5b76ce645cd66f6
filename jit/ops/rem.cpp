// rem: the remainder of a truncating division.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc rem_doc = {
    .brief =
        "Computes the remainder of a division truncated toward zero; it has the sign of x. For "
        "integers, x rem 0 is x, as in XLA.",
    .shapes = "x: r[...], y: r[...] -> r[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are bool",
    .example = "rem([5.0, -5.0], [3.0, 3.0])  #> [2, -2]",
    .source = "jax.lax.rem",
};

// x rem y = x - trunc(x / y) y, where the truncated quotient has no tangent. It is an integer, so
// rounding (x - rem) / y yields it.
Vars rem_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[1].none()) return {dx[0]};
  Var cut = op::div(b, op::sub(b, node.in[0], node.out[0]), node.in[1]);
  if (is_float(b.type(cut).dtype())) cut = op::round(b, cut);
  return {added(b, dx[0], op::neg(b, op::mul(b, cut, dx[1])))};
}

template <class T>
T remainder_of(T x, T y) {
  if constexpr (std::integral<T>) {
    if (y == T(0)) return x;
    if constexpr (std::is_signed_v<T>) {
      if (y == T(-1)) return T(0);
    }
    return static_cast<T>(x % y);
  } else {
    return std::fmod(x, y);
  }
}

}  // namespace

extern const Op rem_op = {
    .name = "rem",
    .doc = rem_doc,
    .type = same_real_type,
    .jvp = rem_jvp,
    .transpose = MissingRule{"rem is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::rem>,
    .reference = map_reals<[](auto x, auto y) { return remainder_of(x, y); }>,
    .samples = samples<2, is_real>,
};

Var op::rem(Builder& b, Var x, Var y) { return b.emit(rem_op, {x, y})[0]; }

}  // namespace rille
