// Subscripts in order: one entry per axis of x or new axis.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// What one subscript does to one axis of x.
struct AxisEntry {
  enum class Kind : uint8_t { slice, at, array, new_axis };
  Kind kind = Kind::slice;
  int64_t axis = -1;                      // of x; -1 of a new axis
  int64_t start = 0, size = 0, step = 1;  // a slice: its elements; step may be negative
  Array place = {};                       // at: an int of rank 0, in range and >= 0; array: ints
  bool apart = false;                     // a `...` that stands for no axis comes before it

  bool is_whole(const Array& x) const;  // takes the axis as it is
};
using Entries = std::vector<AxisEntry>;

// One entry per axis of x and per nil, in the order of the result; every index is checked against
// its axis and made >= 0, masks have become ints. Ints whose value is known become slices of size 1
// with kind `at` and no place.
Entries entries_of(const Array& x, const Subscripts& subscripts);

bool has_arrays(const Entries& entries);
bool has_traced_places(const Entries& entries);

// The slices alone: on each axis what the entry says, whole where it is an array or a traced place.
// Known places keep their axis, of extent 1.
Array sliced(const Array& x, const Entries& entries);

// How the result of an index with arrays is made of a gather's: rows first, then the other axes.
struct Gathered {
  Ints axes;      // of x, indexed by arrays or ints
  Array indices;  // i[rows..., k]
  size_t rows = 0;
  size_t before = 0;  // axes of the result that stand before the rows
};
Gathered gathered_of(const Array& x, const Entries& entries);

// The shape of x[...]; `kept` is that of x after its slices.
Shape result_shape(const Shape& kept, const Entries& entries, const Gathered* gathered);

}  // namespace rille
