// Plans of Fourier transforms, and their complex stages.
#include "jit/ops/fourier.h"

#include <array>
#include <cmath>
#include <utility>

namespace rille {
namespace {

// cos and sin of 2 pi k / n by an angle of the first eighth: `eighth` is pi / 4 / n.
Phasor<double> point(size_t k, size_t n, double eighth) {
  k *= 8;
  bool is_below = k >= 4 * n;
  if (is_below) k = 8 * n - k;
  bool is_left = k >= 2 * n;
  if (is_left) k -= 2 * n;
  bool is_past = k >= n;  // half of the quarter
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

// What a transform by factors takes, in units of its own.
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

// The least length from n on that has no factors but 2, 3, 5, 7 and 11.
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

// e^(2 pi i j / radix); of small radices rounded from more digits.
template <class T>
Phasor<T> root_of(size_t j, size_t radix, bool is_small, const Circle<T>& circle) {
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

template <class T>
std::vector<FourierStage<T>> stages_of(size_t n, bool is_complex) {
  std::vector<FourierStage<T>> out;
  if (n == 1) return out;
  Circle<T> circle(n);
  size_t done = 1;
  for (size_t radix : fourier_factors(n, is_complex)) {
    FourierStage<T> stage{radix, n / (done * radix), done};
    for (size_t j = 1; j < radix; ++j) {
      size_t last = is_complex ? stage.length - 1 : (stage.length - 1) / 2;
      for (size_t i = 1; i <= last; ++i) stage.turns.push_back(circle(j * done * i));
    }
    if (radix % 2 != 0) {
      bool is_small = radix <= (is_complex ? size_t{11} : size_t{5});
      for (size_t j = 0; j < radix; ++j) stage.roots.push_back(root_of(j, radix, is_small, circle));
    }
    out.push_back(std::move(stage));
    done *= radix;
  }
  return out;
}

// Times i, backward; times -i, forward. The eighths of a turn that stand beside it.
template <class T>
Phasor<T> quarter(Phasor<T> a, bool forward) {
  return forward ? Phasor<T>{a.y, -a.x} : Phasor<T>{-a.y, a.x};
}
template <class T>
Phasor<T> eighth(Phasor<T> a, bool forward) {
  return forward ? Phasor<T>{root_half<T> * (a.x + a.y), root_half<T> * (a.y - a.x)}
                 : Phasor<T>{root_half<T> * (a.x - a.y), root_half<T> * (a.y + a.x)};
}
template <class T>
Phasor<T> three_eighths(Phasor<T> a, bool forward) {
  return forward ? Phasor<T>{root_half<T> * (a.y - a.x), root_half<T> * (-a.x - a.y)}
                 : Phasor<T>{root_half<T> * (-a.x - a.y), root_half<T> * (a.x - a.y)};
}

template <class T>
void four(const Phasor<T>* x, Phasor<T>* y, bool forward) {
  Phasor<T> a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = quarter(x[1] - x[3], forward);
  y[0] = a + c;
  y[1] = b + d;
  y[2] = a - c;
  y[3] = b - d;
}

template <class T>
void eight(const Phasor<T>* x, Phasor<T>* y, bool forward) {
  Phasor<T> a = x[1] + x[5], b = x[3] + x[7], c = x[1] - x[5], d = quarter(x[3] - x[7], forward);
  Phasor<T> first = a + b, third = quarter(a - b, forward);
  Phasor<T> second = eighth(c + d, forward), fourth = three_eighths(c - d, forward);
  Phasor<T> e = x[0] + x[4], f = x[2] + x[6], g = x[0] - x[4], h = quarter(x[2] - x[6], forward);
  Phasor<T> whole[] = {e + f, g + h, e - f, g - h}, turned[] = {first, second, third, fourth};
  for (int i = 0; i < 4; ++i) {
    y[i] = whole[i] + turned[i];
    y[i + 4] = whole[i] - turned[i];
  }
}

template <class T>
void odd(const FourierStage<T>& stage, std::vector<Phasor<T>>& x, std::vector<Phasor<T>>& y,
         bool forward) {
  size_t radix = stage.radix, half = (radix + 1) / 2;
  y[0] = x[0];
  // Sums stand in place of the first half of x, differences behind all of it.
  for (size_t j = 1; j < half; ++j) {
    Phasor<T> sum = x[j] + x[radix - j], difference = x[j] - x[radix - j];
    x[j] = sum;
    x[radix - 1 + j] = difference;
    y[0] = y[0] + sum;
  }
  const Phasor<T>* all = x.data();
  for (size_t line = 1; line < half; ++line) {
    auto [even, odd] =
        odd_sums(x[0], all, all + radix - 1, stage, line, radix > 11 ? size_t{2} : size_t{0});
    Phasor<T> across = quarter(odd, forward);
    y[line] = even + across;
    y[radix - line] = even - across;
  }
}

}  // namespace

std::vector<size_t> fourier_factors(size_t n, bool is_complex) {
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

template <class T>
Circle<T>::Circle(size_t n) : n_(n) {
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
Phasor<T> Circle<T>::operator()(size_t k) const {
  bool is_below = 2 * k > n_;
  if (is_below) k = n_ - k;
  Phasor<double> a = near_[k & (near_.size() - 1)], b = far_[k >> shift_];
  double x = a.x * b.x - a.y * b.y, y = a.x * b.y + a.y * b.x;
  return {static_cast<T>(x), is_below ? -static_cast<T>(y) : static_cast<T>(y)};
}

template <class T>
void complex_stage(const FourierStage<T>& stage, bool forward, const Phasor<T>* x, Phasor<T>* y) {
  size_t radix = stage.radix, length = stage.length;
  std::vector<Phasor<T>> in(2 * radix), out(radix);
  for (size_t k = 0; k < stage.step; ++k) {
    for (size_t i = 0; i < length; ++i) {
      for (size_t j = 0; j < radix; ++j) in[j] = x[i + length * (j + radix * k)];
      if (radix == 2) {
        out[0] = in[0] + in[1];
        out[1] = in[0] - in[1];
      } else if (radix == 4) {
        four(in.data(), out.data(), forward);
      } else if (radix == 8) {
        eight(in.data(), out.data(), forward);
      } else {
        odd(stage, in, out, forward);
      }
      y[i + length * k] = out[0];
      for (size_t j = 1; j < radix; ++j) {
        Phasor<T>& to = y[i + length * (k + stage.step * j)];
        if (i == 0) {
          to = out[j];
          continue;
        }
        Phasor<T> turn = stage.turns[(j - 1) * (length - 1) + i - 1];
        to = forward ? out[j] / turn : out[j] * turn;
      }
    }
  }
}

namespace {

// In stages.
template <class T>
void run_stages(const std::vector<FourierStage<T>>& stages, Phasor<T>* x, size_t n, bool forward,
                T scale) {
  std::vector<Phasor<T>> other(n);
  Phasor<T>*from = x, *to = other.data();
  for (const FourierStage<T>& stage : stages) {
    complex_stage(stage, forward, from, to);
    std::swap(from, to);
  }
  for (size_t i = 0; i < n; ++i) x[i] = scale == 1 ? from[i] : from[i] * scale;
}

template <class T>
void run_real_stages(const std::vector<FourierStage<T>>& stages, T* x, size_t n, bool forward,
                     T scale) {
  std::vector<T> other(n);
  T *from = x, *to = other.data();
  for (size_t i = 0; i < stages.size(); ++i) {
    if (forward) {
      real_stage(stages[stages.size() - 1 - i], from, to);
    } else {
      real_stage_back(stages[i], from, to);
    }
    std::swap(from, to);
  }
  for (size_t i = 0; i < n; ++i) x[i] = scale == 1 ? from[i] : scale * from[i];
}

// A transform as a convolution with a chirp: e^(i pi j^2 / n).
template <class T>
struct Chirp {
  explicit Chirp(size_t n)
      : n(n), long_(good_length(2 * n - 1)), stages(stages_of<T>(long_, true)) {
    Circle<T> circle(2 * n);
    size_t square = 0;
    chirp.push_back({1, 0});
    for (size_t m = 1; m < n; ++m) {
      square = (square + 2 * m - 1) % (2 * n);
      chirp.push_back(circle(square));
    }
    std::vector<Phasor<T>> all(long_);
    T share = T(1) / static_cast<T>(long_);
    all[0] = chirp[0] * share;
    for (size_t m = 1; m < n; ++m) all[m] = all[long_ - m] = chirp[m] * share;
    run_stages(stages, all.data(), long_, true, T(1));
    spectrum.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(long_ / 2 + 1));
  }

  void run(Phasor<T>* x, bool forward, T scale) const {
    std::vector<Phasor<T>> all(long_);
    auto turned = [](Phasor<T> a, Phasor<T> by, bool back) { return back ? a / by : a * by; };
    for (size_t m = 0; m < n; ++m) all[m] = turned(x[m], chirp[m], forward);
    Phasor<T> zero = all[0] * T(0);
    for (size_t m = n; m < long_; ++m) all[m] = zero;
    run_stages(stages, all.data(), long_, true, T(1));
    for (size_t m = 0; m < long_; ++m) {
      all[m] = turned(all[m], spectrum[std::min(m, long_ - m)], !forward);
    }
    run_stages(stages, all.data(), long_, false, T(1));
    for (size_t m = 0; m < n; ++m) x[m] = turned(all[m], chirp[m], forward) * scale;
  }

  void run_real(T* x, bool forward, T scale) const {
    std::vector<Phasor<T>> all(n);
    if (forward) {
      T zero = T(0) * x[0];
      for (size_t m = 0; m < n; ++m) all[m] = {x[m], zero};
      run(all.data(), true, scale);
      x[0] = all[0].x;
      for (size_t m = 1; m < n; ++m) x[m] = m % 2 != 0 ? all[(m + 1) / 2].x : all[m / 2].y;
      return;
    }
    all[0] = {x[0], x[0] * T(0)};
    for (size_t m = 1; m < n; ++m) (m % 2 != 0 ? all[(m + 1) / 2].x : all[m / 2].y) = x[m];
    if (n % 2 == 0) all[n / 2].y = T(0) * x[0];
    for (size_t m = 1; 2 * m < n; ++m) all[n - m] = {all[m].x, -all[m].y};
    run(all.data(), false, scale);
    for (size_t m = 0; m < n; ++m) x[m] = all[m].x;
  }

  size_t n, long_;
  std::vector<FourierStage<T>> stages;
  std::vector<Phasor<T>> chirp, spectrum;
};

// Whether a convolution costs less.
bool wants_chirp(size_t n, double share) {
  size_t prime = n < 50 ? 0 : greatest_prime(n);
  if (prime * prime <= n) return false;
  return 1.5 * 2 * cost_of(good_length(2 * n - 1)) < share * cost_of(n);
}

}  // namespace

template <class T>
struct Fourier<T>::Plan {
  size_t n;
  std::vector<FourierStage<T>> stages = {};
  std::unique_ptr<const Chirp<T>> chirp = nullptr;
};

template <class T>
Fourier<T>::Fourier(size_t n, bool is_complex) {
  auto plan = std::make_unique<Plan>(Plan{n});
  if (wants_chirp(n, is_complex ? 1 : 0.5)) {
    plan->chirp = std::make_unique<const Chirp<T>>(n);
  } else {
    plan->stages = stages_of<T>(n, is_complex);
  }
  plan_ = std::move(plan);
}

template <class T>
Fourier<T>::~Fourier() = default;

template <class T>
void Fourier<T>::run(Phasor<T>* x, bool forward, T scale) const {
  if (plan_->chirp != nullptr) return plan_->chirp->run(x, forward, scale);
  run_stages(plan_->stages, x, plan_->n, forward, scale);
}

template <class T>
void Fourier<T>::run_real(T* x, bool forward, T scale) const {
  if (plan_->chirp != nullptr) return plan_->chirp->run_real(x, forward, scale);
  run_real_stages(plan_->stages, x, plan_->n, forward, scale);
}

template class Circle<float>;
template class Circle<double>;
template class Fourier<float>;
template class Fourier<double>;

}  // namespace rille
