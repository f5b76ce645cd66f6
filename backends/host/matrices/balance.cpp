// Balance: permutation of isolated eigenvalues, and scaling.
#include <algorithm>
#include <cmath>

#include "backends/host/matrices/spectrum.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

template <class T>
void exchange_lines(RowMajorView<T> a, int64_t n, int64_t i, int64_t j) {
  if (i == j) return;
  std::swap_ranges(a[i], a[i] + n, a[j]);
  for (int64_t p = 0; p < n; ++p) std::swap(a[p][i], a[p][j]);
}

}  // namespace

template <class T>
Balance<T>::Balance(RowMajorView<T> a, int64_t n)
    : scales(static_cast<size_t>(n), T(1)), open_{0, n} {
  while (pull(a, n, true)) {
  }
  while (pull(a, n, false)) {
  }
  scale(a);
}

// Moves a row that is zero except for its diagonal to the end, or such a column to the front.
template <class T>
bool Balance<T>::pull(RowMajorView<T> a, int64_t n, bool to_end) {
  poll();
  for (int64_t turn = 0; turn < open_.size(); ++turn) {
    int64_t i = to_end ? open_.end - 1 - turn : open_.first + turn;
    bool alone = true;
    for (int64_t p = open_.first; p < open_.end && alone; ++p) {
      alone = p == i || (to_end ? a[i][p] : a[p][i]) == 0;
    }
    if (!alone) continue;
    int64_t place = to_end ? --open_.end : open_.first++;
    exchange_lines(a, n, i, place);
    swaps.emplace_back(i, place);
    return true;
  }
  return false;
}

template <class T>
void Balance<T>::scale(RowMajorView<T> a) {
  for (bool changed = true; changed;) {
    poll();
    changed = false;
    for (int64_t i = open_.first; i < open_.end; ++i) changed = scale_one(a, i) || changed;
  }
}

template <class T>
bool Balance<T>::scale_one(RowMajorView<T> a, int64_t i) {
  T row = 0, column = 0;
  for (int64_t p = open_.first; p < open_.end; ++p) {
    row += a[i][p] * a[i][p];
    column += a[p][i] * a[p][i];
  }
  if (!(row > 0 && column > 0)) return false;
  row = std::sqrt(row);
  column = std::sqrt(column);
  int by = (std::ilogb(row) - std::ilogb(column)) / 2;
  constexpr int range = std::numeric_limits<T>::max_exponent / 4;
  T& scale = scales[static_cast<size_t>(i)];
  int before = std::ilogb(scale);
  by = std::clamp(before + by, -range, range) - before;
  T factor = std::ldexp(T(1), by);
  if (by == 0 || !(row / factor + column * factor < T(0.95) * (row + column))) return false;
  scale *= factor;
  for (int64_t p = 0; p < open_.end; ++p) a[p][i] *= factor;
  int64_t n = static_cast<int64_t>(scales.size());
  for (int64_t p = open_.first; p < n; ++p) a[i][p] /= factor;
  return true;
}

template struct Balance<float>;
template struct Balance<double>;

}  // namespace rille::dense
