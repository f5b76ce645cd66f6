// acos: the inverse cosine.
#include <cmath>

#include "jit/ops/arcs.h"
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc acos_doc = {
    .brief = "Computes the inverse cosine of each element, in [0, pi].",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "acos([1.0, 0.0])  #> [0, 1.5707964]",
    .source = "jax.lax.acos",
};

// -1 / sqrt(1 - x^2).
Var acos_slope(Builder& b, Var x, Var) { return op::neg(b, arc_slope(b, x)); }

}  // namespace

extern const Op acos_op = {
    .name = "acos",
    .doc = acos_doc,
    .type = same_inexact_type,
    .jvp = sloped<acos_slope>,
    .transpose = MissingRule{"acos is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::acos>,
    .reference = map_inexact<[](auto x) { return std::acos(x); }>,
    .samples = inexact_samples<Scalar::acos>,
    .parts = by_formula<complex_acos>,
};

Var op::acos(Builder& b, Var x) { return b.emit(acos_op, {x})[0]; }

}  // namespace rille
