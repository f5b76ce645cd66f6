// shift_right: the bits of x shifted right by y.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc shift_right_doc = {
    .brief = "Shifts the bits of x right by y; a signed integer is extended by its sign bit.",
    .shapes = "x: i[...], y: i[...] -> i[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are not integers",
    .example = "shift_right([8, -8], [2, 2])  #> [2, -2]",
    .source = "jax.lax.shift_right_arithmetic, shift_right_logical for unsigned",
};

// If all bits are shifted out, a signed integer becomes 0 or -1.
void shift_right_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto width = static_cast<uint64_t>(bits(in[0].dtype()));
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_whole<T>) {
      const T *x = elements<T>(in[0]), *by = elements<T>(in[1]);
      T* y = elements_to_write<T>(out[0]);
      for (size_t i = 0; i < in[0].size(); ++i) {
        auto places = static_cast<uint64_t>(widen(by[i]));
        auto word = widen(x[i]);
        bool gone = places >= width;
        y[i] = narrow<T>(gone ? (word < 0 ? -1 : 0) : static_cast<int64_t>(word >> places));
      }
    }
  });
}

}  // namespace

extern const Op shift_right_op = {
    .name = "shift_right",
    .doc = shift_right_doc,
    .type = same_integer_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::shift_right>,
    .reference = shift_right_reference,
    .samples = samples<2, is_integer>,
};

Var op::shift_right(Builder& b, Var x, Var y) { return b.emit(shift_right_op, {x, y})[0]; }

}  // namespace rille
