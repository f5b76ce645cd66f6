// Helpers of the reductions.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// x reduced along the axes by the primitive; with `keep`, the reduced axes stay with size 1.
Array reduce(const Op& op, const Array& x, const Ints& axes, bool keep);
// y, a reduction of x along the axes, with these axes restored with size 1.
Array with_kept(const Array& y, const Array& x, const Ints& axes);
// The number of elements that are reduced to one result.
int64_t folded_count(const Array& x, const Ints& axes);
// x in f32 if it is f16, bf16, or f8: sums are accumulated in f32 and rounded once at the end.
Array wide(const Array& x);
// Whether a sum of ones along the axes overflows the dtype: 65,505 for f16, 449 for f8.
bool is_long_for_dtype(const Array& x, const Ints& axes);
using WhereMask = std::optional<Array>;  // true for the elements to include; nullopt: all
// x, with `otherwise` where `chosen` is false; x itself without a mask.
Array masked(const Array& x, const WhereMask& chosen, const Array& otherwise);
// The identity of max (`least`: the lowest value), or of min: no element is beyond it.
Array bound_of(Dtype dtype, bool least);
// A single axis of x; without an axis, x is flattened first.
struct AxisOperand {
  Array x;
  int64_t axis;
};
AxisOperand one_axis(const Array& x, const OptionalAxis& axis);

// The mean of the included elements, weighted; a vector of weights lies along the single axis.
Array mean_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen = {},
                 const std::optional<Array>& weights = {});

}  // namespace rille
