// polygamma: the derivatives of digamma.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc polygamma_doc = {
    .brief = "Computes the derivative of order n of digamma(x); order 0 is digamma itself.",
    .shapes = "n: f[...], x: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.polygamma(1, [1.0])  #> [1.644934]",
    .source = "jax.scipy.special.polygamma",
};

// The derivative with respect to x is the next order.
Vars polygamma_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (!dx[0].none()) {
    throw Error(Code::trace,
                "no derivative of polygamma with respect to its order, only with respect to x",
                node.origin.span());
  }
  Real n{&b, node.in[0]}, x{&b, node.in[1]};
  return {(with(op::polygamma, n + 1, x) * Real{&b, dx[1]}).v};
}

}  // namespace

extern const Op polygamma_op = {
    .name = "polygamma",
    .doc = polygamma_doc,
    .type = same_float_type,
    .jvp = polygamma_jvp,
    .transpose = MissingRule{"polygamma is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::polygamma>,
    .reference = map_floats<[](auto x, auto y) {
      return static_cast<decltype(x)>(special::polygamma(x, y));
    }>,
    .samples = float_samples<Scalar::polygamma>,
};

Var op::polygamma(Builder& b, Var n, Var x) { return b.emit(polygamma_op, {n, x})[0]; }

}  // namespace rille
