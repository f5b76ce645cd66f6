// Matrix products: register tiles, and packed panels of b.
#include <algorithm>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/lanes.h"
#include "backends/host/matrices/share.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

constexpr int64_t panel_depth = 128;  // with panel_width of f32, half of the L1 cache

// Adds k terms to a tile of c with R rows and V vectors. Rows of the panel have V vectors.
template <class T, int64_t R, int64_t V>
void add_tile(RowMajorView<T> c, const StridedView<T>& a, const T* panel, int64_t k) {
  Lanes<T> sums[R][V] = {};
  const T* from = a.at;
  for (int64_t p = 0; p < k; ++p, from += a.column, panel += V * lanes<T>) {
    Lanes<T> b[V];
    for (int64_t v = 0; v < V; ++v) b[v] = load(panel + v * lanes<T>);
    for (int64_t i = 0; i < R; ++i) {
      Lanes<T> factor = splat(from[i * a.row]);
      for (int64_t v = 0; v < V; ++v) sums[i][v] = fma(factor, b[v], sums[i][v]);
    }
  }
  for (int64_t i = 0; i < R; ++i) {
    for (int64_t v = 0; v < V; ++v) {
      T* to = c[i] + v * lanes<T>;
      store(to, load(to) + sums[i][v]);
    }
  }
}

// Updates all rows in the columns of one panel.
template <class T, int64_t V>
void add_strip(RowMajorView<T> c, const StridedView<T>& a, const T* panel, int64_t m, int64_t k) {
  int64_t i = 0;
  for (; i + tile_rows <= m; i += tile_rows) {
    add_tile<T, tile_rows, V>(c.part(i, 0), a.part(i, 0), panel, k);
  }
  if constexpr (tile_rows > 4) {
    for (; i + 4 <= m; i += 4) add_tile<T, 4, V>(c.part(i, 0), a.part(i, 0), panel, k);
  }
  for (; i < m; ++i) add_tile<T, 1, V>(c.part(i, 0), a.part(i, 0), panel, k);
}

// Updates columns that do not fill a vector, by way of a buffer with whole vectors.
template <class T, int64_t V>
void add_ragged(RowMajorView<T> c, const StridedView<T>& a, const T* panel, GemmDims of) {
  constexpr int64_t most = 32;
  alignas(64) T whole[most * V * lanes<T>];
  for (int64_t from = 0; from < of.m; from += most) {
    int64_t m = std::min(most, of.m - from);
    std::fill(whole, whole + m * V * lanes<T>, T(0));
    add_strip<T, V>({whole, V * lanes<T>}, a.part(from, 0), panel, m, of.k);
    for (int64_t i = 0; i < m; ++i) {
      T* to = c[from + i];
      for (int64_t j = 0; j < of.n; ++j) to[j] += whole[i * V * lanes<T> + j];
    }
  }
}

// Packs rows of b that consist of whole vectors.
template <class T, int64_t V>
void pack_rows(T* panel, const StridedView<T>& b, int64_t k, T factor) {
  for (int64_t p = 0; p < k; ++p, panel += V * lanes<T>) {
    const T* from = b.at + p * b.row;
    for (int64_t v = 0; v < V; ++v) {
      store(panel + v * lanes<T>, load(from + v * lanes<T>) * splat(factor));
    }
  }
}

// Packs k rows and n columns of b times factor; each row is padded with 0 to V vectors.
template <class T, int64_t V>
void pack(T* panel, const StridedView<T>& b, GemmDims of, T factor) {
  constexpr int64_t width = V * lanes<T>;
  if (b.column == 1 && of.n == width) return pack_rows<T, V>(panel, b, of.k, factor);
  if (b.column == 1) {
    for (int64_t p = 0; p < of.k; ++p, panel += width) {
      const T* from = b.at + p * b.row;
      for (int64_t j = 0; j < of.n; ++j) panel[j] = from[j] * factor;
      for (int64_t j = of.n; j < width; ++j) panel[j] = 0;
    }
    return;
  }
  for (int64_t j = 0; j < width; ++j) {
    const T* from = b.at + j * b.column;
    for (int64_t p = 0; p < of.k; ++p) {
      panel[p * width + j] = j < of.n ? from[p * b.row] * factor : T(0);
    }
  }
}

template <class T, int64_t V>
void multiply_columns(RowMajorView<T> c, const StridedView<T>& a, const StridedView<T>& b,
                      GemmDims of, T factor) {
  alignas(64) T panel[panel_depth * V * lanes<T>];
  for (int64_t p = 0; p < of.k; p += panel_depth) {
    poll();
    GemmDims part{of.m, of.n, std::min(panel_depth, of.k - p)};
    pack<T, V>(panel, b.part(p, 0), part, factor);
    if (of.n == V * lanes<T>) {
      add_strip<T, V>(c, a.part(0, p), panel, of.m, part.k);
    } else {
      add_ragged<T, V>(c, a.part(0, p), panel, part);
    }
  }
}

template <class T>
void multiply_panel(RowMajorView<T> c, const StridedView<T>& a, const StridedView<T>& b,
                    GemmDims of, T factor) {
  if (of.n > 2 * lanes<T> && tile_vectors > 2) {
    multiply_columns<T, tile_vectors>(c, a, b, of, factor);
  } else if (of.n > lanes<T>) {
    multiply_columns<T, 2>(c, a, b, of, factor);
  } else {
    multiply_columns<T, 1>(c, a, b, of, factor);
  }
}

}  // namespace

template <class T>
void multiply(RowMajorView<T> c, const StridedView<T>& a, const StridedView<T>& b, GemmDims of,
              T factor) {
  // If there are few panels, rows are divided as well. The bits of an element depend only on its
  // row and panel.
  constexpr int64_t enough = 16, rows_at_least = 64;
  int64_t panels = (of.n + panel_width<T> - 1) / panel_width<T>, work = of.m * of.n * of.k;
  int64_t height = of.m;
  if (panels < enough && shares_of(work) > 1) {
    int64_t pieces = (enough + panels - 1) / panels;
    height = std::max(rows_at_least, (of.m / pieces + tile_rows - 1) / tile_rows * tile_rows);
  }
  int64_t pieces = of.m == 0 ? 0 : (of.m + height - 1) / height;
  share(panels * pieces, work, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      int64_t i = at % pieces * height, j = at / pieces * panel_width<T>;
      GemmDims part{std::min(height, of.m - i), std::min(panel_width<T>, of.n - j), of.k};
      multiply_panel(c.part(i, j), a.part(i, 0), b.part(0, j), part, factor);
    }
  });
}

template void multiply(RowMajorView<float>, const StridedView<float>&, const StridedView<float>&,
                       GemmDims, float);
template void multiply(RowMajorView<double>, const StridedView<double>&, const StridedView<double>&,
                       GemmDims, double);

}  // namespace rille::dense
