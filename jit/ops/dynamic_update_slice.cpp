// dynamic_update_slice: x with a window replaced.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/samples.h"
#include "jit/ops/window.h"

namespace rille {
namespace {

const OpDoc dynamic_update_slice_doc = {
    .brief =
        "Replaces a window of x at a computed start. The start is clamped so that the window fits.",
    .shapes = "x: t[...], update: t[...], starts: i64[] ... -> t[shape of x]",
    .errors = "error[shape] if update is larger than x, or there is not one start for each axis",
    .example = "dynamic_update_slice([1, 2, 3], [9], (1,))  #> [1, 9, 3]",
    .source = "jax.lax.dynamic_update_slice",
};

Types dynamic_update_slice_type(const OpCall& call) {
  if (call.in[1].dtype() != call.in[0].dtype()) {
    throw Error(Code::dtype,
                str("dynamic_update_slice: the dtypes differ: ", call.in[0], " and ", call.in[1]),
                call.origin.span());
  }
  check_window(call, call.in[0], call.in[1].shape(), 2);
  return {call.in[0]};
}

Vars dynamic_update_slice_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none() && dx[1].none()) return {Var{}};
  Vars in = node.in;
  for (size_t i : {0, 1}) in[i] = or_zeros(b, dx[i], b.type(node.in[i]));
  return b.emit(*node.op, in);
}

// x gets the cotangent outside of the window, the update the cotangent inside.
Vars dynamic_update_slice_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  Vars starts(node.in.begin() + 2, node.in.end()), out(node.in.size());
  if (node.in[0].none()) {
    out[0] = op::dynamic_update_slice(b, ct[0], op::fill(b, in[1], 0.0), starts);
  }
  if (node.in[1].none()) out[1] = op::dynamic_slice(b, ct[0], starts, in[1].shape());
  return out;
}

std::vector<BatchedVar> dynamic_update_slice_batch(Builder& b, const Node& node,
                                                   const Batch& batch) {
  Node whole = node;
  for (size_t i : {0, 1}) {
    if (batch.axes[i] == 0) continue;
    Shape shape = with_batch(batch.size, b.type(node.in[i]).shape());
    whole.in[i] = op::broadcast(b, node.in[i], shape, {0});
  }
  if (moves_by_row(batch, 2)) {
    const Shape& size = b.type(whole.in[1]).shape();
    std::vector<int> axes(batch.axes.begin(), batch.axes.end());
    axes[0] = axes[1] = 0;
    Window window = window_of(b, whole, {axes, batch.size}, Shape(size.begin() + 1, size.end()), 2);
    Var update = window.arranged(b, whole.in[1]);
    return {{op::scatter(b, window.x, window.indices, update, window.axes, "set"), 0}};
  }
  Vars starts{op::fill(b, Type(Dtype::i64, Shape{}), int64_t{0})};
  if (node.in.size() > 2) starts[0] = op::fill(b, b.type(node.in[2]), int64_t{0});
  starts.append(node.in.begin() + 2, node.in.end());
  return {{op::dynamic_update_slice(b, whole.in[0], whole.in[1], starts), 0}};
}

// For a small window in a large array, code that touches the window alone pays off.
bool is_small_window(Type x, Type update) {
  return x.known() && update.known() && x.count() >= 1024 && update.count() <= x.count() / 8;
}

// The update inside of the window, x elsewhere; the load from the update is clamped.
Lowering dynamic_update_slice_lower(const OpCall& call) {
  if (is_small_window(call.in[0], call.in[1])) return StructuredOp{"dynamic_update_slice"};
  Pointwise out;
  Scalars& code = out.code;
  Type x = call.in[0], update = call.in[1];
  int own = code.input(0, x.dtype()), inside = code.constant(true, Dtype::boolean);
  std::vector<int> at;
  for (int axis = 0; axis < x.rank(); ++axis) {
    int start = clamped_start(code, call, axis, 2, update.shape());
    int from = code.call(Scalar::sub, Dtype::i64, {code.index(axis), start});
    int zero = code.constant(int64_t{0}, Dtype::i64);
    int size = code.constant(update.extent(axis).number(), Dtype::i64);
    int last = code.constant(std::max<int64_t>(0, update.extent(axis).number() - 1), Dtype::i64);
    int above = code.call(Scalar::ge, Dtype::boolean, {from, zero});
    int below = code.call(Scalar::lt, Dtype::boolean, {from, size});
    inside = code.call(Scalar::bit_and, Dtype::boolean,
                       {inside, code.call(Scalar::bit_and, Dtype::boolean, {above, below})});
    at.push_back(code.call(Scalar::min, Dtype::i64,
                           {code.call(Scalar::max, Dtype::i64, {from, zero}), last}));
  }
  if (update.known() && update.count() == 0) {
    code.call(Scalar::select, x.dtype(), {inside, own, own});
    return out;
  }
  int value = code.load(1, x.dtype(), at);
  code.call(Scalar::select, x.dtype(), {inside, value, own});
  return out;
}

void dynamic_update_slice_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
  Ints size = in[1].type().ints();
  copy_walk(size, in[1], row_major(size), out[0], window_walk(in[0], size, in.subspan(2)));
}

std::vector<Sample> dynamic_update_slice_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Shape& size, Dtype index) {
    Types in{x, x.with(size)};
    for (int axis = 0; axis < x.rank(); ++axis) in.push_back(Type(index, Shape{}));
    out.push_back({in});
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

Factors dynamic_update_slice_factors(const OpCall& call, const Types& out) {
  return kept_factors(call, out, whole_axes(call.in[0], call.in[1]));
}

}  // namespace

extern const Op dynamic_update_slice_op = {
    .name = "dynamic_update_slice",
    .doc = dynamic_update_slice_doc,
    .type = dynamic_update_slice_type,
    .jvp = dynamic_update_slice_jvp,
    .transpose = dynamic_update_slice_transpose,
    .batch = dynamic_update_slice_batch,
    .factors = dynamic_update_slice_factors,
    .lower = dynamic_update_slice_lower,
    .reference = dynamic_update_slice_reference,
    .samples = dynamic_update_slice_samples,
    .parts = in_each_part,
    .moves = DataMovement::updates,
};

Var op::dynamic_update_slice(Builder& b, Var x, Var update, Vars starts) {
  starts.insert(starts.begin(), update);
  starts.insert(starts.begin(), x);
  return b.emit(dynamic_update_slice_op, starts)[0];
}

}  // namespace rille
