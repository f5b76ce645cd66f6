// betaln: the logarithm of the beta function.
#include "jit/ops/axes.h"
#include "jit/ops/digamma_gap.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

const OpDoc betaln_doc = {
    .brief = "Computes the logarithm of the absolute value of beta(a, b).",
    .shapes = "a: f[...], b: f[...] -> f[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not floats",
    .example = "special.betaln([2.0], [3.0])  #> [-2.4849067]",
    .source = "jax.scipy.special.betaln",
};

// The derivative with respect to each argument is its digamma minus the digamma of the sum.
Vars betaln_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto by = [&](size_t i) {
    if (dx[i].none()) return Var{};
    return op::mul(b, op::neg(b, digamma_gap(b, node.in[i], node.in[1 - i])), dx[i]);
  };
  return {added(b, by(0), by(1))};
}

}  // namespace

extern const Op betaln_op = {
    .name = "betaln",
    .doc = betaln_doc,
    .type = same_float_type,
    .jvp = betaln_jvp,
    .transpose = MissingRule{"betaln is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::betaln>,
    .reference =
        map_floats<[](auto x, auto y) { return static_cast<decltype(x)>(special::betaln(x, y)); }>,
    .samples = float_samples<Scalar::betaln>,
};

Var op::betaln(Builder& b, Var p, Var q) { return b.emit(betaln_op, {p, q})[0]; }

}  // namespace rille
