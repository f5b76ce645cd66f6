// cummax: the cumulative maximum along an axis.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc cummax_doc = {
    .brief = "Computes the cumulative maximum along an axis. With reverse, it starts at the end.",
    .shapes = "x: n[...], axis: int, reverse: bool -> n[...]",
    .errors = "error[shape] if the axis is out of range",
    .example = "cummax([1, 3, 2])  #> [1, 3, 3]",
    .source = "jax.lax.cummax",
};

Lowering cummax_lower(const OpCall& call) {
  return scan_lower(call, Scalar::max, lowest_value(call.in[0].dtype()));
}

}  // namespace

extern const Op cummax_op = {
    .name = "cummax",
    .doc = cummax_doc,
    .type = scan_type<same_ordered_type>,
    .jvp = cumulative_extreme_jvp,
    .transpose = MissingRule{"cummax is not linear"},
    .batch = axis_batch,
    .factors = axis_factors,
    .lower = cummax_lower,
    .reference =
        scan_reference<[](auto x, auto y) { return IeeeMaximum{}(x, y); }, DtypeKind::boolean,
                       DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = scan_samples<is_ordered>,
};

Var op::cummax(Builder& b, Var x, int64_t axis, bool reverse) {
  return b.emit(cummax_op, {x}, {{"axis", axis}, {"reverse", reverse}})[0];
}

}  // namespace rille
