// argmin: where the smallest element along an axis stands.
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const Doc argmin_doc = {
    .brief =
        "The place of the smallest element along an axis, the first of equals; the first nan wins.",
    .shapes = "x: r[...], axis: int -> i32[the other axes]",
    .errors = "error[shape] where the axis is not one of x's or has no element",
    .example = "argmin([1.0, 3.0, 2.0])  #> 0",
    .source = "jax.lax.argmin",
};

}  // namespace

extern const Op argmin_op = {
    .name = "argmin",
    .doc = argmin_doc,
    .type = arg_type,
    .jvp = no_tangent,
    .transpose = NoRule{"a place has no cotangent"},
    .batch = axis_batch,
    .factors = arg_factors,
    .lower = [](const Call& call) { return arg_lower(call, Scalar::argmin); },
    .reference = arg_reference<[](auto x, auto best) { return x < best; }>,
    .samples = arg_samples,
};

Var op::argmin(Builder& b, Var x, int64_t axis) {
  return b.emit(argmin_op, {x}, {{"axis", axis}})[0];
}

}  // namespace rille
