// Cholesky decomposition.
#include <algorithm>
#include <cmath>

#include "backends/host/matrices/dense.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

constexpr int64_t small = 16;   // numbers in one or two cache lines
constexpr int64_t strip = 192;  // columns of the trailing matrix that are updated together

// Decomposes a small matrix in place: the upper triangle becomes u, with u' u = a.
template <class T>
bool reduce_small(RowMajorView<T> a, int64_t n) {
  for (int64_t k = 0; k < n; ++k) {
    if (!(a[k][k] > T(0))) return false;  // false for nan, too
    T pivot = std::sqrt(a[k][k]);
    for (int64_t j = k; j < n; ++j) a[k][j] /= pivot;
    for (int64_t i = k + 1; i < n; ++i) {
      for (int64_t j = i; j < n; ++j) a[i][j] -= a[k][i] * a[k][j];
    }
  }
  return true;
}

// Recursive decomposition: the two halves are coupled by a triangular system and a product, of
// which only the upper triangle is needed.
template <class T>
bool reduce(RowMajorView<T> a, int64_t n) {
  if (n <= small) return reduce_small(a, n);
  int64_t half = (n / 2 + small - 1) / small * small, rest = n - half;
  if (!reduce(a, half)) return false;
  RowMajorView<T> beside = a.part(0, half), left = a.part(half, half);
  solve({a.turned(), true, false}, beside, half, rest);
  for (int64_t j = 0; j < rest; j += strip) {
    int64_t width = std::min(strip, rest - j);
    multiply(left.part(0, j), beside.turned(), beside.part(0, j).side(), {j + width, width, half},
             T(-1));
  }
  return reduce(left, rest);
}

// Calls f(i, j) for all j < i < n, in square tiles. It polls.
template <class F>
void each_below(int64_t n, const F& f) {
  for (int64_t top = 0; top < n; top += small) {
    poll();
    for (int64_t from = 0; from <= top; from += small) {
      for (int64_t i = top; i < std::min(top + small, n); ++i) {
        for (int64_t j = from; j < std::min(from + small, i); ++j) f(i, j);
      }
    }
  }
}

}  // namespace

template <class T>
void cholesky(const T* x, T* l, int64_t n) {
  RowMajorView<T> a{l, n};
  each_below(n, [&](int64_t i, int64_t j) { a[j][i] = x[i * n + j]; });
  for (int64_t i = 0; i < n; ++i) a[i][i] = x[i * n + i];
  if (!reduce(a, n)) return fill_nan(l, n * n);
  each_below(n, [&](int64_t i, int64_t j) {
    a[i][j] = a[j][i];
    a[j][i] = 0;
  });
}

template void cholesky(const float*, float*, int64_t);
template void cholesky(const double*, double*, int64_t);

}  // namespace rille::dense
