// librille-matrix-….so: its function table, and solvers.
#include <algorithm>

#include "backends/host/matrices.h"
#include "backends/host/matrices/dense.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

template <class T>
void solve_system(const T* a, const T* right, T* x,
                  const typename Decompositions<T>::TriangularDims& of) {
  copy_bytes(x, right, static_cast<size_t>(of.n * of.k) * sizeof(T));
  StridedView<T> numbers{a, of.n, 1};
  if (of.transposed) numbers = numbers.turned();
  solve({numbers, of.lower != of.transposed, false}, RowMajorView<T>{x, of.k}, of.n, of.k);
}

template <class T>
void solve_tridiagonal(const typename Decompositions<T>::TridiagonalSystem& a, const T* right,
                       T* x) {
  copy_bytes(x, right, static_cast<size_t>(a.n * a.k) * sizeof(T));
  tridiagonal(a.below, a.at, a.above, RowMajorView<T>{x, a.k}, {a.n, a.k, 0});
}

template <class T>
Decompositions<T> table() {
  return {cholesky<T>,         lu<T>, qr<T>, eigh<T>, svd<T>, schur<T>, eig<T>, solve_system<T>,
          solve_tridiagonal<T>};
}

}  // namespace
}  // namespace rille::dense

extern "C" [[gnu::visibility("default")]] const rille::Matrices* rille_matrices() {
  static const rille::Matrices all{rille::dense::table<float>(), rille::dense::table<double>(),
                                   rille::dense::fourier<float>, rille::dense::fourier<double>};
  return &all;
}
