// Stages of complex Fourier transforms, vectorized.
#pragma once

#include <array>
#include <vector>

#include "jit/fourier.h"

namespace rille {

template <class T>
constexpr T root_half = T(0.707106781186547524400844362104849L);

// Multiplies by i in the inverse transform, and by -i in the forward transform. eighth() and
// three_eighths() multiply by e^(i pi / 4) and e^(3 i pi / 4), or their conjugates.
template <bool forward, class N>
Phasor<N> quarter(Phasor<N> a) {
  if constexpr (forward) return {a.y, -a.x};
  return {-a.y, a.x};
}
template <class T, bool forward, class N>
Phasor<N> eighth(Phasor<N> a) {
  if constexpr (forward) return {root_half<T> * (a.x + a.y), root_half<T> * (a.y - a.x)};
  return {root_half<T> * (a.x - a.y), root_half<T> * (a.y + a.x)};
}
template <class T, bool forward, class N>
Phasor<N> three_eighths(Phasor<N> a) {
  if constexpr (forward) return {root_half<T> * (a.y - a.x), root_half<T> * (-a.x - a.y)};
  return {root_half<T> * (-a.x - a.y), root_half<T> * (a.x - a.y)};
}

template <bool forward, class N>
[[gnu::always_inline]] inline void four(const Phasor<N>* x, Phasor<N>* y) {
  Phasor<N> a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = quarter<forward>(x[1] - x[3]);
  y[0] = a + c;
  y[1] = b + d;
  y[2] = a - c;
  y[3] = b - d;
}

template <class T, bool forward, class N>
[[gnu::always_inline]] inline void eight(const Phasor<N>* x, Phasor<N>* y) {
  Phasor<N> a = x[1] + x[5], b = x[3] + x[7], c = x[1] - x[5], d = quarter<forward>(x[3] - x[7]);
  Phasor<N> first = a + b, third = quarter<forward>(a - b);
  Phasor<N> second = eighth<T, forward>(c + d), fourth = three_eighths<T, forward>(c - d);
  Phasor<N> e = x[0] + x[4], f = x[2] + x[6], g = x[0] - x[4], h = quarter<forward>(x[2] - x[6]);
  Phasor<N> whole[] = {e + f, g + h, e - f, g - h}, turned[] = {first, second, third, fourth};
  for (int i = 0; i < 4; ++i) {
    y[i] = whole[i] + turned[i];
    y[i + 4] = whole[i] - turned[i];
  }
}

// Sums of an odd radix for output `line`: first + cos s1 + cos 2 s2 ..., and sin d1 + sin 2 d2 ....
// The first two terms are added one by one, the others in groups of 4 (`group` 4), then 2, then 1.
// If `group` is 0, all terms are added one by one.
template <class N>
struct OddSums {
  Phasor<N> even, odd;
};
template <class T, class N>
[[gnu::always_inline]] inline OddSums<N> odd_sums(Phasor<N> first, const Phasor<N>* sums,
                                                  const Phasor<N>* differences,
                                                  const Phasor<T>* roots, size_t radix, size_t line,
                                                  size_t group) {
  size_t half = (radix + 1) / 2;
  auto term = [&](size_t j) {
    Phasor<T> w = roots[line * j % radix];
    return OddSums<N>{sums[j] * w.x, differences[j] * w.y};
  };
  OddSums<N> one = term(1), out{first + one.even, one.odd};
  auto add = [&](size_t from, size_t count) {
    OddSums<N> some = term(from);
    for (size_t j = from + 1; j < from + count; ++j) {
      OddSums<N> next = term(j);
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

// x has room for 2 radix numbers: the sums overwrite the first half of the input, the differences
// are stored after the input.
template <class T, bool forward, class N>
[[gnu::always_inline]] inline void odd(size_t radix, const Phasor<T>* roots, Phasor<N>* x,
                                       Phasor<N>* y) {
  size_t half = (radix + 1) / 2;
  y[0] = x[0];
  for (size_t j = 1; j < half; ++j) {
    Phasor<N> sum = x[j] + x[radix - j], difference = x[j] - x[radix - j];
    x[j] = sum;
    x[radix - 1 + j] = difference;
    y[0] = y[0] + sum;
  }
  for (size_t line = 1; line < half; ++line) {
    auto [even, odd] =
        odd_sums<T>(x[0], x, x + radix - 1, roots, radix, line, radix > 11 ? size_t{2} : size_t{0});
    Phasor<N> across = quarter<forward>(odd);
    y[line] = even + across;
    y[radix - line] = even - across;
  }
}

// Twiddle factors that are equal in all lanes.
template <class T>
struct SharedTwiddles {
  const FourierStage<T>& stage;

  // Number i of the output for line j.
  template <bool forward, class N>
  Phasor<N> turned(Phasor<N> a, size_t j, size_t i) const {
    if (i == 0) return a;
    Phasor<T> by = stage.turns[stage.turn_at(j) + i];
    if constexpr (forward) return a / by;
    return a * by;
  }
};

// Size of a stage, or of a part of it.
struct StageLines {
  size_t length, step;
};

// `known`: a radix with specialized code; 0: any other odd radix.
template <class T, size_t known, bool forward, class N, class Turns>
void stage_of(const FourierStage<T>& stage, StageLines of, const Turns& turns, const Phasor<N>* x,
              Phasor<N>* y) {
  size_t radix = known != 0 ? known : stage.radix, length = of.length;
  std::array<Phasor<N>, 2 * known> few;
  std::vector<Phasor<N>> many(known != 0 ? 0 : 3 * radix);
  Phasor<N>* in = known != 0 ? few.data() : many.data();
  std::array<Phasor<N>, known> few_made;
  Phasor<N>* out = known != 0 ? few_made.data() : in + 2 * radix;
  for (size_t k = 0; k < of.step; ++k) {
    for (size_t i = 0; i < length; ++i) {
      for (size_t j = 0; j < radix; ++j) in[j] = x[i + length * (j + radix * k)];
      if constexpr (known == 2) {
        out[0] = in[0] + in[1];
        out[1] = in[0] - in[1];
      } else if constexpr (known == 4) {
        four<forward>(in, out);
      } else if constexpr (known == 8) {
        eight<T, forward>(in, out);
      } else {
        odd<T, forward>(radix, stage.roots.data(), in, out);
      }
      y[i + length * k] = out[0];
      for (size_t j = 1; j < radix; ++j) {
        y[i + length * (k + of.step * j)] = turns.template turned<forward>(out[j], j, i);
      }
    }
  }
}

template <class T, bool forward, class N, class Turns>
void stage_by_radix(const FourierStage<T>& stage, StageLines of, const Turns& turns,
                    const Phasor<N>* x, Phasor<N>* y) {
  switch (stage.radix) {
    case 2: return stage_of<T, 2, forward>(stage, of, turns, x, y);
    case 3: return stage_of<T, 3, forward>(stage, of, turns, x, y);
    case 4: return stage_of<T, 4, forward>(stage, of, turns, x, y);
    case 5: return stage_of<T, 5, forward>(stage, of, turns, x, y);
    case 7: return stage_of<T, 7, forward>(stage, of, turns, x, y);
    case 8: return stage_of<T, 8, forward>(stage, of, turns, x, y);
    default: return stage_of<T, 0, forward>(stage, of, turns, x, y);
  }
}

template <class T, class N, class Turns>
void complex_stage(const FourierStage<T>& stage, StageLines of, const Turns& turns, bool forward,
                   const Phasor<N>* x, Phasor<N>* y) {
  if (forward) return stage_by_radix<T, true>(stage, of, turns, x, y);
  stage_by_radix<T, false>(stage, of, turns, x, y);
}

}  // namespace rille
