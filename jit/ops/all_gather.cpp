// all_gather: x of all mapped elements of a named axis.
#include "jit/ops/axes.h"
#include "jit/ops/collective.h"
#include "jit/ops/matrix.h"
#include "jit/ops/regions.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc all_gather_doc = {
    .brief = "Gathers x along a named vmap axis, which becomes a new leading axis.",
    .shapes = "x: t[...s], me: i32[], axis: str, rows: int -> t[rows, ...s]",
    .errors = "error[name] if no enclosing vmap has the axis",
    .example = "vmap(x => sum(all_gather(x, \"rows\")), axis_name = \"rows\")([1, 2])  #> [3, 3]",
    .source = "jax.lax.all_gather",
};

Types all_gather_type(const OpCall& call) {
  check_row_number(call);
  return {call.in[0].with(with_batch(call.attrs.integer("rows"), call.in[0].shape()))};
}

// The cotangent of an element is the sum of the cotangents that all elements have for it.
Vars all_gather_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  Var total = op::psum(b, ct[0], node.attrs.string("axis"));
  Shape shape = in[0].shape(), one = with_batch(1, shape);
  Vars starts(one.size(), op::fill(b, in[1], int64_t{0}));
  starts[0] = node.in[1];
  return {op::reshape(b, op::dynamic_slice(b, total, starts, one), shape), Var{}};
}

// The mapped elements of the other vmap follow the gathered ones.
std::vector<BatchedVar> all_gather_batch(Builder& b, const Node& node, const Batch& batch) {
  if (batch.axes[1] >= 0) return alone_in_rows(b, node, batch);
  return {{b.copy(node, node.in)[0], 1}};
}

BatchedVar all_gather_over(Builder& b, const Node& node, const Batch& batch) {
  Var x = node.in[0];
  return {batch.axes[0] < 0 ? repeat(b, x, batch.size) : x, -1};
}

// A single mapped element: zeros in the positions of the others. Keys have no zero, so the key is
// repeated.
Vars all_gather_expand(Builder& b, const Node& node) {
  Type type = b.type(node.in[0]);
  if (type.dtype() == Dtype::key) return {repeat(b, node.in[0], node.attrs.integer("rows"))};
  Shape wide = with_batch(node.attrs.integer("rows"), type.shape());
  Var row = op::iota(b, Type(Dtype::i32, wide), 0);
  Var is_mine = op::eq(b, row, spread(b, within(b, node.in[1], node.attrs.integer("rows")), wide));
  Var all = repeat(b, node.in[0], node.attrs.integer("rows"));
  return {op::select(b, is_mine, all, zeros(b, type.with(wide)))};
}

std::vector<Sample> all_gather_samples() {
  std::vector<Sample> out = samples<1, is_any>();
  for (Sample& sample : out) {
    sample.in.push_back(i32({}));
    sample.attrs = {{"axis", std::string("rows")}, {"rows", int64_t{3}}};
  }
  return out;
}

}  // namespace

extern const Op all_gather_op = {
    .name = "all_gather",
    .doc = all_gather_doc,
    .type = all_gather_type,
    .jvp = first_jvp,
    .transpose = all_gather_transpose,
    .batch = all_gather_batch,
    .factors = MissingRule{"the operation is expanded into others before factors are computed"},
    .lower = MissingRule{"the operation is expanded into others"},
    .reference = composed_reference,
    .samples = all_gather_samples,
    .expand = all_gather_expand,
    .over = all_gather_over,
    .linear = LinearIn::first,
};

Var op::all_gather(Builder& b, Var x, Var me, std::string axis, int64_t rows) {
  return b.emit(all_gather_op, {x, me}, {{"axis", std::move(axis)}, {"rows", rows}})[0];
}

}  // namespace rille
