// dynamic_slice: a window of x at a computed start.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/passed.h"
#include "jit/ops/samples.h"
#include "jit/ops/window.h"

namespace rille {
namespace {

const OpDoc dynamic_slice_doc = {
    .brief =
        "Slices a window of x at a computed start. The start is clamped so that the window fits.",
    .shapes = "x: t[...], starts: i64[] ..., size: ints -> t[size]",
    .errors =
        "error[shape] if the window is larger than x, or there is not one start for each axis",
    .example = "dynamic_slice([1, 2, 3], (1,), (2,))  #> [2, 3]",
    .source = "jax.lax.dynamic_slice",
};

Types dynamic_slice_type(const OpCall& call) {
  const Shape& size = call.attrs.shape("size");
  check_window(call, call.in[0], size, 1);
  return {call.in[0].with(size)};
}

Vars dynamic_slice_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  Vars starts(node.in.begin() + 1, node.in.end()), out(node.in.size());
  out[0] = op::dynamic_update_slice(b, op::fill(b, in[0], 0.0), ct[0], starts);
  return out;
}

// A common start: the batch axis is taken whole. A start for each mapped element: elements are
// gathered, by index only along the axes along which the window can move.
std::vector<BatchedVar> dynamic_slice_batch(Builder& b, const Node& node, const Batch& batch) {
  const Shape& size = node.attrs.shape("size");
  if (moves_by_row(batch, 1)) {
    Window window = window_of(b, node, batch, size, 1);
    return {{window.restored(b, op::gather(b, window.x, window.indices, window.axes)), 0}};
  }
  Vars starts{op::fill(b, Type(Dtype::i64, Shape{}), int64_t{0})};
  if (node.in.size() > 1) starts[0] = op::fill(b, b.type(node.in[1]), int64_t{0});
  starts.append(node.in.begin() + 1, node.in.end());
  return {{op::dynamic_slice(b, node.in[0], starts, with_batch(batch.size, size)), 0}};
}

Lowering dynamic_slice_lower(const OpCall& call) {
  Pointwise out;
  Scalars& code = out.code;
  std::vector<int> at;
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    int start = clamped_start(code, call, axis, 1, call.attrs.shape("size"));
    at.push_back(code.call(Scalar::add, Dtype::i64, {start, code.index(axis)}));
  }
  code.load(0, call.in[0].dtype(), at);
  return out;
}

void dynamic_slice_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  Ints size = out[0].type().ints();
  copy_walk(size, in[0], window_walk(in[0], size, in.subspan(1)), out[0], row_major(size));
}

std::vector<Sample> dynamic_slice_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Shape& size, Dtype index) {
    Types in{x};
    for (int axis = 0; axis < x.rank(); ++axis) in.push_back(Type(index, Shape{}));
    out.push_back({in, {{"size", size}}});
  };
  add(f64({5}), {3}, Dtype::i32);
  add(f64({5}), {1}, Dtype::i64);
  add(f64({5}), {5}, Dtype::i64);
  add(f64({5}), {0}, Dtype::i64);
  add(f64({0}), {0}, Dtype::i64);
  add(f64({}), {}, Dtype::i64);
  add(f64({3, 4}), {2, 4}, Dtype::i32);
  add(f64({3, 4}), {1, 2}, Dtype::u8);
  add(f64({3, 4, 2}), {2, 3, 1}, Dtype::i64);
  add(f64({2, 1, 3, 2}), {1, 1, 2, 1}, Dtype::i64);
  for (Dtype dtype : sample_dtypes()) add({dtype, {3, 4}}, {2, 2}, Dtype::i32);
  return out;
}

Factors dynamic_slice_factors(const OpCall& call, const Types& out) {
  return kept_factors(call, out, whole_axes(call.in[0], out[0]));
}

}  // namespace

extern const Op dynamic_slice_op = {
    .name = "dynamic_slice",
    .doc = dynamic_slice_doc,
    .type = dynamic_slice_type,
    .jvp = first_jvp,
    .transpose = dynamic_slice_transpose,
    .batch = dynamic_slice_batch,
    .factors = dynamic_slice_factors,
    .lower = dynamic_slice_lower,
    .reference = dynamic_slice_reference,
    .samples = dynamic_slice_samples,
    .parts = in_each_part,
};

Var op::dynamic_slice(Builder& b, Var x, Vars starts, Shape size) {
  starts.insert(starts.begin(), x);
  return b.emit(dynamic_slice_op, starts, {{"size", std::move(size)}})[0];
}

}  // namespace rille
