// lt: elementwise x < y.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc lt_doc = {
    .brief = "Tests x < y elementwise.",
    .shapes = "x: t[...], y: t[...] -> bool[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the elements cannot be ordered",
    .example = "[1.0, 2.0] < [1.0, 3.0]  #> [false, true]",
    .source = "jax.lax.lt",
};

}  // namespace

extern const Op lt_op = {
    .name = "lt",
    .doc = lt_doc,
    .type = ordered_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"a bool has no cotangent"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::lt>,
    .reference = test_ordered<[](auto x, auto y) { return x < y; }>,
    .samples = samples<2, is_ordered>,
};

Var op::lt(Builder& b, Var x, Var y) { return b.emit(lt_op, {x, y})[0]; }

}  // namespace rille
