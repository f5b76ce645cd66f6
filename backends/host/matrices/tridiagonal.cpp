// Tridiagonal systems with partial pivoting.
#include <cmath>
#include <utility>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// Row i of the upper triangle: its elements in columns i, i + 1, and i + 2.
template <class T>
struct UpperRow {
  T at, next, second;
};

// Computes y -= factor x.
template <class T>
void subtract(T* y, T factor, const T* x, int64_t k) {
  for (int64_t j = 0; j < k; ++j) y[j] -= factor * x[j];
}

}  // namespace

// source: Golub and Van Loan, Matrix Computations, sec. 4.3.3, with one diagonal on each side.
template <class T>
void tridiagonal(const T* below, const T* at, const T* above, RowMajorView<T> x, GemmDims of) {
  int64_t n = of.m, k = of.n;
  PollCounter polls;
  std::vector<UpperRow<T>> upper(static_cast<size_t>(n));
  UpperRow<T> row{at[0], above[0], 0};
  for (int64_t i = 0; i + 1 < n; ++i) {
    polls.step();
    UpperRow<T> next{below[i + 1], at[i + 1], above[i + 1]};
    if (std::abs(next.at) > std::abs(row.at)) {
      std::swap(row, next);
      std::swap_ranges(x[i], x[i] + k, x[i + 1]);
    }
    T factor = next.at == 0 ? T(0) : next.at / row.at;
    upper[static_cast<size_t>(i)] = row;
    subtract(x[i + 1], factor, x[i], k);
    row = {next.next - factor * row.next, next.second - factor * row.second, 0};
  }
  upper[static_cast<size_t>(n - 1)] = row;
  for (int64_t i = n - 1; i >= 0; --i) {
    polls.step();
    const UpperRow<T>& by = upper[static_cast<size_t>(i)];
    if (i + 1 < n) subtract(x[i], by.next, x[i + 1], k);
    if (i + 2 < n) subtract(x[i], by.second, x[i + 2], k);
    for (int64_t j = 0; j < k; ++j) x[i][j] /= by.at;
  }
}

template void tridiagonal(const float*, const float*, const float*, RowMajorView<float>, GemmDims);
template void tridiagonal(const double*, const double*, const double*, RowMajorView<double>,
                          GemmDims);

}  // namespace rille::dense
