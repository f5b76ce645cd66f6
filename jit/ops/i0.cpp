// i0: the modified Bessel function of order 0.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc i0_doc = {
    .brief = "Computes the modified Bessel function of the first kind of order 0.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.i0([0.0, 1.0])  #> [1, 1.2660658]",
    .source = "jax.scipy.special.i0",
};

Var i0_slope(Builder& b, Var x, Var) { return op::i1(b, x); }

}  // namespace

extern const Op i0_op = {
    .name = "i0",
    .doc = i0_doc,
    .type = same_float_type,
    .jvp = sloped<i0_slope>,
    .transpose = MissingRule{"i0 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::i0>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::i0(x)); }>,
    .samples = float_samples<Scalar::i0>,
};

Var op::i0(Builder& b, Var x) { return b.emit(i0_op, {x})[0]; }

}  // namespace rille
