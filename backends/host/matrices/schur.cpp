// Real Schur form by the multishift QR algorithm.
#include <algorithm>

#include "backends/host/matrices/form.h"
#include "backends/host/matrices/reflections.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

constexpr int64_t few = 300;      // maximum rows for double-shift steps
constexpr int64_t patience = 12;  // sweeps without deflation before double-shift steps take over

// The number of shifts of a sweep, and the size of the deflation window. Measured: up to `few`
// rows, double-shift steps on whole rows are as fast as products of windows.
struct SweepSizes {
  int64_t shifts, window;
};
SweepSizes sizes_for(int64_t rows) {
  if (rows < 700) return {40, 28};
  return {64, 32};
}

template <class T>
class SchurIteration {
 public:
  explicit SchurIteration(const HessenbergForm<T>& of) : of_(of) {}

  bool run() {
    int64_t end = of_.n, turns = 0;
    while (end > 0) {
      poll();
      ActiveBlock part = part_before(end);
      if (part.size() <= few || turns == patience) {
        if (!settle_small(of_, part)) return false;
        end = part.first;
        turns = 0;
        continue;
      }
      int64_t before = part.end;
      if (!turn(part, turns)) return false;
      turns = part.end < before ? 0 : turns + 1;
      end = part.end;
    }
    return true;
  }

 private:
  ActiveBlock part_before(int64_t end) const {
    ActiveBlock part{end - 1, end};
    while (part.first > 0 && !is_nothing(of_.h, part.first, ActiveBlock{0, end})) --part.first;
    if (part.first > 0) of_.h[part.first][part.first - 1] = 0;
    return part;
  }

  bool turn(ActiveBlock& part, int64_t turns) const {
    SweepSizes sizes = sizes_for(part.size());
    // Without deflation for some time, a larger window may find one.
    int64_t window = std::min(part.size(), sizes.window * (1 + turns / 6));
    int64_t before = part.end;
    std::vector<DoubleShift<T>> shifts = deflate(of_, part, window);
    if (shifts.empty()) return false;
    int64_t settled = before - part.end;
    if (settled * 100 > 14 * window || part.size() <= few) return true;
    if (turns % 6 == 5) shifts = other_shifts(part, sizes.shifts / 2);
    auto most = static_cast<size_t>(std::max<int64_t>(1, sizes.shifts / 2));
    if (shifts.size() > most) shifts.resize(most);
    if (has_zero(part)) return true;
    sweep(of_, part, shifts);
    return true;
  }

  // Whether a negligible subdiagonal element splits the part.
  bool has_zero(const ActiveBlock& part) const {
    for (int64_t k = part.first + 1; k < part.end; ++k) {
      if (is_nothing(of_.h, k, part)) return true;
    }
    return false;
  }

  std::vector<DoubleShift<T>> other_shifts(const ActiveBlock& part, int64_t count) const {
    std::vector<DoubleShift<T>> out;
    for (int64_t i = part.end - 1; i > part.first + 1 && std::ssize(out) < count; i -= 2) {
      T size = std::abs(of_.h[i][i - 1]) + std::abs(of_.h[i - 1][i - 2]);
      T at = T(0.75) * size + of_.h[i][i];
      out.push_back(values_of(at, T(-0.4375) * size, size, at));
    }
    return out;
  }

  const HessenbergForm<T>& of_;
};

}  // namespace

template <class T>
bool settle(const HessenbergForm<T>& of) {
  return SchurIteration<T>(of).run();
}

template <class T>
void schur(const T* x, T* t, T* z, int64_t n) {
  auto fail = [&] {
    fill_nan(t, n * n);
    fill_nan(z, n * n);
  };
  T most = greatest(x, n * n);
  if (std::isnan(most)) return fail();
  T scale = scale_near(most), factor = 1 / scale;
  PaddedMatrix<T> h(n, n), turned(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) h[i][j] = x[i * n + j] * factor;
    turned[i][i] = 1;
  }
  Reflections<T> q(n, n);
  reduce_hessenberg(h.rows(), n, q);
  reflect(turned.rows(), n, n, q);
  if (!settle(HessenbergForm<T>{h.rows(), turned.rows(), n, padded(n), true})) return fail();
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) t[i * n + j] = h[i][j] * scale;
  }
  write_columns(z, n, [&](int64_t j) { return turned[j]; });
}

template bool settle(const HessenbergForm<float>&);
template bool settle(const HessenbergForm<double>&);
template void schur(const float*, float*, float*, int64_t);
template void schur(const double*, double*, double*, int64_t);

}  // namespace rille::dense
