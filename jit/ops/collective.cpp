// Rules that collectives share.
#include "jit/ops/collective.h"

namespace rille {

void check_row_number(const OpCall& call) {
  if (call.in[1] == Type(Dtype::i32, Shape{})) return;
  throw Error(Code::dtype, str("the index of a mapped element is i32[], got ", call.in[1]),
              call.origin.span());
}

Var within(Builder& b, Var me, int64_t rows) {
  Var least = op::fill(b, b.type(me), int64_t{0}), last = op::fill(b, b.type(me), rows - 1);
  return op::max(b, op::min(b, me, last), least);
}

std::vector<BatchedVar> alone_in_rows(Builder& b, const Node& node, const Batch& batch) {
  Builder one(node.origin);
  Node row = node;
  row.in.clear();
  for (size_t i = 0; i < node.in.size(); ++i) {
    Type type = b.type(node.in[i]);
    if (batch.axes[i] >= 0) type = type.with(Shape(type.shape().begin() + 1, type.shape().end()));
    row.in.push_back(one.param(type));
  }
  Vars made = node.op->expand(one, row);
  BatchAxes axes{.in = {batch.axes.begin(), batch.axes.end()}, .out = {0}};
  Graph many = vmap(std::move(one).finish(made), batch.size, axes);
  return {{inline_graph(b, many, node.in)[0], 0}};
}

}  // namespace rille
