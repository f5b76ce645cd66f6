// window_sum: the sum of each window of x.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"

namespace rille {
namespace {

const OpDoc window_sum_doc = {
    .brief = "Computes the sum of each window of x; padding counts as 0.",
    .shapes = "x: n[...], window parameters of all axes -> n[windows along each axis]",
    .errors =
        "error[shape] if a window parameter does not have one entry for each axis or is out of "
        "range",
    .example = "nn.avg_pool([[[1.0], [2.0], [3.0], [4.0]]], 2)  #> [[[1.5],\n#>   [3.5]]]",
    .source = "jax.lax.reduce_window_sum_p",
};

Types window_sum_type(const OpCall& call) { return window_type(call, same_number_type(call)[0]); }

// An element contributed to every window that contained it.
Vars window_sum_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  WindowDims slide = slide_of(node.attrs);
  Ints extents = in[0].ints();
  if (b.type(ct[0]).count() == 0) return {op::fill(b, in[0], 0.0)};
  if (!apart(slide)) return {op::window_sum(b, ct[0], turned(slide, extents))};
  Shape parts = b.type(ct[0]).shape();
  for (int64_t n : slide.size) parts.emplace_back(n);
  return {laid_out(b, op::broadcast(b, ct[0], parts, window_axes(in[0].rank())), slide, extents)};
}

// Windows of so few elements are summed sequentially, as in XLA, in one pass over all windows; this
// is no less accurate than another order.
constexpr int64_t few_windows = 16;

Vars window_sum_expand(Builder& b, const Node& node) {
  Type x = b.type(node.in[0]);
  WindowDims slide = slide_of(node.attrs);
  Var all = windows_over(b, node.in[0], slide, number_value(x.dtype(), 0));
  int64_t count = 1;
  for (int64_t n : slide.size) count *= n;
  bool is_narrow = is_float(x.dtype()) && bytes(x.dtype()) < 4;
  if (count == 0 || count > few_windows) return {op::sum(b, all, window_axes(x.rank()))};
  Type whole = b.type(all),
       out =
           b.type(node.in[0]).with(Shape(whole.shape().begin(), whole.shape().begin() + x.rank()));
  Ints start(static_cast<size_t>(whole.rank()), 0), step(start.size(), 1);
  Shape one = whole.shape();
  for (auto axis = static_cast<size_t>(x.rank()); axis < one.size(); ++axis) one[axis] = Extent(1);
  Var total;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t k = slide.size.size(); k-- > 0; rest /= slide.size[k]) {
      start[static_cast<size_t>(x.rank()) + k] = rest % slide.size[k];
    }
    Var part = op::reshape(b, op::slice(b, all, start, one, step), out.shape());
    if (is_narrow) part = op::convert(b, part, Dtype::f32);
    total = added(b, total, part);
  }
  return {is_narrow ? op::convert(b, total, x.dtype()) : total};
}

}  // namespace

extern const Op window_sum_op = {
    .name = "window_sum",
    .doc = window_sum_doc,
    .type = window_sum_type,
    .jvp = linear_jvp,
    .transpose = window_sum_transpose,
    .batch = window_batch,
    .factors = window_factors,
    .lower = MissingRule{"window_sum is lowered to a sum over windows of x"},
    .reference = fold_windows<[](auto x, auto y) { return wrapping(std::plus<>{}, x, y); },
                              [](auto zero) { return widen(zero); }, DtypeKind::integer,
                              DtypeKind::natural, DtypeKind::floating, DtypeKind::complex>,
    .samples = window_samples<is_number>,
    .expand = window_sum_expand,
    .parts = in_each_part,
};

Var op::window_sum(Builder& b, Var x, WindowDims slide) {
  return b.emit(window_sum_op, {x}, attrs_of(slide))[0];
}

}  // namespace rille
