// i1: the modified Bessel function of order 1.
#include "jit/ops/axes.h"
#include "jit/ops/bessel_means.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc i1_doc = {
    .brief = "Computes the modified Bessel function of the first kind of order 1.",
    .shapes = "x: f[...] -> f[...]",
    .errors = "error[dtype] if x is not a float array",
    .example = "special.i1([0.0, 1.0])  #> [0, 0.5651591]",
    .source = "jax.scipy.special.i1",
};

// i0(x) - y / x far from 0; near 0, a mean without cancellation.
Var i1_slope(Builder& b, Var x, Var) {
  return by_doubles(b, x, [](Builder& c, Var at) {
    Real wide{&c, at}, is_near = abs(wide) < bessel::far;
    Real near = bessel::i1_slope_near(select(is_near, wide, wide.number(0)));
    Real away = select(is_near, wide.number(bessel::far), wide);
    return select(is_near, near, with(op::i0, away) - with(op::i1, away) / away).v;
  });
}

}  // namespace

extern const Op i1_op = {
    .name = "i1",
    .doc = i1_doc,
    .type = same_float_type,
    .jvp = sloped<i1_slope>,
    .transpose = MissingRule{"i1 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::i1>,
    .reference = map_floats<[](auto x) { return static_cast<decltype(x)>(special::i1(x)); }>,
    .samples = float_samples<Scalar::i1>,
};

Var op::i1(Builder& b, Var x) { return b.emit(i1_op, {x})[0]; }

}  // namespace rille
