// abs: the size of each element.
#include <cmath>
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The size of each element without its sign.",
    .shapes = "x: r[...] -> r[...]",
    .errors = "error[dtype] where x is a bool or complex array",
    .example = "abs([-1.5, 2.0])  #> [1.5, 2]",
    .source = "jax.lax.abs",
};

// The least integer has no positive twin: it stays, as on every device.
template <class T>
auto magnitude(T x) {
  if constexpr (std::floating_point<T>) {
    return std::abs(x);
  } else {
    return x < T(0) ? wrapping(std::negate<>{}, x) : static_cast<uint64_t>(x);
  }
}

// 1 at 0, as in JAX.
Var abs_slope(Builder& b, Var x, Var) {
  Var one = filled_like(b, x, 1);
  return op::select(b, op::ge(b, x, filled_like(b, x, 0)), one, op::neg(b, one));
}

}  // namespace

extern const Op abs_op = {
    .name = "abs",
    .doc = doc,
    .type = same_real_type,
    .jvp = sloped<abs_slope>,
    .transpose = NoRule{"abs is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::abs>,
    .reference = map_reals<[](auto x) { return magnitude(x); }>,
    .samples = samples<1, is_real>,
};

Var op::abs(Builder& b, Var x) { return b.emit(abs_op, {x})[0]; }

}  // namespace rille
