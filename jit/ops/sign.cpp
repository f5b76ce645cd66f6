// sign: -1, 0, or 1, the sign of each element.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sign_doc = {
    .brief = "Returns the sign of each element: -1, 0, or 1. NaN and -0 are returned unchanged.",
    .shapes = "x: r[...] -> r[...]",
    .errors = "error[dtype] if x is a bool or complex array",
    .example = "sign([-3.0, 0.0, 2.0])  #> [-1, 0, 1]",
    .source = "jax.lax.sign",
};

template <class T>
T sign_of(T x) {
  if (x > T(0)) return T(1);
  if constexpr (!std::is_unsigned_v<T>) {
    if (x < T(0)) return T(-1);
  }
  return x;
}

}  // namespace

extern const Op sign_op = {
    .name = "sign",
    .doc = sign_doc,
    .type = same_real_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"sign is not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sign>,
    .reference = map_reals<[](auto x) { return sign_of(x); }>,
    .samples = samples<1, is_real>,
};

Var op::sign(Builder& b, Var x) { return b.emit(sign_op, {x})[0]; }

}  // namespace rille
