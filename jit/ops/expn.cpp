// expn: the exponential integral of one integer order.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "jit/ops/whole_order.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc expn_doc = {
    .brief = "Computes the integral of exp(-x t) / t^n over t from 1 to infinity.",
    .shapes = "x: f[...], n: int -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.expn(1, [1.0])  #> [0.21938394]",
    .source = "jax.scipy.special.expn",
};

// Differentiating with respect to x adds a factor -t.
Var expn_slope(Builder& b, Var x, int64_t n) { return op::neg(b, op::expn(b, x, n - 1)); }

}  // namespace

extern const Op expn_op = {
    .name = "expn",
    .doc = expn_doc,
    .type = same_float_type,
    .jvp = sloped_in_order<expn_slope>,
    .transpose = MissingRule{"expn is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_in_order<Scalar::expn>,
    .reference = map_in_order<special::expn>,
    .samples = samples_in_order<Scalar::expn>,
};

Var op::expn(Builder& b, Var x, int64_t n) { return b.emit(expn_op, {x}, order_attrs(n))[0]; }

}  // namespace rille
