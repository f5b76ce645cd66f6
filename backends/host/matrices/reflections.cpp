// Blocked Householder reflections.
#include "backends/host/matrices/reflections.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vm/run/running.h"

namespace rille::dense {
namespace {

constexpr int64_t panel = 32;  // number of delayed reflections

// A matrix a - left' right with delayed updates. Its last rows and columns are computed one by one.
// source: Dongarra, Sorensen and Hammarling, ReflectionBlock reduction of matrices to condensed
// forms, 1989.
template <class T>
class Reduction {
 public:
  Reduction(RowMajorView<T> a, int64_t n)
      : a_(a), n_(n), left_(2 * std::min(panel, n), n), right_(2 * std::min(panel, n), n) {}

  void symmetric(BandDiagonals<T>& out, Reflections<T>& q) {
    for (int64_t j = n_ - 1; j >= 0; --j) {
      poll();
      T* v = q.rows[j];
      row(v, j);
      out.d[at(j)] = v[j];
      if (j == 0) break;
      clear(v, j);
      T factor;
      out.e[at(j - 1)] = reflector(v, j, factor);
      q.factors[at(j)] = factor;
      // (1 - factor v v') a (1 - factor v v') = a - v w' - w v'
      T* w = right_[count_];
      times_symmetric(w, v, j);
      scale(w, factor);
      add(w, -factor / 2 * dot(w, v, padded(j)), v, padded(j));
      copy(left_[count_++], v);
      copy(left_[count_], w);
      copy(right_[count_++], v);
      if (count_ == 2 * panel) settle_lower(j);
    }
  }

  void hessenberg(Reflections<T>& q) {
    for (int64_t j = n_ - 1; j > 1; --j) {
      poll();
      T *v = q.rows[j], *row = a_[j], factor;
      for (int64_t k = 0; k < count_; ++k) factors_[k] = -left_[k][j];
      add_rows(row, factors_, right_.side(), count_, padded(n_));
      std::copy_n(row, j, v);
      std::fill(row, row + j, T(0));
      row[j - 1] = reflector(v, j, factor);
      q.factors[at(j)] = factor;
      if (factor == 0) continue;
      // (1 - factor v v') a (1 - factor v v') = a - v w' - y v'
      T *w = right_[count_], *y = left_[count_ + 1];
      times_both(y, w, v, j);
      scale(y, factor);
      scale(w, factor);
      add(w, -factor * dot(y, v, padded(j)), v, padded(j));
      copy(left_[count_++], v);
      copy(right_[count_++], v);
      if (count_ == 2 * panel) settle_rows(j);
    }
    settle_rows(std::min<int64_t>(n_, 2));
  }

  void both(BandDiagonals<T>& out, Reflections<T>& u, Reflections<T>& v) {
    for (int64_t j = n_ - 1; j >= 0; --j) {
      poll();
      T factor;
      T* of_row = v.rows[j];
      row(of_row, j);
      out.d[at(j)] = reflector(of_row, j + 1, factor);
      v.factors[at(j)] = factor;
      if (j == 0) break;
      T* x = left_[count_];
      times(x, of_row, j);
      scale(x, factor);
      copy(right_[count_++], of_row);
      T* of_column = u.rows[j];
      column(of_column, j);
      out.e[at(j - 1)] = reflector(of_column, j, factor);
      u.factors[at(j)] = factor;
      T* y = right_[count_];
      times_turned(y, of_column, j);
      scale(y, factor);
      copy(left_[count_++], of_column);
      if (count_ == 2 * panel) settle(j);
    }
  }

 private:
  static size_t at(int64_t i) { return static_cast<size_t>(i); }
  void copy(T* to, const T* from) const { std::copy_n(from, padded(n_), to); }
  void clear(T* x, int64_t from) const { std::fill(x + from, x + padded(n_), T(0)); }
  void scale(T* x, T factor) const {
    for (int64_t i = 0; i < n_; ++i) x[i] *= factor;
  }

  // Computes elements 0 to j of row j.
  void row(T* out, int64_t j) {
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -left_[k][j];
    std::copy_n(a_[j], padded(j + 1), out);
    add_rows(out, factors_, right_.side(), count_, padded(j + 1));
    clear(out, j + 1);
  }
  // Computes elements 0 to j - 1 of column j.
  void column(T* out, int64_t j) {
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -right_[k][j];
    for (int64_t i = 0; i < j; ++i) out[i] = a_[i][j];
    add_rows(out, factors_, left_.side(), count_, padded(j));
    clear(out, j);
  }
  // The following compute the first j rows times x, and x times j columns of the first j rows.
  void times(T* out, const T* x, int64_t j) {
    int64_t width = padded(j + 1);
    dot_rows(factors_, right_.side(), x, count_, width);
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -factors_[k];
    dot_rows(out, a_.side(), x, j, width);
    add_rows(out, factors_, left_.side(), count_, width);
    clear(out, j);
  }
  void times_turned(T* out, const T* x, int64_t j) {
    int64_t width = padded(j);
    dot_rows(factors_, left_.side(), x, count_, width);
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -factors_[k];
    clear(out, 0);
    add_rows(out, x, a_.side(), j, width);
    add_rows(out, factors_, right_.side(), count_, width);
    clear(out, j);
  }

