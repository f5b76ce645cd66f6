// log1p: the natural logarithm of one more than x.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The natural logarithm of one more than each element; exact near zero.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "log1p([0.0, 1e-10])  #> [0, 1e-10]",
    .source = "jax.lax.log1p",
};

}  // namespace

extern const Op log1p_op = {
    .name = "log1p",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<[](Builder& b, Var x, Var) {
      return op::div(b, filled_like(b, x, 1), op::add(b, x, filled_like(b, x, 1)));
    }>,
    .transpose = NoRule{"log1p is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::log1p>,
    .reference = map_floats<[](auto x) { return std::log1p(x); }>,
    .samples = float_samples<Scalar::log1p>,
};

Var op::log1p(Builder& b, Var x) { return b.emit(log1p_op, {x})[0]; }

}  // namespace rille
