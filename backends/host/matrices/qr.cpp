// Householder QR decomposition, with the signs of LAPACK.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/reflections.h"
#include "backends/host/matrices/vectors.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// Stores columns in rows, in reversed order, so that vectors of reflections start at offset 0.
template <class T>
class QrColumns {
 public:
  // Scales each column to magnitudes near 1.
  QrColumns(const T* x, int64_t m, int64_t n)
      : m_(m), n_(n), a_(n, m), by_(n, m), scales_(static_cast<size_t>(n)) {
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) scale(j) = std::max(scale(j), std::abs(x[i * n + j]));
    }
    for (T& most : scales_) most = scale_near(most);
    constexpr int64_t together = 16;  // columns of a cache line
    for (int64_t from = 0; from < n; from += together) {
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = from; j < std::min(n, from + together); ++j) {
          a_[j][m - 1 - i] = x[i * n + j] / scale(j);
        }
      }
    }
  }

  void reduce() {
    for (int64_t from = 0; from < n_; from += panel) {
      ReflectionBlock of = block(from, false);
      for (int64_t k = from; k < from + of.count; ++k) step(k, from + of.count);
      int64_t next = from + of.count;
      reflect(a_.rows().part(next, 0), n_ - next, by_, of);
    }
  }

  void write_r(T* r) {
    for (int64_t i = 0; i < n_; ++i) {
      std::fill(r + i * n_, r + i * n_ + i, T(0));
      for (int64_t j = i; j < n_; ++j) r[i * n_ + j] = a_[j][m_ - 1 - i] * scale(j);
    }
  }

  // Writes the columns of the product of all reflections.
  void write_q(T* q) {
    for (int64_t j = 0; j < n_; ++j) {
      std::fill(a_[j], a_[j] + m_, T(0));
      a_[j][m_ - 1 - j] = 1;
    }
    for (int64_t from = (n_ - 1) / panel * panel; from >= 0; from -= panel) {
      reflect(a_.rows().part(from, 0), n_ - from, by_, block(from, true));
    }
    constexpr int64_t together = 8;  // cache lines
    for (int64_t from = 0; from < m_; from += together) {
      for (int64_t j = 0; j < n_; ++j) {
        for (int64_t i = from; i < std::min(m_, from + together); ++i) {
          q[i * n_ + j] = a_[j][m_ - 1 - i];
        }
      }
    }
  }

 private:
  static constexpr int64_t panel = 32;

  T& scale(int64_t j) { return scales_[static_cast<size_t>(j)]; }
  ReflectionBlock block(int64_t from, bool is_last_first) const {
    return {from, std::min(panel, n_ - from), padded(m_ - from), is_last_first};
  }

  // Computes the reflection of column k, and applies it to the columns up to `end`.
  void step(int64_t k, int64_t end) {
    poll();
    int64_t width = m_ - k, count = end - k - 1;
    T *v = by_.rows[k], factor, products[panel];
    std::copy_n(a_[k], width, v);
    a_[k][width - 1] = reflector(v, width, factor);
    by_.factors[static_cast<size_t>(k)] = factor;
    dot_rows(products, a_.side().part(k + 1, 0), v, count, padded(width));
    for (int64_t j = 0; j < count; ++j) {
      add(a_[k + 1 + j], -factor * products[j], v, padded(width));
    }
  }

  int64_t m_, n_;
  PaddedMatrix<T> a_;
  Reflections<T> by_;
  std::vector<T> scales_;
};

}  // namespace

template <class T>
void qr(const T* x, T* q, T* r, int64_t m, int64_t n) {
  if (std::isnan(greatest(x, m * n))) {
    fill_nan(q, m * n);
    return fill_nan(r, n * n);
  }
  QrColumns<T> columns(x, m, n);
  columns.reduce();
  columns.write_r(r);
  columns.write_q(q);
}

template void qr(const float*, float*, float*, int64_t, int64_t);
template void qr(const double*, double*, double*, int64_t, int64_t);

}  // namespace rille::dense
