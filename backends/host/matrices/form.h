// Form: a Hessenberg matrix on its way to a Schur form.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {

// h of n rows, whose greatest magnitudes are near 1, and in rows the columns of the rotation that
// it is seen through, of `width` numbers, a multiple of the block; 0: nobody asks for them.
template <class T>
struct Form {
  Rows<T> h, z;
  int64_t n, width;
  bool whole;  // else eigenvalues alone are wanted: what is beside an open part does not count
};

// Rows and columns of h, from `first` up to `end`, that no zero below the diagonal divides.
struct Part {
  int64_t first, end;

  int64_t size() const { return end - first; }
};

// The columns and rows that count where those of the part are changed.
template <class T>
Part around(const Form<T>& of, const Part& part) {
  return of.whole ? Part{0, of.n} : part;
}

// 1 - (1, v)' t, of two or three rows.
template <class T>
struct Mirror {
  T v1 = 0, v2 = 0, t0 = 0, t1 = 0, t2 = 0;

  // Makes x, y and z the first of them alone: end. What is smaller than any normal number is 0.
  Mirror(T x, T y, T z, T& end) {
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

  void rows(Rows<T> h, int64_t k, int64_t from, int64_t to) const {
    T* __restrict a = h[k], * __restrict b = h[k + 1], * __restrict c = h[k + 2];
    for (int64_t j = from; j < to; ++j) {
      T sum = a[j] + v1 * b[j] + v2 * c[j];
      a[j] -= t0 * sum;
      b[j] -= t1 * sum;
      c[j] -= t2 * sum;
    }
  }
  void two_rows(Rows<T> h, int64_t k, int64_t from, int64_t to) const {
    T* __restrict a = h[k], * __restrict b = h[k + 1];
    for (int64_t j = from; j < to; ++j) {
      T sum = a[j] + v1 * b[j];
      a[j] -= t0 * sum;
      b[j] -= t1 * sum;
    }
  }
  void columns(Rows<T> h, int64_t k, int64_t from, int64_t to) const {
    for (int64_t i = from; i < to; ++i) {
      T* x = h[i] + k;
      T sum = x[0] + v1 * x[1] + v2 * x[2];
      x[0] -= t0 * sum;
      x[1] -= t1 * sum;
      x[2] -= t2 * sum;
    }
  }
  void two_columns(Rows<T> h, int64_t k, int64_t from, int64_t to) const {
    for (int64_t i = from; i < to; ++i) {
      T* x = h[i] + k;
      T sum = x[0] + v1 * x[1];
      x[0] -= t0 * sum;
      x[1] -= t1 * sum;
    }
  }
};

// A value, or a pair of them where imag is not 0: both parts are those of the one above.
template <class T>
struct Shift {
  T real, imag;
};

// Two shifts: both real, or a pair.
template <class T>
struct Shifts {
  Shift<T> one, other;
};

// The first column of (h - one) (h - other) from row k on, up to a factor.
template <class T>
struct Start {
  T x, y, z;

  Start(Rows<T> h, int64_t k, const Shifts<T>& by) {
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

// Whether the number before h[k][k] is nothing beside those around it, of a part from `first` to
// `end`. source: Ahues and Tisseur, A new deflation criterion for the QR algorithm, 1997.
template <class T>
bool is_nothing(Rows<T> h, int64_t k, const Part& in) {
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

// The rows from k on become a triangle or, where eigenvalues are a pair, ones with equal numbers on
// the diagonal and others of two signs.
template <class T>
void settle_two(const Form<T>& of, int64_t k, const Part& counts);
// c and s of the turn that does; the four numbers become those that it gives.
template <class T>
struct Turned {
  T c, s;
};
template <class T>
Turned<T> standard(T& a, T& b, T& c, T& d);

// Values of the rows from k on, both real or a pair.
template <class T>
Shifts<T> values_of(T a, T b, T c, T d);

// The part becomes what it is to become, two shifts at a time. False: it does not converge.
template <class T>
bool settle_small(const Form<T>& of, const Part& part);

// A chain of bulges, one for each two shifts, goes through the part.
template <class T>
void sweep(const Form<T>& of, const Part& part, const std::vector<Shifts<T>>& by);

// What the last rows of the part, `window` of them, show as settled is: `part.end` falls. Gives
// shifts, those of what is not; empty: the window has no answer.
template <class T>
std::vector<Shifts<T>> deflate(const Form<T>& of, Part& part, int64_t window);

// All of h becomes a Schur form. False: it does not converge.
template <class T>
bool settle(const Form<T>& of);

// The rows of h from `lines.first` on are those of `by` times these; columns of h, rows of z alike.
template <class T>
void turn_all(const Form<T>& of, const Part& lines, const Table<T>& by, const Part& counts);

// The two blocks that stand at k, of `first` and `second` rows, change places. False: they are too
// near to each other.
struct Neighbours {
  int64_t k, first, second;
};
template <class T>
bool exchange(const Form<T>& of, const Neighbours& blocks);

}  // namespace rille::dense
