// sin: the sine of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sin_doc = {
    .brief = "Computes the sine of each element, in radians.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "sin([0.0, 1.0])  #> [0, 0.84147096]",
    .source = "jax.lax.sin",
};

}  // namespace

extern const Op sin_op = {
    .name = "sin",
    .doc = sin_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::cos(b, x); }>,
    .transpose = MissingRule{"sin is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sin>,
    .reference = map_inexact<[](auto x) { return std::sin(x); }>,
    .samples = samples<1, is_inexact>,
    .parts = by_formula<complex_sin>,
};

Var op::sin(Builder& b, Var x) { return b.emit(sin_op, {x})[0]; }

}  // namespace rille
