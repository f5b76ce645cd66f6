// ceil: the smallest integer not below x.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc ceil_doc = {
    .brief = "Rounds each element up to an integer.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "ceil([1.5, -1.5])  #> [2, -1]",
    .source = "jax.lax.ceil",
};

}  // namespace

extern const Op ceil_op = {
    .name = "ceil",
    .doc = ceil_doc,
    .type = same_float_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"ceil is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::ceil>,
    .reference = map_floats<[](auto x) { return std::ceil(x); }>,
    .samples = samples<1, is_float>,
};

Var op::ceil(Builder& b, Var x) { return b.emit(ceil_op, {x})[0]; }

}  // namespace rille
