// Eigen, made to hear stops, and matrices row by row.
#pragma once

#include <cstdint>
#include <limits>

#include "vm/running.h"

namespace rille::eigen {

// What Eigen asserts, of every block and most single elements, is known to hold: here a thread
// looks at the processor's clock at every 16th assertion, and polls where some milliseconds are
// over. A step of a decomposition of large matrices has a few assertions and takes as long as a
// million elements; what is small asserts all the time. It may be left by an exception anywhere.
inline void step() {
  constexpr uint64_t a_while = 2'000'000;  // cycles
  static thread_local uint64_t last [[gnu::tls_model("initial-exec")]] = 0;
  static thread_local uint32_t steps [[gnu::tls_model("initial-exec")]] = 0;
  if ((++steps & 0xf) != 0) return;
  uint64_t now = __builtin_ia32_rdtsc();
  if (now - last < a_while) return;
  last = now;
  poll();
}

}  // namespace rille::eigen

#ifdef EIGEN_CORE_H
#error "Eigen is included here alone: it takes these words as they stand when it is read"
#endif
#define eigen_assert(condition) ::rille::eigen::step()  // NOLINT(readability-identifier-naming)
#define EIGEN_FAST_MATH 0  // the fast ones begin with estimates that are each vendor's own
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_MPL2_ONLY
#include <Eigen/Cholesky>

namespace rille::eigen {

// Eigen is fastest by columns.
template <class T>
using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
Eigen::Map<const Rows<T>> rows_of(const T* x, int64_t m, int64_t n) {
  return {x, m, n};
}
template <class T>
Eigen::Map<Rows<T>> rows_of(T* x, int64_t m, int64_t n) {
  return {x, m, n};
}

// plugin.cpp makes tables of these.
template <class T>
void cholesky(const T* x, T* l, int64_t n);

}  // namespace rille::eigen
