// gammaincc: the regularized upper incomplete gamma function.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/real.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc gammaincc_doc = {
    .brief =
        "Computes the regularized upper incomplete gamma function: the integral of t^(a-1) exp(-t) "
        "from x to infinity, divided by gamma(a).",
    .shapes = "a: f[...], x: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.gammaincc([1.0], [1.0])  #> [0.36787945]",
    .source = "jax.scipy.special.gammaincc",
};

// The negative of the tangent of gammainc, because both functions add to 1.
Vars gammaincc_jvp(Builder& b, const Node& node, const Vars& dx) {
  Vars gained = gammainc_op.jvp.fn(b, node, dx);
  return {op::neg(b, gained[0])};
}

}  // namespace

extern const Op gammaincc_op = {
    .name = "gammaincc",
    .doc = gammaincc_doc,
    .type = same_float_type,
    .jvp = gammaincc_jvp,
    .transpose = MissingRule{"gammaincc is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::gammaincc>,
    .reference = map_floats<[](auto x, auto y) {
      return static_cast<decltype(x)>(special::gammaincc(x, y));
    }>,
    .samples = float_samples<Scalar::gammaincc>,
};

Var op::gammaincc(Builder& b, Var a, Var x) { return b.emit(gammaincc_op, {a, x})[0]; }

}  // namespace rille
