// Cholesky's triangle.
#include <algorithm>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/eigen.h"

namespace rille::eigen {

template <class T>
void cholesky(const T* x, T* l, int64_t n) {
  Columns<T> a = rows_of(x, n, n);
  Eigen::LLT<Eigen::Ref<Columns<T>>> done(a);
  // Of nan each comparison is false: the pivot is looked at here as well.
  bool is_definite = done.info() == Eigen::Success && (a.diagonal().array() > T(0)).all();
  if (!is_definite) return dense::fill_nan(l, n * n);
  auto out = rows_of(l, n, n);
  out.setZero();
  out.template triangularView<Eigen::Lower>() = a;
}

template void cholesky(const float*, float*, int64_t);
template void cholesky(const double*, double*, int64_t);

}  // namespace rille::eigen
