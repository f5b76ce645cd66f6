// Householder reductions of matrices, column by column.
#include "jit/ops/reflections.h"

#include <algorithm>
#include <functional>

#include "jit/ops/real.h"
#include "jit/ops/regions.h"

namespace rille {
namespace {

using IterationFn = std::function<Vars(Builder& b, Var k, const Vars& carry)>;

// Runs `turn` on `carry` once for each k below count.
Vars turns(Builder& b, int64_t count, bool reverse, const Vars& carry, const IterationFn& turn) {
  if (count <= 0) return carry;
  Builder body(b.origin());
  Vars params;
  for (Var v : carry) params.push_back(body.param(b.type(v)));
  Var k = body.param(Type(Dtype::i32, Shape{}));
  Vars results = turn(body, k, params);
  auto region = std::make_shared<const Graph>(std::move(body).finish(results));
  Var counted = op::iota(b, Type(Dtype::i32, Shape{Extent(count)}), 0);
  return op::scan(b, {{}, carry, {counted}}, region, Extent(count), reverse);
}

Type column_type(const Type& matrix) {
  return matrix.with(without(matrix.shape(), {matrix.rank() - 1}));
}
Type row_type_of(const Type& matrix) {
  return matrix.with(without(matrix.shape(), {matrix.rank() - 2}));
}

int64_t last(const Builder& b, Var v) { return b.type(v).rank() - 1; }

Var mirrored_places(Builder& b, const Type& type, int64_t axis) {
  return op::iota(b, type.with(Dtype::i32), axis);
}
Var plus(Builder& b, Var k, int64_t more) { return op::add(b, k, op::fill(b, b.type(k), more)); }

// Column k (if `axis` is the last axis) or row k of each matrix, as vectors.
Var taken(Builder& b, Var x, Var k, int64_t axis) {
  Type type = b.type(x);
  Shape size = type.shape(), left = size;
  size[static_cast<size_t>(axis)] = 1;
  left.erase(left.begin() + axis);
  Vars starts(static_cast<size_t>(type.rank()), op::fill(b, b.type(k), int64_t{0}));
  starts[static_cast<size_t>(axis)] = k;
  return op::reshape(b, op::dynamic_slice(b, x, starts, size), left);
}

struct Reflection {
  Var v, factor;
  Var becomes;  // real: the new value of the head element
};

// The reflection that sets the elements after position `head` of each vector to 0; the elements
// before it are ignored.
Reflection reflection(Builder& b, Var x, Var head) {
  Type type = b.type(x);
  Dtype dtype = type.dtype();
  Var places = mirrored_places(b, type, last(b, x)), at = spread(b, head, type.shape());
  Var is_head = op::eq(b, places, at), is_behind = op::gt(b, places, at);
  Var zero = filled_like(b, x, 0);
  Var tail = op::select(b, is_behind, x, zero);
  int64_t axis = last(b, x);
  Var first = op::sum(b, op::select(b, is_head, x, zero), {axis});
  // Divides by the largest magnitude, so that squares do not overflow.
  Real most{&b, op::reduce_max(b, greatest_part(b, op::select(b, is_head, x, tail)), {axis})};
  Real unit = select((most > 0) & (most < infinity), most, most.number(1));
  Var inverse = (unit.number(1) / unit).v;
  Var over = of_real(b, spread(b, inverse, type.with(real_dtype(dtype)).shape()), dtype);
  Real rest{&b, op::sum(b, squared_size(b, op::mul(b, tail, over)), {axis})};
  Real of_first{&b, squared_size(b, op::mul(b, first, of_real(b, inverse, dtype)))};
  Real real{&b, real_of(b, first)}, turned = unit * sqrt(rest + of_first);
  Real becomes = select(real >= 0, -turned, turned);
  Real stays = rest == 0;
  if (is_complex(dtype)) stays = stays & (Real{&b, op::imag(b, first)} == 0);
  becomes = select(stays, real, becomes);
  Var one = filled_like(b, first, 1), none = filled_like(b, first, 0);
  Var to = of_real(b, becomes.v, dtype);
  Var by = op::select(b, stays.v, one, op::sub(b, first, to));
  Var factor = op::div(b, op::sub(b, to, first), op::select(b, stays.v, one, to));
  Var v = op::div(b, tail, spread(b, by, type.shape()));
  v = op::select(b, is_head, filled_like(b, x, 1), v);
  return {v, op::select(b, stays.v, none, factor), becomes.v};
}

Var as_row(Builder& b, Var v) {
  Shape shape = b.type(v).shape();
  shape.insert(shape.end() - 1, Extent(1));
  return op::reshape(b, v, shape);
}
Var as_column(Builder& b, Var v) {
  Shape shape = b.type(v).shape();
  shape.push_back(1);
  return op::reshape(b, v, shape);
}

// x minus the outer product of a column and a row.
Var less(Builder& b, Var x, Var column, Var row) {
  Type type = b.type(x);
  return op::sub(b, x, op::mul(b, along_columns(b, column, type), along_rows(b, row, type)));
}

// (1 - factor v v') x, and x (1 - factor v v').
Var from_left(Builder& b, Var x, Var v, Var factor) {
  Type row = row_type_of(b.type(x));
  Var sums = matrix_product(b, as_row(b, conjugated(b, v)), x);
  sums = op::mul(b, op::reshape(b, sums, row.shape()), spread(b, factor, row.shape()));
  return less(b, x, v, sums);
}
Var from_right(Builder& b, Var x, Var v, Var factor) {
  Type column = column_type(b.type(x));
  Var sums = matrix_product(b, x, as_column(b, v));
  sums = op::mul(b, op::reshape(b, sums, column.shape()), spread(b, factor, column.shape()));
  return less(b, x, sums, conjugated(b, v));
}

Var with_number(Builder& b, Var vector, Var k, Var number) {
  Type type = b.type(vector);
  Var is_there = op::eq(b, mirrored_places(b, type, type.rank() - 1), spread(b, k, type.shape()));
  return op::select(b, is_there, spread(b, number, type.shape()), vector);
}

int64_t extent_of(Builder& b, Var x, int from_end) {
  return b.type(x).extent(b.type(x).rank() - from_end).number();
}

Var identity(Builder& b, const Type& type) {
  return op::convert(b, on_diagonal(b, type), type.dtype());
}

// Zeros of the type: a vector of `count` elements for each matrix.
Var factors_for(Builder& b, const Type& matrix, int64_t count) {
  Shape shape = column_type(matrix).shape();
  shape.back() = count;
  return op::fill(b, matrix.with(shape), 0.0);
}

// The elements on the diagonal and on the superdiagonal number `off`.
Var on_diagonals(Builder& b, Var x, int64_t off) {
  Type type = b.type(x), places = type.with(Dtype::i32);
  Var row = op::iota(b, places, type.rank() - 2), column = op::iota(b, places, type.rank() - 1);
  Var distance = op::sub(b, column, row);
  Var kept = op::bit_or(b, op::eq(b, distance, filled_like(b, distance, 0)),
                        op::eq(b, distance, filled_like(b, distance, static_cast<double>(off))));
  return op::select(b, kept, x, filled_like(b, x, 0));
}

// Column k of x: elements before `head` stay, the new value is at `head`, and the reflection vector
// follows.
Var packed_column(Builder& b, Var column, Var head, const Reflection& by) {
  Type type = b.type(column);
  Var places = mirrored_places(b, type, type.rank() - 1), at = spread(b, head, type.shape());
  Var number = spread(b, of_real(b, by.becomes, type.dtype()), type.shape());
  Var behind = op::select(b, op::eq(b, places, at), number, by.v);
  return op::select(b, op::lt(b, places, at), column, behind);
}

}  // namespace

HouseholderFactors reflected_columns(Builder& b, Var x) {
  int64_t count = std::min(extent_of(b, x, 1), extent_of(b, x, 2));
  Var factors = factors_for(b, b.type(x), count);
  Vars out = turns(b, count, false, {x, factors}, [](Builder& in, Var k, const Vars& carry) {
    Type type = in.type(carry[0]);
    Var column = taken(in, carry[0], k, type.rank() - 1);
    Reflection by = reflection(in, column, k);
    Var moved = from_left(in, carry[0], by.v, conjugated(in, by.factor));
    Var packed = along_columns(in, packed_column(in, column, k, by), type);
    Var places = mirrored_places(in, type, type.rank() - 1), at = spread(in, k, type.shape());
    Var next = op::select(in, op::eq(in, places, at), packed, carry[0]);
    next = op::select(in, op::gt(in, places, at), moved, next);
    return Vars{next, with_number(in, carry[1], k, by.factor)};
  });
  return {out[0], out[1]};
}

Var product_of_reflections(Builder& b, Var packed, Var factors) {
  Var one = identity(b, b.type(packed));
  int64_t count = extent_of(b, factors, 1);
  return turns(b, count, true, {one, packed, factors}, [](Builder& in, Var k, const Vars& carry) {
    Var column = taken(in, carry[1], k, in.type(carry[1]).rank() - 1);
    Type type = in.type(column);
    Var places = mirrored_places(in, type, type.rank() - 1), at = spread(in, k, type.shape());
    Var head = op::convert(in, op::eq(in, places, at), type.dtype());
    Var v = op::select(in, op::gt(in, places, at), column, head);
    Var factor = taken(in, carry[2], k, in.type(carry[2]).rank() - 1);
    return Vars{from_left(in, carry[0], v, factor), carry[1], carry[2]};
  })[0];
}

Var completed(Builder& b, Var columns) {
  Type type = b.type(columns);
  int64_t m = extent_of(b, columns, 2), n = extent_of(b, columns, 1);
  auto rank = static_cast<size_t>(type.rank());
  HouseholderFactors by = reflected_columns(b, columns);
  Ints none(rank, 0), wide(rank, 0);
  wide.back() = m - n;
  Var zero = op::fill(b, type.with(Shape{}), 0.0);
  Var all = product_of_reflections(b, op::pad(b, by.matrix, zero, none, wide, none), by.factors);
  Ints start(rank, 0);
  start.back() = n;
  Shape rest = type.shape();
  rest.back() = m - n;
  Var others = op::slice(b, all, start, rest, Ints(rank, 1));
  return op::concatenate(b, {columns, others}, type.rank() - 1);
}

Var exchanges_of(Builder& b, Var order, int64_t count) {
  Type type = b.type(order);
  Shape some = type.shape();
  some.back() = count;
  Var rows = mirrored_places(b, type, type.rank() - 1);
  Vars start{rows, order, op::fill(b, type.with(some), int64_t{0})};
  return turns(b, count, false, start, [](Builder& in, Var k, const Vars& carry) {
    Type type = in.type(carry[0]);
    int64_t axis = type.rank() - 1;
    Var wanted = taken(in, carry[1], k, axis), here = taken(in, carry[0], k, axis);
    Var is_wanted = op::eq(in, carry[0], spread(in, wanted, type.shape()));
    Var place = op::argmax(in, op::convert(in, is_wanted, Dtype::i32), axis);
    Var moved = op::select(in, is_wanted, spread(in, here, type.shape()), carry[0]);
    Var number = op::convert(in, place, type.dtype());
    return Vars{with_number(in, moved, k, wanted), carry[1], with_number(in, carry[2], k, number)};
  })[2];
}

Tridiagonal to_three_diagonals(Builder& b, Var x) {
  int64_t n = extent_of(b, x, 1);
  Vars out = turns(b, n - 1, false, {mirrored(b, x), identity(b, b.type(x))},
                   [](Builder& in, Var k, const Vars& carry) {
                     Var column = taken(in, carry[0], k, in.type(carry[0]).rank() - 1);
                     Reflection by = reflection(in, column, plus(in, k, 1));
                     Var left = from_left(in, carry[0], by.v, conjugated(in, by.factor));
                     return Vars{from_right(in, left, by.v, by.factor),
                                 from_right(in, carry[1], by.v, by.factor)};
                   });
  return {out[1], on_diagonals(b, real_of(b, out[0]), -1)};
}

Bidiagonal to_two_diagonals(Builder& b, Var x) {
  Type type = b.type(x);
  int64_t n = extent_of(b, x, 1);
  Shape small = type.shape();
  small[small.size() - 2] = small.back();
  Vars start{x, x, factors_for(b, type, n), identity(b, type.with(small))};
  Vars out = turns(b, n, false, start, [](Builder& in, Var k, const Vars& carry) {
    Type type = in.type(carry[0]);
    Var column = taken(in, carry[0], k, type.rank() - 1);
    Reflection below = reflection(in, column, k);
    Var packed = along_columns(in, packed_column(in, column, k, below), type);
    Var is_here =
        op::eq(in, mirrored_places(in, type, type.rank() - 1), spread(in, k, type.shape()));
    Var left = from_left(in, carry[0], below.v, conjugated(in, below.factor));
    Var row = taken(in, left, k, type.rank() - 2);
    Reflection beside = reflection(in, conjugated(in, row), plus(in, k, 1));
    return Vars{from_right(in, left, beside.v, beside.factor),
                op::select(in, is_here, packed, carry[1]),
                with_number(in, carry[2], k, below.factor),
                from_right(in, carry[3], beside.v, beside.factor)};
  });
  Ints start_of(small.size());
  Var square = op::slice(b, real_of(b, out[0]), start_of, small, Ints(small.size(), 1));
  return {product_of_reflections(b, out[1], out[2]), on_diagonals(b, square, 1), out[3]};
}

}  // namespace rille
