// rsqrt: the reciprocal square root of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc rsqrt_doc = {
    .brief = "Computes the reciprocal square root of each element.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "rsqrt([4.0, 16.0])  #> [0.5, 0.25]",
    .source = "jax.lax.rsqrt",
};

// -y / (2 x), as d x^(-1/2) = -1/2 x^(-3/2) dx.
Var rsqrt_slope(Builder& b, Var x, Var y) { return op::div(b, scaled(b, y, -0.5), x); }

template <class T>
T inverse_root(T x) {
  return T(1) / std::sqrt(x);
}

}  // namespace

extern const Op rsqrt_op = {
    .name = "rsqrt",
    .doc = rsqrt_doc,
    .type = same_inexact_type,
    .jvp = sloped<rsqrt_slope>,
    .transpose = MissingRule{"rsqrt is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::rsqrt>,
    .reference = map_inexact<[](auto x) { return inverse_root(x); }>,
    .samples = inexact_samples<Scalar::rsqrt>,
    .parts = by_formula<complex_rsqrt>,
};

Var op::rsqrt(Builder& b, Var x) { return b.emit(rsqrt_op, {x})[0]; }

}  // namespace rille
