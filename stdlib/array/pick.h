// Elements picked at places that are known to be in range.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// x at these places of one axis, which the axes of `places` take the place of.
Array picked(const Array& x, int64_t axis, const Array& places);
// Of each line of x along the axis what stands at the places of the same line of `places`; both are
// broadcast along the other axes.
Array picked_along(const Array& x, int64_t axis, const Array& places);
Array places_of(const Ints& places);  // i64[n]

// How many elements of a sorted vector stand before each of x, and before its equals too where
// `right`: i32. NaN stands last.
Array places_in(const Array& sorted, const Array& x, bool right);

// The places that sort by the first array, its equals by the second, and so on: i32.
Array places_in_order(const Arrays& keys, int64_t axis);

// The elements of a mask that hold, in order: how many there are before each, and in all.
struct Ranks {
  Array before;  // i32[n], of a mask bool[n]
  int64_t count = 0;
};
// `size`: the count that is reserved, which a trace has to be told; `what` needs it.
Ranks ranks_of(const Array& mask, std::optional<int64_t> size, std::string_view what);
// Row i of the values, values[i], at place before[i] of `count` rows where the mask holds; behind
// them `fill`, which is broadcast to a row.
Array compressed(const Array& values, const Array& mask, const Ranks& ranks, const Array& fill);

}  // namespace rille
