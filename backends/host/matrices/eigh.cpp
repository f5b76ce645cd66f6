// Eigenvalues and eigenvectors of symmetric matrices.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "backends/host/matrices/conquer.h"
#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/reflections.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {
namespace {

constexpr int64_t small = 32;

// For small matrices: QR steps with Wilkinson's shift until the off-diagonal is negligible.
// source: Golub and Van Loan, Matrix Computations, alg. 8.3.3.
template <class T>
class ShiftedQr {
 public:
  // Replaces d by the eigenvalues, and v by the eigenvectors in rows.
  ShiftedQr(T* d, const T* e, RowMajorView<T> v, int64_t n) : d_(d), v_(v), n_(n) {
    std::copy_n(e, n, e_);
  }

  void run() {
    for (int64_t i = 0; i < n_; ++i) v_[i][i] = 1;
    int64_t last = n_ - 1;
    for (int64_t turn = 0; last > 0 && turn < 64 * n_; ++turn) {
      if (is_nothing(last - 1)) {
        --last;
        continue;
      }
      int64_t first = last - 1;
      while (first > 0 && !is_nothing(first - 1)) --first;
      if (first + 1 == last) {
        end(first);
      } else {
        step(first, last);
      }
    }
    if (last > 0) fill_nan(d_, n_);
  }

 private:
  bool is_nothing(int64_t i) const {
    constexpr T rounding = std::numeric_limits<T>::epsilon() / 2;
    return std::abs(e_[i]) <=
           rounding * std::sqrt(std::abs(d_[i])) * std::sqrt(std::abs(d_[i + 1]));
  }

  // Diagonalizes a 2 x 2 block directly.
  void end(int64_t k) {
    T half = (d_[k + 1] - d_[k]) / 2, beside = e_[k];
    T tangent = beside / (half + std::copysign(std::hypot(half, beside), half));
    T c = 1 / std::hypot(T(1), tangent);
    d_[k] -= tangent * beside;
    d_[k + 1] += tangent * beside;
    e_[k] = 0;
    turn(k, c, -tangent * c);
  }

  void step(int64_t first, int64_t last) {
    T half = (d_[last - 1] - d_[last]) / 2, beside = e_[last - 1];
    T shift = d_[last] - beside * (beside / (half + std::copysign(std::hypot(half, beside), half)));
    T x = d_[first] - shift, z = e_[first];
    for (int64_t k = first; k < last; ++k) {
      T length = std::hypot(x, z), c = length > 0 ? x / length : 1, s = length > 0 ? z / length : 0;
      if (k > first) e_[k - 1] = length;
      T both = (d_[k + 1] - d_[k]) * s + 2 * c * e_[k];
      d_[k] += s * both;
      d_[k + 1] -= s * both;
      x = e_[k] = c * both - e_[k];
      if (k + 1 < last) {
        z = s * e_[k + 1];
        e_[k + 1] *= c;
      }
      turn(k, c, s);
    }
  }

  void turn(int64_t i, T c, T s) { turn_rows(v_[i], v_[i + 1], n_, c, s); }

  T* d_;
  T e_[small];
  RowMajorView<T> v_;
  int64_t n_;
};

// Eigenvalues of a symmetric tridiagonal matrix, and eigenvectors in rows.
template <class T>
class TridiagonalEigen {
 public:
  explicit TridiagonalEigen(int64_t n) : values(static_cast<size_t>(n)), vectors(n, n) {}

  // Solves decoupled parts separately.
  void solve(const BandDiagonals<T>& of) {
    int64_t n = static_cast<int64_t>(of.d.size()), from = 0;
    for (int64_t i = 0; i < n; ++i) {
      size_t at = static_cast<size_t>(i);
      if (i + 1 < n) {
        T nothing = std::numeric_limits<T>::epsilon() / 2 * std::sqrt(std::abs(of.d[at])) *
                    std::sqrt(std::abs(of.d[at + 1]));
        if (std::abs(of.e[at]) > nothing) continue;
      }
      part(of.d.data() + from, of.e.data() + from, i + 1 - from, from);
      from = i + 1;
    }
  }

  std::vector<T> values;
  PaddedMatrix<T> vectors;

 private:
  // The matrix minus `low` is b' b for a bidiagonal b. The right singular vectors of b are the
  // eigenvectors, and its squared singular values the eigenvalues minus `low`.
  void part(const T* d, const T* e, int64_t n, int64_t from) {
    T* found = values.data() + from;
    if (n == 1) {
      *found = *d;
      vectors[from][from] = 1;
      return;
    }
    if (n <= small) {
      std::copy_n(d, n, found);
      return ShiftedQr<T>(found, e, vectors.rows().part(from, from), n).run();
    }
    T low = d[0], most = 0;
    for (int64_t i = 0; i < n; ++i) {
      T beside = (i > 0 ? std::abs(e[i - 1]) : 0) + (i + 1 < n ? std::abs(e[i]) : 0);
      low = std::min(low, d[i] - beside);
      most = std::max(most, std::abs(d[i]) + beside);
    }
    low -= 4 * std::numeric_limits<T>::epsilon() * most;
    BandDiagonals<T> root(n);
    T before = 0;
    for (int64_t i = 0; i < n; ++i) {
      size_t at = static_cast<size_t>(i);
      T square = d[i] - low - before * before;
      root.d[at] = square > 0 ? std::sqrt(square) : 0;
      before = square > 0 && i + 1 < n ? e[i] / root.d[at] : 0;
      root.e[at] = before;
    }
    DivideAndConquer<T> done(root.d.data(), root.e.data(), n, false);
    for (int64_t i = 0; i < n; ++i) {
      found[i] = done.value(i) * done.value(i) + low;
      std::copy_n(done.right(i), n, vectors[from + i] + from);
    }
  }
};

}  // namespace

template <class T>
void eigh(const T* x, T* values, T* vectors, int64_t n) {
  PaddedMatrix<T> a(n, n);
  T most = 0;
  for (int64_t i = 0; i < n; ++i) most = std::max(most, greatest(x + i * n, i + 1));
  auto fail = [&] {
    fill_nan(values, n);
    fill_nan(vectors, n * n);
  };
  if (std::isnan(greatest(x, n * n))) return fail();
  T scale = scale_near(most), factor = 1 / scale;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) a[i][j] = x[i * n + j] * factor;
    for (int64_t j = i / block * block; j < i; ++j) a[j][i] = a[i][j];
  }
  Reflections<T> q(n, n);
  TridiagonalEigen<T> of(n);
  of.solve(reduce_symmetric(a.rows(), n, q));
  if (std::isnan(greatest(of.values.data(), n))) return fail();
  reflect(of.vectors.rows(), n, n, q);
  std::vector<int64_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    return of.values[static_cast<size_t>(i)] < of.values[static_cast<size_t>(j)];
  });
  for (int64_t j = 0; j < n; ++j) {
    int64_t from = order[static_cast<size_t>(j)];
    values[j] = of.values[static_cast<size_t>(from)] * scale;
    T* row = of.vectors[from];
    if (is_turned(row, n)) std::transform(row, row + n, row, std::negate<T>());
  }
  write_columns(vectors, n, [&](int64_t j) { return of.vectors[order[static_cast<size_t>(j)]]; });
}

template void eigh(const float*, float*, float*, int64_t);
template void eigh(const double*, double*, double*, int64_t);

}  // namespace rille::dense
