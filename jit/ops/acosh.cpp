// acosh: the inverse hyperbolic cosine.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"

namespace rille {
namespace {

const OpDoc acosh_doc = {
    .brief = "Computes the inverse hyperbolic cosine of each element; NaN if x < 1.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "acosh([1.0, 2.0])  #> [0, 1.316958]",
    .source = "jax.lax.acosh",
};

// 1 / sqrt((x - 1) (x + 1)) with a root for each factor, so that no product overflows and complex
// numbers stay on the right branch. The second derivative is -x times the cube of the first.
Var acosh_slope(Builder& b, Var x, Var) {
  auto slope = [](Builder& c, const Vars& in) {
    Var one = filled_like(c, in[0], 1);
    Var less = op::sub(c, in[0], one), more = op::add(c, in[0], one);
    return op::mul(c, op::rsqrt(c, less), op::rsqrt(c, more));
  };
  if (is_complex(b.type(x).dtype())) return slope(b, {x});
  return with_slope(b, {x}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, op::mul(c, op::neg(c, in[0]), s), s), s);
  });
}

}  // namespace

extern const Op acosh_op = {
    .name = "acosh",
    .doc = acosh_doc,
    .type = same_inexact_type,
    .jvp = sloped<acosh_slope>,
    .transpose = MissingRule{"acosh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::acosh>,
    .reference = map_inexact<[](auto x) { return std::acosh(x); }>,
    .samples = inexact_samples<Scalar::acosh>,
    .parts = by_formula<complex_acosh>,
};

Var op::acosh(Builder& b, Var x) { return b.emit(acosh_op, {x})[0]; }

}  // namespace rille
