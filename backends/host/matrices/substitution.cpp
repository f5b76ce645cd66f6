// Eigenvectors of a Schur form by substitution.
#include <algorithm>
#include <cmath>
#include <complex>

#include "backends/host/matrices/spectrum.h"
#include "vm/run/running.h"

namespace rille::dense {
namespace {

// A diagonal block: [[a, b], [c, a]], or [a].
template <class T>
struct SchurBlock {
  int64_t at;
  bool two;
  T a, b, c;
};

// The elements of one vector: T, or complex numbers in two rows.
template <class T>
struct RealVector {
  using Number = T;
  T* x;

  void set(int64_t i, T value) { x[i] = value; }
  T times(const T* row, int64_t from, int64_t to) const {
    return dot(row + from, x + from, to - from);
  }
  void scale(T factor, int64_t n) {
    for (int64_t i = 0; i < n; ++i) x[i] *= factor;
  }
};
template <class T>
struct ComplexVector {
  using Number = std::complex<T>;
  T *real, *imag;

  void set(int64_t i, Number value) {
    real[i] = value.real();
    imag[i] = value.imag();
  }
  Number times(const T* row, int64_t from, int64_t to) const {
    return {dot(row + from, real + from, to - from), dot(row + from, imag + from, to - from)};
  }
  void scale(T factor, int64_t n) {
    for (int64_t i = 0; i < n; ++i) real[i] *= factor, imag[i] *= factor;
  }
};

// Solves (t - value) y = 0 block by block. A zero pivot is perturbed by a rounding error, and a
// vector whose elements grow too large is scaled down.
// source: Golub and Van Loan, Matrix Computations, sec. 7.6.4.
template <class T, class Vector>
class Substitution {
 public:
  using Number = typename Vector::Number;

  Substitution(Vector y, Number value, T least, int64_t n)
      : y_(y), value_(value), least_(least), n_(n) {}

  void one(const SchurBlock<T>& block, const T* row, int64_t from, int64_t to) {
    Number sum = -y_.times(row, from, to), pivot = block.a - value_;
    if (std::abs(pivot) < least_) pivot = least_;
    T size = shrink(std::abs(sum), std::abs(pivot));
    y_.set(block.at, sum * size / pivot);
  }

  // The rows are those of the elements at block.at and after it.
  void two(const SchurBlock<T>& block, const T* const* rows, int64_t from, int64_t to) {
    Number high = -y_.times(rows[0], from, to), low = -y_.times(rows[1], from, to);
    Number a = block.a - value_, b = block.b, c = block.c;
    T size = std::max({std::abs(a), std::abs(b), std::abs(c)});
    if (size < least_) {
      a = size = least_;
      b = c = 0;
    }
    // The largest element is the pivot: rows are swapped for c, and columns for b.
    bool turns_rows = size == std::abs(c), turns_columns = !turns_rows && size == std::abs(b);
    Number first = a, second = b, third = c, fourth = a;
    if (turns_rows) {
      first = c, second = a, third = a, fourth = b;
      std::swap(high, low);
    } else if (turns_columns) {
      first = b, second = a, third = a, fourth = c;
    }
    Number factor = third / first, left = fourth - factor * second;
    if (std::abs(left) < least_) left = least_;
    T smaller = shrink(2 * (std::abs(high) + std::abs(low)), std::abs(left));
    Number y = (low - factor * high) * smaller / left;
    Number other = (high * smaller - second * y) / first;
    y_.set(block.at, turns_columns ? y : other);
    y_.set(block.at + 1, turns_columns ? other : y);
  }

 private:
  // Scales the vector down before `sum` is divided by `pivot`, and returns the factor.
  T shrink(T sum, T pivot) {
    static const T most = std::ldexp(T(1), std::numeric_limits<T>::max_exponent / 2);
    if (sum < most && sum <= most * pivot) return 1;
    T factor = std::min(1 / sum, pivot / sum);
    y_.scale(factor, n_);
    return factor;
  }

  Vector y_;
  Number value_;
  T least_;
  int64_t n_;
};

template <class T>
class Vectors {
 public:
  // t is h for right vectors, and the transpose of h for left vectors.
  Vectors(RowMajorView<T> t, RowMajorView<T> y, int64_t n) : t_(t), y_(y), n_(n) {
    T most = 0;
    for (int64_t i = 0; i < n; ++i) most = std::max(most, greatest(t[i], n));
    constexpr T rounding = std::numeric_limits<T>::epsilon();
    least_ = std::max(rounding * most, std::numeric_limits<T>::min() / rounding);
    for (int64_t i = 0; i < n; ++i) {
      bool two = i + 1 < n && t[i + 1][i] != 0 && t[i][i + 1] != 0;
      blocks_.push_back({i, two, t[i][i], two ? t[i][i + 1] : T(0), two ? t[i + 1][i] : T(0)});
      if (two) ++i;
    }
  }

  void run(bool left) {
    left_ = left;
    for (size_t k = 0; k < blocks_.size(); ++k) {
      poll();
      const SchurBlock<T>& block = blocks_[k];
      T* first = y_[block.at];
      if (!block.two) {
        first[block.at] = 1;
        solve(k, Substitution<T, RealVector<T>>({first}, block.a, least_, n_));
        continue;
      }
      T* second = y_[block.at + 1];
      T height = std::sqrt(std::abs(block.b)) * std::sqrt(std::abs(block.c));
      first[block.at] = block.b;
      second[block.at + 1] = height;
      solve(k, Substitution<T, ComplexVector<T>>({first, second}, {block.a, height}, least_, n_));
    }
  }

 private:
  template <class Work>
  void solve(size_t k, Work work) {
    int64_t begin = blocks_[k].at / block * block;
    int64_t end = blocks_[k].at + (blocks_[k].two ? 2 : 1);
    if (left_) {
      for (size_t p = k + 1; p < blocks_.size(); ++p) step(p, work, begin, padded(blocks_[p].at));
    } else {
      for (size_t p = k; p-- > 0;) step(p, work, blocks_[p].at / block * block, padded(end));
    }
  }

  template <class Work>
  void step(size_t p, Work& work, int64_t from, int64_t to) {
    const SchurBlock<T>& at = blocks_[p];
    if (at.two) {
      const T* rows[] = {t_[at.at], t_[at.at + 1]};
      work.two(at, rows, from, to);
    } else {
      work.one(at, t_[at.at], from, to);
    }
  }

  RowMajorView<T> t_, y_;
  int64_t n_;
  bool left_ = false;  // false: elements depend on later ones
  T least_ = 0;
  std::vector<SchurBlock<T>> blocks_ = {};
};

}  // namespace

template <class T>
void right_vectors(RowMajorView<T> h, int64_t n, RowMajorView<T> y) {
  Vectors<T>(h, y, n).run(false);
}

template <class T>
void left_vectors(RowMajorView<T> h, int64_t n, RowMajorView<T> y) {
  PaddedMatrix<T> turned(n, n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) turned[j][i] = h[i][j];
  }
  Vectors<T>(turned.rows(), y, n).run(true);
}

template void right_vectors(RowMajorView<float>, int64_t, RowMajorView<float>);
template void right_vectors(RowMajorView<double>, int64_t, RowMajorView<double>);
template void left_vectors(RowMajorView<float>, int64_t, RowMajorView<float>);
template void left_vectors(RowMajorView<double>, int64_t, RowMajorView<double>);

}  // namespace rille::dense
