// Triangles of rows in the order of their pivots.
#include <algorithm>

#include "backends/host/matrices/eigen.h"

namespace rille::eigen {

template <class T>
void lu(const T* x, T* both, int32_t* order, int64_t n) {
  Columns<T> a = rows_of(x, n, n);
  Eigen::PartialPivLU<Eigen::Ref<Columns<T>>> done(a);
  rows_of(both, n, n) = a;
  const auto& place = done.permutationP().indices();  // where a row went
  for (int64_t row = 0; row < n; ++row) order[place(row)] = static_cast<int32_t>(row);
}

template void lu(const float*, float*, int32_t*, int64_t);
template void lu(const double*, double*, int32_t*, int64_t);

}  // namespace rille::eigen
