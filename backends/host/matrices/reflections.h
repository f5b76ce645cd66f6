// Householder reflections and condensed forms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {

// Reflection i is 1 - factors[i] v' v, where v is row i, padded with zeros.
template <class T>
struct Reflections {
  Reflections(int64_t count, int64_t n) : rows(count, n), factors(static_cast<size_t>(count)) {}

  PaddedMatrix<T> rows;
  std::vector<T> factors;
};

// Replaces x by the v with (1 - factor v v') x = (0, …, 0, end), and returns `end`.
// source: Golub and Van Loan, Matrix Computations, alg. 5.1.1.
template <class T>
T reflector(T* x, int64_t n, T& factor) {
  T head = x[n - 1];
  x[n - 1] = 0;
  T rest = dot(x, x, padded(n));
  if (rest < std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon()) {
    std::fill(x, x + n, T(0));
    factor = 0;
    return head;
  }
  T length = std::sqrt(rest + head * head), end = head > 0 ? -length : length;
  T scale = 1 / (head - end);
  for (int64_t i = 0; i < n - 1; ++i) x[i] *= scale;
  x[n - 1] = 1;
  factor = (end - head) / end;
  return end;
}

// A block of `count` reflections, applied as one product. Their vectors are 0 from `width` on, a
// multiple of the block size.
struct ReflectionBlock {
  int64_t from, count, width;
  bool is_last_first;
};
constexpr int64_t reflected_once = 64;

// Multiplies x, with m rows, by a block of reflections.
template <class T>
void reflect(RowMajorView<T> x, int64_t m, const Reflections<T>& by, const ReflectionBlock& of);
// Multiplies x, with m rows and n columns, by all n reflections, starting with the first.
template <class T>
void reflect(RowMajorView<T> x, int64_t m, int64_t n, const Reflections<T>& by);

// The diagonal d and the superdiagonal e of a bidiagonal or tridiagonal matrix. Magnitudes are
// scaled to near 1, so numbers whose square underflows are negligible.
template <class T>
struct BandDiagonals {
  explicit BandDiagonals(int64_t n) : d(static_cast<size_t>(n)), e(static_cast<size_t>(n)) {}

  std::vector<T> d, e;  // the last of e is 0
};

// Reduces a symmetric matrix to tridiagonal form: a = q t q', where reflecting rows by q multiplies
// them by q'. Only the lower triangle, including whole diagonal blocks, is read.
template <class T>
BandDiagonals<T> reduce_symmetric(RowMajorView<T> a, int64_t n, Reflections<T>& q);
// Reduces a in place to Hessenberg form h with a = q h q'. The last rows are reduced first:
// reflection i affects rows and columns before i.
template <class T>
void reduce_hessenberg(RowMajorView<T> a, int64_t n, Reflections<T>& q);
// Reduces a to bidiagonal form: a = u b v'.
template <class T>
BandDiagonals<T> reduce(RowMajorView<T> a, int64_t n, Reflections<T>& u, Reflections<T>& v);

}  // namespace rille::dense
