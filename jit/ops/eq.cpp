// eq: elementwise x == y.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc eq_doc = {
    .brief = "Tests x == y elementwise.",
    .shapes = "x: t[...], y: t[...] -> bool[...]",
    .errors = "error[shape] if the types differ",
    .example = "[1.0, 2.0] == [1.0, 3.0]  #> [true, false]",
    .source = "jax.lax.eq",
};

}  // namespace

extern const Op eq_op = {
    .name = "eq",
    .doc = eq_doc,
    .type = compared_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"a bool has no cotangent"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::eq>,
    .reference = test_all<[](auto x, auto y) { return x == y; }>,
    .samples = samples<2, is_any>,
    .parts = compared_parts<op::eq, op::bit_and>,
};

Var op::eq(Builder& b, Var x, Var y) { return b.emit(eq_op, {x, y})[0]; }

}  // namespace rille
