// cosh: the hyperbolic cosine of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc cosh_doc = {
    .brief = "Computes the hyperbolic cosine of each element.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "cosh([0.0, 1.0])  #> [1, 1.5430807]",
    .source = "jax.lax.cosh",
};

}  // namespace

extern const Op cosh_op = {
    .name = "cosh",
    .doc = cosh_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::sinh(b, x); }>,
    .transpose = MissingRule{"cosh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::cosh>,
    .reference = map_inexact<[](auto x) { return std::cosh(x); }>,
    .samples = samples<1, is_inexact>,
    .parts = by_formula<complex_cosh>,
};

Var op::cosh(Builder& b, Var x) { return b.emit(cosh_op, {x})[0]; }

}  // namespace rille
