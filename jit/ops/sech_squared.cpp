// sech_squared: the derivative of tanh.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sech_squared_doc = {
    .brief = "Computes the derivative of tanh, 1 - tanh(x)^2, without cancellation.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "grad(tanh)(0.0)  #> 1",
    .source = "jax.lax.tanh, its derivative",
};

Var slope(Builder& b, Var x, Var y) { return op::mul(b, scaled(b, op::tanh(b, x), -2), y); }

}  // namespace

extern const Op sech_squared_op = {
    .name = "sech_squared",
    .doc = sech_squared_doc,
    .type = same_float_type,
    .jvp = sloped<slope>,
    .transpose = MissingRule{"sech_squared is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sech_squared>,
    .reference = map_floats<[](auto x) {
      auto e = std::exp(-2 * std::abs(x)), more = 1 + e;
      return 4 * e / (more * more);
    }>,
    .samples = float_samples<Scalar::sech_squared>,
};

Var op::sech_squared(Builder& b, Var x) { return b.emit(sech_squared_op, {x})[0]; }

}  // namespace rille
