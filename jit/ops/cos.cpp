// cos: the cosine of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc cos_doc = {
    .brief = "Computes the cosine of each element, in radians.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "cos([0.0, 1.0])  #> [1, 0.5403023]",
    .source = "jax.lax.cos",
};

}  // namespace

extern const Op cos_op = {
    .name = "cos",
    .doc = cos_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::neg(b, op::sin(b, x)); }>,
    .transpose = MissingRule{"cos is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::cos>,
    .reference = map_inexact<[](auto x) { return std::cos(x); }>,
    .samples = samples<1, is_inexact>,
    .parts = by_formula<complex_cos>,
};

Var op::cos(Builder& b, Var x) { return b.emit(cos_op, {x})[0]; }

}  // namespace rille
