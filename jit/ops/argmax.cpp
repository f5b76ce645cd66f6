// argmax: the index of the largest element along an axis.
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc argmax_doc = {
    .brief =
        "Returns the index of the largest element along an axis, the first of ties. The first NaN "
        "counts as the largest.",
    .shapes = "x: r[...], axis: int -> i32[other axes]",
    .errors = "error[shape] if the axis is out of range or empty",
    .example = "argmax([1.0, 3.0, 2.0])  #> 1",
    .source = "jax.lax.argmax",
};

}  // namespace

extern const Op argmax_op = {
    .name = "argmax",
    .doc = argmax_doc,
    .type = arg_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"an index has no cotangent"},
    .batch = axis_batch,
    .factors = arg_factors,
    .lower = [](const OpCall& call) { return arg_lower(call, Scalar::argmax); },
    .reference = arg_reference<[](auto x, auto best) { return (x > best); }>,
    .samples = arg_samples,
};

Var op::argmax(Builder& b, Var x, int64_t axis) {
  return b.emit(argmax_op, {x}, {{"axis", axis}})[0];
}

}  // namespace rille
