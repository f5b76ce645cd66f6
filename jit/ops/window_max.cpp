// window_max: the maximum of each window of x.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"

namespace rille {
namespace {

const OpDoc window_max_doc = {
    .brief = "Computes the maximum of each window of x; padding is ignored, and NaN propagates.",
    .shapes = "x: r[...], window parameters of all axes -> r[windows along each axis]",
    .errors =
        "error[shape] if a window parameter does not have one entry for each axis or is out of "
        "range",
    .example = "nn.max_pool([[[1.0], [2.0], [3.0], [4.0]]], 2)  #> [[[2],\n#>   [4]]]",
    .source = "jax.lax.reduce_window_max_p",
};

Types window_max_type(const OpCall& call) { return window_type(call, same_ordered_type(call)[0]); }

Vars window_max_jvp(Builder& b, const Node& node, const Vars& dx) {
  return window_extreme_jvp(b, node, dx[0], true);
}

Vars window_max_expand(Builder& b, const Node& node) {
  Type x = b.type(node.in[0]);
  Var all = windows_over(b, node.in[0], slide_of(node.attrs), lowest_value(x.dtype()));
  return {op::reduce_max(b, all, window_axes(x.rank()))};
}

}  // namespace

extern const Op window_max_op = {
    .name = "window_max",
    .doc = window_max_doc,
    .type = window_max_type,
    .jvp = window_max_jvp,
    .transpose = MissingRule{"window_max is not linear"},
    .batch = window_batch,
    .factors = window_factors,
    .lower = MissingRule{"window_max is lowered to a maximum over windows of x"},
    .reference = fold_windows<[](auto x, auto y) { return IeeeMaximum{}(x, y); },
                              [](auto zero) { return lowest(zero); }, DtypeKind::boolean,
                              DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = window_samples<is_ordered>,
    .expand = window_max_expand,
};

Var op::window_max(Builder& b, Var x, WindowDims slide) {
  return b.emit(window_max_op, {x}, attrs_of(slide))[0];
}

}  // namespace rille
