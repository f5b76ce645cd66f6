// Discrete Fourier transforms of one line.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace rille {

// A complex number whose product is its four real ones, whatever is infinite.
template <class T>
struct Phasor {
  T x = 0, y = 0;

  friend Phasor operator+(Phasor a, Phasor b) { return {a.x + b.x, a.y + b.y}; }
  friend Phasor operator-(Phasor a, Phasor b) { return {a.x - b.x, a.y - b.y}; }
  friend Phasor operator*(Phasor a, T by) { return {a.x * by, a.y * by}; }
  friend Phasor operator*(Phasor a, Phasor b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  }
  // a times the conjugate of b.
  friend Phasor operator/(Phasor a, Phasor b) {
    return {a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y};
  }
};

// Transforms of n numbers, n > 0, in place: sums over j of x[j] e^(-2 pi i j k / n), or with the
// other sign backward, times scale. In stages by the factors of n; where these are large, as a
// convolution of a length that has none. The arithmetic is FFTPACK's, and that of its heir
// pocketfft: the same bits as scipy.fft gives.
// source: Swarztrauber, Vectorizing the FFTs, 1982; Bluestein, IEEE Trans. AU-18 (1970)
template <class T>
class Fourier {
 public:
  Fourier(size_t n, bool is_complex);  // for run, or for run_real
  ~Fourier();

  void run(Phasor<T>* x, bool forward, T scale) const;
  // Of real numbers: the first half of what is complex, x0, then the parts of x1, x2, …; of an
  // even n the last one is real again. Backward takes that.
  void run_real(T* x, bool forward, T scale) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

// e^(2 pi i k / n) for any k < n, from two tables of about sqrt(n) each, in f64.
template <class T>
class Circle {
 public:
  explicit Circle(size_t n);
  Phasor<T> operator()(size_t k) const;
  size_t size() const { return n_; }

 private:
  size_t n_, shift_ = 1;
  std::vector<Phasor<double>> near_, far_;
};

// One stage: `length` lines of `radix` numbers, which lie `step` * `length` apart. `turns` are
// those of what goes into the next stage, `roots` those of a radix without code of its own.
template <class T>
struct FourierStage {
  size_t radix, length, step;
  std::vector<Phasor<T>> turns = {}, roots = {};
};

template <class T>
constexpr T root_half = T(0.707106781186547524400844362104849L);

// The factors of a length in their order: 8 (of complex numbers), 4, 2 in front, then odd ones.
std::vector<size_t> fourier_factors(size_t n, bool is_complex);

// Sums of an odd radix: first + cos s1 + cos 2 s2 …, and sin d1 + sin 2 d2 …, for output `line`.
// Terms meet in groups of 4 (`group` 4), then 2, then one, after the first two; 0: one by one.
template <class T>
struct OddSums {
  Phasor<T> even, odd;
};
template <class T>
OddSums<T> odd_sums(Phasor<T> first, const Phasor<T>* sums, const Phasor<T>* differences,
                    const FourierStage<T>& stage, size_t line, size_t group) {
  size_t radix = stage.radix, half = (radix + 1) / 2;
  auto root = [&](size_t j) { return stage.roots[line * j % radix]; };
  auto term = [&](size_t j) {
    Phasor<T> w = root(j);
    return OddSums<T>{sums[j] * w.x, differences[j] * w.y};
  };
  OddSums<T> one = term(1), out{first + one.even, one.odd};
  auto add = [&](size_t from, size_t count) {
    OddSums<T> some = term(from);
    for (size_t j = from + 1; j < from + count; ++j) {
      OddSums<T> next = term(j);
      some = {some.even + next.even, some.odd + next.odd};
    }
    out = {out.even + some.even, out.odd + some.odd};
    return from + count;
  };
  size_t j = half > 2 ? add(2, 1) : 2;
  while (group == 4 && j + 3 < half) j = add(j, 4);
  while (group >= 2 && j + 1 < half) j = add(j, 2);
  while (j < half) j = add(j, 1);
  return out;
}

// The stages of complex and of real transforms, from x to y.
template <class T>
void complex_stage(const FourierStage<T>& stage, bool forward, const Phasor<T>* x, Phasor<T>* y);
template <class T>
void real_stage(const FourierStage<T>& stage, const T* x, T* y);
template <class T>
void real_stage_back(const FourierStage<T>& stage, const T* x, T* y);

}  // namespace rille
