// tan: the tangent of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc tan_doc = {
    .brief = "Computes the tangent of each element, in radians.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "tan([0.0, 1.0])  #> [0, 1.5574077]",
    .source = "jax.lax.tan",
};

// 1 + y^2, from the result. Far from the real axis, where y^2 is near -1, 1 / cos(x)^2.
Var tan_slope(Builder& b, Var x, Var y) {
  Var one = filled_like(b, y, 1);
  if (!is_complex(b.type(x).dtype())) return op::add(b, one, op::mul(b, y, y));
  Var secant = op::div(b, one, op::cos(b, x));
  return op::mul(b, secant, secant);
}

}  // namespace

extern const Op tan_op = {
    .name = "tan",
    .doc = tan_doc,
    .type = same_inexact_type,
    .jvp = sloped<tan_slope>,
    .transpose = MissingRule{"tan is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::tan>,
    .reference = map_inexact<[](auto x) { return std::tan(x); }>,
    .samples = inexact_samples<Scalar::tan>,
    .parts = by_formula<complex_tan>,
};

Var op::tan(Builder& b, Var x) { return b.emit(tan_op, {x})[0]; }

}  // namespace rille
