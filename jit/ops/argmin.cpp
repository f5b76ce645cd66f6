// argmin: the index of the smallest element along an axis.
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc argmin_doc = {
    .brief =
        "Returns the index of the smallest element along an axis, the first of ties. The first NaN "
        "counts as the smallest.",
    .shapes = "x: r[...], axis: int -> i32[other axes]",
    .errors = "error[shape] if the axis is out of range or empty",
    .example = "argmin([1.0, 3.0, 2.0])  #> 0",
    .source = "jax.lax.argmin",
};

}  // namespace

extern const Op argmin_op = {
    .name = "argmin",
    .doc = argmin_doc,
    .type = arg_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"an index has no cotangent"},
    .batch = axis_batch,
    .factors = arg_factors,
    .lower = [](const OpCall& call) { return arg_lower(call, Scalar::argmin); },
    .reference = arg_reference<[](auto x, auto best) { return x < best; }>,
    .samples = arg_samples,
};

Var op::argmin(Builder& b, Var x, int64_t axis) {
  return b.emit(argmin_op, {x}, {{"axis", axis}})[0];
}

}  // namespace rille
