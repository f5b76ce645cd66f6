// argmax: where the greatest element along an axis stands.
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const Doc argmax_doc = {
    .brief =
        "The place of the greatest element along an axis, the first of equals; the first nan wins.",
    .shapes = "x: r[...], axis: int -> i32[the other axes]",
    .errors = "error[shape] where the axis is not one of x's or has no element",
    .example = "argmax([1.0, 3.0, 2.0])  #> 1",
    .source = "jax.lax.argmax",
};

}  // namespace

extern const Op argmax_op = {
    .name = "argmax",
    .doc = argmax_doc,
    .type = arg_type,
    .jvp = no_tangent,
    .transpose = NoRule{"a place has no cotangent"},
    .batch = axis_batch,
    .factors = arg_factors,
    .lower = [](const Call& call) { return arg_lower(call, Scalar::argmax); },
    .reference = arg_reference<[](auto x, auto best) { return (x > best); }>,
    .samples = arg_samples,
};

Var op::argmax(Builder& b, Var x, int64_t axis) {
  return b.emit(argmax_op, {x}, {{"axis", axis}})[0];
}

}  // namespace rille