  // Computes the first j rows times x, and x times all of their columns.
  void times_both(T* out, T* turned, const T* x, int64_t j) {
    T others[2 * panel];
    dot_rows(factors_, right_.side(), x, count_, padded(j));
    dot_rows(others, left_.side(), x, count_, padded(j));
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -factors_[k];
    for (int64_t k = 0; k < count_; ++k) others[k] = -others[k];
    clear(out, 0);
    clear(turned, 0);
    dot_both(out, turned, a_.side(), x, j, padded(j), padded(n_));
    add_rows(out, factors_, left_.side(), count_, padded(j));
    add_rows(turned, others, right_.side(), count_, padded(n_));
    clear(out, j);
  }

  void times_symmetric(T* out, const T* x, int64_t j) {
    dot_rows(factors_, right_.side(), x, count_, padded(j));
    for (int64_t k = 0; k < count_; ++k) factors_[k] = -factors_[k];
    clear(out, 0);
    add_symmetric(out, a_.side(), x, j);
    add_rows(out, factors_, left_.side(), count_, padded(j));
    clear(out, j);
  }

  // Applies the delayed updates to the first j rows and columns.
  void settle(int64_t j) {
    multiply(a_, left_.side().turned(), right_.side(), {j, padded(j), count_}, T(-1));
    count_ = 0;
  }
  void settle_rows(int64_t j) {
    multiply(a_, left_.side().turned(), right_.side(), {j, padded(n_), count_}, T(-1));
    count_ = 0;
  }
  // Applies the delayed updates to the lower triangle, including whole diagonal blocks.
  void settle_lower(int64_t j) {
    constexpr int64_t width = 96;
    for (int64_t i = 0; i < j; i += width) {
      multiply(a_.part(i, i), left_.side().turned().part(i, 0), right_.side().part(0, i),
               {j - i, std::min(width, padded(j) - i), count_}, T(-1));
    }
    count_ = 0;
  }

  RowMajorView<T> a_;
  int64_t n_, count_ = 0;
  PaddedMatrix<T> left_, right_;
  T factors_[2 * panel];
};

// Computes the triangular t for which 1 - v' t v is the product of the reflections.
// source: Golub and Van Loan, sec. 5.1.7.
template <class T>
void triangle_of(RowMajorView<T> t, const StridedView<T>& v, const T* factors, int64_t count,
                 int64_t width) {
  T products[reflected_once];
  for (int64_t k = 0; k < count; ++k) {
    dot_rows(products, v, v.at + k * v.row, k, width);
    for (int64_t i = 0; i < k; ++i) {
      T sum = 0;
      for (int64_t p = i; p < k; ++p) sum = fma(t[i][p], products[p], sum);
      t[i][k] = -factors[k] * sum;
    }
    t[k][k] = factors[k];
  }
}

}  // namespace

template <class T>
void reflect(RowMajorView<T> x, int64_t m, const Reflections<T>& by, const ReflectionBlock& of) {
  if (m == 0) return;
  StridedView<T> v = by.rows.side().part(of.from, 0);
  PaddedMatrix<T> triangle(of.count, of.count), turned(of.count, of.width), products(m, of.count);
  triangle_of(triangle.rows(), v, by.factors.data() + of.from, of.count, of.width);
  StridedView<T> t = of.is_last_first ? triangle.side().turned() : triangle.side();
  multiply(turned.rows(), t, v, {of.count, of.width, of.count}, T(1));
  multiply(products.rows(), x.side(), v.turned(), {m, of.count, of.width}, T(1));
  multiply(x, products.side(), turned.side(), {m, of.width, of.count}, T(-1));
}

template <class T>
void reflect(RowMajorView<T> x, int64_t m, int64_t n, const Reflections<T>& by) {
  for (int64_t from = 0; from < n; from += reflected_once) {
    int64_t count = std::min(reflected_once, n - from);
    reflect(x, m, by, {from, count, padded(from + count), false});
  }
}

template <class T>
BandDiagonals<T> reduce_symmetric(RowMajorView<T> a, int64_t n, Reflections<T>& q) {
  BandDiagonals<T> out(n);
  Reduction<T>(a, n).symmetric(out, q);
  return out;
}

template <class T>
void reduce_hessenberg(RowMajorView<T> a, int64_t n, Reflections<T>& q) {
  Reduction<T>(a, n).hessenberg(q);
}

template <class T>
BandDiagonals<T> reduce(RowMajorView<T> a, int64_t n, Reflections<T>& u, Reflections<T>& v) {
  BandDiagonals<T> out(n);
  Reduction<T>(a, n).both(out, u, v);
  return out;
}

template void reflect(RowMajorView<float>, int64_t, const Reflections<float>&,
                      const ReflectionBlock&);
template void reflect(RowMajorView<double>, int64_t, const Reflections<double>&,
                      const ReflectionBlock&);
template void reflect(RowMajorView<float>, int64_t, int64_t, const Reflections<float>&);
template void reflect(RowMajorView<double>, int64_t, int64_t, const Reflections<double>&);
template BandDiagonals<float> reduce_symmetric(RowMajorView<float>, int64_t, Reflections<float>&);
template BandDiagonals<double> reduce_symmetric(RowMajorView<double>, int64_t,
                                                Reflections<double>&);
template void reduce_hessenberg(RowMajorView<float>, int64_t, Reflections<float>&);
template void reduce_hessenberg(RowMajorView<double>, int64_t, Reflections<double>&);
template BandDiagonals<float> reduce(RowMajorView<float>, int64_t, Reflections<float>&,
                                     Reflections<float>&);
template BandDiagonals<double> reduce(RowMajorView<double>, int64_t, Reflections<double>&,
                                      Reflections<double>&);

}  // namespace rille::dense
