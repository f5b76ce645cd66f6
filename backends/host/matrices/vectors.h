// Vectors whose size is a multiple of `block`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "backends/host/matrices/dense.h"
#include "backends/host/matrices/lanes.h"

namespace rille::dense {

// The padding granularity, a multiple of the vector size of every instruction set.
constexpr int64_t block = 16;
inline int64_t padded(int64_t n) { return (n + block - 1) / block * block; }

// A zero-initialized array, on the stack if it is small, since batches of small matrices should not
// allocate memory.
template <class T>
class StackArray {
 public:
  explicit StackArray(int64_t n) {
    if (n <= few) {
      std::fill_n(few_, n, T{});
      return;
    }
    many_.resize(static_cast<size_t>(n));
    numbers_ = many_.data();
  }
  StackArray(const StackArray&) = delete;
  StackArray& operator=(const StackArray&) = delete;
  T& operator[](int64_t i) { return numbers_[i]; }
  const T& operator[](int64_t i) const { return numbers_[i]; }

 private:
  static constexpr int64_t few = 16;
  T few_[few];
  std::vector<T> many_;
  T* numbers_ = few_;
};

// A zero-initialized matrix with padded rows that are aligned to cache lines.
template <class T>
class PaddedMatrix {
 public:
  PaddedMatrix(int64_t m, int64_t n)
      : step_(padded(n) + (padded(n) % 256 == 0
                               ? block
                               : 0)),  // avoids strides that map columns to few cache sets
        lines_(m * step_ / width) {}
  PaddedMatrix(const PaddedMatrix&) = delete;
  PaddedMatrix& operator=(const PaddedMatrix&) = delete;
  T* operator[](int64_t i) { return numbers_ + i * step_; }
  const T* operator[](int64_t i) const { return numbers_ + i * step_; }
  RowMajorView<T> rows() { return {(*this)[0], step_}; }
  StridedView<T> side() const { return {(*this)[0], step_, 1}; }

 private:
  static constexpr int64_t width = 64 / sizeof(T);
  struct alignas(64) AlignedLine {
    T numbers[width];
  };

