// Windows at computed starts: clamping, batched starts.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"

namespace rille {

// Checks that the inputs from number `first` on are the start of the window, one integer scalar for
// each axis of x; error[shape] if they are not, or if the window is larger than x.
void check_window(const OpCall& call, Type x, const Shape& size, size_t first);

// The axes along which the window covers all of x.
Flags whole_axes(const Type& x, const Type& window);

// Whether one of the inputs from `first` on is batched.
bool moves_by_row(const Batch& batch, size_t first);

// A window with a start for each mapped element, as indices for gather and scatter: the batch axis
// and the axes along which the window can move are indexed, the others are taken whole.
struct Window {
  Var x;        // the operand, with a leading batch axis if it is batched
  Var indices;  // i64[B, w..., k]
  Ints axes;    // the indexed axes of x
  Ints order;   // axis k of the gathered result is axis order[k] of the batched window

  Var restored(Builder& b, Var gathered) const;  // as [B, size...]
  Var arranged(Builder& b, Var window) const;    // in the layout of gather
};
Window window_of(Builder& b, const Node& node, const Batch& batch, const Shape& size, size_t first);

// The start along an axis as i64, clamped so that the window fits.
int clamped_start(Scalars& code, const OpCall& call, int axis, int first, const Shape& size);
StridedLayout window_walk(const Array& x, const Ints& size, std::span<const Array> starts);

// The elements of x at computed indices along one axis: out[i, j] = x[indices[i, j], j].
Var take_along(Builder& b, Var x, Var indices, int axis);

// Concatenates index columns.
Var joined_columns(Builder& b, const Vars& columns);

// iota of a shape along an axis, as i64.
Var counted(Builder& b, const Shape& shape, int64_t axis);

}  // namespace rille
