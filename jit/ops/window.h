// Windows of computed place: clamping, and a place per row.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"

namespace rille {

// The inputs from number `first` on are the window's place, one integer scalar per axis of x;
// error[shape] where they are not or the window is larger than x.
void check_window(const Call& call, Type x, const Shape& size, size_t first);

// Which axes of x the window takes whole.
Flags whole_axes(const Type& x, const Type& window);

// Whether one of the inputs from `first` on differs from row to row.
bool moves_by_row(const Batch& batch, size_t first);

// A window with a place per row, as indices for gather and scatter: the rows and the axes along
// which the window can move are indexed, the others are taken whole.
struct Window {
  Var x;        // the operand, its batch axis in front if it has one
  Var indices;  // i64[B, w..., k]
  Ints axes;    // of x, those that are indexed
  Ints order;   // axis k of what gather gives is axis order[k] of the batched window

  Var restored(Builder& b, Var gathered) const;  // as [B, size...]
  Var arranged(Builder& b, Var window) const;    // as gather gives it
};
Window window_of(Builder& b, const Node& node, const Batch& batch, const Shape& size, size_t first);

// The place along an axis, an i64 between 0 and what leaves room for the window.
int clamped_start(Scalars& code, const Call& call, int axis, int first, const Shape& size);
Walk window_walk(const Array& x, const Ints& size, std::span<const Array> starts);

// The elements of x whose index along one axis is computed: out[i, j] = x[indices[i, j], j].
Var take_along(Builder& b, Var x, Var indices, int axis);

// One column of indices next to the others.
Var joined_columns(Builder& b, const Vars& columns);

// iota of a shape along an axis, i64.
Var counted(Builder& b, const Shape& shape, int64_t axis);

}  // namespace rille
