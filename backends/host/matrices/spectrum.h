// Eigenvectors: what is done before and after a Schur form.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "backends/host/matrices/form.h"

namespace rille::dense {

// Rows and columns change places until those that stand alone are first and last; what is between
// is scaled until rows are about as long as columns.
// source: Parlett and Reinsch, Balancing a matrix for calculation of eigenvalues, 1969; James,
// Langou and Lowery, On matrix balancing and eigenvector computation, 2014.
template <class T>
struct Balance {
  Balance(Rows<T> a, int64_t n);

  std::vector<T> scales;  // powers of two
  std::vector<std::pair<int64_t, int64_t>> swaps = {};

 private:
  bool pull(Rows<T> a, int64_t n, bool to_end);
  void scale(Rows<T> a);
  bool scale_one(Rows<T> a, int64_t i);

  Part open_;
};

// Of a Schur form: in rows, vectors y with h y = w y, and those with y h = w y. A pair takes two
// rows, the real and the imaginary part of the vector of the value above.
template <class T>
void right_vectors(Rows<T> h, int64_t n, Rows<T> y);
template <class T>
void left_vectors(Rows<T> h, int64_t n, Rows<T> y);

}  // namespace rille::dense
