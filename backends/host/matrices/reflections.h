// Reflections: to two diagonals, and back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {

// Reflection i is 1 - factors[i] v' v, where v is row i, 0 behind its end.
template <class T>
struct Reflections {
  Reflections(int64_t count, int64_t n) : rows(count, n), factors(static_cast<size_t>(count)) {}

  Table<T> rows;
  std::vector<T> factors;
};

// Makes x, whose n - 1 first numbers are to become 0, the v with (1 - factor v v') x = (0, …, end).
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

// What one product is made of: count of reflections, whose vectors are 0 from `width` on, a
// multiple of the block.
struct Block {
  int64_t from, count, width;
  bool is_last_first;
};
constexpr int64_t reflected_once = 64;

// x, of m rows, times reflections.
template <class T>
void reflect(Rows<T> x, int64_t m, const Reflections<T>& by, const Block& of);
// x, of m rows and n columns, times all n reflections, the first one first.
template <class T>
void reflect(Rows<T> x, int64_t m, int64_t n, const Reflections<T>& by);

// A square matrix becomes one of two diagonals: d, and above it e. Greatest magnitudes of a are
// near 1: what is that small that its square is nothing is nothing.
template <class T>
struct Diagonals {
  explicit Diagonals(int64_t n) : d(static_cast<size_t>(n)), e(static_cast<size_t>(n)) {}

  std::vector<T> d, e;  // the last of e is 0
};

// a, symmetric, is q t q', where rows times q' are rows reflected by q. It reads what stands in and
// before the blocks of a's diagonal.
template <class T>
Diagonals<T> reduce_symmetric(Rows<T> a, int64_t n, Reflections<T>& q);
// a is q h q', where h, which a becomes, is a triangle but for a diagonal below it. Its last rows
// come first: reflection i is of rows and columns before i.
template <class T>
void reduce_hessenberg(Rows<T> a, int64_t n, Reflections<T>& q);
// a is u b v'.
template <class T>
Diagonals<T> reduce(Rows<T> a, int64_t n, Reflections<T>& u, Reflections<T>& v);

}  // namespace rille::dense
