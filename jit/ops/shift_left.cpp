// shift_left: the bits of x shifted left by y.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc shift_left_doc = {
    .brief = "Shifts the bits of x left by y; 0 if y is the bit width or more.",
    .shapes = "x: i[...], y: i[...] -> i[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not integers",
    .example = "shift_left([1, 3], [2, 1])  #> [4, 6]",
    .source = "jax.lax.shift_left",
};

void shift_left_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto width = static_cast<uint64_t>(bits(in[0].dtype()));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_whole<T>) {
      const T *x = elements<T>(in[0]), *by = elements<T>(in[1]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) {
        auto places = static_cast<uint64_t>(widen(by[i]));
        auto word = static_cast<uint64_t>(widen(x[i]));
        y[i] = narrow<T>(places < width ? word << places : 0);
      }
    }
  });
}

}  // namespace

extern const Op shift_left_op = {
    .name = "shift_left",
    .doc = shift_left_doc,
    .type = same_integer_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::shift_left>,
    .reference = shift_left_reference,
    .samples = samples<2, is_integer>,
};

Var op::shift_left(Builder& b, Var x, Var y) { return b.emit(shift_left_op, {x, y})[0]; }

}  // namespace rille
