// What the reductions share.
#pragma once

#include "stdlib/array/apply_op.h"

namespace rille {

// x along the axes folded by the primitive; the reduced axes stay with extent 1 where `keep`.
Array reduce(const Op& op, const Array& x, const Ints& axes, bool keep);
// y, reduced from x along the axes, with these axes back, of extent 1.
Array with_kept(const Array& y, const Array& x, const Ints& axes);
// The number of elements that meet in one result.
int64_t folded_count(const Array& x, const Ints& axes);
// f16, bf16, f8 are summed in f32 and rounded once at the end.
Array wide(const Array& x);
// Whether as many ones along the axes are beyond the dtype: 65,505 of f16, 449 of f8.
bool is_long_for_dtype(const Array& x, const Ints& axes);
using Mask = std::optional<Array>;  // bools that say which elements count; none: all do
// x, and `otherwise` where `chosen` is false; x itself where there is no mask.
Array masked(const Array& x, const Mask& chosen, const Array& otherwise);
// What no element is beyond: the neutral element of max, or of min.
Array bound_of(Dtype dtype, bool least);
// The one axis; where none is named, x is flattened first.
struct OneAxis {
  Array x;
  int64_t axis;
};
OneAxis one_axis(const Array& x, const Axis& axis);

// The mean of the elements that count, weighted; a vector of weights lies along the one axis.
Array mean_where(const Array& x, const Axes& axis, bool keep, const Mask& chosen = {},
                 const std::optional<Array>& weights = {});

}  // namespace rille
