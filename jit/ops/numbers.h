// Helpers for loops over real and complex numbers alike.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

namespace rille {

template <class T>
struct RealOf {
  using Type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <class T>
using real_of_number = typename RealOf<T>::Type;

// The element types of matrix decompositions: f32, f64, and the complex numbers of both.
template <class T>
inline constexpr bool is_matrix_number =
    std::is_same_v<real_of_number<T>, float> || std::is_same_v<real_of_number<T>, double>;

template <class T>
T conj_of(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    return std::conj(x);
  }
}

template <class T>
real_of_number<T> real_part(T x) {
  return std::real(x);
}

// For complex numbers, the sum of the magnitudes of both parts, as LAPACK compares them.
template <class T>
real_of_number<T> rough_size(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::abs(x);
  } else {
    return std::abs(x.real()) + std::abs(x.imag());
  }
}

template <class T>
real_of_number<T> square_of_size(T x) {
  return real_part(conj_of(x) * x);
}

// A number that is NaN in every part.
template <class T>
T no_number() {
  constexpr auto nan = std::numeric_limits<real_of_number<T>>::quiet_NaN();
  if constexpr (std::is_floating_point_v<T>) {
    return nan;
  } else {
    return {nan, nan};
  }
}

}  // namespace rille
