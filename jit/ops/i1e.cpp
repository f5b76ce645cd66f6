// i1e: i1 times the exponential of -|x|.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/special.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "exp(-abs(x)) i1(x).",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "special.i1e([0.0, 1000.0])  #> [0, 0.01261093]",
    .source = "jax.scipy.special.i1e",
};

// i0e(x) - y (sign(x) + 1 / x), where y / x is a half at 0.
Var i1e_slope(Builder& b, Var x, Var y) {
  Var zero = filled_like(b, x, 0), at_0 = op::eq(b, x, zero);
  Var over = op::div(b, y, op::select(b, at_0, filled_like(b, x, 1), x));
  over = op::select(b, at_0, filled_like(b, x, 0.5), over);
  Var rest = op::sub(b, op::i0e(b, x), over);
  return op::sub(b, rest, op::mul(b, y, op::sign(b, x)));
}

}  // namespace

extern const Op i1e_op = {
    .name = "i1e",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<i1e_slope>,
    .transpose = NoRule{"i1e is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::i1e>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::i1e(x)); }>,
    .samples = float_samples<Scalar::i1e>,
};

Var op::i1e(Builder& b, Var x) { return b.emit(i1e_op, {x})[0]; }

}  // namespace rille
