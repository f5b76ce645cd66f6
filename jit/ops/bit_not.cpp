// bit_not: the bitwise NOT of each element.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc bit_not_doc = {
    .brief = "Computes the bitwise NOT of each element, or the logical NOT of bools.",
    .shapes = "x: b[...] -> b[...]",
    .errors = "error[dtype] if x is a float or complex array",
    .example = "not [true, false]  #> [false, true]",
    .source = "jax.lax.bitwise_not",
};

template <class T>
auto turned(T x) {
  if constexpr (std::same_as<T, bool>) {
    return !x;
  } else {
    return ~static_cast<uint64_t>(x);
  }
}

}  // namespace

extern const Op bit_not_op = {
    .name = "bit_not",
    .doc = bit_not_doc,
    .type = same_bits_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::bit_not>,
    .reference = map_bits<[](auto x) { return turned(x); }>,
    .samples = samples<1, is_bits>,
};

Var op::bit_not(Builder& b, Var x) { return b.emit(bit_not_op, {x})[0]; }

}  // namespace rille
