// bit_xor: the bitwise XOR of two arrays.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc bit_xor_doc = {
    .brief = "Computes the bitwise XOR of two arrays, or the logical XOR of bools.",
    .shapes = "x: b[...], y: b[...] -> b[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are floats",
    .example = "bit_xor([6, 1], [3, 1])  #> [5, 0]",
    .source = "jax.lax.bitwise_xor",
};

}  // namespace

extern const Op bit_xor_op = {
    .name = "bit_xor",
    .doc = bit_xor_doc,
    .type = same_bits_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::bit_xor>,
    .reference = map_bits<[](auto x, auto y) { return x ^ y; }>,
    .samples = samples<2, is_bits>,
};

Var op::bit_xor(Builder& b, Var x, Var y) { return b.emit(bit_xor_op, {x, y})[0]; }

}  // namespace rille
