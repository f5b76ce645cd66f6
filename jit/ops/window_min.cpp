// window_min: the minimum of each window of x.
#include "jit/ops/axes.h"
#include "jit/ops/extremes.h"
#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"

namespace rille {
namespace {

const OpDoc window_min_doc = {
    .brief = "Computes the minimum of each window of x; padding is ignored, and NaN propagates.",
    .shapes = "x: r[...], window parameters of all axes -> r[windows along each axis]",
    .errors =
        "error[shape] if a window parameter does not have one entry for each axis or is out of "
        "range",
    .example = "nn.min_pool([[[1.0], [2.0], [3.0], [4.0]]], 2)  #> [[[1],\n#>   [3]]]",
    .source = "jax.lax.reduce_window_min_p",
};

Types window_min_type(const OpCall& call) { return window_type(call, same_ordered_type(call)[0]); }

Vars window_min_jvp(Builder& b, const Node& node, const Vars& dx) {
  return window_extreme_jvp(b, node, dx[0], false);
}

Vars window_min_expand(Builder& b, const Node& node) {
  Type x = b.type(node.in[0]);
  Var all = windows_over(b, node.in[0], slide_of(node.attrs), greatest_value(x.dtype()));
  return {op::reduce_min(b, all, window_axes(x.rank()))};
}

}  // namespace

extern const Op window_min_op = {
    .name = "window_min",
    .doc = window_min_doc,
    .type = window_min_type,
    .jvp = window_min_jvp,
    .transpose = MissingRule{"window_min is not linear"},
    .batch = window_batch,
    .factors = window_factors,
    .lower = MissingRule{"window_min is lowered to a minimum over windows of x"},
    .reference = fold_windows<[](auto x, auto y) { return IeeeMinimum{}(x, y); },
                              [](auto zero) { return greatest(zero); }, DtypeKind::boolean,
                              DtypeKind::integer, DtypeKind::natural, DtypeKind::floating>,
    .samples = window_samples<is_ordered>,
    .expand = window_min_expand,
};

Var op::window_min(Builder& b, Var x, WindowDims slide) {
  return b.emit(window_min_op, {x}, attrs_of(slide))[0];
}

}  // namespace rille
