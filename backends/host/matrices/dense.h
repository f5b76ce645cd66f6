// Dense: products and triangles, for decompositions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "backends/host/matrices.h"

namespace rille::dense {

// Numbers of a matrix: the element (i, j) stands at at[i * row + j * column].
template <class T>
struct Side {
  const T* at;
  int64_t row, column;

  T operator()(int64_t i, int64_t j) const { return at[i * row + j * column]; }
  Side part(int64_t i, int64_t j) const { return {at + i * row + j * column, row, column}; }
  Side turned() const { return {at, column, row}; }
};

// A matrix that is written: rows stand `step` apart, numbers of a row side by side.
template <class T>
struct Rows {
  T* at;
  int64_t step;

  T* operator[](int64_t i) const { return at + i * step; }
  Rows part(int64_t i, int64_t j) const { return {at + i * step + j, step}; }
  Side<T> side() const { return {at, step, 1}; }
  Side<T> turned() const { return {at, 1, step}; }
};

// c is m by n, and k terms make each number.
struct Extents {
  int64_t m, n, k;
};

// c += factor a b, where c is not a or b. It polls; threads share it.
template <class T>
void multiply(Rows<T> c, const Side<T>& a, const Side<T>& b, Extents of, T factor);

// A triangle of numbers, with ones on its diagonal where it is `unit`.
template <class T>
struct Triangle {
  Side<T> numbers;
  bool lower, unit;

  T at(int64_t i, int64_t j) const { return numbers(i, j); }
};

// The n rows of x become those of the y with t y = x. Threads share its columns.
template <class T>
void solve(const Triangle<T>& t, Rows<T> x, int64_t n, int64_t columns);

// Transforms of lines, see Fourier in backends/host/matrices.h.
template <class T>
void fourier(const FourierPlan<T>& plan, FourierKind kind, const T* x, T* y, int64_t lines);

// What has no decomposition is nan.
template <class T>
void fill_nan(T* x, int64_t size) {
  std::fill(x, x + size, std::numeric_limits<T>::quiet_NaN());
}

// plugin.cpp makes tables of these.
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
// Real and imaginary parts side by side; no vectors where `vectors` is null.
template <class T>
void eig(const T* x, T* values, T* vectors, T* inverse, int64_t n);
// The rows of x, which are the right side, become those of the solution; of: m rows, n columns.
template <class T>
void tridiagonal(const T* below, const T* at, const T* above, Rows<T> x, Extents of);

}  // namespace rille::dense