  int64_t step_;
  StackArray<AlignedLine> lines_;
  T* numbers_ = lines_[0].numbers;
};

template <class T>
T dot(const T* x, const T* y, int64_t n) {
  Lanes<T> first{}, second{};
  int64_t i = 0;
  for (; i + 2 * lanes<T> <= n; i += 2 * lanes<T>) {
    first = fma(load(x + i), load(y + i), first);
    second = fma(load(x + i + lanes<T>), load(y + i + lanes<T>), second);
  }
  if (i < n) first = fma(load(x + i), load(y + i), first);
  return sum_of<T>(first + second);
}

// Computes y += factor x.
template <class T>
void add(T* y, T factor, const T* x, int64_t n) {
  Lanes<T> all = splat(factor);
  for (int64_t i = 0; i < n; i += lanes<T>) store(y + i, fma(all, load(x + i), load(y + i)));
}

// Applies a Givens rotation: x and y become c x + s y and c y - s x.
template <class T>
void turn_rows(T* x, T* y, int64_t n, T c, T s) {
  for (int64_t p = 0; p < n; ++p) {
    T one = x[p], other = y[p];
    x[p] = c * one + s * other;
    y[p] = c * other - s * one;
  }
}

// Adds the rows times their factors to y.
template <class T>
void add_rows(T* y, const T* factors, const StridedView<T>& rows, int64_t count, int64_t n) {
  int64_t p = 0;
  for (; p + 4 <= count; p += 4) {
    Lanes<T> all[4];
    for (int64_t q = 0; q < 4; ++q) all[q] = splat(factors[p + q]);
    const T* from = rows.at + p * rows.row;
    for (int64_t i = 0; i < n; i += lanes<T>) {
      Lanes<T> sum = fma(all[0], load(from + i), load(y + i));
      Lanes<T> other = all[2] * load(from + 2 * rows.row + i);
      sum = fma(all[1], load(from + rows.row + i), sum);
      store(y + i, sum + fma(all[3], load(from + 3 * rows.row + i), other));
    }
  }
  for (; p < count; ++p) add(y, factors[p], rows.at + p * rows.row, n);
}

// Computes the dot product of x with each row.
template <class T>
void dot_rows(T* out, const StridedView<T>& rows, const T* x, int64_t count, int64_t n) {
  int64_t p = 0;
  for (; p + 4 <= count; p += 4) {
    Lanes<T> sums[4] = {};
    const T* from = rows.at + p * rows.row;
    for (int64_t i = 0; i < n; i += lanes<T>) {
      Lanes<T> with = load(x + i);
      for (int64_t q = 0; q < 4; ++q) sums[q] = fma(with, load(from + q * rows.row + i), sums[q]);
    }
    for (int64_t q = 0; q < 4; ++q) out[p + q] = sum_of<T>(sums[q]);
  }
  for (; p < count; ++p) out[p] = dot(rows.at + p * rows.row, x, n);
}

// Computes both products of x and a in one pass: of_rows is set to the dot products with `count`
// rows of `width` numbers, and the product of x and n columns of `count` rows is added to
// of_columns.
template <class T>
void dot_both(T* of_rows, T* of_columns, const StridedView<T>& a, const T* x, int64_t count,
              int64_t width, int64_t n) {
  constexpr int64_t turn = 4;
  for (int64_t p = 0; p < count; p += turn) {
    const T* from = a.at + p * a.row;
    int64_t height = std::min(turn, count - p);
    Lanes<T> sums[turn] = {}, all[turn];
    const T* rows[turn];  // padded with the last row, whose factor is 0
    for (int64_t q = 0; q < turn; ++q) {
      rows[q] = from + std::min(q, height - 1) * a.row;
      all[q] = splat(q < height ? x[p + q] : T(0));
    }
    auto step = [&](int64_t i, auto is_inside) {
      Lanes<T> to = load(of_columns + i), with{};
      if constexpr (is_inside) with = load(x + i);
      for (int64_t q = 0; q < turn; ++q) {
        Lanes<T> numbers = load(rows[q] + i);
        if constexpr (is_inside) sums[q] = fma(with, numbers, sums[q]);
        to = fma(all[q], numbers, to);
      }
      store(of_columns + i, to);
    };
    for (int64_t i = 0; i < width; i += lanes<T>) step(i, std::true_type{});
    for (int64_t i = width; i < n; i += lanes<T>) step(i, std::false_type{});
    for (int64_t q = 0; q < height; ++q) of_rows[p + q] = sum_of<T>(sums[q]);
  }
}

// Adds the product of a symmetric matrix, with `count` rows, and x to `out`; x is padded with 0.
// Only the lower triangle of a, including whole diagonal blocks, is read.
template <class T>
void add_symmetric(T* out, const StridedView<T>& a, const T* x, int64_t count) {
  constexpr int64_t turn = 4;
  for (int64_t p = 0; p < count; p += turn) {
    const T* from = a.at + p * a.row;
    int64_t height = std::min(turn, count - p), diagonal = p / block * block;
    Lanes<T> sums[turn] = {}, all[turn];
    const T* rows[turn];  // padded with the last row, where x is 0
    for (int64_t q = 0; q < turn; ++q) {
      rows[q] = from + std::min(q, height - 1) * a.row;
      all[q] = splat(q < height ? x[p + q] : T(0));
    }
    for (int64_t i = 0; i < diagonal; i += lanes<T>) {
      Lanes<T> with = load(x + i), to = load(out + i);
      for (int64_t q = 0; q < turn; ++q) {
        Lanes<T> numbers = load(rows[q] + i);
        sums[q] = fma(with, numbers, sums[q]);
        to = fma(all[q], numbers, to);
      }
      store(out + i, to);
    }
    for (int64_t i = diagonal; i < diagonal + block; i += lanes<T>) {
      Lanes<T> with = load(x + i);
      for (int64_t q = 0; q < turn; ++q) sums[q] = fma(with, load(rows[q] + i), sums[q]);
    }
    for (int64_t q = 0; q < height; ++q) out[p + q] += sum_of<T>(sums[q]);
  }
}

// Writes an n by n matrix whose column j is row(j).
template <class T, class Row>
void write_columns(T* to, int64_t n, const Row& row) {
  constexpr int64_t together = 8;  // cache lines
  for (int64_t from = 0; from < n; from += together) {
    int64_t end = std::min(from + together, n);
    for (int64_t j = 0; j < n; ++j) {
      const T* numbers = row(j);
      for (int64_t i = from; i < end; ++i) to[i * n + j] = numbers[i];
    }
  }
}

// The largest magnitude, or nan if a number is not finite.
template <class T>
T greatest(const T* x, int64_t n) {
  T most = 0, nothing = 0;
  for (int64_t i = 0; i < n; ++i) {
    most = std::max(most, std::abs(x[i]));
    nothing += x[i] * 0;
  }
  return most + nothing;
}

// A power of two by which to divide, so that the largest magnitude is near 1.
template <class T>
T scale_near(T most) {
  constexpr int range = std::numeric_limits<T>::max_exponent - 2;
  return most > 0 ? std::ldexp(T(1), std::clamp(std::ilogb(most), -range, range)) : T(1);
}

// Whether the first number with the largest magnitude is negative.
template <class T>
bool is_turned(const T* x, int64_t n) {
  T most = greatest(x, n);
  const T* at = std::find_if(x, x + n, [&](T number) { return std::abs(number) == most; });
  return at != x + n && *at < 0;
}

}  // namespace rille::dense
