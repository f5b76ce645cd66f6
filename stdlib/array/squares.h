// Roots of sums of squares; reductions in one kernel.
#pragma once

#include <functional>

#include "stdlib/array/reduce.h"

namespace rille {

// |x|^2 elementwise, real.
Array squares(const Array& x);

// For each line along the axes, which are kept: a power of two that scales its largest element to
// about 1, so that no square overflows or underflows. Its derivative is zero by definition.
Array unit_scale(const Array& x, const Ints& axes);

// The options of a sum of squares.
struct SquareSumOptions {
  Ints axes;
  bool keep = false;
  double count = 1;        // divides the sum
  bool is_safe = false;    // no square overflows or underflows: x was converted from f16 to f32
  bool is_scaled = false;  // x is scaled already; the derivative uses the custom rule
};
// sqrt(sum(|x|^2) / count) along the axes, finite even if a square overflows but the result does
// not. The result has the real dtype of x; f16 and bf16 are accumulated in f32.
Array root_of_squares(const Array& x, const SquareSumOptions& how);

// f(x). In eager code a large x is read once, by a single kernel for all of f, without a temporary
// of its size.
Array in_one_kernel(const Array& x, const std::function<Array(const Array&)>& f);

}  // namespace rille
