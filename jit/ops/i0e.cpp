// i0e: the exponentially scaled i0.
#include "jit/ops/axes.h"
#include "jit/ops/bessel_means.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc i0e_doc = {
    .brief = "Computes exp(-abs(x)) i0(x).",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.i0e([0.0, 1000.0])  #> [1, 0.012617241]",
    .source = "jax.scipy.special.i0e",
};

// i1e(x) - sign(x) y, by a mean without cancellation; 0 at 0, where the sign changes.
Var i0e_slope(Builder& b, Var x, Var) {
  return by_doubles(b, x, [](Builder& c, Var at) {
    Real wide{&c, at};
    return (with(op::sign, wide) * bessel::scaled_slope(wide, 0)).v;
  });
}

}  // namespace

extern const Op i0e_op = {
    .name = "i0e",
    .doc = i0e_doc,
    .type = same_float_type,
    .jvp = sloped<i0e_slope>,
    .transpose = MissingRule{"i0e is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::i0e>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::i0e(x)); }>,
    .samples = float_samples<Scalar::i0e>,
};

Var op::i0e(Builder& b, Var x) { return b.emit(i0e_op, {x})[0]; }

}  // namespace rille
