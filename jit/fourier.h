// Fourier transforms of one line: the plan of a length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace rille {

// A complex number whose product is its four real ones, whatever is infinite. The parts are numbers
// or SIMD lanes of numbers. The parts of the second factor may be one number for all lanes.
template <class T>
struct Phasor {
  T x{}, y{};

  friend Phasor operator+(Phasor a, Phasor b) { return {a.x + b.x, a.y + b.y}; }
  friend Phasor operator-(Phasor a, Phasor b) { return {a.x - b.x, a.y - b.y}; }
};
template <class T, class B>
Phasor<T> operator*(Phasor<T> a, B by) {
  return {a.x * by, a.y * by};
}
template <class T, class B>
Phasor<T> operator*(Phasor<T> a, Phasor<B> b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
// Returns a times the conjugate of b.
template <class T, class B>
Phasor<T> operator/(Phasor<T> a, Phasor<B> b) {
  return {a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y};
}

// e^(2 pi i k / n) for any k < n, in f64, from two tables of about sqrt(n) entries each.
template <class T>
class RootsOfUnity {
 public:
  explicit RootsOfUnity(size_t n);
  Phasor<T> operator()(size_t k) const;
  size_t size() const { return n_; }

 private:
  size_t n_, shift_ = 1;
  std::vector<Phasor<double>> near_, far_;
};

// One stage. It combines `step` groups of `radix` lines of `length` numbers each. Number i of line
// j of group k is at i + length (j + radix k). Its result is written to i + length (k + step j);
// from line 1 on it is multiplied by a twiddle factor, turns[turn_at(j) + i]. In a stage of real
// numbers, i - 1 and i (i even) are the parts of one complex number, and the factor is
// turns[turn_at(j) + i / 2 - 1]. `turns` ends with padding, for lanes that read past the last
// factor. `roots` are the roots of unity of an odd radix.
template <class T>
struct FourierStage {
  size_t radix, length, step;
  std::vector<Phasor<T>> turns = {}, roots = {};
  size_t each = 0;  // twiddle factors per line

  size_t turn_at(size_t j) const { return (j - 1) * each; }
};

// A transform whose length has a large prime factor, as a convolution with a chirp: e^(i pi j^2 /
// n).
template <class T>
struct FourierChirp {
  size_t length;                           // of the convolution
  std::vector<FourierStage<T>> stages;     // stages of the convolution's transforms
  std::vector<Phasor<T>> chirp, spectrum;  // the first n values; half of the transform of the chirp
};

template <class T>
struct FourierHalves;

// The plan of a transform of n numbers, n > 0: the sums over j of x[j] e^(-2 pi i j k / n), or with
// the opposite sign for the inverse. It consists of stages by the factors of n; of a chirp, if a
// factor is large; or of halves, for many real numbers. Except for halves, the arithmetic is that
// of FFTPACK and pocketfft, so results have the same bits as scipy.fft.
// source: Swarztrauber, Vectorizing the FFTs, 1982; Bluestein, IEEE Trans. AU-18 (1970)
template <class T>
struct FourierPlan {
  size_t n;
  std::vector<FourierStage<T>> stages = {};
  std::unique_ptr<const FourierChirp<T>> chirp = nullptr;
  std::unique_ptr<const FourierHalves<T>> halves = nullptr;
};
template <class T>
FourierPlan<T> fourier_plan(size_t n, bool is_complex);

enum class FourierKind : uint8_t { fft, ifft, rfft, irfft };
FourierKind fourier_kind(std::string_view name);  // from attribute `kind` of an fft op
inline bool is_of_reals(FourierKind kind) {
  return kind == FourierKind::rfft || kind == FourierKind::irfft;
}

// Treats n real numbers, n even, as n / 2 complex ones. Their transform contains the transforms of
// the numbers with even index and with odd index.
template <class T>
struct FourierHalves {
  FourierPlan<T> plan;
  std::vector<Phasor<T>> turns;  // e^(2 pi i k / n), k <= n / 4
};

}  // namespace rille
