// bit_and: the bitwise AND of two arrays.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc bit_and_doc = {
    .brief = "Computes the bitwise AND of two arrays, or the logical AND of bools.",
    .shapes = "x: b[...], y: b[...] -> b[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are floats",
    .example = "[true, true] and [true, false]  #> [true, false]",
    .source = "jax.lax.bitwise_and",
};

}  // namespace

extern const Op bit_and_op = {
    .name = "bit_and",
    .doc = bit_and_doc,
    .type = same_bits_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::bit_and>,
    .reference = map_bits<[](auto x, auto y) { return x & y; }>,
    .samples = samples<2, is_bits>,
};

Var op::bit_and(Builder& b, Var x, Var y) { return b.emit(bit_and_op, {x, y})[0]; }

}  // namespace rille
