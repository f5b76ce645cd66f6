// zeta: the Hurwitz zeta function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc zeta_doc = {
    .brief =
        "Computes the Hurwitz zeta function, the sum of (q + k)^-s for k ≥ 0. For q = 1, also "
        "computes its continuation below s = 1.",
    .shapes = "s: f[...], q: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.zeta([2.0], 1.0)  #> [1.644934]",
    .source = "scipy.special.zeta",
};

// The derivative with respect to q is -s zeta(s + 1, q).
Vars zeta_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (!dx[0].none()) {
    throw Error(Code::trace, "no derivative of zeta with respect to s, only with respect to q",
                node.origin.span());
  }
  Real s{&b, node.in[0]}, q{&b, node.in[1]};
  return {(-s * with(op::zeta, s + 1, q) * Real{&b, dx[1]}).v};
}

}  // namespace

extern const Op zeta_op = {
    .name = "zeta",
    .doc = zeta_doc,
    .type = same_float_type,
    .jvp = zeta_jvp,
    .transpose = MissingRule{"zeta is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::zeta>,
    .reference =
        map_floats<[](auto x, auto y) { return static_cast<decltype(x)>(special::zeta(x, y)); }>,
    .samples = float_samples<Scalar::zeta>,
};

Var op::zeta(Builder& b, Var s, Var q) { return b.emit(zeta_op, {s, q})[0]; }

}  // namespace rille
