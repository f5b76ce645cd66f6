// div: the quotient of two arrays.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc div_doc = {
    .brief =
        "Divides two arrays elementwise; integer quotients are truncated toward zero. An integer "
        "divided by zero is -1, as in XLA.",
    .shapes = "x: n[...], y: n[...] -> n[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are bool",
    .example = "[1.0, 3.0] / [2.0, 2.0]  #> [0.5, 1.5]",
    .source = "jax.lax.div",
};

// d(x / y) = dx / y - (x / y) / y dy.
Vars div_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var y = node.in[1];
  Var left = dx[0].none() ? Var{} : op::div(b, dx[0], y);
  if (dx[1].none()) return {left};
  Var right = op::neg(b, op::mul(b, op::div(b, node.out[0], y), dx[1]));
  return {added(b, left, right)};
}

// Linear in x only.
Vars div_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::div(b, ct[0], node.in[1]), {}};
}

// The smallest integer divided by -1 wraps to itself.
template <class T>
T quotient(T x, T y) {
  if constexpr (std::integral<T>) {
    if (y == T(0)) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>) {
      if (y == T(-1)) return static_cast<T>(0 - static_cast<uint64_t>(x));
    }
    return static_cast<T>(x / y);
  } else {
    return x / y;
  }
}

}  // namespace

extern const Op div_op = {
    .name = "div",
    .doc = div_doc,
    .type = same_number_type,
    .jvp = div_jvp,
    .transpose = div_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::div>,
    .reference = map_numbers<[](auto x, auto y) { return quotient(x, y); }>,
    .samples = samples<2, is_number>,
    .parts = by_formula<complex_div>,
    .linear = LinearIn::first,
};

Var op::div(Builder& b, Var x, Var y) { return b.emit(div_op, {x, y})[0]; }

}  // namespace rille
