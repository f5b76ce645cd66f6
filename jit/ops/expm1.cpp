// expm1: e to the power of each element, less one.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "e to the power of each element, less one; exact near zero.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] where x is not a float array",
    .example = "expm1([0.0, 1e-10])  #> [0, 1e-10]",
    .source = "jax.lax.expm1",
};

}  // namespace

extern const Op expm1_op = {
    .name = "expm1",
    .doc = doc,
    .type = same_float_type,
    .jvp = sloped<[](Builder& b, Var, Var y) { return op::add(b, y, filled_like(b, y, 1)); }>,
    .transpose = NoRule{"expm1 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::expm1>,
    .reference = map_floats<[](auto x) { return std::expm1(x); }>,
    .samples = samples<1, is_float>,
};

Var op::expm1(Builder& b, Var x) { return b.emit(expm1_op, {x})[0]; }

}  // namespace rille
