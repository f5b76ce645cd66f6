// expm1: exp(x) - 1.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc expm1_doc = {
    .brief = "Computes exp(x) - 1, accurately near zero.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "expm1([0.0, 1e-10])  #> [0, 1e-10]",
    .source = "jax.lax.expm1",
};

template <class T>
T expm1_of(T x) {
  return std::expm1(x);
}
template <class T>
std::complex<T> expm1_of(std::complex<T> z) {
  T half = std::sin(z.imag() / 2), less = -2 * half * half;  // cos - 1
  return {std::expm1(z.real()) * std::cos(z.imag()) + less,
          std::exp(z.real()) * std::sin(z.imag())};
}

}  // namespace

extern const Op expm1_op = {
    .name = "expm1",
    .doc = expm1_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) { return op::exp(b, x); }>,  // y + 1 loses digits
    .transpose = MissingRule{"expm1 is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::expm1>,
    .reference = map_inexact<[](auto x) { return expm1_of(x); }>,
    .samples = inexact_samples<Scalar::expm1>,
    .parts = by_formula<complex_expm1>,
};

Var op::expm1(Builder& b, Var x) { return b.emit(expm1_op, {x})[0]; }

}  // namespace rille
