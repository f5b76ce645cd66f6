// poch: the rising factorial (Pochhammer symbol).
#include "jit/ops/axes.h"
#include "jit/ops/digamma_gap.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc poch_doc = {
    .brief =
        "Computes the rising factorial, gamma(x + n) / gamma(x). For an integer n it is x (x + 1) "
        "… (x + n - 1).",
    .shapes = "x: f[...], n: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.poch([2.0], [3.0])  #> [24]",
    .source = "jax.scipy.special.poch",
};

// The derivatives are y (digamma(x + n) - digamma(x)) and y digamma(x + n).
Vars poch_jvp(Builder& b, const Node& node, const Vars& dx) {
  Real x{&b, node.in[0]}, n{&b, node.in[1]}, y{&b, node.out[0]};
  auto times = [&](Real slope, Var moved) { return (slope * Real{&b, moved}).v; };
  Real p = as(x, Dtype::f64), q = as(n, Dtype::f64);  // in f64, because y may be out of range
  auto slope = [&] { return as(with(op::poch, p, q) * digamma_gap(p, q), x.dtype()); };
  Var by_x = dx[0].none() ? Var{} : times(slope(), dx[0]);
  Var by_n = dx[1].none() ? Var{} : times(y * with(op::digamma, x + n), dx[1]);
  return {added(b, by_x, by_n)};
}

}  // namespace

extern const Op poch_op = {
    .name = "poch",
    .doc = poch_doc,
    .type = same_float_type,
    .jvp = poch_jvp,
    .transpose = MissingRule{"poch is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::poch>,
    .reference =
        map_floats<[](auto x, auto y) { return static_cast<decltype(x)>(special::poch(x, y)); }>,
    .samples = float_samples<Scalar::poch>,
};

Var op::poch(Builder& b, Var x, Var n) { return b.emit(poch_op, {x, n})[0]; }

}  // namespace rille
