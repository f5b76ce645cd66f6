// Roots of sums of squares; folds in one kernel.
#pragma once

#include <functional>

#include "stdlib/array/reduce.h"

namespace rille {

// |x|^2 of each element, real.
Array squares(const Array& x);

// For each line along the axes, which are kept: a power of two that takes its greatest element to
// about 1, so that no square leaves the range. It is no function of x for the derivative.
Array unit_scale(const Array& x, const Ints& axes);

// How a sum of squares is formed.
struct Squaring {
  Ints axes;
  bool keep = false;
  double count = 1;        // by which the sum is divided
  bool is_safe = false;    // no square leaves the range: what was f16 is f32 now
  bool is_scaled = false;  // the same, of what is scaled already; the derivative takes its rule
};
// sqrt(sum(|x|^2) / count) along the axes: also where a square leaves the range and the result does
// not. In x's real dtype; f16 and bf16 are summed in f32.
Array root_of_squares(const Array& x, const Squaring& how);

// f(x). In eager code a large x is read once, by a kernel of all of f: no temporary is as large.
Array in_one_kernel(const Array& x, const std::function<Array(const Array&)>& f);

}  // namespace rille
