// gather: the slices of x at computed indices.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/indexing.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc gather_doc = {
    .brief =
        "Gathers slices of x at computed indices along some axes; the indices are clamped into "
        "range. Indexed axes are removed; other axes are taken whole.",
    .shapes = "x: t[...], indices: i[..., k], axes: k ints -> t[..., other axes of x]",
    .errors =
        "error[dtype] if the indices are not integers; error[shape] if they do not have one column "
        "for each axis",
    .example = "[10, 20, 30][[2, 0]]  #> [30, 10]",
    .source = "jax.lax.gather",
};

Types gather_type(const OpCall& call) {
  check_indices(call);
  Type x = call.in[0];
  Shape shape = rows_of(call.in[1]), rest = without(x.shape(), call.attrs.ints("axes"));
  shape.insert(shape.end(), rest.begin(), rest.end());
  return {x.with(shape)};
}

Vars gather_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none()) return {Var{}};
  return {op::gather(b, dx[0], node.in[1], node.attrs.ints("axes"))};
}

// Elements that are read several times get the sum of the cotangents.
Vars gather_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  Var zeros = op::fill(b, in[0], 0.0);
  return {op::scatter(b, zeros, node.in[1], ct[0], node.attrs.ints("axes"), "add"), {}};
}

// If both inputs are batched, the batch axis of x is one more indexed axis. A common x or common
// indices for all mapped elements need no additional index.
std::vector<BatchedVar> gather_batch(Builder& b, const Node& node, const Batch& batch) {
  const Ints& axes = node.attrs.ints("axes");
  if (batch.axes[0] < 0) return {{op::gather(b, node.in[0], node.in[1], axes), 0}};
  if (batch.axes[1] < 0) {
    int rows = b.type(node.in[1]).rank() - 1;
    return {{op::gather(b, node.in[0], node.in[1], shifted(axes)), rows}};
  }
  return {{op::gather(b, node.in[0], with_row_column(b, node.in[1]), with_row_axis(axes)), 0}};
}

Lowering gather_lower(const OpCall& call) {
  Pointwise out;
  const Ints& axes = call.attrs.ints("axes");
  int rows = call.in[1].rank() - 1, next = rows;
  std::vector<int> at;
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    auto column = std::ranges::find(axes, axis) - axes.begin();
    bool indexed = column < std::ssize(axes);
    at.push_back(indexed ? clamped_index(out.code, call, static_cast<int>(column), rows)
                         : out.code.index(next++));
  }
  out.code.load(0, call.in[0].dtype(), at);
  return out;
}

void gather_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  SliceOffsets slots(in[0], in[1], node.attrs.ints("axes"));
  StridedLayout write = row_major(slots.rest);
  for (size_t row = 0; row < slots.rows; ++row) {
    copy_walk(slots.rest, in[0], {slots.at(row), slots.steps}, out[0], write);
    write.start += slots.size;
  }
}

std::vector<Sample> gather_samples() {
  std::vector<Sample> out;
  for (const Sample& sample : scatter_shapes()) {
    out.push_back({{sample.in[0], sample.in[1]}, sample.attrs});
  }
  return out;
}

// The rows of the indices, then the axes of x that are taken whole.
Factors gather_factors(const OpCall& call, const Types&) {
  Factors made;
  Shape rows = rows_of(call.in[1]);
  AxisFactors of_rows = add_axes(made, rows);
  AxisFactors columns{{made.add(call.in[1].shape().back(), Factor::Role::special)}};
  auto [x, rest] = indexed_axes(made, call);
  made.in = {x, of_rows};
  append_to(made.in[1], columns);
  made.out = {of_rows};
  append_to(made.out[0], rest);
  return made;
}

}  // namespace

extern const Op gather_op = {
    .name = "gather",
    .doc = gather_doc,
    .type = gather_type,
    .jvp = gather_jvp,
    .transpose = gather_transpose,
    .batch = gather_batch,
    .factors = gather_factors,
    .lower = gather_lower,
    .reference = gather_reference,
    .samples = gather_samples,
    .parts = in_each_part,
};

Var op::gather(Builder& b, Var x, Var indices, Ints axes) {
  return b.emit(gather_op, {x, indices}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
