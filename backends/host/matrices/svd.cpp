// Singular values: bidiagonal, divided and conquered.
#include <algorithm>

#include "backends/host/matrices/eigen.h"

namespace rille::eigen {

template <class T>
void svd(const T* x, T* u, T* s, T* vt, int64_t m, int64_t n) {
  Columns<T> a = rows_of(x, m, n);
  Eigen::BDCSVD<Columns<T>> done;
  bool is_found = a.allFinite();
  if (is_found) {
    done.compute(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
    is_found = done.info() == Eigen::Success;
  }
  if (!is_found) {
    fill_nan(u, m * n);
    fill_nan(s, n);
    return fill_nan(vt, n * n);
  }
  Columns<T> left = done.matrixU(), right = done.matrixV();
  for (int64_t j = 0; j < n; ++j) {
    if (!is_turned(right.col(j))) continue;
    left.col(j) = -left.col(j);
    right.col(j) = -right.col(j);
  }
  rows_of(u, m, n) = left;
  rows_of(s, 1, n) = done.singularValues().transpose();
  rows_of(vt, n, n) = right.transpose();
}

template void svd(const float*, float*, float*, float*, int64_t, int64_t);
template void svd(const double*, double*, double*, double*, int64_t, int64_t);

}  // namespace rille::eigen
