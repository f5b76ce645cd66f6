// Francis double-shift QR steps, for small matrices.
#include <algorithm>

#include "backends/host/matrices/form.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// source: Golub and Van Loan, Matrix Computations, sec. 7.5.
template <class T>
class FrancisIteration {
 public:
  FrancisIteration(const HessenbergForm<T>& of, const ActiveBlock& part)
      : of_(of), h_(of.h), part_(part) {}

  bool run() {
    int64_t end = part_.end, turns = 0, all = 0;
    int64_t most = 30 * std::max<int64_t>(10, part_.size());
    while (end > part_.first + 1) {
      poll();
      if (++all > most) return false;
      ActiveBlock open{end - 1, end};
      while (open.first > part_.first && !is_nothing(h_, open.first, part_)) --open.first;
      if (open.first > 0 && open.first > part_.first) h_[open.first][open.first - 1] = 0;
      if (open.size() > 2) {
        step(open, ++turns);
        continue;
      }
      if (open.size() == 2) settle_two(of_, open.first, around(of_, part_));
      end = open.first;
      turns = 0;
    }
    return true;
  }

 private:
  DoubleShift<T> shifts(const ActiveBlock& open, int64_t turn) const {
    if (turn % 20 == 10) {
      T size =
          std::abs(h_[open.first + 1][open.first]) + std::abs(h_[open.first + 2][open.first + 1]);
      T at = T(0.75) * size + h_[open.first][open.first];
      return values_of(at, T(-0.4375) * size, size, at);
    }
    int64_t last = open.end - 1;
    if (turn % 20 == 0) {
      T size = std::abs(h_[last][last - 1]) + std::abs(h_[last - 1][last - 2]);
      T at = T(0.75) * size + h_[last][last];
      return values_of(at, T(-0.4375) * size, size, at);
    }
    DoubleShift<T> both =
        values_of(h_[last - 1][last - 1], h_[last - 1][last], h_[last][last - 1], h_[last][last]);
    if (both.one.imag != 0) return both;
    T from = h_[last][last];
    bool first = std::abs(both.one.real - from) < std::abs(both.other.real - from);
    return first ? DoubleShift<T>{both.one, both.one} : DoubleShift<T>{both.other, both.other};
  }

  // Begins the step at a row where two consecutive subdiagonal elements are small.
  void step(const ActiveBlock& open, int64_t turn) {
    DoubleShift<T> by = shifts(open, turn);
    int64_t begin = open.end - 3;
    for (; begin > open.first; --begin) {
      ShiftColumn<T> at(h_, begin, by);
      T around_it = std::abs(h_[begin - 1][begin - 1]) + std::abs(h_[begin][begin]) +
                    std::abs(h_[begin + 1][begin + 1]);
      T size = std::abs(at.x) + std::abs(at.y) + std::abs(at.z);
      T left = std::abs(h_[begin][begin - 1]) * (std::abs(at.y) + std::abs(at.z));
      if (size > 0 && left <= std::numeric_limits<T>::epsilon() * std::abs(at.x) * around_it) break;
    }
    ShiftColumn<T> at(h_, begin, by);
    ActiveBlock counts = around(of_, open);
    for (int64_t k = begin; k + 2 < open.end; ++k) {
      T end;
      Householder<T> mirror =
          k == begin ? Householder<T>(at.x, at.y, at.z, end)
                     : Householder<T>(h_[k][k - 1], h_[k + 1][k - 1], h_[k + 2][k - 1], end);
      if (k > begin) {
        h_[k][k - 1] = end;
        h_[k + 1][k - 1] = h_[k + 2][k - 1] = 0;
      } else if (k > open.first) {
        h_[k][k - 1] *= 1 - mirror.t0;
      }
      mirror.rows(h_, k, k, counts.end);
      mirror.columns(h_, k, counts.first, std::min(k + 4, open.end));
      if (of_.width > 0) mirror.rows(of_.z, k, 0, of_.width);
    }
    last_two(open.end - 2, begin, counts, open.end);
  }

  void last_two(int64_t k, int64_t begin, const ActiveBlock& counts, int64_t end) {
    if (k <= begin) return;
    T left;
    Householder<T> mirror(h_[k][k - 1], h_[k + 1][k - 1], T(0), left);
    h_[k][k - 1] = left;
    h_[k + 1][k - 1] = 0;
    mirror.two_rows(h_, k, k, counts.end);
    mirror.two_columns(h_, k, counts.first, end);
    if (of_.width > 0) mirror.two_rows(of_.z, k, 0, of_.width);
  }

  const HessenbergForm<T>& of_;
  RowMajorView<T> h_;
  ActiveBlock part_;
};

}  // namespace

