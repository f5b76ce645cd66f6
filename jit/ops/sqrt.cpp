// sqrt: the square root of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sqrt_doc = {
    .brief = "Computes the square root of each element; NaN for negative real numbers.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "sqrt([4.0, 9.0])  #> [2, 3]",
    .source = "jax.lax.sqrt",
};

}  // namespace

extern const Op sqrt_op = {
    .name = "sqrt",
    .doc = sqrt_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var, Var y) { return op::div(b, filled_like(b, y, 0.5), y); }>,
    .transpose = MissingRule{"sqrt is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sqrt>,
    .reference = map_inexact<[](auto x) { return std::sqrt(x); }>,
    .samples = inexact_samples<Scalar::sqrt>,
    .parts = by_formula<complex_sqrt>,
};

Var op::sqrt(Builder& b, Var x) { return b.emit(sqrt_op, {x})[0]; }

}  // namespace rille
