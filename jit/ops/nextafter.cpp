// nextafter: the next float after x in the direction of y.
#include <cmath>

#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The next float after x in the direction of y.",
    .shapes = "x: f[...], y: f[...] -> f[...]",
    .errors = "error[shape] where the types differ; error[dtype] where they are not f32 or f64",
    .example = "nextafter([1.0], [2.0])  #> [1.0000001]",
    .source = "jax.lax.nextafter",
};

bool is_wide_float(Dtype dtype) { return dtype == Dtype::f32 || dtype == Dtype::f64; }

// Smaller floats have their steps elsewhere than the f32 that they are computed in.
Types nextafter_type(const Call& call) {
  Types out = same_float_type(call);
  if (is_wide_float(out[0].dtype())) return out;
  throw Error(Code::dtype, str("needs f32 or f64, got ", out[0]), call.origin.span());
}

}  // namespace

extern const Op nextafter_op = {
    .name = "nextafter",
    .doc = doc,
    .type = nextafter_type,
    .jvp = no_tangent,
    .transpose = NoRule{"nextafter is not linear"},
    .batch = elementwise_batch,
    .lower = lower_to<"nextafter">,
    .reference = map_floats<[](auto x, auto y) { return std::nextafter(x, y); }>,
    .samples = samples<2, is_wide_float>,
};

Var op::nextafter(Builder& b, Var x, Var y) { return b.emit(nextafter_op, {x, y})[0]; }

}  // namespace rille
