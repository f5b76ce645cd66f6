// asinh: the inverse hyperbolic sine.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"

namespace rille {
namespace {

const OpDoc asinh_doc = {
    .brief = "Computes the inverse hyperbolic sine of each element.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "asinh([0.0, 1.0])  #> [0, 0.8813736]",
    .source = "jax.lax.asinh",
};

// 1 / sqrt(x^2 + 1), or 1 / |x| if the square absorbs the 1 and may overflow. The second derivative
// is -x times the cube of the first.
Var asinh_slope(Builder& b, Var x, Var) {
  Dtype dtype = b.type(x).dtype();
  if (is_complex(dtype)) {  // a root each for 1 + i x and 1 - i x, because the square may overflow
    Var turned = op::complex(b, op::neg(b, op::imag(b, x)), op::real(b, x));
    Var one = filled_like(b, x, 1), more = op::add(b, one, turned), less = op::sub(b, one, turned);
    return op::mul(b, op::rsqrt(b, more), op::rsqrt(b, less));
  }
  double far = dtype == Dtype::f64 ? 0x1p28 : dtype == Dtype::f32 ? 0x1p13 : 0x1p7;
  auto slope = [far](Builder& c, const Vars& in) {
    Var one = filled_like(c, in[0], 1), edge = filled_like(c, in[0], far);
    Var size = op::abs(c, in[0]), held = op::min(c, size, edge);
    Var near = op::rsqrt(c, op::add(c, op::mul(c, held, held), one));
    return op::select(c, op::gt(c, size, edge), op::div(c, one, size), near);
  };
  return with_slope(b, {x}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::mul(c, op::mul(c, op::neg(c, in[0]), s), s), s);
  });
}

}  // namespace

extern const Op asinh_op = {
    .name = "asinh",
    .doc = asinh_doc,
    .type = same_inexact_type,
    .jvp = sloped<asinh_slope>,
    .transpose = MissingRule{"asinh is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::asinh>,
    .reference = map_inexact<[](auto x) { return std::asinh(x); }>,
    .samples = inexact_samples<Scalar::asinh>,
    .parts = by_formula<complex_asinh>,
};

Var op::asinh(Builder& b, Var x) { return b.emit(asinh_op, {x})[0]; }

}  // namespace rille
