// Eigenvalues and eigenvectors of a general matrix.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "backends/host/matrices/reflections.h"
#include "backends/host/matrices/spectrum.h"

namespace rille::dense {
namespace {

template <class T>
using Complex = std::complex<T>;

template <class T>
class EigenSolver {
 public:
  EigenSolver(const T* x, int64_t n, bool vectors) : n_(n), turned_(vectors ? n : 0) {
    scale_ = scale_near(greatest(x, n * n));
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) h_[i][j] = x[i * n + j] / scale_;
    }
  }

  bool solve() {
    balance_.emplace(h_.rows(), n_);
    T most = 0;
    for (int64_t i = 0; i < n_; ++i) most = std::max(most, greatest(h_[i], n_));
    T again = scale_near(most);
    for (int64_t i = 0; i < n_; ++i) {
      for (int64_t j = 0; j < n_; ++j) h_[i][j] /= again;
    }
    scale_ *= again;
    Reflections<T> q(n_, n_);
    reduce_hessenberg(h_.rows(), n_, q);
    if (turned_ > 0) {
      for (int64_t i = 0; i < n_; ++i) z_[i][i] = 1;
      reflect(z_.rows(), n_, n_, q);
    }
    return settle(
        HessenbergForm<T>{h_.rows(), z_.rows(), n_, turned_ > 0 ? padded(n_) : 0, turned_ > 0});
  }

  void write_values(Complex<T>* to) {
    values_.resize(static_cast<size_t>(n_));
    order_.resize(values_.size());
    std::iota(order_.begin(), order_.end(), 0);
    for (int64_t k = 0; k < n_; ++k) {
      value(k) = h_[k][k] * scale_;
      if (k + 1 == n_ || h_[k + 1][k] == 0) continue;
      T height = std::sqrt(std::abs(h_[k][k + 1])) * std::sqrt(std::abs(h_[k + 1][k])) * scale_;
      height =
          std::max(height, std::numeric_limits<T>::denorm_min());  // a pair must not become real
      value(k) = {h_[k][k] * scale_, height};
      value(k + 1) = std::conj(value(k));
      ++k;
    }
    auto key = [&](int64_t i) {
      Complex<T> x = value(i);
      return std::tuple(x.real(), std::abs(x.imag()), -x.imag());
    };
    std::ranges::stable_sort(order_, {}, key);
    for (int64_t j = 0; j < n_; ++j) to[j] = value(from(j));
  }

  // Writes the eigenvectors as columns, and the rows of the inverse.
  void write_vectors(Complex<T>* vectors, Complex<T>* inverse) {
    PaddedMatrix<T> y(n_, n_), made(n_, n_), others(n_, n_);
    right_vectors(h_.rows(), n_, y.rows());
    multiply(made.rows(), y.side(), z_.side(), {n_, padded(n_), n_}, T(1));
    PaddedMatrix<T> left(n_, n_);
    left_vectors(h_.rows(), n_, left.rows());
    multiply(others.rows(), left.side(), z_.side(), {n_, padded(n_), n_}, T(1));
    for (int64_t k = 0; k < n_; ++k) {
      bool two = is_pair(k);
      restore(made[k], two ? made[k + 1] : nullptr, false);
      restore(others[k], two ? others[k + 1] : nullptr, true);
      Complex<T> product = met(y, left, k, two),
                 turn = normal(made[k], two ? made[k + 1] : nullptr);
      scale(others[k], two ? others[k + 1] : nullptr, Complex<T>(1) / (product * turn));
      if (two) ++k;
    }
    for (int64_t j = 0; j < n_; ++j) write_row(inverse + j * n_, line(others, from(j)));
    write_columns(vectors, made);
  }

 private:
  Complex<T>& value(int64_t i) { return values_[static_cast<size_t>(i)]; }
  int64_t from(int64_t j) const { return order_[static_cast<size_t>(j)]; }
  bool is_pair(int64_t k) const { return values_[static_cast<size_t>(k)].imag() > 0; }

  // Reverts the balancing.
  void restore(T* real, T* imag, bool inverse) const {
    for (T* x : {real, imag}) {
      if (x == nullptr) continue;
      for (int64_t i = 0; i < n_; ++i) {
        T by = balance_->scales[static_cast<size_t>(i)];
        x[i] = inverse ? x[i] / by : x[i] * by;
      }
      for (size_t p = balance_->swaps.size(); p-- > 0;) {
        std::swap(x[balance_->swaps[p].first], x[balance_->swaps[p].second]);
      }
    }
  }

