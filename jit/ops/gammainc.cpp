// gammainc: the regularized lower incomplete gamma function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc gammainc_doc = {
    .brief =
        "Computes the regularized lower incomplete gamma function: the integral of t^(a-1) exp(-t) "
        "from 0 to x, divided by gamma(a).",
    .shapes = "a: f[...], x: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.gammainc([1.0], [1.0])  #> [0.63212055]",
    .source = "jax.scipy.special.gammainc",
};

// The derivative with respect to x is x^(a-1) e^-x / gamma(a).
Real density_of_doubles(Real a, Real x) {
  return exp(log_of_power(a - 1, x) - x - with(op::gammaln, a));
}
Real density(Real a, Real x) {
  return as(density_of_doubles(as(a, Dtype::f64), as(x, Dtype::f64)), a.dtype());
}

Vars gammainc_jvp(Builder& b, const Node& node, const Vars& dx) {
  Real a{&b, node.in[0]}, x{&b, node.in[1]};
  Var by_a = dx[0].none() ? Var{} : (with(op::gammainc_slope, a, x) * Real{&b, dx[0]}).v;
  Var by_x = dx[1].none() ? Var{} : (density(a, x) * Real{&b, dx[1]}).v;
  return {added(b, by_a, by_x)};
}

}  // namespace

extern const Op gammainc_op = {
    .name = "gammainc",
    .doc = gammainc_doc,
    .type = same_float_type,
    .jvp = gammainc_jvp,
    .transpose = MissingRule{"gammainc is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gammainc>,
    .reference = map_floats<[](auto x, auto y) {
      return static_cast<decltype(x)>(special::gammainc(x, y));
    }>,
    .samples = float_samples<Scalar::gammainc>,
};

Var op::gammainc(Builder& b, Var a, Var x) { return b.emit(gammainc_op, {a, x})[0]; }

}  // namespace rille
