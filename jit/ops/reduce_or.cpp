// reduce_or: the bitwise OR along the given axes.
#include "jit/ops/axes.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const OpDoc reduce_or_doc = {
    .brief = "Computes the bitwise OR along the given axes, or the logical OR of bools.",
    .shapes = "x: b[...], axes: ints -> b[other axes]",
    .errors =
        "error[shape] if an axis is out of range; error[dtype] if x is not a bool or integer array",
    .example = "any([true, false])  #> true",
    .source = "jax.lax.reduce_or_p",
};

Lowering reduce_or_lower(const OpCall& call) {
  bool flags = call.in[0].dtype() == Dtype::boolean;
  return Reduce{.combiner = Scalar::bit_or,
                .identity = flags ? AttrValue(false) : AttrValue(int64_t{0}),
                .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op reduce_or_op = {
    .name = "reduce_or",
    .doc = reduce_or_doc,
    .type = reduced<same_bits_type>,
    .jvp = no_tangent,
    .transpose = MissingRule{"operations on bits are not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::bit_or>,
    .lower = reduce_or_lower,
    .reference = fold<[](auto x, auto y) { return x | y; }, [](auto zero) { return widen(zero); },
                      DtypeKind::boolean, DtypeKind::integer, DtypeKind::natural>,
    .samples = reduce_samples<is_bits>,
};

Var op::reduce_or(Builder& b, Var x, Ints axes) {
  return b.emit(reduce_or_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
