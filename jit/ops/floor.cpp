// floor: the largest integer not above x.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc floor_doc = {
    .brief = "Rounds each element down to an integer.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "floor([1.5, -1.5])  #> [1, -2]",
    .source = "jax.lax.floor",
};

}  // namespace

extern const Op floor_op = {
    .name = "floor",
    .doc = floor_doc,
    .type = same_float_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"floor is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::floor>,
    .reference = map_floats<[](auto x) { return std::floor(x); }>,
    .samples = samples<1, is_float>,
};

Var op::floor(Builder& b, Var x) { return b.emit(floor_op, {x})[0]; }

}  // namespace rille
