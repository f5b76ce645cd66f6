// Plans of Fourier transforms.
#include "jit/fourier.h"

#include <cmath>
#include <utility>

#include "jit/fourier_lines.h"

namespace rille {
namespace {

// Computes cos and sin of 2 pi k / n from an angle in the first octant; `eighth` is pi / 4 / n.
Phasor<double> point(size_t k, size_t n, double eighth) {
  k *= 8;
  bool is_below = k >= 4 * n;
  if (is_below) k = 8 * n - k;
  bool is_left = k >= 2 * n;
  if (is_left) k -= 2 * n;
  bool is_past = k >= n;  // beyond the middle of the quadrant
  double angle = static_cast<double>(is_past ? 2 * n - k : k) * eighth;
  double c = std::cos(angle), s = std::sin(angle);
  if (is_past) std::swap(c, s);
  Phasor<double> out = is_left ? Phasor<double>{-s, c} : Phasor<double>{c, s};
  if (is_below) out.y = -out.y;
  return out;
}

size_t greatest_prime(size_t n) {
  size_t out = 1;
  for (; n % 2 == 0; n /= 2) out = 2;
  for (size_t p = 3; p * p <= n; p += 2) {
    for (; n % p == 0; n /= p) out = p;
  }
  return n > 1 ? n : out;
}

// The cost of a transform by factors, in arbitrary units.
double cost_of(size_t n) {
  constexpr double without_code = 1.1;
  double sum = 0;
  auto add = [&](size_t p) {
    sum += p <= 5 ? static_cast<double>(p) : without_code * static_cast<double>(p);
  };
  size_t rest = n;
  for (; rest % 2 == 0; rest /= 2) sum += 2;
  for (size_t p = 3; p * p <= rest; p += 2) {
    for (; rest % p == 0; rest /= p) add(p);
  }
  if (rest > 1) add(rest);
  return sum * static_cast<double>(n);
}

// The smallest length >= n whose prime factors are at most 11.
size_t good_length(size_t n) {
  if (n <= 12) return n;
  size_t best = 2 * n;
  for (size_t elevens = 1; elevens < best; elevens *= 11) {
    for (size_t sevens = elevens; sevens < best; sevens *= 7) {
      for (size_t fives = sevens; fives < best; fives *= 5) {
        for (size_t threes = fives; threes < best; threes *= 3) {
          size_t length = threes;
          while (length < n) length *= 2;
          best = std::min(best, length);
        }
      }
    }
  }
  return best;
}

// e^(2 pi i j / radix). For a small radix it is rounded from a long double.
template <class T>
Phasor<T> root_of(size_t j, size_t radix, bool is_small, const RootsOfUnity<T>& circle) {
  size_t upper = 2 * j <= radix ? j : radix - j;
  Phasor<T> out = circle(upper * (circle.size() / radix));
  if (is_small) {
    long double angle = 2 * 3.141592653589793238462643383279502884197L *
                        static_cast<long double>(upper) / static_cast<long double>(radix);
    out = {static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
  }
  if (2 * j > radix) out.y = -out.y;
  return out;
}

// The factors of a length in the order of the stages: 8 (complex numbers only), then 4. A factor 2
// trades its position with the first of them. The odd factors come last.
std::vector<size_t> factors_of(size_t n, bool is_complex) {
  std::vector<size_t> out;
  if (is_complex) {
    for (; n % 8 == 0; n /= 8) out.push_back(8);
  }
  for (; n % 4 == 0; n /= 4) out.push_back(4);
  if (n % 2 == 0) {
    n /= 2;
    out.push_back(2);
    std::swap(out.front(), out.back());
  }
  for (size_t p = 3; p * p <= n; p += 2) {
    for (; n % p == 0; n /= p) out.push_back(p);
  }
  if (n > 1) out.push_back(n);
  return out;
}

constexpr size_t max_lanes = 16;  // number of twiddle factors that lanes may read past the end

template <class T>
std::vector<FourierStage<T>> stages_of(size_t n, bool is_complex) {
  std::vector<FourierStage<T>> out;
  if (n == 1) return out;
  RootsOfUnity<T> circle(n);
  size_t done = 1;
  for (size_t radix : factors_of(n, is_complex)) {
    FourierStage<T> stage{radix, n / (done * radix), done};
    // Lines of real numbers have twiddle factors for pairs only, none for x0.
    size_t first = is_complex ? 0 : 1;
    size_t last = is_complex ? stage.length - 1 : (stage.length - 1) / 2;
    stage.each = last + 1 - first;
    for (size_t j = 1; j < radix; ++j) {
      for (size_t i = first; i <= last; ++i) stage.turns.push_back(circle(j * done * i));
    }
    stage.turns.resize(stage.turns.size() + max_lanes);
    if (radix % 2 != 0) {
      bool is_small = radix <= (is_complex ? size_t{11} : size_t{5});
      for (size_t j = 0; j < radix; ++j) stage.roots.push_back(root_of(j, radix, is_small, circle));
    }
    out.push_back(std::move(stage));
    done *= radix;
  }
  return out;
}

template <class T>
std::unique_ptr<const FourierChirp<T>> chirp_of(size_t n) {
  size_t length = good_length(2 * n - 1);
  auto out = std::make_unique<FourierChirp<T>>(FourierChirp<T>{length, stages_of<T>(length, true)});
  RootsOfUnity<T> circle(2 * n);
  size_t square = 0;
  out->chirp.push_back({1, 0});
  for (size_t m = 1; m < n; ++m) {
    square = (square + 2 * m - 1) % (2 * n);
    out->chirp.push_back(circle(square));
  }
  std::vector<Phasor<T>> all(length);
  T share = T(1) / static_cast<T>(length);
  all[0] = out->chirp[0] * share;
  for (size_t m = 1; m < n; ++m) all[m] = all[length - m] = out->chirp[m] * share;
  SerialRunner()(out->stages, length, true, T(1), all.data(), all.data());
  all.resize(length / 2 + 1);
  out->spectrum = std::move(all);
  return out;
}

// Returns whether a convolution costs less than stages by factors.
bool wants_chirp(size_t n, double share) {
  size_t prime = n < 50 ? 0 : greatest_prime(n);
  if (prime * prime <= n) return false;
  return 1.5 * 2 * cost_of(good_length(2 * n - 1)) < share * cost_of(n);
}

// From this length on, an even number of real values is transformed as half as many complex ones.
// Stages of complex numbers are vectorized even for one line; stages of real numbers need several
// lines.
constexpr size_t many_reals = 8192;

}  // namespace

template <class T>
RootsOfUnity<T>::RootsOfUnity(size_t n) : n_(n) {
  auto eighth = static_cast<double>(0.25L * 3.141592653589793238462643383279502884197L /
                                    static_cast<long double>(n));
  size_t half = (n + 2) / 2;
  while ((size_t{1} << shift_) * (size_t{1} << shift_) < half) ++shift_;
  size_t near = size_t{1} << shift_, far = (half + near - 1) / near;
  for (size_t i = 0; i < near; ++i)
    near_.push_back(i == 0 ? Phasor<double>{1, 0} : point(i, n, eighth));
  for (size_t i = 0; i < far; ++i) {
    far_.push_back(i == 0 ? Phasor<double>{1, 0} : point(i * near, n, eighth));
  }
}

template <class T>
Phasor<T> RootsOfUnity<T>::operator()(size_t k) const {
  bool is_below = 2 * k > n_;
  if (is_below) k = n_ - k;
  Phasor<double> a = near_[k & (near_.size() - 1)], b = far_[k >> shift_];
  double x = a.x * b.x - a.y * b.y, y = a.x * b.y + a.y * b.x;
  return {static_cast<T>(x), is_below ? -static_cast<T>(y) : static_cast<T>(y)};
}

FourierKind fourier_kind(std::string_view name) {
  if (name == "fft") return FourierKind::fft;
  if (name == "ifft") return FourierKind::ifft;
  return name == "rfft" ? FourierKind::rfft : FourierKind::irfft;
}

template <class T>
FourierPlan<T> fourier_plan(size_t n, bool is_complex) {
  FourierPlan<T> out{n};
  if (!is_complex && n >= many_reals && n % 2 == 0) {
    auto halves = std::make_unique<FourierHalves<T>>(fourier_plan<T>(n / 2, true));
    RootsOfUnity<T> circle(n);
    for (size_t k = 0; k <= n / 4; ++k) halves->turns.push_back(circle(k));
    out.halves = std::move(halves);
  } else if (wants_chirp(n, is_complex ? 1 : 0.5)) {
    out.chirp = chirp_of<T>(n);
  } else {
    out.stages = stages_of<T>(n, is_complex);
  }
  return out;
}

template class RootsOfUnity<float>;
template class RootsOfUnity<double>;
template FourierPlan<float> fourier_plan(size_t, bool);
template FourierPlan<double> fourier_plan(size_t, bool);

}  // namespace rille
