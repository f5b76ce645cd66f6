// log1p: log(1 + x).
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc log1p_doc = {
    .brief = "Computes log(1 + x), accurately near zero.",
    .shapes = "x: z[...] -> z[...]",
    .errors = "error[dtype] if x is not a float or complex array",
    .example = "log1p([0.0, 1e-10])  #> [0, 1e-10]",
    .source = "jax.lax.log1p; with the attribute `peer`, for samples, its bits on a CPU",
};

template <class T>
T log1p_of(T x) {
  return std::log1p(x);
}
template <class T>
std::complex<T> log1p_of(std::complex<T> z) {
  T along = std::abs(1 + z.real()), across = std::abs(z.imag());
  T great = std::max(along, across), ratio = std::min(along, across) / great;
  bool near = along >= across && z.real() > -1;
  T size = near ? std::log1p(z.real()) : std::log(great);
  return {size + std::log1p(ratio * ratio) / 2, std::atan2(z.imag(), 1 + z.real())};
}

// Samples use XLA's approximation (docs/random.md).
Lowering log1p_lower(const OpCall& call) {
  return lower_pointwise(call, call.attrs.find("peer") ? Scalar::peer_log1p : Scalar::log1p);
}

}  // namespace

extern const Op log1p_op = {
    .name = "log1p",
    .doc = log1p_doc,
    .type = same_inexact_type,
    .jvp = sloped<[](Builder& b, Var x, Var) {
      return op::div(b, filled_like(b, x, 1), op::add(b, x, filled_like(b, x, 1)));
    }>,
    .transpose = MissingRule{"log1p is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = log1p_lower,
    .reference = map_inexact<[](auto x) { return log1p_of(x); }>,
    .samples = inexact_samples<Scalar::log1p>,
    .parts = by_formula<complex_log1p>,
};

Var op::log1p(Builder& b, Var x) { return b.emit(log1p_op, {x})[0]; }

}  // namespace rille
