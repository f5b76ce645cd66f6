// beta: the beta function.
#include "jit/ops/axes.h"
#include "jit/ops/digamma_gap.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc beta_doc = {
    .brief = "Computes the beta function, gamma(a) gamma(b) / gamma(a + b).",
    .shapes = "a: f[...], b: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.beta([2.0], [3.0])  #> [0.083333336]",
    .source = "jax.scipy.special.beta",
};

// y times the derivatives of its logarithm.
Vars beta_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto by = [&](size_t i) {
    if (dx[i].none()) return Var{};
    Dtype own = b.type(node.in[i]).dtype();
    Real p = as(Real{&b, node.in[i]}, Dtype::f64), q = as(Real{&b, node.in[1 - i]}, Dtype::f64);
    Real slope =
        -(with(op::beta, p, q) * digamma_gap(p, q));  // in f64, because y may be out of range
    return (as(slope, own) * Real{&b, dx[i]}).v;
  };
  return {added(b, by(0), by(1))};
}

}  // namespace

extern const Op beta_op = {
    .name = "beta",
    .doc = beta_doc,
    .type = same_float_type,
    .jvp = beta_jvp,
    .transpose = MissingRule{"beta is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::beta>,
    .reference =
        map_floats<[](auto x, auto y) { return static_cast<decltype(x)>(special::beta(x, y)); }>,
    .samples = float_samples<Scalar::beta>,
};

Var op::beta(Builder& b, Var p, Var q) { return b.emit(beta_op, {p, q})[0]; }

}  // namespace rille
