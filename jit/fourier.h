// Fourier transforms of one line: what a length needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace rille {

// A complex number whose product is its four real ones, whatever is infinite. Its parts are numbers
// or lanes of them, the other factor's may be one for all lanes.
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
// a times the conjugate of b.
template <class T, class B>
Phasor<T> operator/(Phasor<T> a, Phasor<B> b) {
  return {a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y};
}

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

// One stage. `step` groups of `radix` lines, each of `length` numbers, are joined: of group k
// number i of line j stands at i + length (j + radix k), and what it becomes goes to i + length (k
// + step j), from line 1 on turned: by turns[turn_at(j) + i], or, of a stage of real numbers, where
// i - 1 and i are parts of one (i even), by turns[turn_at(j) + i / 2 - 1]. Behind the last turn
// stand some that mean nothing, for lanes that read past it. `roots` are those of an odd radix.
template <class T>
struct FourierStage {
  size_t radix, length, step;
  std::vector<Phasor<T>> turns = {}, roots = {};
  size_t each = 0;  // turns of a line

  size_t turn_at(size_t j) const { return (j - 1) * each; }
};

// A transform of a length with a large factor, as a convolution with a chirp: e^(i pi j^2 / n).
template <class T>
struct FourierChirp {
  size_t length;                           // of the convolution
  std::vector<FourierStage<T>> stages;     // its own
  std::vector<Phasor<T>> chirp, spectrum;  // the first n of it; half of its transform
};

template <class T>
struct FourierHalves;

// How n numbers, n > 0, are transformed: sums over j of x[j] e^(-2 pi i j k / n), or with the other
// sign backward. In stages by the factors of n; where these are large, by a chirp; many real
// numbers by halves. The arithmetic of all but halves is FFTPACK's, and that of its heir pocketfft:
// the same bits as scipy.fft gives.
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
FourierKind fourier_kind(std::string_view name);  // of an fft op's `kind`
inline bool is_of_reals(FourierKind kind) {
  return kind == FourierKind::rfft || kind == FourierKind::irfft;
}

// n real numbers, n even, are n / 2 complex ones, whose transform holds those of the numbers at
// even places and of the others.
template <class T>
struct FourierHalves {
  FourierPlan<T> plan;
  std::vector<Phasor<T>> turns;  // e^(2 pi i k / n), k <= n / 4
};

}  // namespace rille
