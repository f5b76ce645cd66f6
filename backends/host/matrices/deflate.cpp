// Aggressive early deflation.
#include <algorithm>
#include <optional>

#include "backends/host/matrices/form.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// The window of the last rows and columns of a part, reduced to Schur form. `beside` is the element
// before the window, which the transformation maps to a spike column.
// source: Braman, Byers and Mathias, The multishift QR algorithm, part II, 2002.
template <class T>
class DeflationWindow {
 public:
  DeflationWindow(const HessenbergForm<T>& of, const ActiveBlock& lines, T beside)
      : size_(lines.size()),
        from_(of.h.part(lines.first, lines.first)),
        t_(size_, size_),
        v_(size_, size_),
        form_{t_.rows(), v_.rows(), size_, padded(size_), true},
        beside_(beside) {
    for (int64_t i = 0; i < size_; ++i) {
      v_[i][i] = 1;
      std::copy(from_[i] + std::max<int64_t>(0, i - 1), from_[i] + size_,
                t_[i] + std::max<int64_t>(0, i - 1));
    }
  }

  bool settle() { return settle_small(form_, ActiveBlock{0, size_}); }

  // Moves rows that cannot be deflated to the front, and returns their number.
  int64_t sort() {
    int64_t first = 0, left = size_;
    while (first < left) {
      poll();
      int64_t rows = rows_before(left);
      if (is_settled(left, rows)) {
        left -= rows;
      } else if (std::optional<int64_t> to = raise(left - rows, rows, first)) {
        first = *to + rows;
      } else {
        break;
      }
    }
    return left;
  }

  std::vector<DoubleShift<T>> shifts(int64_t left) const {
    std::vector<DoubleShift<T>> out;
    std::optional<Shift<T>> real;
    for (int64_t k = left; k > 0;) {
      int64_t rows = rows_before(k);
      k -= rows;
      if (rows == 2) {
        out.push_back(values_of(t_[k][k], t_[k][k + 1], t_[k + 1][k], t_[k + 1][k + 1]));
      } else if (real) {
        out.push_back({*real, {t_[k][k], 0}});
        real.reset();
      } else {
        real = {t_[k][k], 0};
      }
    }
    if (real && out.empty()) out.push_back({*real, *real});
    return out;
  }

  // Restores Hessenberg form, and returns the element before the first row.
  T restore(int64_t left) {
    if (left == 0) return 0;
    if (left == size_ && beside_ != 0) return beside_;  // no change
    for (int64_t k = -1; k + 2 < left; ++k) reflect(k, left);
    return beside_ * v_[0][0];
  }

  void write(const HessenbergForm<T>& of, const ActiveBlock& lines, const ActiveBlock& counts) {
    for (int64_t i = 0; i < size_; ++i) std::copy_n(t_[i], size_, from_[i]);
    turn_all(of, lines, v_, counts);
  }

 private:
  int64_t rows_before(int64_t end) const { return end > 1 && t_[end - 1][end - 2] != 0 ? 2 : 1; }

  bool is_settled(int64_t end, int64_t rows) const {
    constexpr T rounding = std::numeric_limits<T>::epsilon();
    T value = std::abs(t_[end - 1][end - 1]), spike = std::abs(v_[end - 1][0]);
    if (rows == 2) {
      value +=
          std::sqrt(std::abs(t_[end - 1][end - 2])) * std::sqrt(std::abs(t_[end - 2][end - 1]));
      spike = std::max(spike, std::abs(v_[end - 2][0]));
    }
    if (value == 0) value = std::abs(beside_);
    T least = std::numeric_limits<T>::min() / rounding;
    return std::abs(beside_) * spike <= std::max(least, rounding * value);
  }

  // Moves the block at k up to `to`, and returns its new position.
  std::optional<int64_t> raise(int64_t k, int64_t rows, int64_t to) {
    while (k > to) {
      int64_t above = rows_before(k);
      if (!exchange(form_, {k - above, above, rows})) return std::nullopt;
      k -= above;
    }
    return k;
  }

  // Eliminates column k below its first subdiagonal element; k = -1 is the spike.
  void reflect(int64_t k, int64_t left) {
    int64_t from = k + 1;
    auto at = [&](int64_t i) { return k < 0 ? v_[i][0] : t_[i][k]; };
    std::vector<T> v(static_cast<size_t>(left - from)), sums(static_cast<size_t>(padded(size_)));
    T most = 0, square = 0, rest = 0;
    for (int64_t i = from; i < left; ++i) most = std::max(most, std::abs(at(i)));
    for (int64_t i = from; i < left; ++i) {
      T x = most > 0 ? at(i) / most : 0;
      v[static_cast<size_t>(i - from)] = x;
      square += x * x;
      if (i > from) rest += x * x;
    }
    if (rest == 0) return;
    v[0] += std::copysign(std::sqrt(square), v[0]);
    T factor = 2 / (v[0] * v[0] + rest);
    auto rows = [&](PaddedMatrix<T>& x) {
      std::fill(sums.begin(), sums.end(), T(0));
      RowMajorView<T> lines = x.rows().part(from, 0);
      add_rows(sums.data(), v.data(), lines.side(), left - from, padded(size_));
      for (int64_t i = from; i < left; ++i) {
        add(x[i], -factor * v[static_cast<size_t>(i - from)], sums.data(), padded(size_));
      }
    };
    rows(t_);
    rows(v_);
    for (int64_t i = 0; i < left; ++i) {
      T* x = t_[i] + from;
      T sum = 0;
      for (size_t p = 0; p < v.size(); ++p) sum += x[p] * v[p];
      for (size_t p = 0; p < v.size(); ++p) x[p] -= factor * sum * v[p];
    }
    for (int64_t i = from + 1; i < left && k >= 0; ++i) t_[i][k] = 0;
  }

  int64_t size_;
  RowMajorView<T> from_;
  PaddedMatrix<T> t_, v_;
  HessenbergForm<T> form_;
  T beside_;
};

}  // namespace

template <class T>
std::vector<DoubleShift<T>> deflate(const HessenbergForm<T>& of, ActiveBlock& part,
                                    int64_t window) {
  int64_t size = std::min(window, part.size());
  ActiveBlock lines{part.end - size, part.end};
  bool is_all = lines.first == part.first;
  T beside = is_all ? T(0) : of.h[lines.first][lines.first - 1];
  DeflationWindow<T> last(of, lines, beside);
  if (!last.settle()) return {};
  int64_t left = is_all ? 0 : last.sort();
  std::vector<DoubleShift<T>> shifts = last.shifts(left > 0 ? left : size);
  T before = last.restore(left);
  if (left == size) return shifts;  // nothing is deflated, so h is unchanged
  if (!is_all) of.h[lines.first][lines.first - 1] = before;
  last.write(of, lines, around(of, part));
  part.end = lines.first + left;
  return shifts;
}

template std::vector<DoubleShift<float>> deflate(const HessenbergForm<float>&, ActiveBlock&,
                                                 int64_t);
template std::vector<DoubleShift<double>> deflate(const HessenbergForm<double>&, ActiveBlock&,
                                                  int64_t);

}  // namespace rille::dense
