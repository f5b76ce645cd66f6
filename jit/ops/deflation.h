// The deflation loop of both Schur forms in plain loops.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "jit/ops/numbers.h"

namespace rille {

// Whether the subdiagonal element of row i of t, of n rows, is 0 up to rounding error.
template <class N>
bool is_nothing_beside(const std::vector<N>& t, size_t n, size_t i) {
  using T = real_of_number<N>;
  auto size = [&](size_t row, size_t column) { return rough_size(t[row * n + column]); };
  T beside = size(i, i) + size(i - 1, i - 1);
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  return size(i, i - 1) <= rounding * (beside == 0 ? rounding : beside);
}

// Deflates a Hessenberg matrix t from the end, block by block; zeros on the subdiagonal separate
// the blocks. `settle` returns true if it has finished the rows [first, end), and false after one
// step. Every tenth call is told to take a different step. Returns false if the iteration does not
// converge.
template <class N, class Settle>
bool deflate(std::vector<N>& t, size_t n, Settle settle) {
  size_t end = n;  // one past the remaining rows
  for (size_t turns = 0; end > 1 && turns < 300; ++turns) {
    size_t first = end - 1;
    while (first > 0 && !is_nothing_beside(t, n, first)) --first;
    if (first > 0) t[first * n + first - 1] = 0;
    if (!settle(first, end, turns % 10 == 9)) continue;
    end = first;
    turns = 0;
  }
  return end <= 1;
}

}  // namespace rille
