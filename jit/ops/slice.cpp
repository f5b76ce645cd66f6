// slice: a strided range along each axis.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc slice_doc = {
    .brief = "Slices size elements along each axis, from start on by step.",
    .shapes = "x: t[...], start: ints, size: ints, step: ints -> t[size]",
    .errors = "error[shape] if a range exceeds x",
    .example = "[1, 2, 3, 4][1:3]  #> [2, 3]",
    .source = "jax.lax.slice, with sizes in place of limits",
};

// size elements span (size - 1) step + 1 positions from start on. Dynamic sizes are not checked:
// the creator of the node guarantees them.
bool fits(Extent extent, int64_t start, Extent size, int64_t step) {
  if (start < 0 || step < 1) return false;
  if (!size.known() || !extent.known() || size == Extent(0)) return true;
  int64_t last = 0, steps = size.number() - 1;
  bool wraps =
      __builtin_mul_overflow(steps, step, &last) || __builtin_add_overflow(last, start, &last);
  return !wraps && last < extent.number();
}

Types slice_type(const OpCall& call) {
  Type x = call.in[0];
  const Ints &start = call.attrs.ints("start"), &step = call.attrs.ints("step");
  const Shape& size = call.attrs.shape("size");
  auto rank = static_cast<size_t>(x.rank());
  bool good = start.size() == rank && step.size() == rank && size.size() == rank;
  for (size_t axis = 0; good && axis < rank; ++axis) {
    good = fits(x.shape()[axis], start[axis], size[axis], step[axis]);
  }
  if (!good) {
    throw Error(Code::shape,
                str("slice: size ", text(size), " from start (", join(start), ") by step (",
                    join(step), ") exceeds ", x),
                call.origin.span());
  }
  return {x.with(size)};
}

// The cotangent is zero at elements that were not read.
Vars slice_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  const Ints &start = node.attrs.ints("start"), &step = node.attrs.ints("step");
  const Shape& size = node.attrs.shape("size");
  Ints high, interior;
  for (size_t axis = 0; axis < start.size(); ++axis) {
    int64_t read = size[axis].number() == 0 ? 0 : (size[axis].number() - 1) * step[axis] + 1;
    high.push_back(in[0].shape()[axis].number() - start[axis] - read);
    interior.push_back(step[axis] - 1);
  }
  Var zero = op::fill(b, Type(in[0].dtype(), Shape{}), 0.0);
  return {op::pad(b, ct[0], zero, start, high, interior)};
}

std::vector<BatchedVar> slice_batch(Builder& b, const Node& node, const Batch& batch) {
  Ints start = node.attrs.ints("start"), step = node.attrs.ints("step");
  start.insert(start.begin(), 0);
  step.insert(step.begin(), 1);
  Shape size = with_batch(batch.size, node.attrs.shape("size"));
  return {{op::slice(b, node.in[0], start, size, step), 0}};
}

Lowering slice_lower(const OpCall& call) {
  View view;
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    auto at = static_cast<size_t>(axis);
    view.axes.push_back({.output_axis = axis,
                         .step = call.attrs.ints("step")[at],
                         .offset = call.attrs.ints("start")[at]});
  }
  return view;
}

void slice_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Ints shape = out[0].type().ints();
  StridedLayout read = row_major(in[0].type().ints());
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    read.start += node.attrs.ints("start")[axis] * read.steps[axis];
    read.steps[axis] *= node.attrs.ints("step")[axis];
  }
  copy_walk(shape, in[0], read, out[0], row_major(shape));
}

std::vector<Sample> slice_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& start, const Shape& size, const Ints& step) {
    out.push_back({{x}, {{"start", start}, {"size", size}, {"step", step}}});
  };
  add(f64({5}), {1}, {3}, {1});
  add(f64({5}), {0}, {3}, {2});
  add(f64({5}), {1}, {2}, {3});
  add(f64({5}), {5}, {0}, {1});
  add(f64({0}), {0}, {0}, {1});
  add(f64({}), {}, {}, {});
  add(f64({3, 4}), {1, 0}, {2, 4}, {1, 1});
  add(f64({3, 4}), {0, 3}, {3, 1}, {1, 1});
  add(f64({3, 4, 2}), {2, 1, 0}, {1, 2, 2}, {1, 2, 1});
  add(f64({2, 1, 3, 2}), {0, 0, 1, 1}, {2, 1, 2, 1}, {1, 1, 1, 1});
  for (Dtype dtype : sample_dtypes()) add({dtype, {3, 4}}, {0, 1}, {3, 2}, {1, 2});
  return out;
}

Factors slice_factors(const OpCall& call, const Types& out) {
  const Ints &start = call.attrs.ints("start"), &step = call.attrs.ints("step");
  Flags whole;
  for (size_t axis = 0; axis < start.size(); ++axis) {
    whole.push_back(start[axis] == 0 && step[axis] == 1 &&
                    call.in[0].shape()[axis] == out[0].shape()[axis]);
  }
  return kept_factors(call, out, whole);
}

}  // namespace

extern const Op slice_op = {
    .name = "slice",
    .doc = slice_doc,
    .type = slice_type,
    .jvp = linear_jvp,
    .transpose = slice_transpose,
    .batch = slice_batch,
    .factors = slice_factors,
    .lower = slice_lower,
    .reference = slice_reference,
    .samples = slice_samples,
    .parts = in_each_part,
};

Var op::slice(Builder& b, Var x, Ints start, Shape size, Ints step) {
  return b.emit(
      slice_op, {x},
      {{"start", std::move(start)}, {"size", std::move(size)}, {"step", std::move(step)}})[0];
}

}  // namespace rille
