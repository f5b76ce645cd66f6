// What gather and scatter share: columns of indices, slots.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/window.h"

namespace rille {

// Input 1 holds integers, one column (its last axis) for each of attribute `axes`, which are axes
// of input 0; an axis without elements cannot be indexed.
void check_indices(const Call& call);
// The axes of the indices but for their columns.
Shape rows_of(Type indices);

// For factors: x's axes, of which attribute `axes` are special, and those that are not.
std::pair<AxisFactors, AxisFactors> indexed_axes(Factors& made, const Call& call);

// Under vmap the rows are one more indexed axis, the first: its column counts them.
Var with_row_column(Builder& b, Var indices);
Ints with_row_axis(const Ints& axes);

// The index in a column, i64, clamped into the axis of input 0 that it indexes. The indices' own
// rows are the first `rows` axes of the output.
int clamped_index(Scalars& code, const Call& call, int column, int rows);

// Where in x the slices stand that the indices name.
struct Slots {
  Slots(const Array& x, const Array& indices, const Ints& axes);

  int64_t at(size_t row) const;     // the first element of the slice of that row
  int64_t offset(int64_t i) const;  // of element i of a slice from its first
  size_t rows = 0;
  int64_t size = 1;  // elements of a slice
  Ints rest, steps;  // the slice's extents and its steps in x

 private:
  const Array& indices_;
  Ints extents_, own_;  // of the indexed axes
};

// Shapes with updates that fit, for gather and scatter.
std::vector<Sample> scatter_shapes();

}  // namespace rille
