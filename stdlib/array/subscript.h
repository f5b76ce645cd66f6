// Subscripts in order: one entry per axis of x or new axis.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// The effect of one subscript on one axis of x.
struct AxisEntry {
  enum class Kind : uint8_t { slice, at, array, new_axis };
  Kind kind = Kind::slice;
  int64_t axis = -1;                      // of x; -1 for a new axis
  int64_t start = 0, size = 0, step = 1;  // a slice: its elements; step may be negative
  Array place = {};    // for at: an int of rank 0, in range and >= 0; for array: ints
  bool apart = false;  // follows a `...` that covers no axis

  bool is_whole(const Array& x) const;  // selects the whole axis
};
using AxisEntries = std::vector<AxisEntry>;

// One entry per axis of x and per nil, in the order of the result. Every index is checked against
// the size of its axis and made >= 0; masks are converted to ints. An int with a static value
// becomes a slice of size 1 with kind `at` and an empty `place`.
AxisEntries entries_of(const Array& x, const Subscripts& subscripts);

bool has_arrays(const AxisEntries& entries);
bool has_traced_places(const AxisEntries& entries);

// x after its slices only: an axis with an array or a traced index stays whole. An axis with a
// static index stays, with size 1.
Array sliced(const Array& x, const AxisEntries& entries);

// How the result of advanced indexing is built from a gather: rows first, then the other axes.
struct GatherLayout {
  Ints axes;      // of x, indexed by arrays or ints
  Array indices;  // i[rows..., k]
  size_t rows = 0;
  size_t before = 0;  // the number of result axes before the rows
};
GatherLayout gathered_of(const Array& x, const AxisEntries& entries);

// The shape of x[...]; `kept` is the shape of x after its slices.
Shape result_shape(const Shape& kept, const AxisEntries& entries, const GatherLayout* gathered);

}  // namespace rille
