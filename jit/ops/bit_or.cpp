// bit_or: the bitwise OR of two arrays.
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc bit_or_doc = {
    .brief = "Computes the bitwise OR of two arrays, or the logical OR of bools.",
    .shapes = "x: b[...], y: b[...] -> b[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are floats",
    .example = "[false, true] or [false, false]  #> [false, true]",
    .source = "jax.lax.bitwise_or",
};

}  // namespace

extern const Op bit_or_op = {
    .name = "bit_or",
    .doc = bit_or_doc,
    .type = same_bits_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::bit_or>,
    .reference = map_bits<[](auto x, auto y) { return x | y; }>,
    .samples = samples<2, is_bits>,
};

Var op::bit_or(Builder& b, Var x, Var y) { return b.emit(bit_or_op, {x, y})[0]; }

}  // namespace rille
