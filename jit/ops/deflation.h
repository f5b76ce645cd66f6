// How both Schur forms in plain loops come to an end.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "jit/ops/numbers.h"

namespace rille {

// Whether t, of n rows, has nothing but rounding beside its diagonal in row i.
template <class N>
bool is_nothing_beside(const std::vector<N>& t, size_t n, size_t i) {
  using T = real_of_number<N>;
  auto size = [&](size_t row, size_t column) { return rough_size(t[row * n + column]); };
  T beside = size(i, i) + size(i - 1, i - 1);
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  return size(i, i - 1) <= rounding * (beside == 0 ? rounding : beside);
}

// Takes the rows of a Hessenberg matrix t away from the end on, part by part, which zeros beside
// the diagonal divide. `settle` says whether it has made an end of the rows [first, end), else it
// has made a step; every tenth time it is told to make another one than before. False where that
// leads nowhere.
template <class N, class Settle>
bool deflate(std::vector<N>& t, size_t n, Settle settle) {
  size_t end = n;  // behind the rows that are left
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
