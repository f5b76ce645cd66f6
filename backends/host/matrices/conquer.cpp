// DivideAndConquer: merges parts by a secular equation.
#include "backends/host/matrices/conquer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "backends/host/matrices/secular.h"
#include "vm/run/running.h"

namespace rille::dense {

// Rows from `from` to middle - 1 form the first part, and rows after `middle` the second.
template <class T>
struct DivideAndConquer<T>::Subproblem {
  int64_t from, n, middle;

  int64_t end() const { return from + n; }
  int64_t half() const { return middle + 1 - from; }  // columns of the first part
};

template <class T>
DivideAndConquer<T>::DivideAndConquer(const T* d, const T* e, int64_t n, bool has_left)
    : has_left_(has_left),
      numbers_(9, n),
      d_(numbers_[0]),
      e_(numbers_[1]),
      values_(numbers_[2]),
      z_(numbers_[3]),
      pole_d_(numbers_[4]),
      pole_z_(numbers_[5]),
      found_(numbers_[6]),
      raw_(numbers_[7]),
      other_(numbers_[8]),
      left_(has_left ? n : 0, n),
      right_(n + 1, n + 1),
      order_(at(n)),
      columns_(at(n)),
      places_(at(n)),
      gaps_(n, n),
      weights_(has_left ? n : 0, n),
      old_(n, n + 1) {
  std::copy_n(d, n, d_);
  std::copy_n(e, n - 1, e_);
  T most = 0;
  for (int64_t i = 0; i < n; ++i) {
    most = std::max({most, std::abs(d_[i]), std::abs(e_[i])});
  }
  if (most > 0) scale_ = std::ldexp(T(1), std::ilogb(most));
  for (int64_t i = 0; i < n; ++i) {
    d_[i] /= scale_;
    e_[i] /= scale_;
  }
  conquer(0, n);
}

template <class T>
void DivideAndConquer<T>::conquer(int64_t from, int64_t n) {
  if (n == 0) {
    right_[from][from] = 1;
    return;
  }
  Subproblem part{from, n, from + (n - 1) / 2};
  conquer(from, part.middle - from);
  conquer(part.middle + 1, part.end() - part.middle - 1);
  poll();
  turn_null(part);
  deflate(part);
  solve();
  place(part);
}

// Applies a Givens rotation: rows i and j become c row_i + s row_j and c row_j - s row_i.
template <class T>
void DivideAndConquer<T>::turn(PaddedMatrix<T>& rows, int64_t i, int64_t j, T c, T s,
                               const Subproblem& part) {
  int64_t count = &rows == &right_ ? part.n + 1 : part.n;
  turn_rows(rows[i] + part.from, rows[j] + part.from, count, c, s);
}

// Computes the row z that couples the parts, and rotates their two null vectors into one.
template <class T>
void DivideAndConquer<T>::turn_null(const Subproblem& part) {
  int64_t k = part.middle;
  T first = d_[k], second = e_[k];
  for (int64_t i = part.from; i < k; ++i) {
    z_[i] = first * right_[i][k];
    columns_[at(i)] = NonzeroColumns::first;
  }
  for (int64_t i = k + 1; i < part.end(); ++i) {
    z_[i] = second * right_[i][k + 1];
    columns_[at(i)] = NonzeroColumns::second;
  }
  T one = first * right_[k][k], other = second * right_[part.end()][k + 1];
  T length = std::hypot(one, other);
  if (other != 0) turn(right_, k, part.end(), one / length, other / length, part);
  if (other == 0 && one < 0) {
    for (int64_t p = part.from; p <= part.end(); ++p) right_[k][p] = -right_[k][p];
  }
  z_[k] = length;
  values_[k] = 0;
  columns_[at(k)] = NonzeroColumns::both;
  if (has_left_) left_[k][k] = 1;
}

// Deflates values that the coupling row does not change, and values that are nearly equal.
template <class T>
void DivideAndConquer<T>::deflate(const Subproblem& part) {
  int64_t k = part.middle;
  auto begin = order_.begin() + part.from;
  std::iota(begin, begin + part.n, part.from);
  std::swap(*begin, *(begin + (k - part.from)));
  std::sort(begin + 1, begin + part.n,
            [&](int64_t i, int64_t j) { return values_[i] < values_[j]; });
  // Relative to the whole matrix, whose largest magnitude is 1: squares of smaller numbers could
  // underflow.
  T most = std::max(T(1), part.n > 1 ? values_[*(begin + part.n - 1)] : 0);
  T nothing = most * std::numeric_limits<T>::epsilon();
  poles_.assign(1, k);
  done_.clear();
  auto merge = [&](int64_t into, int64_t i) {
    T &kept = z_[into], &gone = z_[i], length = std::hypot(kept, gone);
    T c = kept / length, s = gone / length;
    turn(right_, into, i, c, s, part);
    kept = length;
    if (columns_[at(into)] != columns_[at(i)]) columns_[at(into)] = NonzeroColumns::both;
    done_.push_back(i);
    return std::pair(c, s);
  };
  for (auto of = begin + 1; of != begin + part.n; ++of) {
    int64_t i = *of, last = poles_.back();
    if (!(std::abs(z_[i]) > nothing)) {
      done_.push_back(i);
    } else if (values_[i] <= nothing) {
      merge(k, i);
      values_[i] = 0;
    } else if (last != k && values_[i] - values_[last] <= nothing) {
      auto [c, s] = merge(i, last);
      if (has_left_) turn(left_, i, last, c, s, part);
      poles_.back() = i;
    } else {
      poles_.push_back(i);
    }
  }
  if (poles_.size() > 1) z_[k] = std::max(z_[k], nothing);
}

// Computes the singular values of the coupled matrix. Then computes a row z that has exactly these
// values, whose vectors are orthogonal to full accuracy.
template <class T>
void DivideAndConquer<T>::solve() {
  int64_t n = static_cast<int64_t>(poles_.size());
  std::fill_n(pole_d_, padded(n), T(16));  // larger than any value
  std::fill_n(pole_z_, padded(n), T(0));
  for (int64_t i = 0; i < n; ++i) {
    pole_d_[i] = values_[poles_[at(i)]];
    pole_z_[i] = z_[poles_[at(i)]];
  }
  // Positions: rows of the first part, of both, and of the second part.
  int64_t place = 0;
  sources_.clear();
  for (NonzeroColumns of : {NonzeroColumns::first, NonzeroColumns::both, NonzeroColumns::second}) {
    for (int64_t i = 0; i < n; ++i) {
      if (columns_[at(poles_[at(i)])] != of) continue;
      places_[at(i)] = place++;
      sources_.push_back(poles_[at(i)]);
    }
  }
  sources_.insert(sources_.end(), done_.begin(), done_.end());
  if (n == 1) {
    found_[0] = pole_z_[0];
    return;
  }
  solve_secular<T>({pole_d_, pole_z_, n}, gaps_[0], gaps_.rows().step, found_);
  const T* d = pole_d_;
  T* squares = raw_;
  std::fill(squares, squares + n, T(1));
  for (int64_t j = 0; j < n; ++j) {
    const T* gaps = gaps_[j];
    T value = found_[j];
    if (j + 1 == n) {
      for (int64_t i = 0; i < n; ++i) squares[i] *= -gaps[i] * (d[i] + value);
      break;
    }
    T above = d[j + 1], below = d[j];
    for (int64_t i = 0; i <= j; ++i) {
      squares[i] *= gaps[i] / (d[i] - above) * ((d[i] + value) / (d[i] + above));
    }
    for (int64_t i = j + 1; i < n; ++i) {
      squares[i] *= gaps[i] / (d[i] - below) * ((d[i] + value) / (d[i] + below));
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    pole_z_[i] = std::copysign(std::sqrt(std::abs(squares[i])), pole_z_[i]);
  }
  for (int64_t j = 0; j < n; ++j) weigh(j);
}

// Computes row j of the weights, which express the new left vectors by the old ones. gaps_ become
// the weights of the right vectors.
template <class T>
void DivideAndConquer<T>::weigh(int64_t j) {
  int64_t n = static_cast<int64_t>(poles_.size()), width = padded(n);
  T *gaps = gaps_[j], *raw = raw_, *other = other_, value = found_[j];
  const T *d = pole_d_, *z = pole_z_;
  T near = std::abs(gaps[j] * (d[j] + value));
  if (j + 1 < n) near = std::min(near, std::abs(gaps[j + 1] * (d[j + 1] + value)));
  for (int64_t i = 0; i < n; ++i) raw[i] = z[i] / (gaps[i] * (d[i] + value));
  std::fill(raw + n, raw + width, T(0));
  if (has_left_) {
    for (int64_t i = 0; i < width; ++i) other[i] = d[i] * raw[i];
    other[0] = -1;
    T factor = 1 / std::sqrt(dot(other, other, width));
    T* to = weights_[j];
    for (int64_t i = 0; i < n; ++i) to[places_[at(i)]] = other[i] * factor;
  }
  for (int64_t i = 0; i < width; ++i) raw[i] *= near;  // avoids overflow of the square
  T factor = 1 / std::sqrt(dot(raw, raw, width));
  for (int64_t i = 0; i < n; ++i) gaps[places_[at(i)]] = raw[i] * factor;
}

// Stores the new vectors before the deflated ones, and their values.
template <class T>
void DivideAndConquer<T>::place(const Subproblem& part) {
  int64_t n = static_cast<int64_t>(poles_.size());
  replace(right_, gaps_, part.n + 1, part);
  if (has_left_) replace(left_, weights_, part.n, part);
  for (int64_t value : done_) found_[n++] = values_[value];
  std::copy_n(found_, part.n, values_ + part.from);
  auto begin = order_.begin() + part.from;
  std::iota(begin, begin + part.n, part.from);
  std::sort(begin, begin + part.n, [&](int64_t i, int64_t j) { return values_[i] < values_[j]; });
}

template <class T>
void DivideAndConquer<T>::replace(PaddedMatrix<T>& rows, PaddedMatrix<T>& weights, int64_t width,
                                  const Subproblem& part) {
  int64_t n = static_cast<int64_t>(poles_.size()), half = std::min(part.half(), width);
  for (int64_t i = 0; i < part.n; ++i) {
    std::copy_n(rows[sources_[at(i)]] + part.from, width, old_[i]);
  }
  for (int64_t i = 0; i < part.n; ++i) {
    T* to = rows[part.from + i] + part.from;
    if (n > 1 && i < n) {
      std::fill(to, to + width, T(0));
    } else {
      std::copy_n(old_[i], width, to);
    }
  }
  if (n == 1) return;  // its weight is 1
  auto of = [&](NonzeroColumns columns) {
    return std::count_if(poles_.begin(), poles_.end(),
                         [&](int64_t i) { return columns_[at(i)] == columns; });
  };
  int64_t first = of(NonzeroColumns::first), second = of(NonzeroColumns::second);
  RowMajorView<T> to = rows.rows().part(part.from, part.from);
  multiply(to, weights.side(), old_.side(), {n, half, n - second}, T(1));
  multiply(to.part(0, half), weights.side().part(0, first), old_.side().part(first, half),
           {n, width - half, n - first}, T(1));
}

template class DivideAndConquer<float>;
template class DivideAndConquer<double>;

}  // namespace rille::dense
