// Triangular systems: recursive halves and products.
#include <algorithm>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/lanes.h"
#include "backends/host/matrices/share.h"

namespace rille::dense {
namespace {

constexpr int64_t small = 16;

// Substitution in V vectors of each row of x, or in one number if V is 0.
template <class T, int64_t V>
void substitute(const TriangleView<T>& t, RowMajorView<T> x, int64_t n) {
  for (int64_t turn = 0; turn < n; ++turn) {
    int64_t i = t.lower ? turn : n - 1 - turn;
    int64_t from = t.lower ? 0 : i + 1, to = t.lower ? i : n;
    if constexpr (V == 0) {
      T sum = x[i][0];
      for (int64_t p = from; p < to; ++p) sum = fma(-t.at(i, p), x[p][0], sum);
      x[i][0] = t.unit ? sum : sum / t.at(i, i);
    } else {
      Lanes<T> sums[V];
      for (int64_t v = 0; v < V; ++v) sums[v] = load(x[i] + v * lanes<T>);
      for (int64_t p = from; p < to; ++p) {
        Lanes<T> factor = splat(-t.at(i, p));
        for (int64_t v = 0; v < V; ++v) sums[v] = fma(factor, load(x[p] + v * lanes<T>), sums[v]);
      }
      for (int64_t v = 0; v < V; ++v) {
        store(x[i] + v * lanes<T>, t.unit ? sums[v] : sums[v] / splat(t.at(i, i)));
      }
    }
  }
}

// Solves for some columns of x. Ranges of columns begin at panel boundaries, so products have the
// same bits as for all columns.
template <class T>
void solve_columns(const TriangleView<T>& t, RowMajorView<T> x, int64_t n, int64_t columns) {
  if (n > small) {
    int64_t half = (n / 2 + small - 1) / small * small, rest = n - half;
    RowMajorView<T> below = x.part(half, 0);
    TriangleView<T> second{t.numbers.part(half, half), t.lower, t.unit};
    if (t.lower) {
      solve_columns(t, x, half, columns);
      multiply(below, t.numbers.part(half, 0), x.side(), {rest, columns, half}, T(-1));
      return solve_columns(second, below, rest, columns);
    }
    solve_columns(second, below, rest, columns);
    multiply(x, t.numbers.part(0, half), below.side(), {half, columns, rest}, T(-1));
    return solve_columns(t, x, half, columns);
  }
  int64_t j = 0;
  for (; j + 4 * lanes<T> <= columns; j += 4 * lanes<T>) substitute<T, 4>(t, x.part(0, j), n);
  for (; j + lanes<T> <= columns; j += lanes<T>) substitute<T, 1>(t, x.part(0, j), n);
  for (; j < columns; ++j) substitute<T, 0>(t, x.part(0, j), n);
}

}  // namespace

template <class T>
void solve(const TriangleView<T>& t, RowMajorView<T> x, int64_t n, int64_t columns) {
  int64_t panels = (columns + panel_width<T> - 1) / panel_width<T>;
  share(panels, n * n / 2 * columns, [&](int64_t begin, int64_t end) {
    int64_t from = begin * panel_width<T>, to = std::min(end * panel_width<T>, columns);
    solve_columns(t, x.part(0, from), n, to - from);
  });
}

template void solve(const TriangleView<float>&, RowMajorView<float>, int64_t, int64_t);
template void solve(const TriangleView<double>&, RowMajorView<double>, int64_t, int64_t);

}  // namespace rille::dense
