// pad: x with a value around and between its elements.
#include <algorithm>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc pad_doc = {
    .brief = "Pads x with a value before, after, and between its elements; negative counts crop.",
    .shapes = "x: t[...], value: t[], low: ints, high: ints, interior: ints -> t[...]",
    .errors =
        "error[shape] if a list does not have one entry for each axis, or a size becomes negative",
    .example = "pad([1, 2], 1)  #> [0, 1, 2, 0]",
    .source = "jax.lax.pad",
};

// low + (the size with its gaps) + high.
Extent padded(Extent extent, int64_t low, int64_t high, int64_t interior) {
  if (!extent.known()) {
    Extent gaps = interior == 0 ? extent : (extent - Extent(1)) * Extent(interior) + extent;
    int64_t more = low + high;
    return more < 0 ? gaps - Extent(-more) : gaps + Extent(more);
  }
  Extent whole = extent;
  if (extent != Extent(0)) whole = whole + (extent - Extent(1)) * Extent(interior);
  for (int64_t more : {low, high}) whole = whole + Extent(std::max<int64_t>(more, 0));
  for (int64_t less : {-low, -high}) {
    whole = Extent(std::max<int64_t>(whole.number() - std::max<int64_t>(less, 0), 0));
  }
  return whole;
}

Types pad_type(const OpCall& call) {
  Type x = call.in[0], value = call.in[1];
  const Ints &low = call.attrs.ints("low"), &high = call.attrs.ints("high");
  const Ints& interior = call.attrs.ints("interior");
  auto rank = static_cast<size_t>(x.rank());
  bool good = low.size() == rank && high.size() == rank && interior.size() == rank;
  for (int64_t gap : interior) good = good && gap >= 0;
  if (!good || value != Type(x.dtype(), Shape{})) {
    throw Error(Code::shape,
                str("pad: expected a scalar value of the dtype of ", x,
                    " and three counts per axis, got ", value),
                call.origin.span());
  }
  Shape shape;
  for (size_t axis = 0; axis < rank; ++axis) {
    for (int64_t count : {low[axis], high[axis]}) checked_product(count, 1);  // within 2^62
    shape.push_back(padded(x.shape()[axis], low[axis], high[axis], interior[axis]));
  }
  return {x.with(shape)};
}

Vars pad_jvp(Builder& b, const Node& node, const Vars& dx) {
  Type x = b.type(node.in[0]);
  Var value = or_zeros(b, dx[1], Type(x.dtype(), Shape{}));
  return b.emit(*node.op, {or_zeros(b, dx[0], x), value}, node.attrs);
}

// True where the result has elements of x.
Var from_x(Builder& b, const Attrs& attrs, Type x) {
  Var no = op::fill(b, Type(Dtype::boolean, Shape{}), false);
  return op::pad(b, op::fill(b, x.with(Dtype::boolean), true), no, attrs.ints("low"),
                 attrs.ints("high"), attrs.ints("interior"));
}

// The cotangent of x is sliced out again. The cotangent of the value is the sum of the rest,
// computed separately: as a difference of two sums it would lose its digits next to a large
// cotangent of x.
Vars pad_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  const Ints &low = node.attrs.ints("low"), &high = node.attrs.ints("high");
  const Ints& interior = node.attrs.ints("interior");
  Type value(in[0].dtype(), Shape{});
  Ints none(low.size(), 0), less, fewer, step;
  for (size_t axis = 0; axis < low.size(); ++axis) {
    less.push_back(-low[axis]);
    fewer.push_back(-high[axis]);
    step.push_back(interior[axis] + 1);
  }
  Var whole = op::pad(b, ct[0], op::fill(b, value, 0.0), less, fewer, none);
  Var own = op::slice(b, whole, none, in[0].shape(), step), rest;
  if (node.in[1].none()) {
    Ints all;
    for (int axis = 0; axis < in[0].rank(); ++axis) all.push_back(axis);
    Var none_of_x = filled_like(b, ct[0], 0);
    rest = op::sum(b, op::select(b, from_x(b, node.attrs, in[0]), none_of_x, ct[0]), all);
  }
  return {node.in[0].none() ? own : Var{}, rest};
}

