// Gathers with indices that are known to be in range.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// Takes elements of x along one axis; the axes of `places`, the indices, replace it.
Array picked(const Array& x, int64_t axis, const Array& places);
// take_along_axis: for each line of x along the axis, the elements at the indices in the same line
// of `places`. Both are broadcast along the other axes.
Array picked_along(const Array& x, int64_t axis, const Array& places);
Array places_of(const Ints& places);  // i64[n]

// searchsorted: for each element of x, the number of elements of a sorted vector that come before
// it; with `right`, equal elements count too. The result is i32. NaN sorts last.
Array places_in(const Array& sorted, const Array& x, bool right);

// The indices that sort by the first array, with ties broken by the second, and so on: i32.
Array places_in_order(const Arrays& keys, int64_t axis);

// The true elements of a mask: the number of true elements before each, and their total.
struct MaskPrefixSum {
  Array before;  // i32[n], for a mask bool[n]
  int64_t count = 0;
};
// `size`: the reserved count, which must be passed in a trace; `what` names the function in errors.
MaskPrefixSum ranks_of(const Array& mask, std::optional<int64_t> size, std::string_view what);
// `count` rows: values[i] is stored at index before[i] if mask[i] is true. The rows after them hold
// `fill`, which is broadcast to a row.
Array compressed(const Array& values, const Array& mask, const MaskPrefixSum& ranks,
                 const Array& fill);

}  // namespace rille
