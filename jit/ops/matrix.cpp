// Steps of rules about matrices.
#include "jit/ops/matrix.h"

#include <numeric>

#include "jit/ops/samples.h"

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

Var mirrored(Builder& b, Var x) {
  return op::add(b, triangle_of(b, x, true, false),
                 matrix_transposed(b, triangle_of(b, x, true, true)));
}

Var on_diagonal(Builder& b, const Type& type) {
  Type places = type.with(Dtype::i32);
  return op::eq(b, op::iota(b, places, type.rank() - 2), op::iota(b, places, type.rank() - 1));
}

Var identity_like(Builder& b, Var x) {
  return op::convert(b, on_diagonal(b, b.type(x)), b.type(x).dtype());
}

Var diagonal_of(Builder& b, Var x) {
  Var kept = op::select(b, on_diagonal(b, b.type(x)), x, filled_like(b, x, 0));
  return op::sum(b, kept, {b.type(x).rank() - 1});
}

Var along_columns(Builder& b, Var v, const Type& type) {
  return op::broadcast(b, v, type.shape(), {type.rank() - 1});
}

Var along_rows(Builder& b, Var v, const Type& type) {
  return op::broadcast(b, v, type.shape(), {type.rank() - 2});
}

Var inverse_or_zero(Builder& b, Var x) {
  Var zero = filled_like(b, x, 0), one = filled_like(b, x, 1), none = op::eq(b, x, zero);
  return op::select(b, none, zero, op::div(b, one, op::select(b, none, one, x)));
}

void check_matrix(const Call& call, const Type& x) {
  if (x.dtype() != Dtype::f32 && x.dtype() != Dtype::f64) {
    throw Error(Code::dtype, str("needs a matrix of f32 or f64, got ", x), call.origin.span());
  }
  if (x.rank() < 2) {
    throw Error(Code::shape, str("needs a matrix, got ", x), call.origin.span());
  }
}

void check_square(const Call& call, const Type& x) {
  check_matrix(call, x);
  if (x.extent(x.rank() - 1) == x.extent(x.rank() - 2)) return;
  throw Error(Code::shape, str("needs as many rows as columns, got ", x), call.origin.span());
}

void check_tall(const Call& call, const Type& x) {
  check_matrix(call, x);
  Extent m = x.extent(x.rank() - 2), n = x.extent(x.rank() - 1);
  if (!m.known() || !n.known() || m.number() >= n.number()) return;
  throw Error(Code::shape, str("needs at least as many rows as columns, got ", x),
              call.origin.span());
}

std::vector<Sample> square_samples() {
  std::vector<Sample> out;
  for (const Shape& shape :
       {Shape{1, 1}, {2, 2}, {3, 3}, {5, 5}, {2, 3, 3}, {2, 1, 2, 2}, {0, 0}, {0, 2, 2}}) {
    out.push_back({{f64(shape)}});
  }
  for (const Shape& shape : {Shape{2, 2}, {4, 4}, {3, 2, 2}, {1, 1}}) {
    out.push_back({{f32(shape)}});
  }
  return out;
}

}  // namespace rille
