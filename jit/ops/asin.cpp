// asin: the inverse sine.
#include <cmath>

#include "jit/ops/arcs.h"
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc asin_doc = {
    .brief = "Computes the inverse sine of each element, in [-pi/2, pi/2].",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "asin([0.0, 1.0])  #> [0, 1.5707964]",
    .source = "jax.lax.asin",
};

// 1 / sqrt(1 - x^2).
Var asin_slope(Builder& b, Var x, Var) { return arc_slope(b, x); }

}  // namespace

extern const Op asin_op = {
    .name = "asin",
    .doc = asin_doc,
    .type = same_inexact_type,
    .jvp = sloped<asin_slope>,
    .transpose = MissingRule{"asin is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::asin>,
    .reference = map_inexact<[](auto x) { return std::asin(x); }>,
    .samples = inexact_samples<Scalar::asin>,
    .parts = by_formula<complex_asin>,
};

Var op::asin(Builder& b, Var x) { return b.emit(asin_op, {x})[0]; }

}  // namespace rille
