// logistic: the logistic function 1 / (1 + exp(-x)).
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"
#include "jit/ops/slopes.h"

namespace rille {
namespace {

const OpDoc logistic_doc = {
    .brief = "Computes the logistic function 1 / (1 + exp(-x)), between 0 and 1.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "sigmoid([0.0, 100.0])  #> [0.5, 1]",
    .source = "jax.lax.logistic",
};

// y (1 - y), with sigmoid(-x) for 1 - y, which keeps its digits if y is near 1. The second
// derivative is -tanh(x / 2) times the first, which is accurate near 0.
Var logistic_slope(Builder& b, Var x, Var y) {
  auto slope = [](Builder& c, const Vars& in) {
    return op::mul(c, in[1], op::logistic(c, op::neg(c, in[0])));
  };
  return with_slope(b, {x, y}, slope, [](Builder& c, const Vars& in, Var s) {
    return op::mul(c, op::tanh(c, scaled(c, in[0], -0.5)), s);
  });
}

template <class T>
T sigmoid(T x) {  // exp(-x) overflows long before the result is 0
  T e = std::exp(-std::abs(x));
  return (x < 0 ? e : T(1)) / (T(1) + e);
}
template <class T>
std::complex<T> sigmoid(std::complex<T> x) {
  return T(1) / (T(1) + std::exp(-x));
}

}  // namespace

extern const Op logistic_op = {
    .name = "logistic",
    .doc = logistic_doc,
    .type = same_inexact_type,
    .jvp = sloped<logistic_slope>,
    .transpose = MissingRule{"logistic is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::logistic>,
    .reference = map_inexact<[](auto x) { return sigmoid(x); }>,
    .samples = samples<1, is_inexact>,
    .parts = by_formula<complex_logistic>,
};

Var op::logistic(Builder& b, Var x) { return b.emit(logistic_op, {x})[0]; }

}  // namespace rille
