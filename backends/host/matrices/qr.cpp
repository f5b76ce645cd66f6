// Householder's reflections; r's signs are LAPACK's.
#include <algorithm>

#include "backends/host/matrices/eigen.h"

namespace rille::eigen {

template <class T>
void qr(const T* x, T* q, T* r, int64_t m, int64_t n) {
  Columns<T> a = rows_of(x, m, n);
  Eigen::HouseholderQR<Eigen::Ref<Columns<T>>> done(a);
  auto triangle = rows_of(r, n, n);
  triangle.setZero();
  triangle.template triangularView<Eigen::Upper>() = a.topRows(n);
  Columns<T> columns = Columns<T>::Identity(m, n);
  columns.applyOnTheLeft(done.householderQ());
  rows_of(q, m, n) = columns;
}

template void qr(const float*, float*, float*, int64_t, int64_t);
template void qr(const double*, double*, double*, int64_t, int64_t);

}  // namespace rille::eigen
