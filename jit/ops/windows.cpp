// windows: all windows of x along some axes, as a view.
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/samples.h"
#include "jit/ops/sliding.h"
#include "jit/ops/window.h"

namespace rille {
namespace {

const OpDoc windows_doc = {
    .brief =
        "Extracts the windows of x along some axes; the positions in a window are trailing axes.",
    .shapes = "x: t[...], axes, size, strides, dilation: ints -> t[windows along axes, ..., size]",
    .errors = "error[shape] if an axis is out of range, or a number is below 1",
    .example = "[[1, 2, 3][i + j] for i in 0..2, j in 0..2]  #> [[1, 2],\n#>  [2, 3]]",
    .source = "numpy.lib.stride_tricks.sliding_window_view, with strides and dilation",
};

WindowDims slide_over(const Attrs& attrs) {
  const Ints& size = attrs.ints("size");
  Ints none(size.size(), 0), ones(size.size(), 1);
  return {size, attrs.ints("strides"), none, none, ones, attrs.ints("dilation")};
}

Types windows_type(const OpCall& call) {
  Type x = call.in[0];
  const Ints& axes = call.attrs.ints("axes");
  check_axes(call, x, axes);
  Shape moved, shape = x.shape();
  for (int64_t axis : axes) moved.push_back(shape[static_cast<size_t>(axis)]);
  WindowDims slide = slide_over(call.attrs);
  Ints counts = slid(call, slide, moved);
  for (size_t i = 0; i < axes.size(); ++i) shape[static_cast<size_t>(axes[i])] = Extent(counts[i]);
  for (int64_t n : slide.size) shape.emplace_back(n);
  return {x.with(shape)};
}

// Proceeds axis by axis, the last one first, and adds the positions of a window at their elements
// of x.
Vars windows_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  const Ints& axes = node.attrs.ints("axes");
  Var rest = ct[0];
  for (size_t i = axes.size(); i-- > 0;) {
    Type type = b.type(rest);
    int64_t axis = axes[i], last = type.rank() - 1;
    Ints order{axis, last}, back;
    for (int64_t k = 0; k < last; ++k) {
      if (k != axis) order.push_back(k);
    }
    Shape grid{type.shape()[static_cast<size_t>(axis)], type.shape().back()};
    auto times = [&](int64_t along, std::string_view by) {
      Var by_one = counted(b, grid, along);
      Type numbers(Dtype::i64, grid);
      return op::mul(b, by_one, op::fill(b, numbers, node.attrs.ints(by)[i]));
    };
    Var at = op::add(b, times(0, "strides"), times(1, "dilation"));
    Shape shape{in[0].shape()[static_cast<size_t>(axis)]};
    for (size_t k = 2; k < order.size(); ++k) {
      shape.push_back(type.shape()[static_cast<size_t>(order[k])]);
    }
    Var zeros = op::fill(b, Type(type.dtype(), shape), 0.0);
    Var sum =
        op::scatter(b, zeros, joined_columns(b, {at}), op::permute(b, rest, order), {0}, "add");
    for (int64_t k = 0; k < last; ++k) back.push_back(k < axis ? k + 1 : k == axis ? 0 : k);
    rest = op::permute(b, sum, back);
  }
  return {rest};
}

std::vector<BatchedVar> windows_batch(Builder& b, const Node& node, const Batch&) {
  Attrs attrs = node.attrs.with("axes", shifted(node.attrs.ints("axes")));
  return {{b.emit(*node.op, {node.in[0]}, attrs)[0], 0}};
}

Lowering windows_lower(const OpCall& call) {
  const Ints& axes = call.attrs.ints("axes");
  int rank = call.in[0].rank();
  View view;
  for (int axis = 0; axis < rank; ++axis) view.axes.push_back({.output_axis = axis});
  for (size_t i = 0; i < axes.size(); ++i) {
    View::Axis& axis = view.axes[static_cast<size_t>(axes[i])];
    axis.step = call.attrs.ints("strides")[i];
    axis.within = rank + static_cast<int>(i);
    axis.within_step = call.attrs.ints("dilation")[i];
  }
  return view;
}

void windows_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  const Ints& axes = node.attrs.ints("axes");
  Ints shape = out[0].type().ints();
  StridedLayout read = row_major(in[0].type().ints());
  for (size_t i = 0; i < axes.size(); ++i) {
    auto axis = static_cast<size_t>(axes[i]);
    read.steps.push_back(read.steps[axis] * node.attrs.ints("dilation")[i]);
    read.steps[axis] *= node.attrs.ints("strides")[i];
  }
  copy_walk(shape, in[0], read, out[0], row_major(shape));
}

std::vector<Sample> windows_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& axes, const Ints& size, const Ints& strides,
                 const Ints& dilation) {
    out.push_back(
        {{x}, {{"axes", axes}, {"size", size}, {"strides", strides}, {"dilation", dilation}}});
  };
  add(f64({5}), {0}, {3}, {1}, {1});
  add(f64({5}), {0}, {2}, {2}, {1});
  add(f64({7}), {0}, {3}, {2}, {2});
  add(f64({3}), {0}, {4}, {1}, {1});
  add(f64({0}), {0}, {1}, {1}, {1});
  add(f64({}), {}, {}, {}, {});
  add(f64({4}), {}, {}, {}, {});
  add(f64({4}), {0}, {1}, {3}, {5});
  add(f64({3, 5}), {1}, {3}, {1}, {1});
  add(f64({4, 5, 2}), {0, 1}, {2, 3}, {1, 2}, {2, 1});
  add(f64({4, 5, 2}), {1, 0}, {2, 2}, {3, 1}, {1, 3});
  add(f64({2, 0, 3}), {2}, {2}, {1}, {1});
  for (Dtype dtype : sample_dtypes()) add({dtype, {2, 5}}, {1}, {2}, {2}, {2});
  return out;
}

// The trailing axes are the positions in a window.
Factors windows_factors(const OpCall& call, const Types& out) {
  const Ints &axes = call.attrs.ints("axes"), &size = call.attrs.ints("size");
  Flags whole(call.in[0].shape().size(), true);
  for (size_t i = 0; i < axes.size(); ++i) {
    whole[static_cast<size_t>(axes[i])] = size[i] == 1 && call.attrs.ints("strides")[i] == 1;
  }
  return kept_factors(call, out, whole);
}

}  // namespace

extern const Op windows_op = {
    .name = "windows",
    .doc = windows_doc,
    .type = windows_type,
    .jvp = linear_jvp,
    .transpose = windows_transpose,
    .batch = windows_batch,
    .factors = windows_factors,
    .lower = windows_lower,
    .reference = windows_reference,
    .samples = windows_samples,
    .parts = in_each_part,
};

Var op::windows(Builder& b, Var x, Ints axes, Ints size, Ints strides, Ints dilation) {
  return b.emit(windows_op, {x},
                {{"axes", std::move(axes)},
                 {"size", std::move(size)},
                 {"strides", std::move(strides)},
                 {"dilation", std::move(dilation)}})[0];
}

}  // namespace rille
