// Dynamic windows: their checks, indices, and walks.
#include "jit/ops/window.h"

#include <numeric>

#include "vm/text.h"

namespace rille {

void check_window(const OpCall& call, Type x, const Shape& size, size_t first) {
  bool good =
      call.in.size() == first + static_cast<size_t>(x.rank()) && std::ssize(size) == x.rank();
  for (size_t i = first; good && i < call.in.size(); ++i) {
    Extent extent = x.shape()[i - first], part = size[i - first];
    bool fits = !extent.known() || !part.known() || part.number() <= extent.number();
    bool is_alike = call.in[i].dtype() == call.in[first].dtype();
    good = is_integer(call.in[i].dtype()) && is_alike && call.in[i].rank() == 0 && fits;
  }
  if (good) return;
  throw Error(Code::shape,
              str("a window of shape ", text(size), " in ", x,
                  ": expected a window no larger than x and one integer start of one dtype for "
                  "each axis, got ",
                  join(call.in)),
              call.origin.span());
}

Flags whole_axes(const Type& x, const Type& window) {
  Flags out;
  for (int axis = 0; axis < x.rank(); ++axis) out.push_back(x.extent(axis) == window.extent(axis));
  return out;
}

bool moves_by_row(const Batch& batch, size_t first) {
  return std::ranges::any_of(batch.axes.subspan(first), [](int axis) { return axis >= 0; });
}

Var counted(Builder& b, const Shape& shape, int64_t axis) {
  return op::iota(b, Type(Dtype::i64, shape), axis);
}

Var joined_columns(Builder& b, const Vars& columns) {
  Vars parts;
  for (Var v : columns) {
    Shape shape = b.type(v).shape();
    shape.push_back(1);
    parts.push_back(op::reshape(b, v, shape));
  }
  return op::concatenate(b, parts, b.type(parts[0]).rank() - 1);
}

namespace {

Ints all_but_first(int rank) {
  Ints axes(static_cast<size_t>(rank - 1));
  std::iota(axes.begin(), axes.end(), 1);
  return axes;
}

// The start for each mapped element, i64[B], clamped so that the window fits.
Var row_starts(Builder& b, Var start, bool batched, Extent rows, int64_t room) {
  Type type(Dtype::i64, Shape{rows});
  Var whole = op::convert(b, start, Dtype::i64);
  if (!batched) whole = op::broadcast(b, whole, type.shape(), {0});
  whole = op::max(b, whole, op::fill(b, type, int64_t{0}));
  return op::min(b, whole, op::fill(b, type, room));
}

}  // namespace

Window window_of(Builder& b, const Node& node, const Batch& batch, const Shape& size,
                 size_t first) {
  Window out{.x = node.in[0], .indices = {}, .axes = {}, .order = {0}};
  int64_t lead = batch.axes[0] >= 0 ? 1 : 0;
  const Shape whole = b.type(out.x).shape();
  Ints moving;
  for (int64_t axis = 0; axis < std::ssize(size); ++axis) {
    auto at = static_cast<size_t>(axis);
    if (size[at] != whole[at + static_cast<size_t>(lead)]) moving.push_back(axis);
  }
  if (moving.empty() && lead == 0) moving.push_back(0);

  Shape grid{batch.size};
  for (int64_t axis : moving) grid.push_back(size[static_cast<size_t>(axis)]);
  Vars columns;
  if (lead == 1) {
    out.axes.push_back(0);
    columns.push_back(counted(b, grid, 0));
  }
  for (int64_t axis : moving) {
    auto at = static_cast<size_t>(axis);
    int64_t room = whole[at + static_cast<size_t>(lead)].number() - size[at].number();
    Var start = row_starts(b, node.in[first + at], batch.axes[first + at] >= 0, batch.size, room);
    Var wide = op::broadcast(b, start, grid, all_but_first(static_cast<int>(grid.size())));
    out.order.push_back(axis + 1);
    columns.push_back(op::add(b, wide, counted(b, grid, std::ssize(out.order) - 1)));
    out.axes.push_back(axis + lead);
  }
  for (int64_t axis = 0; axis < std::ssize(size); ++axis) {
    if (!contains(moving, axis)) out.order.push_back(axis + 1);
  }
  out.indices = joined_columns(b, columns);
  return out;
}

Var Window::arranged(Builder& b, Var window) const { return op::permute(b, window, order); }

Var Window::restored(Builder& b, Var gathered) const {
  Ints back(order.size());
  for (size_t k = 0; k < order.size(); ++k) {
    back[static_cast<size_t>(order[k])] = static_cast<int64_t>(k);
  }
  return op::permute(b, gathered, back);
}

int clamped_start(Scalars& code, const OpCall& call, int axis, int first, const Shape& size) {
  auto at = static_cast<size_t>(axis);
  int number = first + axis;
  int64_t room = call.in[0].extent(axis).number() - size[at].number();
  int start = code.load(number, call.in[static_cast<size_t>(number)].dtype(), {});
  start = code.call(Scalar::convert, Dtype::i64, {start});
  start = code.call(Scalar::max, Dtype::i64, {start, code.constant(int64_t{0}, Dtype::i64)});
  return code.call(Scalar::min, Dtype::i64, {start, code.constant(room, Dtype::i64)});
}

StridedLayout window_walk(const Array& x, const Ints& size, std::span<const Array> starts) {
  Ints shape = x.type().ints();
  StridedLayout walk = row_major(shape);
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t start = std::max<int64_t>(0, whole_at(starts[axis], 0));
    walk.start += std::min(start, shape[axis] - size[axis]) * walk.steps[axis];
  }
  return walk;
}

Var take_along(Builder& b, Var x, Var indices, int axis) {
  const Type type = b.type(indices);
  Vars columns;
  Ints axes;
  for (int k = 0; k < type.rank(); ++k) {
    axes.push_back(k);
    columns.push_back(k == axis ? op::convert(b, indices, Dtype::i64)
                                : counted(b, type.shape(), k));
  }
  return op::gather(b, x, joined_columns(b, columns), axes);
}

}  // namespace rille
