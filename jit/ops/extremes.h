// The greater and the smaller of two, for every reference.
#pragma once

#include <cmath>
#include <concepts>

namespace rille {

// As IEEE 754-2019's maximum and minimum, which generated code has too: the nan of either, and -0
// below +0, so that an order of comparing changes nothing.
struct Greater {
  template <class T>
  T operator()(T x, T y) const {
    if (x != x) return x;
    if constexpr (std::floating_point<T>) {
      if (x == T(0) && y == T(0)) return std::signbit(x) ? y : x;
    }
    return y != y || y > x ? y : x;
  }
};

struct Smaller {
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
