// log: the natural logarithm of each element.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc log_doc = {
    .brief = "Computes the natural logarithm of each element.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "log([1.0, 2.0])  #> [0, 0.6931472]",
    .source = "jax.lax.log; with the attribute `peer`, for samples, its bits on a CPU",
};

// Samples use XLA's approximation (docs/random.md).
Lowering log_lower(const OpCall& call) {
  return lower_pointwise(call, call.attrs.find("peer") ? Scalar::peer_log : Scalar::log);
}

}  // namespace

extern const Op log_op = {
    .name = "log",
    .doc = log_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::div(b, filled_like(b, x, 1), x); }>,
    .transpose = MissingRule{"log is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = log_lower,
    .reference = map_inexact<[](auto x) { return std::log(x); }>,
    .samples = inexact_samples<Scalar::log>,
    .parts = by_formula<complex_log>,
};

Var op::log(Builder& b, Var x) { return b.emit(log_op, {x})[0]; }

}  // namespace rille
