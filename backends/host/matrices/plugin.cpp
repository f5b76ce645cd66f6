// librille-matrix-….so: the table; triangular systems.
#include <algorithm>

#include "backends/host/matrices.h"
#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/eigen.h"

namespace rille::eigen {
namespace {

template <class T>
void solve(const T* a, const T* right, T* x, const typename Decompositions<T>::Triangle& of) {
  copy_bytes(x, right, static_cast<size_t>(of.n * of.k) * sizeof(T));
  dense::Side<T> numbers{a, of.n, 1};
  if (of.transposed) numbers = numbers.turned();
  dense::solve({numbers, of.lower != of.transposed, false}, dense::Rows<T>{x, of.k}, of.n, of.k);
}

template <class T>
Decompositions<T> table() {
  return {cholesky<T>, dense::lu<T>, dense::qr<T>, dense::eigh<T>, dense::svd<T>, solve<T>};
}

}  // namespace
}  // namespace rille::eigen

extern "C" [[gnu::visibility("default")]] const rille::Matrices* rille_matrices() {
  static const rille::Matrices all{rille::eigen::table<float>(), rille::eigen::table<double>()};
  // The blocks of products are those of one size of cache on all machines: so are the sums.
  Eigen::setCpuCacheSizes(32 << 10, 1 << 20, 32 << 20);
  return &all;
}