// A value that differs between mapped elements is inserted by a mask.
std::vector<BatchedVar> pad_batch(Builder& b, const Node& node, const Batch& batch) {
  Vars in = node.in;
  Attrs attrs = node.attrs;
  for (std::string_view name : {"low", "high", "interior"}) {
    Ints counts = attrs.ints(name);
    counts.insert(counts.begin(), 0);
    attrs = attrs.with(name, counts);
  }
  if (batch.axes[0] < 0) {
    in[0] = op::broadcast(b, in[0], with_batch(batch.size, b.type(in[0]).shape()), {0});
  }
  if (batch.axes[1] < 0) return {{b.emit(*node.op, in, attrs)[0], 0}};
  Type x = b.type(in[0]);
  Var any = op::reshape(b, op::slice(b, in[1], {0}, {1}, {1}), Shape{});
  Var whole = b.emit(*node.op, {in[0], any}, attrs)[0];
  Var own = from_x(b, attrs, x);
  Ints rest;
  for (int axis = 1; axis < x.rank(); ++axis) rest.push_back(axis);
  return {{op::select(b, own, whole, op::broadcast(b, in[1], b.type(whole).shape(), rest)), 0}};
}

Lowering pad_lower(const OpCall& call) {
  View view{.axes = {}, .guarded = true};
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    auto at = static_cast<size_t>(axis);
    view.axes.push_back({.output_axis = axis,
                         .step = 1,
                         .offset = -call.attrs.ints("low")[at],
                         .divide = call.attrs.ints("interior")[at] + 1});
  }
  return view;
}

// Copies the elements of x that negative counts keep to their positions.
void pad_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  fill_with(out[0], in[1]);
  Ints own = in[0].type().ints(), shape = out[0].type().ints(), kept;
  StridedLayout read = row_major(own), write = row_major(shape);
  for (size_t axis = 0; axis < own.size(); ++axis) {
    int64_t gap = node.attrs.ints("interior")[axis] + 1, low = node.attrs.ints("low")[axis];
    int64_t first = low >= 0 ? 0 : (-low + gap - 1) / gap;
    int64_t last = shape[axis] - 1 - low < 0 ? -1 : (shape[axis] - 1 - low) / gap;
    kept.push_back(std::max<int64_t>(0, std::min(own[axis] - 1, last) - first + 1));
    read.start += first * read.steps[axis];
    write.start += (low + first * gap) * write.steps[axis];
    write.steps[axis] *= gap;
  }
  copy_walk(kept, in[0], read, out[0], write);
}

std::vector<Sample> pad_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& low, const Ints& high, const Ints& interior) {
    Type value(x.dtype(), Shape{});
    out.push_back({{x, value}, {{"low", low}, {"high", high}, {"interior", interior}}});
  };
  add(f64({3}), {1}, {2}, {0});
  add(f64({3}), {0}, {0}, {0});
  add(f64({3}), {0}, {1}, {2});
  add(f64({4}), {-1}, {-1}, {0});
  add(f64({4}), {-1}, {2}, {1});
  add(f64({4}), {-2}, {-3}, {2});
  add(f64({3}), {-3}, {1}, {0});
  add(f64({0}), {2}, {1}, {1});
  add(f64({1}), {0}, {0}, {3});
  add(f64({}), {}, {}, {});
  add(f64({2, 3}), {1, 0}, {0, 2}, {0, 1});
  add(f64({2, 1, 3, 2}), {0, 1, 0, -1}, {1, 0, -1, 1}, {0, 0, 1, 0});
  for (Dtype dtype : sample_dtypes()) add({dtype, {2, 3}}, {1, 0}, {0, 2}, {0, 1});
  return out;
}

Factors pad_factors(const OpCall& call, const Types& out) {
  const Ints &low = call.attrs.ints("low"), &high = call.attrs.ints("high"),
             &interior = call.attrs.ints("interior");
  Flags whole;
  for (size_t axis = 0; axis < low.size(); ++axis) {
    whole.push_back(low[axis] == 0 && high[axis] == 0 && interior[axis] == 0);
  }
  return kept_factors(call, out, whole);
}

}  // namespace

extern const Op pad_op = {
    .name = "pad",
    .doc = pad_doc,
    .type = pad_type,
    .jvp = pad_jvp,
    .transpose = pad_transpose,
    .batch = pad_batch,
    .factors = pad_factors,
    .lower = pad_lower,
    .reference = pad_reference,
    .samples = pad_samples,
    .parts = in_each_part,
};

Var op::pad(Builder& b, Var x, Var value, Ints low, Ints high, Ints interior) {
  return b.emit(
      pad_op, {x, value},
      {{"low", std::move(low)}, {"high", std::move(high)}, {"interior", std::move(interior)}})[0];
}

}  // namespace rille
