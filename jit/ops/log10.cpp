// log10: the base-10 logarithm.
#include <cmath>
#include <numbers>

#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc log10_doc = {
    .brief = "Computes the base-10 logarithm of each element; exact for powers of 10.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "log10([1000.0, 0.1])  #> [3, -1]",
    .source = "numpy.log10",
};

// 1 / (x log 10).
Var log10_slope(Builder& b, Var x, Var) {
  return op::div(b, filled_like(b, x, std::numbers::log10e), x);
}

}  // namespace

extern const Op log10_op = {
    .name = "log10",
    .doc = log10_doc,
    .type = same_float_type,
    .jvp = sloped<log10_slope>,
    .transpose = MissingRule{"log10 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::log10>,
    .reference = map_floats<[](auto x) { return std::log10(x); }>,
    .samples = float_samples<Scalar::log10>,
};

Var op::log10(Builder& b, Var x) { return b.emit(log10_op, {x})[0]; }

}  // namespace rille
