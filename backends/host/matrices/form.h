// HessenbergForm: a Hessenberg matrix to Schur form.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {

// A Hessenberg matrix h with n rows, scaled to magnitudes near 1. The rows of z are the columns of
// the accumulated orthogonal transformation, with `width` numbers each, a multiple of the block;
// 0 if the transformation is not requested.
template <class T>
struct HessenbergForm {
  RowMajorView<T> h, z;
  int64_t n, width;
  // False if only eigenvalues are requested; then h is updated only within active parts.
  bool whole;
};

// An active (unreduced) diagonal block of h: rows and columns from `first` up to `end`.
struct ActiveBlock {
  int64_t first, end;

  int64_t size() const { return end - first; }
};

// The rows and columns to update when a part is transformed.
template <class T>
ActiveBlock around(const HessenbergForm<T>& of, const ActiveBlock& part) {
  return of.whole ? ActiveBlock{0, of.n} : part;
}

// A Householder reflection 1 - (1, v)' t of two or three rows.
template <class T>
struct Householder {
  T v1 = 0, v2 = 0, t0 = 0, t1 = 0, t2 = 0;

  // Maps (x, y, z) to (end, 0, 0). Vectors below the smallest normal number count as 0.
  Householder(T x, T y, T z, T& end) {
    end = x;
    T most = std::max({std::abs(x), std::abs(y), std::abs(z)});
    if ((y == 0 && z == 0) || most < std::numeric_limits<T>::min()) return;
    T size = 1 / most, a = x * size, b = y * size, c = z * size;
    T length = std::copysign(std::sqrt(a * a + b * b + c * c), a);
    T head = 1 / (a + length);
    v1 = b * head;
    v2 = c * head;
    t0 = (a + length) / length;
    t1 = t0 * v1;
    t2 = t0 * v2;
    end = -length * most;
  }

  void rows(RowMajorView<T> h, int64_t k, int64_t from, int64_t to) const {
    T* __restrict a = h[k], * __restrict b = h[k + 1], * __restrict c = h[k + 2];
    for (int64_t j = from; j < to; ++j) {
      T sum = a[j] + v1 * b[j] + v2 * c[j];
      a[j] -= t0 * sum;
      b[j] -= t1 * sum;
      c[j] -= t2 * sum;
    }
  }
  void two_rows(RowMajorView<T> h, int64_t k, int64_t from, int64_t to) const {
    T* __restrict a = h[k], * __restrict b = h[k + 1];
    for (int64_t j = from; j < to; ++j) {
      T sum = a[j] + v1 * b[j];
      a[j] -= t0 * sum;
      b[j] -= t1 * sum;
    }
  }
  void columns(RowMajorView<T> h, int64_t k, int64_t from, int64_t to) const {
    for (int64_t i = from; i < to; ++i) {
      T* x = h[i] + k;
      T sum = x[0] + v1 * x[1] + v2 * x[2];
      x[0] -= t0 * sum;
      x[1] -= t1 * sum;
      x[2] -= t2 * sum;
    }
  }
  void two_columns(RowMajorView<T> h, int64_t k, int64_t from, int64_t to) const {
    for (int64_t i = from; i < to; ++i) {
      T* x = h[i] + k;
      T sum = x[0] + v1 * x[1];
      x[0] -= t0 * sum;
      x[1] -= t1 * sum;
    }
  }
};

// A real eigenvalue, or a complex conjugate pair if imag is not 0, represented by the value with
// positive imag.
template <class T>
struct Shift {
  T real, imag;
};

// A double shift: two real shifts or a conjugate pair.
template <class T>
struct DoubleShift {
  Shift<T> one, other;
};

// The first column of (h - one) (h - other) from row k on, up to a scale factor.
template <class T>
struct ShiftColumn {
  T x, y, z;

  ShiftColumn(RowMajorView<T> h, int64_t k, const DoubleShift<T>& by) {
    T a = h[k][k], below = h[k + 1][k];
    T size = std::abs(a - by.other.real) + std::abs(by.other.imag) + std::abs(below);
    if (size == 0) size = 1;
    below /= size;
    x = below * h[k][k + 1] + (a - by.one.real) * ((a - by.other.real) / size) -
        by.one.imag * (by.other.imag / size);
    y = below * (a + h[k + 1][k + 1] - by.one.real - by.other.real);
    z = below * h[k + 2][k + 1];
  }
};

// Whether the subdiagonal element h[k][k - 1] is negligible relative to its neighbors in a part.
// source: Ahues and Tisseur, A new deflation criterion for the QR algorithm, 1997.
template <class T>
bool is_nothing(RowMajorView<T> h, int64_t k, const ActiveBlock& in) {
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  constexpr T least = std::numeric_limits<T>::min() / rounding;
  T below = std::abs(h[k][k - 1]), above = std::abs(h[k - 1][k]);
  if (below <= least) return true;
  T size = std::abs(h[k][k]) + std::abs(h[k - 1][k - 1]);
  if (size == 0) {
    if (k - 2 >= in.first) size += std::abs(h[k - 1][k - 2]);
    if (k + 1 < in.end) size += std::abs(h[k + 1][k]);
  }
  if (below > rounding * size) return false;
  T gap = std::abs(h[k - 1][k - 1] - h[k][k]), last = std::abs(h[k][k]);
  T more = std::max(below, above), less = std::min(below, above);
  T far = std::max(last, gap), near = std::min(last, gap), all = far + more;
  return less * (more / all) <= std::max(least, rounding * (near * (far / all)));
}

// Reduces the 2 x 2 block at row k to standard form: upper triangular for real eigenvalues. For a
// conjugate pair, the diagonal elements are equal and the other ones have opposite signs.
template <class T>
void settle_two(const HessenbergForm<T>& of, int64_t k, const ActiveBlock& counts);
// The Givens rotation (c, s) to standard form; a, b, c, and d are replaced by the rotated block.
template <class T>
struct GivensRotation {
  T c, s;
};
template <class T>
GivensRotation<T> standard(T& a, T& b, T& c, T& d);

// The eigenvalues of a 2 x 2 block: two real ones or a conjugate pair.
template <class T>
DoubleShift<T> values_of(T a, T b, T c, T d);

// Reduces a small part to Schur form by double-shift QR steps. False if it does not converge.
template <class T>
bool settle_small(const HessenbergForm<T>& of, const ActiveBlock& part);

// Chases a chain of bulges, one per double shift, through the part.
template <class T>
void sweep(const HessenbergForm<T>& of, const ActiveBlock& part,
           const std::vector<DoubleShift<T>>& by);

// Aggressive early deflation with a window of the last `window` rows. Decreases `part.end` by the
// deflated rows, and returns the eigenvalues of the other rows as shifts. Empty if the window does
// not converge.
template <class T>
std::vector<DoubleShift<T>> deflate(const HessenbergForm<T>& of, ActiveBlock& part, int64_t window);

// Reduces h to Schur form. False if it does not converge.
template <class T>
bool settle(const HessenbergForm<T>& of);

// Applies the orthogonal matrix `by` to the rows `lines` of h, to the columns of h, and to the rows
// of z.
template <class T>
void turn_all(const HessenbergForm<T>& of, const ActiveBlock& lines, const PaddedMatrix<T>& by,
              const ActiveBlock& counts);

// Swaps two adjacent diagonal blocks at row k, with `first` and `second` rows. False if their
// eigenvalues are too close.
struct BlockSwap {
  int64_t k, first, second;
};
template <class T>
bool exchange(const HessenbergForm<T>& of, const BlockSwap& blocks);

}  // namespace rille::dense
