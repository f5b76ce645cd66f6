// Eigenvalues and eigenvectors of symmetric matrices.
#include <algorithm>

#include "backends/host/matrices/eigen.h"

namespace rille::eigen {

template <class T>
void eigh(const T* x, T* values, T* vectors, int64_t n) {
  Columns<T> a = rows_of(x, n, n);
  Eigen::SelfAdjointEigenSolver<Columns<T>> done;
  bool is_found = a.allFinite();
  if (is_found) is_found = done.compute(a).info() == Eigen::Success;
  if (!is_found) {
    fill_nan(values, n);
    return fill_nan(vectors, n * n);
  }
  Columns<T> v = done.eigenvectors();
  for (int64_t j = 0; j < n; ++j) {
    if (is_turned(v.col(j))) v.col(j) = -v.col(j);
  }
  rows_of(values, 1, n) = done.eigenvalues().transpose();
  rows_of(vectors, n, n) = v;
}

template void eigh(const float*, float*, float*, int64_t);
template void eigh(const double*, double*, double*, int64_t);

}  // namespace rille::eigen