  // The product of a left and a right eigenvector, which overlap in a single block.
  static Complex<T> met(const PaddedMatrix<T>& y, const PaddedMatrix<T>& left, int64_t k,
                        bool two) {
    if (!two) return y[k][k] * left[k][k];
    auto at = [&](const PaddedMatrix<T>& x, int64_t i) { return Complex<T>(x[k][i], x[k + 1][i]); };
    return at(y, k) * at(left, k) + at(y, k + 1) * at(left, k + 1);
  }

  void scale(T* real, T* imag, Complex<T> by) const {
    for (int64_t i = 0; i < n_; ++i) {
      Complex<T> x = by * Complex<T>(real[i], imag == nullptr ? 0 : imag[i]);
      real[i] = x.real();
      if (imag != nullptr) imag[i] = x.imag();
    }
  }

  // Normalizes a vector to length 1, with the first of its largest components real and positive;
  // components count as equal up to half of the digits. Returns the factor.
  Complex<T> normal(T* real, T* imag) const {
    T most = greatest(real, n_);
    if (imag != nullptr) most = std::max(most, greatest(imag, n_));
    T unit = 1 / scale_near(most), square = 0, high = 0;
    auto size = [&](int64_t i) {
      T x = real[i] * unit, other = imag == nullptr ? 0 : imag[i] * unit;
      return x * x + other * other;
    };
    for (int64_t i = 0; i < n_; ++i) {
      square += size(i);
      high = std::max(high, size(i));
    }
    constexpr T near = std::is_same_v<T, double> ? T(0x1p-26) : T(0x1p-11);
    int64_t k = 0;
    while (k + 1 < n_ && size(k) < high * (1 - near)) ++k;
    Complex<T> at(real[k] * unit, imag == nullptr ? 0 : imag[k] * unit);
    Complex<T> turn = std::conj(at) / std::abs(at) / std::sqrt(square) * unit;
    scale(real, imag, turn);
    if (imag != nullptr) imag[k] = 0;
    return turn;
  }

  // Vector k, where a conjugate pair has two rows: real and imaginary parts.
  struct EigenvectorRow {
    const T *real, *imag;  // imag is null for a real vector
    bool below;            // whether it is the conjugate vector of the pair

    Complex<T> operator[](int64_t i) const {
      T part = imag == nullptr ? T(0) : imag[i];
      return {real[i], below ? -part : part};
    }
  };
  EigenvectorRow line(const PaddedMatrix<T>& rows, int64_t k) const {
    T side = values_[static_cast<size_t>(k)].imag();
    int64_t first = side < 0 ? k - 1 : k;
    return {rows[first], side == 0 ? nullptr : rows[first + 1], side < 0};
  }

  void write_row(Complex<T>* to, const EigenvectorRow& from) const {
    for (int64_t i = 0; i < n_; ++i) to[i] = from[i];
  }

  void write_columns(Complex<T>* to, const PaddedMatrix<T>& rows) const {
    constexpr int64_t together = 8;  // cache lines
    for (int64_t begin = 0; begin < n_; begin += together) {
      int64_t end = std::min(begin + together, n_);
      for (int64_t j = 0; j < n_; ++j) {
        EigenvectorRow of = line(rows, from(j));
        for (int64_t i = begin; i < end; ++i) to[i * n_ + j] = of[i];
      }
    }
  }

  int64_t n_, turned_;  // rows of h and of z; z has no rows if only values are computed
  T scale_ = 1;
  PaddedMatrix<T> h_{n_, n_}, z_{turned_, n_};
  std::optional<Balance<T>> balance_ = {};
  std::vector<Complex<T>> values_ = {};
  std::vector<int64_t> order_ = {};
};

}  // namespace

template <class T>
void eig(const T* x, T* values, T* vectors, T* inverse, int64_t n) {
  bool all = vectors != nullptr;
  auto fail = [&] {
    fill_nan(values, 2 * n);
    if (all) fill_nan(vectors, 2 * n * n);
    if (all) fill_nan(inverse, 2 * n * n);
  };
  if (std::isnan(greatest(x, n * n))) return fail();
  EigenSolver<T> of(x, n, all);
  if (!of.solve()) return fail();
  auto complex = [](T* at) { return reinterpret_cast<Complex<T>*>(at); };
  of.write_values(complex(values));
  if (all) of.write_vectors(complex(vectors), complex(inverse));
}

template void eig(const float*, float*, float*, float*, int64_t);
template void eig(const double*, double*, double*, double*, int64_t);

}  // namespace rille::dense
