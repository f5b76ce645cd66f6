// gt: elementwise x > y.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc gt_doc = {
    .brief = "Tests x > y elementwise.",
    .shapes = "x: t[...], y: t[...] -> bool[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the elements cannot be ordered",
    .example = "[1.0, 4.0] > [1.0, 3.0]  #> [false, true]",
    .source = "jax.lax.gt",
};

}  // namespace

extern const Op gt_op = {
    .name = "gt",
    .doc = gt_doc,
    .type = ordered_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"a bool has no cotangent"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gt>,
    .reference = test_ordered<[](auto x, auto y) { return (x > y); }>,
    .samples = samples<2, is_ordered>,
};

Var op::gt(Builder& b, Var x, Var y) { return b.emit(gt_op, {x, y})[0]; }

}  // namespace rille
