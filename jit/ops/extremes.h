// The maximum and minimum of two numbers, for references.
#pragma once

#include <cmath>
#include <concepts>

namespace rille {

// The maximum and minimum of IEEE 754-2019, which generated code also computes: NaN if either is
// NaN, and -0 below +0, so that the result does not depend on the order of comparisons.
struct IeeeMaximum {
  template <class T>
  T operator()(T x, T y) const {
    if (x != x) return x;
    if constexpr (std::floating_point<T>) {
      if (x == T(0) && y == T(0)) return std::signbit(x) ? y : x;
    }
    return y != y || y > x ? y : x;
  }
};

struct IeeeMinimum {
  template <class T>
  T operator()(T x, T y) const {
    if (x != x) return x;
    if constexpr (std::floating_point<T>) {
      if (x == T(0) && y == T(0)) return std::signbit(x) ? x : y;
    }
    return y != y || y < x ? y : x;
  }
};

}  // namespace rille