template <class T>
DoubleShift<T> values_of(T a, T b, T c, T d) {
  T size = std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d);
  if (size == 0) return {{0, 0}, {0, 0}};
  a /= size, b /= size, c /= size, d /= size;
  T middle = (a + d) / 2, square = (a - middle) * (d - middle) - b * c;
  T root = std::sqrt(std::abs(square)) * size;
  middle *= size;
  if (square >= 0) return {{middle, root}, {middle, -root}};
  return {{middle + root, 0}, {middle - root, 0}};
}

// source: Bai and Demmel, On swapping diagonal blocks in real Schur form, 1993.
template <class T>
GivensRotation<T> standard(T& a, T& b, T& c, T& d) {
  if (c == 0) return {1, 0};
  if (b == 0) {
    std::swap(a, d);
    b = -c;
    c = 0;
    return {0, 1};
  }
  T half = (a - d) / 2;
  bool differ = std::signbit(b) != std::signbit(c);
  if (a == d && differ) return {1, 0};
  T more = std::max(std::abs(b), std::abs(c)), less = std::min(std::abs(b), std::abs(c));
  if (differ) less = -less;
  T scale = std::max(std::abs(half), more);
  T square = half / scale * half + more / scale * less;
  if (square >= 4 * std::numeric_limits<T>::epsilon() * scale) {  // two real eigenvalues
    T z = half + std::copysign(std::sqrt(scale) * std::sqrt(square), half);
    T length = std::hypot(c, z);
    GivensRotation<T> turn{z / length, c / length};
    a = d + z;
    d -= more / z * less;
    b -= c;
    c = 0;
    return turn;
  }
  // A conjugate pair, or nearly one: makes the diagonal elements equal.
  T sum = b + c, gap = a - d, length = std::hypot(sum, gap);
  T cosine = std::sqrt((1 + std::abs(sum) / length) / 2);
  T sine = -(half / (length * cosine)) * std::copysign(T(1), sum);
  T aa = a * cosine + b * sine, bb = b * cosine - a * sine;
  T cc = c * cosine + d * sine, dd = d * cosine - c * sine;
  a = aa * cosine + cc * sine;
  b = bb * cosine + dd * sine;
  c = cc * cosine - aa * sine;
  d = dd * cosine - bb * sine;
  T middle = (a + d) / 2;
  a = d = middle;
  if (c == 0 || (b != 0 && std::signbit(b) != std::signbit(c))) return {cosine, sine};
  if (b == 0) {
    b = -c;
    c = 0;
    return {-sine, cosine};
  }
  T root_b = std::sqrt(std::abs(b)), root_c = std::sqrt(std::abs(c));
  T apart = std::copysign(root_b * root_c, c), by = 1 / std::sqrt(std::abs(b + c));
  a = middle + apart;
  d = middle - apart;
  b -= c;
  c = 0;
  T more_c = root_b * by, more_s = root_c * by;
  return {cosine * more_c - sine * more_s, cosine * more_s + sine * more_c};
}

template <class T>
void settle_two(const HessenbergForm<T>& of, int64_t k, const ActiveBlock& counts) {
  RowMajorView<T> h = of.h;
  GivensRotation<T> by = standard(h[k][k], h[k][k + 1], h[k + 1][k], h[k + 1][k + 1]);
  if (by.s == 0) return;
  turn_rows(h[k] + k + 2, h[k + 1] + k + 2, counts.end - k - 2, by.c, by.s);
  for (int64_t i = counts.first; i < k; ++i) {
    T one = h[i][k], other = h[i][k + 1];
    h[i][k] = by.c * one + by.s * other;
    h[i][k + 1] = by.c * other - by.s * one;
  }
  if (of.width > 0) turn_rows(of.z[k], of.z[k + 1], of.width, by.c, by.s);
}

template <class T>
bool settle_small(const HessenbergForm<T>& of, const ActiveBlock& part) {
  return FrancisIteration<T>(of, part).run();
}

template DoubleShift<float> values_of(float, float, float, float);
template DoubleShift<double> values_of(double, double, double, double);
template GivensRotation<float> standard(float&, float&, float&, float&);
template GivensRotation<double> standard(double&, double&, double&, double&);
template void settle_two(const HessenbergForm<float>&, int64_t, const ActiveBlock&);
template void settle_two(const HessenbergForm<double>&, int64_t, const ActiveBlock&);
template bool settle_small(const HessenbergForm<float>&, const ActiveBlock&);
template bool settle_small(const HessenbergForm<double>&, const ActiveBlock&);

}  // namespace rille::dense
