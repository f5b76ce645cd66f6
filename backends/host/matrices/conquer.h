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
class DivideAndConquer {
 public:
  // If `has_left` is false, left singular vectors are not computed.
  DivideAndConquer(const T* d, const T* e, int64_t n, bool has_left);

  // Singular values in ascending order.
  T value(int64_t i) const { return values_[order_[at(i)]] * scale_; }
  const T* left(int64_t i) const { return left_[order_[at(i)]]; }
  const T* right(int64_t i) const { return right_[order_[at(i)]]; }

 private:
  // The columns in which a vector is nonzero: those of the first part, of the second, or of both.
  enum class NonzeroColumns { first, both, second };
  struct Subproblem;

  static size_t at(int64_t i) { return static_cast<size_t>(i); }
  void conquer(int64_t from, int64_t n);
  void turn_null(const Subproblem& part);
  void turn(PaddedMatrix<T>& rows, int64_t i, int64_t j, T c, T s, const Subproblem& part);
  void deflate(const Subproblem& part);
  void solve();
  void weigh(int64_t j);
  void place(const Subproblem& part);
  void replace(PaddedMatrix<T>& rows, PaddedMatrix<T>& weights, int64_t width,
               const Subproblem& part);

  T scale_ = 1;
  bool has_left_;
  PaddedMatrix<T> numbers_;  // its rows are:
  T *d_, *e_, *values_, *z_, *pole_d_, *pole_z_, *found_, *raw_, *other_;
  PaddedMatrix<T> left_, right_;
  std::vector<int64_t> order_;  // row indices, sorted by value
  std::vector<NonzeroColumns> columns_;
  // The current merge: rows that are poles, sorted by value, and deflated rows.
  std::vector<int64_t> poles_, done_, places_, sources_;
  PaddedMatrix<T> gaps_, weights_, old_;
};

}  // namespace rille::dense
