// librille-matrix-….so: the table; triangular systems.
#include <algorithm>

#include "backends/host/matrices.h"
#include "backends/host/matrices/eigen.h"

namespace rille::eigen {
namespace {

template <class T>
using Triangle = typename Decompositions<T>::Triangle;

template <class T>
void solve(const T* a, const T* right, T* x, const Triangle<T>& of) {
  auto whole = rows_of(a, of.n, of.n);
  Columns<T> columns = rows_of(right, of.n, of.k);
  if (of.lower && of.transposed) {
    whole.transpose().template triangularView<Eigen::Upper>().solveInPlace(columns);
  } else if (of.lower) {
    whole.template triangularView<Eigen::Lower>().solveInPlace(columns);
  } else if (of.transposed) {
    whole.transpose().template triangularView<Eigen::Lower>().solveInPlace(columns);
  } else {
    whole.template triangularView<Eigen::Upper>().solveInPlace(columns);
  }
  rows_of(x, of.n, of.k) = columns;
}

template <class T>
Decompositions<T> table() {
  return {cholesky<T>, lu<T>, qr<T>, eigh<T>, svd<T>, solve<T>};
}

}  // namespace
}  // namespace rille::eigen

extern "C" [[gnu::visibility("default")]] const rille::Matrices* rille_matrices() {
  static const rille::Matrices all{rille::eigen::table<float>(), rille::eigen::table<double>()};
  // The blocks of products are those of one size of cache on all machines: so are the sums.
  Eigen::setCpuCacheSizes(32 << 10, 1 << 20, 32 << 20);
  return &all;
}
