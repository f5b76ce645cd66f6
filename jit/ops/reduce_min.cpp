// reduce_min: the minimum along the given axes.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const OpDoc reduce_min_doc = {
    .brief =
        "Computes the minimum along the given axes, which are removed; NaN if an element is NaN.",
    .shapes = "x: r[...], axes: ints -> r[other axes]",
    .errors =
        "error[shape] if an axis is out of range; error[dtype] if x is complex or a key array",
    .example = "min([1.0, 3.0, 2.0])  #> 1",
    .source = "jax.lax.reduce_min_p",
};

Lowering reduce_min_lower(const OpCall& call) {
  return Reduce{.combiner = Scalar::min,
                .identity = greatest_value(call.in[0].dtype()),
                .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op reduce_min_op = {
    .name = "reduce_min",
    .doc = reduce_min_doc,
    .type = reduced<same_ordered_type>,
    .jvp = reduce_extreme_jvp,
    .transpose = MissingRule{"reduce_min is not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::min>,
    .lower = reduce_min_lower,
    .reference = fold<[](auto x, auto y) { return IeeeMinimum{}(x, y); },
                      [](auto zero) { return greatest(zero); }, DtypeKind::boolean,
                      DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = reduce_samples<is_ordered>,
};

Var op::reduce_min(Builder& b, Var x, Ints axes) {
  return b.emit(reduce_min_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
