// atan: the inverse tangent.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"

namespace rille {
namespace {

const OpDoc atan_doc = {
    .brief = "Computes the inverse tangent of each element, in (-pi/2, pi/2).",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "atan([0.0, 1.0])  #> [0, 0.7853982]",
    .source = "jax.lax.atan",
};

// 1 / (1 + x^2), whose derivative is -2 x times its square. It is multiplied by x first, so that
// the product stays in range.
Var atan_slope(Builder& b, Var x, Var) {
  auto slope = [](Builder& c, const Vars& in) {
    Var one = filled_like(c, in[0], 1);
    return op::div(c, one, op::add(c, one, op::mul(c, in[0], in[0])));
  };
  if (is_complex(b.type(x).dtype())) return slope(b, {x});
  return with_slope(b, {x}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, in[0], s), scaled(c, s, -2));
  });
}

}  // namespace

extern const Op atan_op = {
    .name = "atan",
    .doc = atan_doc,
    .type = same_inexact_type,
    .jvp = sloped<atan_slope>,
    .transpose = MissingRule{"atan is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::atan>,
    .reference = map_inexact<[](auto x) { return std::atan(x); }>,
    .samples = inexact_samples<Scalar::atan>,
    .parts = by_formula<complex_atan>,
};

Var op::atan(Builder& b, Var x) { return b.emit(atan_op, {x})[0]; }

}  // namespace rille
