// pow: elementwise powers.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc pow_doc = {
    .brief =
        "Raises x to the power of y, elementwise. An integer to a negative power is 0 unless it is "
        "1 or -1.",
    .shapes = "x: n[...], y: n[...] -> n[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are bool",
    .example = "[2.0, 3.0] ** [3.0, 0.5]  #> [8, 1.7320508]",
    .source = "jax.lax.pow",
};

// y x^(y-1), and 0 where both are 0. The formula is also used where only y is 0, because there the
// derivative still depends on y.
Var base_slope(Builder& b, Var x, Var y) {
  Var one = filled_like(b, y, 1), zero = filled_like(b, y, 0);
  Var flat = op::bit_and(b, op::eq(b, y, zero), op::eq(b, x, zero));
  Var safe = op::select(b, flat, one, x);
  return op::mul(b, y, op::pow(b, safe, op::sub(b, y, one)));
}

// log(x) x^y, and 0 where x is 0. It is computed by the square root of x^y, which is in range
// whenever the derivative is.
Var exponent_slope(Builder& b, Var x, Var y) {
  Var one = filled_like(b, x, 1);
  Var safe = op::select(b, op::eq(b, x, filled_like(b, x, 0)), one, x);
  if (is_complex(b.type(x).dtype())) return op::mul(b, op::log(b, safe), op::pow(b, x, y));
  Var root = op::pow(b, x, scaled(b, y, 0.5));
  return op::mul(b, op::mul(b, op::log(b, safe), root), root);
}

Vars pow_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto [x, y] = std::pair(node.in[0], node.in[1]);
  Var left = dx[0].none() ? Var{} : op::mul(b, base_slope(b, x, y), dx[0]);
  if (dx[1].none()) return {left};
  return {added(b, left, op::mul(b, exponent_slope(b, x, y), dx[1]))};
}

// By repeated squaring on wrapping 64-bit integers.
template <class T>
uint64_t int_power(T base, T exponent) {
  if (std::is_signed_v<T> && exponent < T(0)) {
    if (base != T(1) && base != static_cast<T>(-1)) return 0;
    exponent = static_cast<T>(exponent & 1);
  }
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (auto left = static_cast<uint64_t>(exponent); left != 0; left >>= 1, factor *= factor) {
    if (left & 1) result *= factor;
  }
  return result;
}

template <class T>
auto power(T x, T y) {
  if constexpr (std::integral<T>) {
    return int_power(x, y);
  } else {
    return std::pow(x, y);
  }
}

// Derivatives need a positive base.
std::vector<Sample> pow_samples() { return samples_of(is_number, draws_of(Scalar::pow)); }

}  // namespace

extern const Op pow_op = {
    .name = "pow",
    .doc = pow_doc,
    .type = same_number_type,
    .jvp = pow_jvp,
    .transpose = MissingRule{"pow is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::pow>,
    .reference = map_numbers<[](auto x, auto y) { return power(x, y); }>,
    .samples = pow_samples,
    .parts = by_formula<complex_pow>,
};

Var op::pow(Builder& b, Var x, Var y) { return b.emit(pow_op, {x, y})[0]; }

}  // namespace rille
