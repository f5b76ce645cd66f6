// atanh: the inverse hyperbolic tangent.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"

namespace rille {
namespace {

const OpDoc atanh_doc = {
    .brief = "Computes the inverse hyperbolic tangent of each element; NaN outside of [-1, 1].",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "atanh([0.0, 0.5])  #> [0, 0.54930615]",
    .source = "jax.lax.atanh",
};

// 1 / ((1 - x) (1 + x)), whose derivative is 2 x times its square.
Var atanh_slope(Builder& b, Var x, Var) {
  auto slope = [](Builder& c, const Vars& in) {
    Var one = filled_like(c, in[0], 1);
    return op::div(c, one, op::mul(c, op::sub(c, one, in[0]), op::add(c, one, in[0])));
  };
  if (is_complex(b.type(x).dtype())) return slope(b, {x});
  return with_slope(b, {x}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, in[0], s), scaled(c, s, 2));
  });
}

}  // namespace

extern const Op atanh_op = {
    .name = "atanh",
    .doc = atanh_doc,
    .type = same_inexact_type,
    .jvp = sloped<atanh_slope>,
    .transpose = MissingRule{"atanh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::atanh>,
    .reference = map_inexact<[](auto x) { return std::atanh(x); }>,
    .samples = inexact_samples<Scalar::atanh>,
    .parts = by_formula<complex_atanh>,
};

Var op::atanh(Builder& b, Var x) { return b.emit(atanh_op, {x})[0]; }

}  // namespace rille
