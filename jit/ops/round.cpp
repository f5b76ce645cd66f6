// round: the nearest integer, halves to even.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc round_doc = {
    .brief = "Rounds each element to the nearest integer, with halves rounded to even.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "round([0.5, 1.5, -2.6])  #> [0, 2, -3]",
    .source = "jax.lax.round with ROUND_TO_NEAREST_EVEN",
};

}  // namespace

extern const Op round_op = {
    .name = "round",
    .doc = round_doc,
    .type = same_float_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"round is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::round>,
    .reference = map_floats<[](auto x) { return std::nearbyint(x); }>,
    .samples = samples<1, is_float>,
};

Var op::round(Builder& b, Var x) { return b.emit(round_op, {x})[0]; }

}  // namespace rille
