// Steps of rules about matrices.
#include "jit/ops/matrix.h"

#include <numeric>

namespace rille {

Var matrix_product(Builder& b, Var x, Var y) {
  int64_t batch = b.type(x).rank() - 2;
  Ints axes(static_cast<size_t>(batch));
  std::iota(axes.begin(), axes.end(), 0);
  return op::dot_general(b, x, y, {axes, axes, {batch + 1}, {batch}}, b.type(x).dtype());
}

Var matrix_transposed(Builder& b, Var x) {
  Ints order(static_cast<size_t>(b.type(x).rank()));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return op::permute(b, x, order);
}

Var triangle_of(Builder& b, Var x, bool lower, bool strict) {
  Type type = b.type(x), places = type.with(Dtype::i32);
  Var row = op::iota(b, places, type.rank() - 2), column = op::iota(b, places, type.rank() - 1);
  Var more = lower ? row : column, less = lower ? column : row;
  Var kept = strict ? op::gt(b, more, less) : op::ge(b, more, less);
  return op::select(b, kept, x, filled_like(b, x, 0));
}

void check_matrix(const Call& call, const Type& x) {
  if (x.dtype() != Dtype::f32 && x.dtype() != Dtype::f64) {
    throw Error(Code::dtype, str("needs a matrix of f32 or f64, got ", x), call.origin.span());
  }
  if (x.rank() < 2) {
    throw Error(Code::shape, str("needs a matrix, got ", x), call.origin.span());
  }
}

}  // namespace rille
