// Indexing: checks, vmap, positions of slices.
#include "jit/ops/indexing.h"

#include <limits>

#include "jit/ops/samples.h"

namespace rille {

Shape rows_of(Type indices) { return Shape(indices.shape().begin(), indices.shape().end() - 1); }

void check_indices(const OpCall& call) {
  Type x = call.in[0], indices = call.in[1];
  const Ints& axes = call.attrs.ints("axes");
  check_axes(call, x, axes);
  if (!is_integer(indices.dtype())) {
    throw Error(Code::dtype, str("expected integer indices, got ", indices), call.origin.span());
  }
  if (indices.rank() == 0 || indices.shape().back() != Extent(std::ssize(axes))) {
    throw Error(
        Code::shape,
        str("expected indices with ", axes.size(), " columns, one for each axis, got ", indices),
        call.origin.span());
  }
  for (int64_t axis : axes) {
    bool empty = x.extent(static_cast<int>(axis)) == Extent(0);
    if (empty && !(indices.known() && indices.count() == 0)) {
      throw Error(Code::index, str("axis ", axis, " of ", x, " has no elements to index"),
                  call.origin.span());
    }
  }
}

std::pair<AxisFactors, AxisFactors> indexed_axes(Factors& made, const OpCall& call) {
  AxisFactors all, rest;
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    bool is_indexed = contains(call.attrs.ints("axes"), axis);
    auto role = is_indexed ? Factor::Role::special : Factor::Role::plain;
    all.push_back({made.add(call.in[0].extent(axis), role)});
    if (!is_indexed) rest.push_back(all.back());
  }
  return {all, rest};
}

Var with_row_column(Builder& b, Var indices) {
  Var wide = op::convert(b, indices, Dtype::i64);
  Shape shape = b.type(indices).shape();
  shape.back() = 1;
  return op::concatenate(b, {counted(b, shape, 0), wide}, std::ssize(shape) - 1);
}

Ints with_row_axis(const Ints& axes) {
  Ints out = shifted(axes);
  out.insert(out.begin(), 0);
  return out;
}

int clamped_index(Scalars& code, const OpCall& call, int column, int rows) {
  std::vector<int> at;
  for (int k = 0; k < rows; ++k) at.push_back(code.index(k));
  at.push_back(code.constant(int64_t{column}, Dtype::i64));
  Dtype dtype = call.in[1].dtype();
  int index = code.load(1, dtype, at);
  auto axis = static_cast<int>(call.attrs.ints("axes")[static_cast<size_t>(column)]);
  int64_t last = std::max<int64_t>(0, call.in[0].extent(axis).number() - 1);
  // Computes in 32 bits if index and bound fit: twice as many lanes of a register.
  bool is_short = dtype == Dtype::i32 && last <= std::numeric_limits<int32_t>::max();
  Dtype as = is_short ? Dtype::i32 : Dtype::i64;
  index = code.call(Scalar::convert, as, {index});
  index = code.call(Scalar::max, as, {index, code.constant(int64_t{0}, as)});
  index = code.call(Scalar::min, as, {index, code.constant(last, as)});
  return code.call(Scalar::convert, Dtype::i64, {index});
}

SliceOffsets::SliceOffsets(const Array& x, const Array& indices, const Ints& axes)
    : indices_(indices) {
  Ints shape = x.type().ints(), all = steps_of(shape);
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (contains(axes, static_cast<int64_t>(axis))) continue;
    rest.push_back(shape[axis]);
    steps.push_back(all[axis]);
    size *= shape[axis];
  }
  for (int64_t axis : axes) {
    extents_.push_back(shape[static_cast<size_t>(axis)]);
    own_.push_back(all[static_cast<size_t>(axis)]);
  }
  rows = 1;
  Ints of = indices.type().ints();
  for (size_t k = 0; k + 1 < of.size(); ++k) rows *= static_cast<size_t>(of[k]);
}

int64_t SliceOffsets::at(size_t row) const {
  int64_t place = 0;
  for (size_t k = 0; k < own_.size(); ++k) {
    int64_t index = whole_at(indices_, row * own_.size() + k);
    place += std::max<int64_t>(0, std::min(index, extents_[k] - 1)) * own_[k];
  }
  return place;
}

int64_t SliceOffsets::offset(int64_t i) const {
  int64_t place = 0;
  for (size_t axis = rest.size(); axis-- > 0;) {
    place += i % rest[axis] * steps[axis];
    i /= rest[axis];
  }
  return place;
}

std::vector<Sample> scatter_shapes() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Shape& rows, const Ints& axes, Dtype index) {
    Shape indices = rows, updates = rows, rest = without(x.shape(), axes);
    indices.push_back(std::ssize(axes));
    updates.insert(updates.end(), rest.begin(), rest.end());
    out.push_back({{x, Type(index, indices), x.with(updates)}, {{"axes", axes}}});
  };
  add(f64({5}), {3}, {0}, Dtype::i32);
  add(f64({5}), {}, {0}, Dtype::i64);
  add(f64({5}), {0}, {0}, Dtype::i64);
  add(f64({0}), {0}, {0}, Dtype::i64);
  add(f64({1}), {2}, {0}, Dtype::i64);
  add(f64({3, 4}), {5}, {0}, Dtype::i32);
  add(f64({3, 4}), {2}, {1}, Dtype::i64);
  add(f64({3, 4}), {3}, {0, 1}, Dtype::u8);
  add(f64({3, 4}), {2, 2}, {1, 0}, Dtype::i64);
  add(f64({3, 2, 4}), {2, 3}, {1}, Dtype::i64);
  add(f64({2, 1, 3, 2}), {2}, {3, 0}, Dtype::i32);
  add(f64({2, 3}), {2}, {}, Dtype::i32);
  for (Dtype dtype : sample_dtypes()) add({dtype, {3, 2}}, {2}, {0}, Dtype::i32);
  return out;
}

}  // namespace rille
