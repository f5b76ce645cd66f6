// Helpers of linear algebra: triangles, row permutations.
#include "stdlib/linalg/matrices.h"

namespace rille {

Array matrix(const Array& given, std::string_view what, std::string_view parameter) {
  Array x = strong(inexact(given));
  Dtype part = is_complex(x.dtype()) ? rille::part_of(x.dtype()) : x.dtype();
  if (part != Dtype::f32 && part != Dtype::f64) {
    throw labelled(Error(Code::dtype, str(what, ": the operand is ", x.type(),
                                          ", expected dtype f32, f64, c64, or c128")),
                   parameter);
  }
  return x;
}

int64_t rows_of(const Array& x) { return x.type().extent(x.rank() - 2).number(); }
int64_t columns_of(const Array& x) { return x.shape().back().number(); }
Array transposed(const Array& x) { return swap(x, -1, -2); }
Array adjoint(const Array& x) { return transposed(conj(x)); }

Array identity_like(const Array& x) {
  return broadcast(eye(rows_of(x), columns_of(x), x.dtype()), x.shape());
}

namespace {

// x where `kept` is true, 0 elsewhere. `kept` has the shape of one matrix.
Array some_of(const Array& x, const Array& kept) {
  return where(broadcast(kept, x.shape()), x, zeros(x.shape(), x.dtype()));
}
Array rows(const Array& x) { return iota({rows_of(x), columns_of(x)}, 0); }
Array columns(const Array& x) { return iota({rows_of(x), columns_of(x)}, 1); }

}  // namespace

Array lower_of(const Array& x, bool strict) {
  return some_of(x, strict ? gt(rows(x), columns(x)) : ge(rows(x), columns(x)));
}
Array upper_of(const Array& x) { return some_of(x, le(rows(x), columns(x))); }
Array diagonal(const Array& x) { return sum(some_of(x, eq(rows(x), columns(x))), Ints{-1}); }

Array triangular(const Array& a, const Array& right, bool lower, bool transposed) {
  Attrs attrs{{"lower", lower}, {"transposed", transposed}};
  return apply1(triangular_solve_op, {a, right}, attrs);
}

LuFactors triangles_of(const Array& a) {
  Arrays both = rille::apply(lu_op, Arrays{a});
  return {lower_of(both[0], true) + identity_like(a), upper_of(both[0]), both[1]};
}

bool fit_batches(Array& a, Array& b) {
  Shape batch(a.shape().begin(), a.shape().end() - 2),
      other(b.shape().begin(), b.shape().end() - 2);
  if (batch == other) return true;
  if (batch.size() < other.size()) std::swap(batch, other);
  for (size_t i = 1; i <= other.size(); ++i) {
    Extent& mine = batch[batch.size() - i];
    Extent theirs = other[other.size() - i];
    if (mine != theirs && mine != Extent(1) && theirs != Extent(1)) return false;
    if (mine == Extent(1)) mine = theirs;
  }
  auto whole = [&](const Array& x) {
    Shape shape = batch;
    shape.insert(shape.end(), x.shape().end() - 2, x.shape().end());
    return broadcast(x, shape);
  };
  a = whole(a);
  b = whole(b);
  return true;
}

Array in_order(const Array& x, const Array& order) {
  Subscripts subscripts;
  for (int axis = 0; axis + 1 < order.rank(); ++axis) {
    subscripts.push_back({Subscript::Kind::index, iota(order.shape(), axis)});
  }
  subscripts.push_back({Subscript::Kind::index, order});
  return index(x, subscripts);
}

}  // namespace rille
