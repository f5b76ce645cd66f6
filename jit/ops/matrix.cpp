// Helpers of the rules of matrix operations.
#include "jit/ops/matrix.h"

#include <algorithm>
#include <limits>
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

Var conjugated(Builder& b, Var x) {
  if (!is_complex(b.type(x).dtype())) return x;
  return op::complex(b, op::real(b, x), op::neg(b, op::imag(b, x)));
}

Var adjoint(Builder& b, Var x) { return matrix_transposed(b, conjugated(b, x)); }

Dtype real_dtype(Dtype dtype) { return is_complex(dtype) ? part_of(dtype) : dtype; }

Var real_of(Builder& b, Var x) { return is_complex(b.type(x).dtype()) ? op::real(b, x) : x; }

Var of_real(Builder& b, Var x, Dtype dtype) {
  return is_complex(dtype) ? op::complex(b, x, filled_like(b, x, 0)) : x;
}

Var greatest_part(Builder& b, Var x) {
  if (!is_complex(b.type(x).dtype())) return op::abs(b, x);
  return op::max(b, op::abs(b, op::real(b, x)), op::abs(b, op::imag(b, x)));
}

Var squared_size(Builder& b, Var x) {
  if (!is_complex(b.type(x).dtype())) return op::mul(b, x, x);
  Var real = op::real(b, x), imag = op::imag(b, x);
  return op::add(b, op::mul(b, real, real), op::mul(b, imag, imag));
}

Var triangle_of(Builder& b, Var x, bool lower, bool strict) {
  Type type = b.type(x), places = type.with(Dtype::i32);
  Var row = op::iota(b, places, type.rank() - 2), column = op::iota(b, places, type.rank() - 1);
  Var more = lower ? row : column, less = lower ? column : row;
  Var kept = strict ? op::gt(b, more, less) : op::ge(b, more, less);
  return op::select(b, kept, x, filled_like(b, x, 0));
}

Var mirrored(Builder& b, Var x) {
  Var below = triangle_of(b, x, true, true), lower = triangle_of(b, x, true, false);
  if (is_complex(b.type(x).dtype())) {
    Var on = op::select(b, on_diagonal(b, b.type(x)), x, filled_like(b, x, 0));
    lower = op::add(b, below, of_real(b, op::real(b, on), b.type(x).dtype()));
  }
  return op::add(b, lower, adjoint(b, below));
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

Var inverse_of_gap(Builder& b, Var x) {
  Type type = b.type(x);
  Var zero = filled_like(b, x, 0), one = filled_like(b, x, 1), on = on_diagonal(b, type);
  Var inverse = op::div(b, one, op::select(b, on, one, x));
  double nan = std::numeric_limits<double>::quiet_NaN();
  Var other = op::select(b, op::eq(b, x, zero), filled_like(b, x, nan), inverse);
  return op::select(b, on, zero, other);
}

namespace {

// For each column of v, a one in the row of the component that is made real.
// The result has the dtype of the parts of v.
Var chosen(Builder& b, Var v) {
  Var size = squared_size(b, v);
  Type type = b.type(size);
  int64_t row = type.rank() - 2;
  Var bound = scaled(b, op::reduce_max(b, size, {row}), 1 - near_greatest(type.dtype()));
  Var near = op::ge(b, size, along_rows(b, bound, type));
  Var first = op::argmax(b, op::convert(b, near, Dtype::i32), row);
  Type places = type.with(b.type(first).dtype());
  return op::eq(b, op::iota(b, places, row), along_rows(b, first, places));
}

Var component(Builder& b, Var is_chosen, Var v) {
  return op::sum(b, op::select(b, is_chosen, v, filled_like(b, v, 0)), {b.type(v).rank() - 2});
}

}  // namespace

Var turns_of_columns(Builder& b, Var v) {
  Dtype dtype = b.type(v).dtype();
  Var at = component(b, chosen(b, v), v);
  if (!is_complex(dtype)) return op::sign(b, at);
  return op::div(b, conjugated(b, at), of_real(b, op::abs(b, at), dtype));
}

// An empty matrix has no largest component.
Var moves_of_turns(Builder& b, Var v, Var dv) {
  if (b.type(v).shape().back() == Extent(0)) return op::sum(b, v, {b.type(v).rank() - 2});
  Var is_chosen = chosen(b, v);
  int64_t row = b.type(v).rank() - 2;
  auto total = [&](auto part) { return op::sum(b, op::mul(b, part(b, v), part(b, dv)), {row}); };
  Var length = op::add(b, total(op::real), total(op::imag));
  Var turn =
      op::div(b, op::imag(b, component(b, is_chosen, dv)), op::real(b, component(b, is_chosen, v)));
  return op::complex(b, length, turn);
}

void composed_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Builder b(node.origin);
  Node over{node.op, {}, node.attrs, {}, {}, node.effects, node.placement, node.origin};
  for (const Array& x : in) over.in.push_back(b.param(x.type()));
  Vars results = node.op->expand(b, over);
  std::vector<Array> got = evaluate(std::move(b).finish(results), in);
  std::ranges::copy(got, out.begin());
}

void check_matrix(const OpCall& call, const Type& x) {
  Dtype real = real_dtype(x.dtype());
  if (real != Dtype::f32 && real != Dtype::f64) {
    throw Error(Code::dtype, str("expected a matrix of f32, f64, c64, or c128, got ", x),
                call.origin.span());
  }
  if (x.rank() < 2) {
    throw Error(Code::shape, str("expected a matrix, got ", x), call.origin.span());
  }
}

void check_square(const OpCall& call, const Type& x) {
  check_matrix(call, x);
  if (x.extent(x.rank() - 1) == x.extent(x.rank() - 2)) return;
  throw Error(Code::shape, str("expected a square matrix, got ", x), call.origin.span());
}

void check_tall(const OpCall& call, const Type& x) {
  check_matrix(call, x);
  Extent m = x.extent(x.rank() - 2), n = x.extent(x.rank() - 1);
  if (!m.known() || !n.known() || m.number() >= n.number()) return;
  throw Error(Code::shape, str("expected at least as many rows as columns, got ", x),
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
  for (const Shape& shape : {Shape{1, 1}, {2, 2}, {3, 3}, {2, 3, 3}, {5, 5}, {0, 0}, {0, 2, 2}}) {
    out.push_back({{Type(Dtype::c128, shape)}});
  }
  return out;
}

}  // namespace rille
