// reduce_max: the maximum along the given axes.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/reduction.h"

namespace rille {
namespace {

const OpDoc reduce_max_doc = {
    .brief =
        "Computes the maximum along the given axes, which are removed; NaN if an element is NaN.",
    .shapes = "x: r[...], axes: ints -> r[other axes]",
    .errors =
        "error[shape] if an axis is out of range; error[dtype] if x is complex or a key array",
    .example = "max([1.0, 3.0, 2.0])  #> 3",
    .source = "jax.lax.reduce_max_p",
};

Lowering reduce_max_lower(const OpCall& call) {
  return Reduce{.combiner = Scalar::max,
                .identity = lowest_value(call.in[0].dtype()),
                .axes = call.attrs.ints("axes")};
}

}  // namespace

extern const Op reduce_max_op = {
    .name = "reduce_max",
    .doc = reduce_max_doc,
    .type = reduced<same_ordered_type>,
    .jvp = reduce_extreme_jvp,
    .transpose = MissingRule{"reduce_max is not linear"},
    .batch = reduce_batch,
    .factors = reduce_factors<Scalar::max>,
    .lower = reduce_max_lower,
    .reference = fold<[](auto x, auto y) { return IeeeMaximum{}(x, y); },
                      [](auto zero) { return lowest(zero); }, DtypeKind::boolean,
                      DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = reduce_samples<is_ordered>,
};

Var op::reduce_max(Builder& b, Var x, Ints axes) {
  return b.emit(reduce_max_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
