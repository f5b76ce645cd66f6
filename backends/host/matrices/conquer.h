// Bidiagonal SVD by divide and conquer.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/reflections.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {

// The SVD of the bidiagonal matrix with diagonal d and superdiagonal e. A part of the rows [from,
// from + n) has one column more than rows, and so a right null vector, stored in row from + n.
// source: Gu and Eisenstat, A divide-and-conquer algorithm for the bidiagonal SVD, 1995.
template <class T>
class Conquest {
 public:
  // If `has_left` is false, left singular vectors are not computed.
  Conquest(const T* d, const T* e, int64_t n, bool has_left);

  // Singular values in ascending order.
  T value(int64_t i) const { return values_[order_[at(i)]] * scale_; }
  const T* left(int64_t i) const { return left_[order_[at(i)]]; }
  const T* right(int64_t i) const { return right_[order_[at(i)]]; }

 private:
  // The columns in which a vector is nonzero: those of the first part, of the second, or of both.
  enum class Columns { first, both, second };
  struct Part;

  static size_t at(int64_t i) { return static_cast<size_t>(i); }
  void conquer(int64_t from, int64_t n);
  void turn_null(const Part& part);
  void turn(Table<T>& rows, int64_t i, int64_t j, T c, T s, const Part& part);
  void deflate(const Part& part);
  void solve();
  void weigh(int64_t j);
  void place(const Part& part);
  void replace(Table<T>& rows, Table<T>& weights, int64_t width, const Part& part);

  T scale_ = 1;
  bool has_left_;
  Table<T> numbers_;  // its rows are:
  T *d_, *e_, *values_, *z_, *pole_d_, *pole_z_, *found_, *raw_, *other_;
  Table<T> left_, right_;
  std::vector<int64_t> order_;  // row indices, sorted by value
  std::vector<Columns> columns_;
  // The current merge: rows that are poles, sorted by value, and deflated rows.
  std::vector<int64_t> poles_, done_, places_, sources_;
  Table<T> gaps_, weights_, old_;
};

}  // namespace rille::dense
