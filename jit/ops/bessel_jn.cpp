// bessel_jn: the Bessel function of one integer order.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "jit/ops/whole_order.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc bessel_jn_doc = {
    .brief = "Computes the Bessel function of the first kind of integer order n.",
    .shapes = "x: f[...], n: int -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.bessel_jn([1.0], 1)  #> [[0.7651977], [0.44005057]]",
    .source = "scipy.special.jn",
};

// Half of the difference of the neighboring orders; J(-1) is -J(1).
Var bessel_jn_slope(Builder& b, Var x, int64_t n) {
  if (n == 0) return op::neg(b, op::bessel_jn(b, x, 1));
  Var below = op::bessel_jn(b, x, n - 1), above = op::bessel_jn(b, x, n + 1);
  return scaled(b, op::sub(b, below, above), 0.5);
}

}  // namespace

extern const Op bessel_jn_op = {
    .name = "bessel_jn",
    .doc = bessel_jn_doc,
    .type = same_float_type,
    .jvp = sloped_in_order<bessel_jn_slope>,
    .transpose = MissingRule{"bessel_jn is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_in_order<Scalar::bessel_jn>,
    .reference = map_in_order<special::bessel_jn>,
    .samples = samples_in_order<Scalar::bessel_jn>,
};

Var op::bessel_jn(Builder& b, Var x, int64_t n) {
  return b.emit(bessel_jn_op, {x}, order_attrs(n))[0];
}

}  // namespace rille
