// cumsum: the running sums along an axis.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/scanning.h"

namespace rille {
namespace {

const Doc cumsum_doc = {
    .brief = "The running sums along an axis, from its start or, reversed, from its end.",
    .shapes = "x: n[...], axis: int, reverse: bool -> n[...]",
    .errors = "error[shape] where the axis is not one of x's",
    .example = "cumsum([1, 2, 3])  #> [1, 3, 6]",
    .source = "jax.lax.cumsum",
};

// What an element adds to all after it comes back from all after it.
Vars cumsum_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::cumsum(b, ct[0], node.attrs.integer("axis"), !node.attrs.flag("reverse"))};
}

Lowering cumsum_lower(const Call& call) {
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
                                Kind::integer, Kind::natural, Kind::floating, Kind::complex>,
    .samples = scan_samples<is_number>,
    .parts = in_each_part,
};

Var op::cumsum(Builder& b, Var x, int64_t axis, bool reverse) {
  return b.emit(cumsum_op, {x}, {{"axis", axis}, {"reverse", reverse}})[0];
}

}  // namespace rille
