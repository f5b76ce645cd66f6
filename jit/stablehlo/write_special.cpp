// Writes special functions: CHLO operations or formulas.
#include <cmath>
#include <numbers>

#include "jit/op.h"
#include "jit/ops/real.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

Real argument(Builder& b, const Node& node, size_t at = 0) { return {&b, node.in[at]}; }
Real gammaln(Real x) { return with(op::gammaln, x); }

Vars exp2_parts(Builder& b, const Node& node) {
  return {exp(argument(b, node) * std::numbers::ln2).v};
}
Vars log2_parts(Builder& b, const Node& node) {
  return {(log(argument(b, node)) * std::numbers::log2e).v};
}
Vars log10_parts(Builder& b, const Node& node) {
  return {(log(argument(b, node)) * std::numbers::log10e).v};
}

// The sign of the gamma function: -1 for x in (-1, 0), (-3, -2), …, else 1.
Real gamma_sign(Real x) {
  Real whole = with(op::floor, x), half = with(op::floor, whole * 0.5);
  Real is_odd = (whole - half * 2) == 1;
  return select((x < 0) & is_odd, x.number(-1), x.number(1));
}
Vars gamma_parts(Builder& b, const Node& node) {
  Real x = argument(b, node);
  return {(gamma_sign(x) * exp(gammaln(x))).v};
}
Vars betaln_parts(Builder& b, const Node& node) {
  Real p = argument(b, node), q = argument(b, node, 1);
  return {(gammaln(p) + gammaln(q) - gammaln(p + q)).v};
}
Vars beta_parts(Builder& b, const Node& node) {
  Real p = argument(b, node), q = argument(b, node, 1);
  Real sign = gamma_sign(p) * gamma_sign(q) * gamma_sign(p + q);
  return {(sign * exp(gammaln(p) + gammaln(q) - gammaln(p + q))).v};
}
Vars poch_parts(Builder& b, const Node& node) {
  Real x = argument(b, node), n = argument(b, node, 1);
  Real sign = gamma_sign(x) * gamma_sign(x + n);
  return {(sign * exp(gammaln(x + n) - gammaln(x))).v};
}
Vars i1_parts(Builder& b, const Node& node) {
  Real x = argument(b, node);
  return {(with(op::i1e, x) * exp(abs(x))).v};
}

constexpr HloWriteRule special_written[] = {
    {"acosh", hlo_chlo_composite, "chlo.acosh"},
    {"asinh", hlo_chlo_composite, "chlo.asinh"},
    {"atanh", hlo_chlo_composite, "chlo.atanh"},
    {"beta", composed<beta_parts>},
    {"betaln", composed<betaln_parts>},
    {"digamma", hlo_chlo_composite, "chlo.digamma"},
    {"erfc", hlo_chlo_composite, "chlo.erfc"},
    {"exp2", composed<exp2_parts>},
    {"gamma", composed<gamma_parts>},
    {"gammaln", hlo_chlo_composite, "chlo.lgamma"},
    {"i1", composed<i1_parts>},
    {"i1e", hlo_chlo_composite, "chlo.bessel_i1e"},
    {"log10", composed<log10_parts>},
    {"log2", composed<log2_parts>},
    {"poch", composed<poch_parts>},
    {"polygamma", hlo_chlo_composite, "chlo.polygamma"},
    {"zeta", hlo_chlo_composite, "chlo.zeta"},
};

}  // namespace

std::span<const HloWriteRule> written_special() { return special_written; }

}  // namespace rille
