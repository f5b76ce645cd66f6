// concatenate: arrays joined along an axis.
#include <utility>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc concatenate_doc = {
    .brief = "Concatenates arrays along an axis.",
    .shapes = "xs: t[...] ..., axis: int -> t[...]",
    .errors = "error[shape] if the sizes of another axis differ; error[dtype] if the dtypes differ",
    .example = "concat(([1, 2], [3]))  #> [1, 2, 3]",
    .source = "jax.lax.concatenate",
};

Types concatenate_type(const OpCall& call) {
  if (call.in.empty())
    throw Error(Code::value, "concatenate: expected at least one array", call.origin.span());
  Type first = call.in[0];
  int64_t axis = call.attrs.integer("axis");
  check_axis(call, first, axis);
  Extent size = 0;
  for (Type x : call.in) {
    if (x.dtype() != first.dtype()) {
      throw Error(Code::dtype, str("concatenate: the dtypes differ: ", first, " and ", x),
                  call.origin.span());
    }
    if (x.rank() != first.rank() || without(x.shape(), {axis}) != without(first.shape(), {axis})) {
      throw Error(
          Code::shape,
          str("concatenate: shapes may differ along axis ", axis, " only, got ", first, " and ", x),
          call.origin.span());
    }
    size = size + x.extent(static_cast<int>(axis));
  }
  Shape shape = first.shape();
  shape[static_cast<size_t>(axis)] = size;
  return {first.with(shape)};
}

Vars concatenate_jvp(Builder& b, const Node& node, const Vars& dx) {
  Vars all;
  for (size_t i = 0; i < dx.size(); ++i) all.push_back(or_zeros(b, dx[i], b.type(node.in[i])));
  return b.emit(*node.op, all, node.attrs);
}

// Each input gets its slice of the cotangent.
Vars concatenate_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  auto axis = static_cast<size_t>(node.attrs.integer("axis"));
  Ints start(static_cast<size_t>(in[0].rank()), 0), step(start.size(), 1);
  Vars out;
  for (size_t i = 0; i < in.size(); ++i) {
    out.push_back(node.in[i].none() ? op::slice(b, ct[0], start, in[i].shape(), step) : Var{});
    start[axis] += in[i].shape()[axis].number();
  }
  return out;
}

std::vector<BatchedVar> concatenate_batch(Builder& b, const Node& node, const Batch& batch) {
  return {{op::concatenate(b, all_batched(b, node, batch), node.attrs.integer("axis") + 1), 0}};
}

// Tests the inputs from the last to the first: an index below the end of an input belongs to that
// input or to an earlier one. Each input is read only at its own elements, which are contiguous.
Lowering concatenate_lower(const OpCall& call) {
  constexpr size_t few =
      8;  // with more inputs, testing each of them for each element costs more than a copy
  if (call.in.size() > few) return StructuredOp{"concatenate"};
  Pointwise out;
  Scalars& code = out.code;
  auto axis = static_cast<int>(call.attrs.integer("axis"));
  Dtype dtype = call.in[0].dtype();
  std::vector<int> at;
  for (int k = 0; k < call.in[0].rank(); ++k) at.push_back(code.index(k));
  auto number = [&](int64_t x) { return code.constant(x, Dtype::i64); };
  int index = at[static_cast<size_t>(axis)], result = -1;
  int64_t end = 0;
  for (Type x : call.in) end += x.extent(axis).number();
  const int64_t all = end;
  for (size_t i = call.in.size(); i-- > 0;) {
    int64_t start = end - call.in[i].extent(axis).number(), behind = std::exchange(end, start);
    if (start == behind) continue;
    std::vector<int> own = at;
    int begin = number(start);
    own[static_cast<size_t>(axis)] = code.call(Scalar::sub, Dtype::i64, {index, begin});
    int here = -1, below = -1;
    if (start > 0) here = code.call(Scalar::ge, Dtype::boolean, {index, begin});
    if (behind < all) below = code.call(Scalar::lt, Dtype::boolean, {index, number(behind)});
    if (start > 0 && behind < all) {
      here = code.call(Scalar::bit_and, Dtype::boolean, {here, below});
    } else if (below >= 0) {
      here = below;
    }
    if (here >= 0) own.push_back(here);
    int value = code.load(static_cast<int>(i), dtype, own);
    result = result < 0 ? value : code.call(Scalar::select, dtype, {below, value, result});
  }
  if (result < 0) code.constant(int64_t{0}, dtype);  // the result is empty
  return out;
}

void concatenate_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  auto axis = static_cast<size_t>(node.attrs.integer("axis"));
  StridedLayout write = row_major(out[0].type().ints());
  for (const Array& x : in) {
    Ints shape = x.type().ints();
    copy_walk(shape, x, row_major(shape), out[0], write);
    write.start += shape[axis] * write.steps[axis];
  }
}

std::vector<Sample> concatenate_samples() {
  std::vector<Sample> out;
  auto add = [&](const Types& in, int64_t axis) { out.push_back({in, {{"axis", axis}}}); };
  add({f64({3})}, 0);
  add({f64({3}), f64({2})}, 0);
  add({f64({3}), f64({0}), f64({1})}, 0);
  add({f64({0}), f64({0})}, 0);
  add({f64({0}), f64({2})}, 0);
  add({f64({2, 3}), f64({1, 3})}, 0);
  add({f64({2, 3}), f64({2, 1}), f64({2, 2})}, 1);
  add({f64({2, 1, 3}), f64({2, 2, 3})}, 1);
  add({f64({2, 1, 3, 2}), f64({2, 1, 3, 1})}, 3);
  Types many(7, f64({2, 1, 2}));
  for (int64_t size : {0, 3, 2}) many.push_back(f64({2, size, 2}));
  add(many, 1);
  for (Dtype dtype : sample_dtypes()) add({Type(dtype, {2, 3}), Type(dtype, {2, 1})}, 1);
  return out;
}

Factors concatenate_factors(const OpCall& call, const Types& out) {
  Flags whole(call.in[0].shape().size(), true);
  whole[static_cast<size_t>(call.attrs.integer("axis"))] = false;
  return kept_factors(call, out, whole);
}

}  // namespace

extern const Op concatenate_op = {
    .name = "concatenate",
    .doc = concatenate_doc,
    .type = concatenate_type,
    .jvp = concatenate_jvp,
    .transpose = concatenate_transpose,
    .batch = concatenate_batch,
    .factors = concatenate_factors,
    .lower = concatenate_lower,
    .reference = concatenate_reference,
    .samples = concatenate_samples,
    .parts = in_each_part,
    .moves = DataMovement::copies,
};

Var op::concatenate(Builder& b, Vars xs, int64_t axis) {
  return b.emit(concatenate_op, std::move(xs), {{"axis", axis}})[0];
}

}  // namespace rille
