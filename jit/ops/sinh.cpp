// sinh: the hyperbolic sine of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sinh_doc = {
    .brief = "Computes the hyperbolic sine of each element.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "sinh([0.0, 1.0])  #> [0, 1.1752012]",
    .source = "jax.lax.sinh",
};

}  // namespace

extern const Op sinh_op = {
    .name = "sinh",
    .doc = sinh_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::cosh(b, x); }>,
    .transpose = MissingRule{"sinh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sinh>,
    .reference = map_inexact<[](auto x) { return std::sinh(x); }>,
    .samples = samples<1, is_inexact>,
    .parts = by_formula<complex_sinh>,
};

Var op::sinh(Builder& b, Var x) { return b.emit(sinh_op, {x})[0]; }

}  // namespace rille
