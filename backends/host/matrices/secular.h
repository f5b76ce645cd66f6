// Secular: singular values of a diagonal with one row.
#pragma once

#include <cstdint>

namespace rille::dense {

// Of the matrix whose first row is z and whose diagonal behind it is d, where 0 = d[0], d ascends,
// and neither z nor gaps of d are nearly 0. Both are padded to vectors, z with 0, d with more.
template <class T>
struct Secular {
  const T *d, *z;
  int64_t n;
};
// values ascend; row j of `gaps` becomes d - values[j], each number to its last bits.
template <class T>
void solve_secular(const Secular<T>& of, T* gaps, int64_t step, T* values);

}  // namespace rille::dense
