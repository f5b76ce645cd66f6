// Fourier transforms of one complete line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "jit/fourier_complex.h"
#include "jit/fourier_real.h"

namespace rille {

// Runs the stages, alternating between two buffers. Returns the buffer of the result.
template <class T, class N>
Phasor<N>* run_stages(const std::vector<FourierStage<T>>& stages, bool forward, Phasor<N>* from,
                      Phasor<N>* to) {
  for (const FourierStage<T>& stage : stages) {
    complex_stage(stage, {stage.length, stage.step}, SharedTwiddles<T>{stage}, forward, from, to);
    std::swap(from, to);
  }
  return from;
}
// Runs the stages of real numbers. The output is the first half of the complex result: x0, then the
// parts of x1, x2, ...; for even n, the last number is real. The inverse transform takes this
// layout.
template <class T, class N>
N* run_real_stages(const std::vector<FourierStage<T>>& stages, bool forward, N* from, N* to) {
  for (size_t i = 0; i < stages.size(); ++i) {
    real_stage(stages[forward ? stages.size() - 1 - i : i], forward, from, to);
    std::swap(from, to);
  }
  return from;
}

// Runs the stages of one complex line on the calling thread, one number at a time.
struct SerialRunner {
  // Transforms n numbers from x to y and multiplies them by scale.
  template <class T>
  void operator()(const std::vector<FourierStage<T>>& stages, size_t n, bool forward, T scale,
                  const Phasor<T>* x, Phasor<T>* y) const {
    std::vector<Phasor<T>> here(x, x + n), other(n);
    const Phasor<T>* made = run_stages(stages, forward, here.data(), other.data());
    for (size_t i = 0; i < n; ++i) y[i] = made[i] * scale;
  }
};

template <class T, class Stages>
void run_chirp(const FourierChirp<T>& of, size_t n, bool forward, T scale, const Phasor<T>* x,
               Phasor<T>* y, const Stages& run) {
  std::vector<Phasor<T>> all(of.length), other(of.length);
  auto turned = [](Phasor<T> a, Phasor<T> by, bool back) { return back ? a / by : a * by; };
  for (size_t m = 0; m < n; ++m) all[m] = turned(x[m], of.chirp[m], forward);
  Phasor<T> zero = all[0] * T(0);
  for (size_t m = n; m < of.length; ++m) all[m] = zero;
  run(of.stages, of.length, true, T(1), all.data(), other.data());
  for (size_t m = 0; m < of.length; ++m) {
    other[m] = turned(other[m], of.spectrum[std::min(m, of.length - m)], !forward);
  }
  run(of.stages, of.length, false, T(1), other.data(), all.data());
  for (size_t m = 0; m < n; ++m) y[m] = turned(all[m], of.chirp[m], forward) * scale;
}

template <class T, class Stages>
void run_complex(const FourierPlan<T>& plan, bool forward, T scale, const Phasor<T>* x,
                 Phasor<T>* y, const Stages& run) {
  if (plan.chirp != nullptr) return run_chirp(*plan.chirp, plan.n, forward, scale, x, y, run);
  run(plan.stages, plan.n, forward, scale, x, y);
}

// Combines the transforms of the numbers with even and with odd index. `z` is the transform of half
// the length whose input has the even ones as real and the odd ones as imaginary parts.
template <class T>
void join_halves(const FourierHalves<T>& of, const Phasor<T>* z, Phasor<T>* y) {
  size_t half = of.plan.n;
  y[0] = {z[0].x + z[0].y, 0};
  y[half] = {z[0].x - z[0].y, 0};
  for (size_t k = 1; k <= half / 2; ++k) {
    Phasor<T> a = z[k], b = z[half - k];
    Phasor<T> even{T(0.5) * (a.x + b.x), T(0.5) * (a.y - b.y)};
    Phasor<T> odd = Phasor<T>{T(0.5) * (a.y + b.y), T(0.5) * (b.x - a.x)} / of.turns[k];
    y[k] = even + odd;
    y[half - k] = {even.x - odd.x, odd.y - even.y};
  }
}
// The inverse of join_halves, times 2.
template <class T>
void part_halves(const FourierHalves<T>& of, const Phasor<T>* y, Phasor<T>* z) {
  size_t half = of.plan.n;
  z[0] = {y[0].x + y[half].x, y[0].x - y[half].x};
  for (size_t k = 1; k <= half / 2; ++k) {
    Phasor<T> a = y[k], b = y[half - k];
    Phasor<T> even{a.x + b.x, a.y - b.y};
    Phasor<T> odd = Phasor<T>{a.x - b.x, a.y + b.y} * of.turns[k];
    z[k] = {even.x - odd.y, even.y + odd.x};
    z[half - k] = {even.x + odd.y, odd.x - even.y};
  }
}

// Transforms n real numbers to n / 2 + 1 complex ones.
template <class T, class Stages>
void run_real(const FourierPlan<T>& plan, const T* x, Phasor<T>* y, const Stages& run) {
  size_t n = plan.n;
  if (plan.halves != nullptr) {
    std::vector<Phasor<T>> z(n / 2);
    run_complex(plan.halves->plan, true, T(1), reinterpret_cast<const Phasor<T>*>(x), z.data(),
                run);
    return join_halves(*plan.halves, z.data(), y);
  }
  if (plan.chirp != nullptr) {
    std::vector<Phasor<T>> all(n);
    for (size_t m = 0; m < n; ++m) all[m] = {x[m], T(0) * x[0]};
    run_chirp(*plan.chirp, n, true, T(1), all.data(), all.data(), run);
    std::copy_n(all.data(), n / 2 + 1, y);
  } else {
    std::vector<T> here(x, x + n), other(n);
    const T* made = run_real_stages(plan.stages, true, here.data(), other.data());
    y[0].x = made[0];
    std::copy_n(made + 1, n - 1, &y[1].x);
  }
  y[0].y = 0;
  if (n % 2 == 0) y[n / 2].y = 0;
}

// The inverse of run_real, times scale. Imaginary parts of numbers that must be real are ignored.
template <class T, class Stages>
void run_real_back(const FourierPlan<T>& plan, T scale, const Phasor<T>* x, T* y,
                   const Stages& run) {
  size_t n = plan.n;
  if (plan.halves != nullptr) {
    std::vector<Phasor<T>> z(n / 2);
    part_halves(*plan.halves, x, z.data());
    return run_complex(plan.halves->plan, false, scale, z.data(), reinterpret_cast<Phasor<T>*>(y),
                       run);
  }
  if (plan.chirp != nullptr) {
    std::vector<Phasor<T>> all(x, x + n / 2 + 1);
    all.resize(n);
    all[0].y = x[0].x * T(0);
    if (n % 2 == 0) all[n / 2].y = T(0) * x[0].x;
    for (size_t m = 1; 2 * m < n; ++m) all[n - m] = {all[m].x, -all[m].y};
    run_chirp(*plan.chirp, n, false, scale, all.data(), all.data(), run);
    for (size_t m = 0; m < n; ++m) y[m] = all[m].x;
    return;
  }
  std::vector<T> here(n), other(n);
  here[0] = x[0].x;
  std::copy_n(&x[1].x, n - 1, &here[0] + 1);
  const T* made = run_real_stages(plan.stages, false, here.data(), other.data());
  for (size_t i = 0; i < n; ++i) y[i] = made[i] * scale;
}

// One line of a kind, in its memory layout: a complex number is two real ones.
template <class T>
struct FourierLine {
  const FourierPlan<T>& plan;
  FourierKind kind;

  size_t read() const { return reals(kind == FourierKind::rfft); }   // numbers of the input
  size_t made() const { return reals(kind == FourierKind::irfft); }  // numbers of the output
  bool is_forward() const { return kind == FourierKind::fft || kind == FourierKind::rfft; }
  T scale() const { return is_forward() ? T(1) : T(1) / static_cast<T>(plan.n); }

  template <class Stages>
  void run(const T* x, T* y, const Stages& run) const {
    auto* pairs = reinterpret_cast<const Phasor<T>*>(x);
    auto* made_pairs = reinterpret_cast<Phasor<T>*>(y);
    if (kind == FourierKind::rfft) return run_real(plan, x, made_pairs, run);
    if (kind == FourierKind::irfft) return run_real_back(plan, scale(), pairs, y, run);
    run_complex(plan, is_forward(), scale(), pairs, made_pairs, run);
  }

 private:
  size_t reals(bool is_real) const {
    if (is_real) return plan.n;
    return 2 * (is_of_reals(kind) ? plan.n / 2 + 1 : plan.n);
  }
};

}  // namespace rille
