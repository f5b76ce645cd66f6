// LU decomposition with partial pivoting.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/lanes.h"
#include "backends/host/matrices/vectors.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// Recursive elimination by halves of columns, down to panels with rows of one cache line each.
// source: Toledo, Locality of reference in LU decomposition with partial pivoting, 1997.
template <class T>
class Elimination {
 public:
  Elimination(RowMajorView<T> a, int64_t n) : a_(a), n_(n), pivots_(n), lines_(n), column_(n) {}

  void run() { reduce(0, n_); }

  void write(int32_t* order) const {
    std::iota(order, order + n_, 0);
    for (int64_t i = 0; i < n_; ++i) std::swap(order[i], order[pivots_[i]]);
  }

 private:
  static constexpr int64_t width = 64 / sizeof(T), vectors = 64 / vector_bytes;
  struct alignas(64) PivotLine {
    T numbers[width];
  };

  void reduce(int64_t from, int64_t to) {
    if (to - from <= width) return panel(from, to);
    int64_t middle = from + ((to - from) / 2 + width - 1) / width * width;
    int64_t done = middle - from, right = to - middle;
    reduce(from, middle);
    swap_rows(from, middle, middle, to);
    RowMajorView<T> beside = a_.part(from, middle);
    solve({a_.part(from, from).side(), true, true}, beside, done, right);
    multiply(a_.part(middle, middle), a_.part(middle, from).side(), beside.side(),
             {n_ - middle, right, done}, T(-1));
    reduce(middle, to);
    swap_rows(middle, to, from, middle);
  }

  // Applies the row swaps of pivots to other columns.
  void swap_rows(int64_t pivot, int64_t last_pivot, int64_t from, int64_t to) {
    for (int64_t i = pivot; i < last_pivot; ++i) {
      int64_t other = pivots_[i];
      if (other != i) std::swap_ranges(a_[i] + from, a_[i] + to, a_[other] + from);
    }
  }

  void panel(int64_t from, int64_t to) {
    poll();
    int64_t m = n_ - from, columns = to - from;
    gather(from, m, columns);
    for (int64_t k = 0; k < columns; ++k) {
      int64_t pivot = greatest(k, m);
      pivots_[from + k] = static_cast<int32_t>(from + pivot);
      std::swap(lines_[k], lines_[pivot]);
      std::swap(column_[k], column_[pivot]);
      eliminate(k, m);
    }
    for (int64_t i = 0; i < m; ++i) {
      const PivotLine& line = lines_[i];
      T* to = a_[from + i] + from;
      if (columns == width) {
        std::memcpy(to, line.numbers, sizeof line);
      } else {
        std::copy_n(line.numbers, columns, to);
      }
    }
  }

  void gather(int64_t from, int64_t m, int64_t columns) {
    for (int64_t i = 0; i < m; ++i) {
      PivotLine& line = lines_[i];
      const T* row = a_[from + i] + from;
      if (columns == width) {
        std::memcpy(line.numbers, row, sizeof line);
      } else {
        line = {};
        std::copy_n(row, columns, line.numbers);
      }
      column_[i] = line.numbers[0];
    }
  }

  // The index of the first largest magnitude in column_ from k on.
  int64_t greatest(int64_t k, int64_t m) const {
    const T* numbers = &column_[0];
    Lanes<T> most{};
    int64_t i = k;
    for (; i + lanes<T> <= m; i += lanes<T>) {
      Lanes<T> x = load(numbers + i), size = x < 0 ? -x : x;
      most = size > most ? size : most;
    }
    T found = 0;
    for (int64_t v = 0; v < lanes<T>; ++v) found = std::max(found, most[v]);
    for (; i < m; ++i) found = std::max(found, std::abs(numbers[i]));
    auto is_it = [&](T x) { return std::abs(x) == found; };
    const T* at = std::find_if(numbers + k, numbers + m, is_it);
    return at == numbers + m ? k : at - numbers;  // k if all are nan
  }

  // Subtracts multiples of row k from the rows below; column_ becomes the next column.
  void eliminate(int64_t k, int64_t m) {
    PivotLine row = lines_[k];
    T pivot = row.numbers[k];
    std::fill(row.numbers, row.numbers + k + 1, T(0));
    Lanes<T> of_row[vectors];
    for (int64_t v = 0; v < vectors; ++v) of_row[v] = load(row.numbers + v * lanes<T>);
    T* column = &column_[0];
    PivotLine* lines = &lines_[0];
    if (pivot != 0) {
      for (int64_t i = k + 1; i < m; ++i) column[i] /= pivot;
    }
    int64_t next = std::min(k + 1, width - 1);
    for (int64_t i = k + 1; i < m; ++i) {
      T* line = lines[i].numbers;
      Lanes<T> factor = splat(-column[i]);
      for (int64_t v = 0; v < vectors; ++v) {
        T* at = line + v * lanes<T>;
        store(at, fma(factor, of_row[v], load(at)));
      }
      line[k] = column[i];
      column[i] = line[next];
    }
  }

  RowMajorView<T> a_;
  int64_t n_;
  StackArray<int32_t> pivots_;   // row i was swapped with row pivots_[i], in order of i
  StackArray<PivotLine> lines_;  // the current panel
  StackArray<T> column_;
};

}  // namespace

template <class T>
void lu(const T* x, T* both, int32_t* order, int64_t n) {
  copy_bytes(both, x, static_cast<size_t>(n * n) * sizeof(T));
  Elimination<T> done({both, n}, n);
  done.run();
  done.write(order);
}

template void lu(const float*, float*, int32_t*, int64_t);
template void lu(const double*, double*, int32_t*, int64_t);

}  // namespace rille::dense
