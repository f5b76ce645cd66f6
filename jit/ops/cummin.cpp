// cummin: the cumulative minimum along an axis.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc cummin_doc = {
    .brief = "Computes the cumulative minimum along an axis. With reverse, it starts at the end.",
    .shapes = "x: n[...], axis: int, reverse: bool -> n[...]",
    .errors = "error[shape] if the axis is out of range",
    .example = "cummin([2, 3, 1])  #> [2, 2, 1]",
    .source = "jax.lax.cummin",
};

Lowering cummin_lower(const OpCall& call) {
  return scan_lower(call, Scalar::min, greatest_value(call.in[0].dtype()));
}

}  // namespace

extern const Op cummin_op = {
    .name = "cummin",
    .doc = cummin_doc,
    .type = scan_type<same_ordered_type>,
    .jvp = cumulative_extreme_jvp,
    .transpose = MissingRule{"cummin is not linear"},
    .batch = axis_batch,
    .factors = axis_factors,
    .lower = cummin_lower,
    .reference =
        scan_reference<[](auto x, auto y) { return IeeeMinimum{}(x, y); }, DtypeKind::boolean,
                       DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = scan_samples<is_ordered>,
};

Var op::cummin(Builder& b, Var x, int64_t axis, bool reverse) {
  return b.emit(cummin_op, {x}, {{"axis", axis}, {"reverse", reverse}})[0];
}

}  // namespace rille
