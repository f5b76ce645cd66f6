// Helpers of gather and scatter: index columns, positions.
#pragma once

#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/window.h"

namespace rille {

// Checks input 1: integers, with one column (its last axis) for each of the attribute `axes`, which
// are axes of input 0. An axis without elements cannot be indexed.
void check_indices(const OpCall& call);
// The axes of the indices without the column axis.
Shape rows_of(Type indices);

// For factors: the axes of x that the attribute `axes` indexes, which are special, and the other
// axes.
std::pair<AxisFactors, AxisFactors> indexed_axes(Factors& made, const OpCall& call);

// Under vmap the mapped axis becomes the first indexed axis; its index column counts the mapped
// elements.
Var with_row_column(Builder& b, Var indices);
Ints with_row_axis(const Ints& axes);

// The index in a column, as i64, clamped into the axis of input 0 that it indexes. The axes of the
// index rows are the first `rows` axes of the output.
int clamped_index(Scalars& code, const OpCall& call, int column, int rows);

// The positions in x of the slices that the indices select.
struct SliceOffsets {
  SliceOffsets(const Array& x, const Array& indices, const Ints& axes);

  int64_t at(size_t row) const;     // the first element of the slice of that row
  int64_t offset(int64_t i) const;  // the offset of element i of a slice from its first element
  size_t rows = 0;
  int64_t size = 1;  // number of elements of a slice
  Ints rest, steps;  // sizes of a slice and its strides in x

 private:
  const Array& indices_;
  Ints extents_, own_;  // sizes and strides of the indexed axes
};

// Shapes with matching updates, for gather and scatter.
std::vector<Sample> scatter_shapes();

}  // namespace rille
