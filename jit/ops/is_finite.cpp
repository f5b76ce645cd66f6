// is_finite: tests for elements that are not inf or NaN.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc is_finite_doc = {
    .brief = "Tests whether each element is finite: neither infinite nor NaN.",
    .shapes = "x: f[...] -> bool[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "isfinite([1.0, inf, nan])  #> [true, false, false]",
    .source = "jax.lax.is_finite",
};

Types is_finite_type(const OpCall& call) { return {same_float_type(call)[0].with(Dtype::boolean)}; }

}  // namespace

extern const Op is_finite_op = {
    .name = "is_finite",
    .doc = is_finite_doc,
    .type = is_finite_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"a bool has no cotangent"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::is_finite>,
    .reference = test_floats<[](auto x) { return std::isfinite(x); }>,
    .samples = samples<1, is_float>,
};

Var op::is_finite(Builder& b, Var x) { return b.emit(is_finite_op, {x})[0]; }

}  // namespace rille
