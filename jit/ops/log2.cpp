// log2: the base-2 logarithm.
#include <cmath>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc log2_doc = {
    .brief = "Computes the base-2 logarithm of each element; exact for powers of 2.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "log2([8.0, 0.5])  #> [3, -1]",
    .source = "numpy.log2",
};

// 1 / (x log 2).
Var log2_slope(Builder& b, Var x, Var) {
  return op::div(b, filled_like(b, x, std::numbers::log2e), x);
}

}  // namespace

extern const Op log2_op = {
    .name = "log2",
    .doc = log2_doc,
    .type = same_float_type,
    .jvp = sloped<log2_slope>,
    .transpose = MissingRule{"log2 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::log2>,
    .reference = map_floats<[](auto x) { return std::log2(x); }>,
    .samples = float_samples<Scalar::log2>,
};

Var op::log2(Builder& b, Var x) { return b.emit(log2_op, {x})[0]; }

}  // namespace rille
