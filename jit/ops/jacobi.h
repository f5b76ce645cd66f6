// Jacobi rotations of eigh and svd, in plain loops.
#pragma once

#include <cmath>
#include <vector>

namespace rille {

// The smaller of the two rotations that set a pair of off-diagonal elements to 0. `half` is the
// difference of the diagonal elements over twice the off-diagonal one. source: Golub and Van Loan,
// alg. 8.5.1.
template <class T>
class JacobiRotation {
 public:
  explicit JacobiRotation(T half) {
    T t = (half >= 0 ? T(1) : T(-1)) / (std::abs(half) + std::sqrt(half * half + 1));
    c_ = 1 / std::sqrt(t * t + 1);
    s_ = t * c_;
  }

  void operator()(T& x, T& y) const {
    T old = x;
    x = c_ * old - s_ * y;
    y = s_ * old + c_ * y;
  }

 private:
  T c_, s_;
};

// 1 or -1: the sign of the largest component of a column of v, an n by n matrix.
template <class T>
T sign_of_column(const std::vector<T>& v, size_t n, size_t column) {
  size_t greatest = 0;
  for (size_t i = 0; i < n; ++i) {
    if (std::abs(v[i * n + column]) > std::abs(v[greatest * n + column])) greatest = i;
  }
  return v[greatest * n + column] < 0 ? T(-1) : T(1);
}

}  // namespace rille
