// betainc: the regularized incomplete beta function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc betainc_doc = {
    .brief =
        "Computes the regularized incomplete beta function: the integral of t^(a-1) (1-t)^(b-1) up "
        "to x, divided by beta(a, b).",
    .shapes = "a: f[...], b: f[...], x: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.betainc([2.0], [3.0], [0.5])  #> [0.6875]",
    .source = "jax.scipy.special.betainc",
};

// (a - 1) log(1 - x); 0 if a is 1, because then the factor is 0^0 = 1.
Real power_of_rest(Real a, Real x) {
  Real less = a - 1, is_none = (less == 0) & (x == 1);
  return less * log1p(-select(is_none, x.number(0), x));
}

// The derivative with respect to x is x^(a-1) (1-x)^(b-1) / B(a, b).
Vars betainc_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (!dx[0].none() || !dx[1].none()) {
    throw Error(Code::trace,
                "no derivative of betainc with respect to a and b, only with respect to x",
                node.origin.span());
  }
  Dtype own = b.type(node.in[2]).dtype();
  auto wide = [&](size_t i) { return as(Real{&b, node.in[i]}, Dtype::f64); };
  Real p = wide(0), q = wide(1), x = wide(2);
  Real power = log_of_power(p - 1, x) + power_of_rest(q, x);
  return {(as(exp(power - with(op::betaln, p, q)), own) * Real{&b, dx[2]}).v};
}

}  // namespace

extern const Op betainc_op = {
    .name = "betainc",
    .doc = betainc_doc,
    .type = same_float_type,
    .jvp = betainc_jvp,
    .transpose = MissingRule{"betainc is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::betainc>,
    .reference = map_floats<[](auto a, auto b, auto x) {
      return static_cast<decltype(x)>(special::betainc(a, b, x));
    }>,
    .samples = float_samples<Scalar::betainc>,
};

Var op::betainc(Builder& b, Var p, Var q, Var x) { return b.emit(betainc_op, {p, q, x})[0]; }

}  // namespace rille
