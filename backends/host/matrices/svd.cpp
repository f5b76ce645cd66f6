// SVD by bidiagonalization, and divide and conquer.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "backends/host/matrices/conquer.h"
#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/reflections.h"
#include "backends/host/matrices/vectors.h"

namespace rille::dense {
namespace {

// The SVD of a square matrix with magnitudes near 1: values in descending order, and singular
// vectors in rows.
template <class T>
struct SquareSvd {
  SquareSvd(const T* x, int64_t n, T factor)
      : left(n, n), right(n, n), values(static_cast<size_t>(n)) {
    PaddedMatrix<T> a(n, n);
    for (int64_t i = 0; i < n; ++i) {
      std::transform(x + i * n, x + i * n + n, a[i], [&](T number) { return number * factor; });
    }
    Reflections<T> u(n, n), v(n, n);
    BandDiagonals<T> of = reduce(a.rows(), n, u, v);
    DivideAndConquer<T> done(of.d.data(), of.e.data(), n, true);
    for (int64_t i = 0; i < n; ++i) {
      values[static_cast<size_t>(i)] = done.value(n - 1 - i);
      std::copy_n(done.left(n - 1 - i), n, left[i]);
      std::copy_n(done.right(n - 1 - i), n, right[i]);
    }
    reflect(left.rows(), n, n, u);
    reflect(right.rows(), n, n, v);
    for (int64_t i = 0; i < n; ++i) {
      if (!is_turned(right[i], n)) continue;
      std::transform(left[i], left[i] + n, left[i], std::negate<T>());
      std::transform(right[i], right[i] + n, right[i], std::negate<T>());
    }
  }

  PaddedMatrix<T> left, right;
  std::vector<T> values;
};

}  // namespace

template <class T>
void svd(const T* x, T* u, T* s, T* vt, int64_t m, int64_t n) {
  T most = greatest(x, m * n);
  if (std::isnan(most)) {
    fill_nan(u, m * n);
    fill_nan(s, n);
    return fill_nan(vt, n * n);
  }
  T scale = scale_near(most);
  std::vector<T> q(m > n ? m * n : 0), r(m > n ? n * n : 0);
  if (m > n) qr(x, q.data(), r.data(), m, n);
  SquareSvd<T> of(m > n ? r.data() : x, n, 1 / scale);
  for (int64_t i = 0; i < n; ++i) {
    s[i] = of.values[static_cast<size_t>(i)] * scale;
    std::copy_n(of.right[i], n, vt + i * n);
  }
  if (m > n) {
    std::fill(u, u + m * n, T(0));
    return multiply<T>({u, n}, {q.data(), n, 1}, of.left.side().turned(), {m, n, n}, T(1));
  }
  write_columns(u, n, [&](int64_t j) { return of.left[j]; });
}

template void svd(const float*, float*, float*, float*, int64_t, int64_t);
template void svd(const double*, double*, double*, double*, int64_t, int64_t);

}  // namespace rille::dense
