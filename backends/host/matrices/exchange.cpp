// exchange: swaps adjacent blocks of a Schur form.
#include <algorithm>
#include <array>

#include "backends/host/matrices/form.h"

namespace rille::dense {
namespace {

template <class T>
using Square = std::array<std::array<T, 4>, 4>;

// Solves a system of up to four unknowns with complete pivoting. Pivots are at least `least`; the
// last column of `rows` is the right-hand side.
template <class T>
void solve_few(std::array<std::array<T, 5>, 4>& rows, int count, T least, T* x) {
  int order[4] = {0, 1, 2, 3};
  for (int k = 0; k < count; ++k) {
    int row = k, column = k;
    for (int i = k; i < count; ++i) {
      for (int j = k; j < count; ++j) {
        if (std::abs(rows[i][j]) > std::abs(rows[row][column])) row = i, column = j;
      }
    }
    std::swap(rows[k], rows[row]);
    for (int i = 0; i < count; ++i) std::swap(rows[i][k], rows[i][column]);
    std::swap(order[k], order[column]);
    if (std::abs(rows[k][k]) < least) rows[k][k] = least;
    for (int i = k + 1; i < count; ++i) {
      T factor = rows[i][k] / rows[k][k];
      for (int j = k; j < 5; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  for (int k = count - 1; k >= 0; --k) {
    T sum = rows[k][4];
    for (int j = k + 1; j < count; ++j) sum -= rows[k][j] * x[order[j]];
    x[order[k]] = sum / rows[k][k];
  }
}

// Two diagonal blocks: the first one has `first` of the `size` rows.
template <class T>
struct BlockPair {
  Square<T> t;
  int first, size;

  // The orthogonal matrix q, in rows, whose first rows span the invariant subspace of the second
  // block: the columns of (-x, 1), where t11 x - x t22 = t12.
  // source: Bai and Demmel, On swapping diagonal blocks in real Schur form, 1993.
  Square<T> rotation(T least) const {
    int second = size - first;
    std::array<std::array<T, 5>, 4> rows = {};
    for (int i = 0; i < first; ++i) {
      for (int j = 0; j < second; ++j) {
        auto& row = rows[i * second + j];
        for (int p = 0; p < first; ++p) row[p * second + j] += t[i][p];
        for (int p = 0; p < second; ++p) row[i * second + p] -= t[first + p][first + j];
        row[4] = t[i][first + j];
      }
    }
    T x[4] = {};
    solve_few(rows, first * second, least, x);
    Square<T> a = {}, q = {};
    for (int j = 0; j < second; ++j) {
      for (int i = 0; i < first; ++i) a[i][j] = -x[i * second + j];
      a[first + j][j] = 1;
    }
    for (int i = 0; i < size; ++i) q[i][i] = 1;
    for (int j = 0; j < second; ++j) reflect(a, q, j);
    return q;
  }

  // Reflects column j of a to 0 below row j, and applies the reflection to q.
  void reflect(Square<T>& a, Square<T>& q, int j) const {
    T v[4] = {}, most = 0, square = 0;
    for (int i = j; i < size; ++i) most = std::max(most, std::abs(a[i][j]));
    for (int i = j; i < size; ++i) v[i] = a[i][j] / most;
    for (int i = j; i < size; ++i) square += v[i] * v[i];
    v[j] += std::copysign(std::sqrt(square), v[j]);
    T length = 0;
    for (int i = j; i < size; ++i) length += v[i] * v[i];
    for (Square<T>* of : {&a, &q}) {
      for (int p = 0; p < size; ++p) {
        T sum = 0;
        for (int i = j; i < size; ++i) sum += v[i] * (*of)[i][p];
        for (int i = j; i < size; ++i) (*of)[i][p] -= 2 / length * sum * v[i];
      }
    }
  }

  // Computes q t q'.
  Square<T> turned(const Square<T>& q) const {
    Square<T> half = {}, out = {};
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        for (int p = 0; p < size; ++p) half[i][j] += q[i][p] * t[p][j];
      }
    }
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        for (int p = 0; p < size; ++p) out[i][j] += half[i][p] * q[j][p];
      }
    }
    return out;
  }
};

template <class T>
void turn_lines(const HessenbergForm<T>& of, int64_t k, int size, const Square<T>& q) {
  auto rows = [&](RowMajorView<T> x, int64_t from, int64_t end) {
    for (int64_t j = from; j < end; ++j) {
      T old[4], sum;
      for (int i = 0; i < size; ++i) old[i] = x[k + i][j];
      for (int i = 0; i < size; ++i) {
        sum = 0;
        for (int p = 0; p < size; ++p) sum += q[i][p] * old[p];
        x[k + i][j] = sum;
      }
    }
  };
  rows(of.h, k, of.n);
  if (of.width > 0) rows(of.z, 0, of.width);
  for (int64_t i = 0; i < k + size; ++i) {
    T old[4], *x = of.h[i] + k;
    std::copy_n(x, size, old);
    for (int j = 0; j < size; ++j) {
      x[j] = 0;
      for (int p = 0; p < size; ++p) x[j] += q[j][p] * old[p];
    }
  }
}

}  // namespace

template <class T>
bool exchange(const HessenbergForm<T>& of, const BlockSwap& blocks) {
  int64_t k = blocks.k;
  int size = static_cast<int>(blocks.first + blocks.second);
  BlockPair<T> corner{{}, static_cast<int>(blocks.first), size};
  T most = 0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      corner.t[i][j] = of.h[k + i][k + j];
      most = std::max(most, std::abs(corner.t[i][j]));
    }
  }
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  T least = std::max(rounding * most, std::numeric_limits<T>::min() / rounding);
  Square<T> q = corner.rotation(least), to = corner.turned(q);
  for (int64_t i = blocks.second; i < size; ++i) {
    for (int64_t j = 0; j < blocks.second; ++j) {
      T left = std::abs(to[static_cast<size_t>(i)][static_cast<size_t>(j)]);
      if (!(left <= 20 * rounding * most)) return false;
    }
  }
  turn_lines(of, k, size, q);
  for (int64_t i = blocks.second; i < size; ++i) {
    std::fill_n(of.h[k + i] + k, blocks.second, T(0));
  }
  if (blocks.second == 2) settle_two(of, k, ActiveBlock{0, of.n});
  if (blocks.first == 2) settle_two(of, k + blocks.second, ActiveBlock{0, of.n});
  return true;
}

template bool exchange(const HessenbergForm<float>&, const BlockSwap&);
template bool exchange(const HessenbergForm<double>&, const BlockSwap&);

}  // namespace rille::dense
