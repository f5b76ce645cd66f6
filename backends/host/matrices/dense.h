// Dense: products, triangular systems, and decompositions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "backends/host/matrices.h"

namespace rille::dense {

// A strided read-only matrix: element (i, j) is at[i * row + j * column].
template <class T>
struct StridedView {
  const T* at;
  int64_t row, column;

  T operator()(int64_t i, int64_t j) const { return at[i * row + j * column]; }
  StridedView part(int64_t i, int64_t j) const { return {at + i * row + j * column, row, column}; }
  StridedView turned() const { return {at, column, row}; }
};

// A writable row-major matrix with the row stride `step`.
template <class T>
struct RowMajorView {
  T* at;
  int64_t step;

  T* operator[](int64_t i) const { return at + i * step; }
  RowMajorView part(int64_t i, int64_t j) const { return {at + i * step + j, step}; }
  StridedView<T> side() const { return {at, step, 1}; }
  StridedView<T> turned() const { return {at, 1, step}; }
};

// The sizes of a product: m by k times k by n.
struct GemmDims {
  int64_t m, n, k;
};

// Computes c += factor a b, where c does not alias a or b. It polls and is multithreaded.
template <class T>
void multiply(RowMajorView<T> c, const StridedView<T>& a, const StridedView<T>& b, GemmDims of,
              T factor);

// A triangular matrix. If `unit` is true, its diagonal is taken as ones.
template <class T>
struct TriangleView {
  StridedView<T> numbers;
  bool lower, unit;

  T at(int64_t i, int64_t j) const { return numbers(i, j); }
};

// Solves t y = x in place, where x has n rows. Threads divide the columns.
template <class T>
void solve(const TriangleView<T>& t, RowMajorView<T> x, int64_t n, int64_t columns);

// Fourier transforms of lines; see Fourier in backends/host/matrices.h.
template <class T>
void fourier(const FourierPlan<T>& plan, FourierKind kind, const T* x, T* y, int64_t lines);

// The result if a decomposition does not exist.
template <class T>
void fill_nan(T* x, int64_t size) {
  std::fill(x, x + size, std::numeric_limits<T>::quiet_NaN());
}

// plugin.cpp collects the following functions in tables.
template <class T>
void cholesky(const T* x, T* l, int64_t n);
template <class T>
void lu(const T* x, T* both, int32_t* order, int64_t n);
template <class T>
void qr(const T* x, T* q, T* r, int64_t m, int64_t n);
template <class T>
void eigh(const T* x, T* values, T* vectors, int64_t n);
template <class T>
void svd(const T* x, T* u, T* s, T* vt, int64_t m, int64_t n);
template <class T>
void schur(const T* x, T* t, T* z, int64_t n);
// Complex results have interleaved real and imaginary parts. If `vectors` is null, only eigenvalues
// are computed.
template <class T>
void eig(const T* x, T* values, T* vectors, T* inverse, int64_t n);
// Replaces the right-hand side x, with of.m rows and of.n columns, by the solution.
template <class T>
void tridiagonal(const T* below, const T* at, const T* above, RowMajorView<T> x, GemmDims of);

}  // namespace rille::dense
