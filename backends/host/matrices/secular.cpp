// Roots of the secular equation, one between two poles.
#include "backends/host/matrices/secular.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backends/host/matrices/lanes.h"
#include "backends/host/matrices/vectors.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// The terms of f(x) = 1 + sum z^2 / (d^2 - x), where x is a squared value, split into negative ones
// (poles below x) and positive ones.
template <class T>
struct SecularTerms {
  T below = 0, above = 0, below_slope = 0, above_slope = 0;

  T value() const { return 1 + below + above; }
  T slope() const { return below_slope + above_slope; }
};

// The root after pole j. It is represented relative to the nearer pole, as d[origin] + shift.
// source: Li, Solving secular equations stably and efficiently, LAPACK working note 89, 1993.
template <class T>
class SecularRoot {
 public:
  SecularRoot(const SecularEquation<T>& of, const T* squares, T* gaps)
      : of_(of), squares_(squares), gaps_(gaps) {}

  T find(int64_t j) {
    j_ = j;
    is_last_ = j + 1 == of_.n;
    begin();
    for (int turn = 0; turn < 100; ++turn) {
      SecularTerms<T> terms = at_shift();
      T value = terms.value(), from_pole = shift_ * (2 * of_.d[origin_] + shift_);
      T doubt = 8 * (terms.above - terms.below) + 1 + std::abs(from_pole) * terms.slope();
      if (!(std::abs(value) > std::numeric_limits<T>::epsilon() / 2 * doubt)) break;
      (value < 0 ? low_ : high_) = shift_;
      T next = turn < 30 ? shift_ + step(terms) : low_;
      if (!(next > low_ && next < high_)) next = low_ + (high_ - low_) / 2;
      if (next == low_ || next == high_ || next == shift_) break;
      shift_ = next;
    }
    at_shift();
    return of_.d[origin_] + shift_;
  }

 private:
  // Evaluates the terms, and sets gaps_ to d minus the value.
  SecularTerms<T> at_shift() {
    T pole = of_.d[origin_];
    Lanes<T> origin = splat(pole), shift = splat(shift_), end = splat(pole + shift_);
    Lanes<T> below{}, above{}, below_slope{}, above_slope{}, zero{};
    for (int64_t i = 0; i < of_.n; i += lanes<T>) {
      Lanes<T> d = load(of_.d + i), gap = (d - origin) - shift, inverse = 1 / (gap * (d + end));
      Lanes<T> term = load(squares_ + i) * inverse, slope = term * inverse;
      store(gaps_ + i, gap);
      below += term < zero ? term : zero;
      above += term > zero ? term : zero;
      below_slope += term < zero ? slope : zero;
      above_slope += term > zero ? slope : zero;
    }
    return {sum_of<T>(below), sum_of<T>(above), sum_of<T>(below_slope), sum_of<T>(above_slope)};
  }

  // The shift from `at` that changes the square of the value by `by`.
  static T less_square(T at, T by) { return by / (at + std::sqrt(at * at + by)); }

  // Finds an interval that contains the root, and an initial value.
  void begin() {
    origin_ = j_;
    T pole = of_.d[j_];
    if (is_last_) {
      T sum = 0;
      for (int64_t i = 0; i < of_.n; ++i) sum += squares_[i];
      low_ = 0;
      high_ = less_square(pole, sum) * (1 + 16 * std::numeric_limits<T>::epsilon());
      shift_ = less_square(pole, (sum + squares_[j_]) / 2);
      return;
    }
    T next = of_.d[j_ + 1], gap = (next - pole) * (next + pole);
    T one = squares_[j_], other = squares_[j_ + 1];
    shift_ = less_square(pole, gap / 2);
    T middle = shift_, value = at_shift().value();
    T rest = value + (one - other) / (gap / 2);  // of all poles except the two
    bool is_left = value >= 0;
    T product = (is_left ? one : other) * gap;
    T b = is_left ? rest * gap + one + other : rest * gap - one - other;
    T root = std::sqrt(std::abs(is_left ? b * b - 4 * product * rest : b * b + 4 * product * rest));
    if (is_left) {
      shift_ = less_square(pole, b > 0 ? 2 * product / (b + root) : (b - root) / (2 * rest));
      low_ = 0, high_ = middle;
    } else {
      origin_ = j_ + 1;
      shift_ = less_square(next, b < 0 ? 2 * product / (b - root) : -(b + root) / (2 * rest));
      low_ = (pole - next) + middle, high_ = 0;
    }
    if (!(shift_ > low_ && shift_ < high_)) shift_ = low_ + (high_ - low_) / 2;
  }

  // The step to the root of c + s / (d[j]^2 - x) + r / (d[j + 1]^2 - x), which has the same value
  // and derivatives at this point. For the last root, the model is c + s / (d[j]^2 - x).
  T step(const SecularTerms<T>& terms) const {
    T at = of_.d[origin_] + shift_, value = terms.value(), slope = terms.slope();
    T a = gaps_[j_] * (of_.d[j_] + at);
    if (is_last_) return less_square(at, a + slope * a * a / (value - slope * a));
    T b = gaps_[j_ + 1] * (of_.d[j_ + 1] + at);
    T c = value - terms.below_slope * a - terms.above_slope * b;
    T sum = (a + b) * value - a * b * slope, product = a * b * value;
    T root = std::sqrt(std::abs(sum * sum - 4 * product * c));
    T out = sum <= 0 ? (sum - root) / (2 * c) : 2 * product / (sum + root);
    return less_square(at, value * out < 0 ? out : -value / slope);
  }

  const SecularEquation<T>& of_;
  const T* squares_;
  T* gaps_;
  int64_t j_ = 0, origin_ = 0;
  bool is_last_ = false;
  T low_ = 0, high_ = 0, shift_ = 0;
};

}  // namespace

template <class T>
void solve_secular(const SecularEquation<T>& of, T* gaps, int64_t step, T* values) {
  std::vector<T> squares(static_cast<size_t>(padded(of.n)));
  for (int64_t i = 0; i < of.n; ++i) squares[static_cast<size_t>(i)] = of.z[i] * of.z[i];
  for (int64_t j = 0; j < of.n; ++j) {
    poll();
    values[j] = SecularRoot<T>(of, squares.data(), gaps + j * step).find(j);
  }
}

template void solve_secular(const SecularEquation<float>&, float*, int64_t, float*);
template void solve_secular(const SecularEquation<double>&, double*, int64_t, double*);

}  // namespace rille::dense
