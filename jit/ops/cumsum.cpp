// cumsum: the cumulative sum along an axis.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const OpDoc cumsum_doc = {
    .brief = "Computes the cumulative sum along an axis. With reverse, it starts at the end.",
    .shapes = "x: n[...], axis: int, reverse: bool -> n[...]",
    .errors = "error[shape] if the axis is out of range",
    .example = "cumsum([1, 2, 3])  #> [1, 3, 6]",
    .source = "jax.lax.cumsum",
};

// An element contributes to all later sums, so its cotangent is the sum of all later cotangents.
Vars cumsum_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::cumsum(b, ct[0], node.attrs.integer("axis"), !node.attrs.flag("reverse"))};
}

Lowering cumsum_lower(const OpCall& call) {
  return scan_lower(call, Scalar::add, number_value(call.in[0].dtype(), 0));
}

}  // namespace

extern const Op cumsum_op = {
    .name = "cumsum",
    .doc = cumsum_doc,
    .type = scan_type<same_number_type>,
    .jvp = linear_jvp,
    .transpose = cumsum_transpose,
    .batch = axis_batch,
    .factors = axis_factors,
    .lower = cumsum_lower,
    .reference = scan_reference<[](auto x, auto y) { return wrapping(std::plus<>{}, x, y); },
                                DtypeKind::integer, DtypeKind::natural, DtypeKind::floating,
                                DtypeKind::complex>,
    .samples = scan_samples<is_number>,
    .parts = in_each_part,
};

Var op::cumsum(Builder& b, Var x, int64_t axis, bool reverse) {
  return b.emit(cumsum_op, {x}, {{"axis", axis}, {"reverse", reverse}})[0];
}

}  // namespace rille
