// Balancing, and eigenvectors of a Schur form.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "backends/host/matrices/form.h"

namespace rille::dense {

// Balances a matrix: permutes rows and columns so that isolated eigenvalues are first and last, and
// scales the rest so that the norms of rows and columns are close.
// source: Parlett and Reinsch, Balancing a matrix for calculation of eigenvalues, 1969; James,
// Langou and Lowery, On matrix balancing and eigenvector computation, 2014.
template <class T>
struct Balance {
  Balance(RowMajorView<T> a, int64_t n);

  std::vector<T> scales;  // powers of two
  std::vector<std::pair<int64_t, int64_t>> swaps = {};

 private:
  bool pull(RowMajorView<T> a, int64_t n, bool to_end);
  void scale(RowMajorView<T> a);
  bool scale_one(RowMajorView<T> a, int64_t i);

  ActiveBlock open_;
};

// Compute the right eigenvectors (h y = w y) and left eigenvectors (y h = w y) of a Schur form, in
// rows. A conjugate pair takes two rows: real and imaginary part of the eigenvector for the value
// with positive imaginary part.
template <class T>
void right_vectors(RowMajorView<T> h, int64_t n, RowMajorView<T> y);
template <class T>
void left_vectors(RowMajorView<T> h, int64_t n, RowMajorView<T> y);

}  // namespace rille::dense
