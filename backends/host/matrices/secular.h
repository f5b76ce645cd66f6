// SecularEquation: SVD of a diagonal matrix with one full row.
#pragma once

#include <cstdint>

namespace rille::dense {

// A matrix with first row z and diagonal d, where d[0] = 0, d is ascending, and neither z nor the
// gaps of d are nearly 0. Both are padded to whole vectors, z with 0 and d with larger values.
template <class T>
struct SecularEquation {
  const T *d, *z;
  int64_t n;
};
// Computes the singular values in ascending order, and in row j of `gaps` the differences d -
// values[j], each with full relative accuracy.
template <class T>
void solve_secular(const SecularEquation<T>& of, T* gaps, int64_t step, T* values);

}  // namespace rille::dense
