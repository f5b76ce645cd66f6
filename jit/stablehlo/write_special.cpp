// Special functions as StableHLO text: of CHLO, or formulas.
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

// -1 between -1 and 0, -3 and -2 …, where the function gamma is below 0.
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

// The bits of a function that a reader composes in another way stay one operation for us.
HloValues of_chlo(HloWriter& w, const HloNode& n) { return w.composite(n, hlo_of_chlo); }

constexpr HloWriteRule rules[] = {
    {"acosh", of_chlo, "chlo.acosh"},   {"asinh", of_chlo, "chlo.asinh"},
    {"atanh", of_chlo, "chlo.atanh"},   {"beta", composed<beta_parts>},
    {"betaln", composed<betaln_parts>}, {"digamma", of_chlo, "chlo.digamma"},
    {"erfc", of_chlo, "chlo.erfc"},     {"exp2", composed<exp2_parts>},
    {"gamma", composed<gamma_parts>},   {"gammaln", of_chlo, "chlo.lgamma"},
    {"i1", composed<i1_parts>},         {"i1e", of_chlo, "chlo.bessel_i1e"},
    {"log10", composed<log10_parts>},   {"log2", composed<log2_parts>},
    {"poch", composed<poch_parts>},     {"polygamma", of_chlo, "chlo.polygamma"},
    {"zeta", of_chlo, "chlo.zeta"},
};

}  // namespace

std::span<const HloWriteRule> written_special() { return rules; }

}  // namespace rille
