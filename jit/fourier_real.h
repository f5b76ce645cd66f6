// Stages of real Fourier transforms, vectorized.
#pragma once

#include <vector>

#include "jit/fourier_complex.h"

namespace rille {

// The layout of the numbers of a stage. The input is in lines, of which a stage combines `radix`.
// In the output, index 2m of a group holds the real and imaginary parts of output m, and index
// 2m-1 those of its mirror image, from the end backward.
template <class T, class Number>
struct HalfComplexView {
  const FourierStage<T>& stage;
  Number* at;

  // Number i of line j.
  Number& line(size_t i, size_t k, size_t j) const {
    return at[i + stage.length * (k + stage.step * j)];
  }
  Number& joined(size_t i, size_t place, size_t k) const {
    return at[i + stage.length * (place + stage.radix * k)];
  }
};
template <class T>
constexpr T root_two = T(1.414213562373095048801688724209698L);

// The twiddle factor of number i (even, from 2 on) of line j.
template <class T>
Phasor<T> turn_of(const FourierStage<T>& stage, size_t j, size_t i) {
  return stage.turns[stage.turn_at(j) + i / 2 - 1];
}

inline size_t group_of(size_t radix) { return radix > 5 ? 4 : 0; }

// For pairs of lines: the sums, and the differences times -i.
template <class N>
void paired(const Phasor<N>* c, Phasor<N>* sums, Phasor<N>* differences, size_t radix) {
  for (size_t j = 1; j < (radix + 1) / 2; ++j) {
    Phasor<N> a = c[j], b = c[radix - j];
    sums[j] = a + b;
    differences[j] = {a.y - b.y, b.x - a.x};
  }
}

template <class T, class N>
void odd_forward(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t radix = stage.radix, half = (radix + 1) / 2, length = stage.length;
  std::vector<Phasor<N>> c(radix), sums(half), differences(half);
  for (size_t k = 0; k < stage.step; ++k) {
    for (size_t i = 0; i < length; i += 2) {  // number 0 is real, followed by pairs
      bool is_real = i == 0;
      for (size_t j = 0; j < radix; ++j) {
        if (is_real) {
          c[j] = {in.line(0, k, j), N{}};
          continue;
        }
        c[j] = {in.line(i - 1, k, j), in.line(i, k, j)};
        if (j > 0) c[j] = c[j] / turn_of(stage, j, i);
      }
      paired(c.data(), sums.data(), differences.data(), radix);
      Phasor<N> all = c[0];
      for (size_t j = 1; j < half; ++j) all = all + sums[j];
      (is_real ? out.joined(0, 0, k) : out.joined(i - 1, 0, k)) = all.x;
      if (!is_real) out.joined(i, 0, k) = all.y;
      for (size_t m = 1; m < half; ++m) {
        auto [even, odd] = odd_sums<T>(c[0], sums.data(), differences.data(), stage.roots.data(),
                                       radix, m, group_of(radix));
        if (is_real) {
          out.joined(length - 1, 2 * m - 1, k) = even.x;
          out.joined(0, 2 * m, k) = odd.y;
          continue;
        }
        out.joined(i - 1, 2 * m, k) = even.x + odd.x;
        out.joined(length - i - 1, 2 * m - 1, k) = even.x - odd.x;
        out.joined(i, 2 * m, k) = odd.y + even.y;
        out.joined(length - i, 2 * m - 1, k) = odd.y - even.y;
      }
    }
  }
}

template <class T, class N>
void odd_back(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t radix = stage.radix, half = (radix + 1) / 2, length = stage.length;
  std::vector<Phasor<N>> sums(half), differences(half);
  for (size_t k = 0; k < stage.step; ++k) {
    for (size_t i = 0; i < length; i += 2) {
      bool is_real = i == 0;
      Phasor<N> first = is_real ? Phasor<N>{in.joined(0, 0, k), N{}}
                                : Phasor<N>{in.joined(i - 1, 0, k), in.joined(i, 0, k)};
      Phasor<N> all = first;
      for (size_t m = 1; m < half; ++m) {
        if (is_real) {
          sums[m] = {T(2) * in.joined(length - 1, 2 * m - 1, k), N{}};
          differences[m] = {N{}, T(2) * in.joined(0, 2 * m, k)};
        } else {
          Phasor<N> a{in.joined(i - 1, 2 * m, k), in.joined(i, 2 * m, k)};
          Phasor<N> b{in.joined(length - i - 1, 2 * m - 1, k), in.joined(length - i, 2 * m - 1, k)};
          sums[m] = {a.x + b.x, a.y - b.y};
          differences[m] = {a.x - b.x, a.y + b.y};
        }
        all = all + sums[m];
      }
      (is_real ? out.line(0, k, 0) : out.line(i - 1, k, 0)) = all.x;
      if (!is_real) out.line(i, k, 0) = all.y;
      for (size_t j = 1; j < half; ++j) {
        auto [even, odd] = odd_sums<T>(first, sums.data(), differences.data(), stage.roots.data(),
                                       radix, j, group_of(radix));
        Phasor<N> low{even.x - odd.y, even.y + odd.x}, high{even.x + odd.y, even.y - odd.x};
        if (is_real) {
          out.line(0, k, j) = low.x;
          out.line(0, k, radix - j) = high.x;
          continue;
        }
        low = low * turn_of(stage, j, i);
        high = high * turn_of(stage, radix - j, i);
        out.line(i - 1, k, j) = low.x;
        out.line(i, k, j) = low.y;
        out.line(i - 1, k, radix - j) = high.x;
        out.line(i, k, radix - j) = high.y;
      }
    }
  }
}

template <class T, class N>
void two_forward(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t length = stage.length;
  for (size_t k = 0; k < stage.step; ++k) {
    out.joined(0, 0, k) = in.line(0, k, 0) + in.line(0, k, 1);
    out.joined(length - 1, 1, k) = in.line(0, k, 0) - in.line(0, k, 1);
    if (length % 2 == 0) {
      out.joined(0, 1, k) = -in.line(length - 1, k, 1);
      out.joined(length - 1, 0, k) = in.line(length - 1, k, 0);
    }
    for (size_t i = 2; i < length; i += 2) {
      Phasor<N> a{in.line(i - 1, k, 0), in.line(i, k, 0)};
      Phasor<N> b = Phasor<N>{in.line(i - 1, k, 1), in.line(i, k, 1)} / turn_of(stage, 1, i);
      out.joined(i - 1, 0, k) = a.x + b.x;
      out.joined(length - i - 1, 1, k) = a.x - b.x;
      out.joined(i, 0, k) = b.y + a.y;
      out.joined(length - i, 1, k) = b.y - a.y;
    }
  }
}

template <class T, class N>
void two_back(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t length = stage.length;
  for (size_t k = 0; k < stage.step; ++k) {
    out.line(0, k, 0) = in.joined(0, 0, k) + in.joined(length - 1, 1, k);
    out.line(0, k, 1) = in.joined(0, 0, k) - in.joined(length - 1, 1, k);
    if (length % 2 == 0) {
      out.line(length - 1, k, 0) = T(2) * in.joined(length - 1, 0, k);
      out.line(length - 1, k, 1) = T(-2) * in.joined(0, 1, k);
    }
    for (size_t i = 2; i < length; i += 2) {
      Phasor<N> a{in.joined(i - 1, 0, k), in.joined(i, 0, k)};
      Phasor<N> b{in.joined(length - i - 1, 1, k), in.joined(length - i, 1, k)};
      out.line(i - 1, k, 0) = a.x + b.x;
      out.line(i, k, 0) = a.y - b.y;
      Phasor<N> turned = Phasor<N>{a.x - b.x, a.y + b.y} * turn_of(stage, 1, i);
      out.line(i - 1, k, 1) = turned.x;
      out.line(i, k, 1) = turned.y;
    }
  }
}

template <class T, class N>
void four_forward(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t length = stage.length;
  for (size_t k = 0; k < stage.step; ++k) {
    N across = in.line(0, k, 3) + in.line(0, k, 1), along = in.line(0, k, 0) + in.line(0, k, 2);
    out.joined(0, 2, k) = in.line(0, k, 3) - in.line(0, k, 1);
    out.joined(length - 1, 1, k) = in.line(0, k, 0) - in.line(0, k, 2);
    out.joined(0, 0, k) = along + across;
    out.joined(length - 1, 3, k) = along - across;
    if (length % 2 == 0) {
      size_t last = length - 1;
      N y = -root_half<T> * (in.line(last, k, 1) + in.line(last, k, 3));
      N x = root_half<T> * (in.line(last, k, 1) - in.line(last, k, 3));
      out.joined(last, 0, k) = in.line(last, k, 0) + x;
      out.joined(last, 2, k) = in.line(last, k, 0) - x;
      out.joined(0, 3, k) = y + in.line(last, k, 2);
      out.joined(0, 1, k) = y - in.line(last, k, 2);
    }
    for (size_t i = 2; i < length; i += 2) {
      Phasor<N> c[4];
      for (size_t j = 0; j < 4; ++j) {
        c[j] = {in.line(i - 1, k, j), in.line(i, k, j)};
        if (j > 0) c[j] = c[j] / turn_of(stage, j, i);
      }
      N tr1 = c[3].x + c[1].x, tr4 = c[3].x - c[1].x, ti1 = c[1].y + c[3].y, ti4 = c[1].y - c[3].y;
      Phasor<N> sum = c[0] + c[2], difference = c[0] - c[2];
      size_t ic = length - i;
      out.joined(i - 1, 0, k) = sum.x + tr1;
      out.joined(ic - 1, 3, k) = sum.x - tr1;
      out.joined(i, 0, k) = ti1 + sum.y;
      out.joined(ic, 3, k) = ti1 - sum.y;
      out.joined(i - 1, 2, k) = difference.x + ti4;
      out.joined(ic - 1, 1, k) = difference.x - ti4;
      out.joined(i, 2, k) = tr4 + difference.y;
      out.joined(ic, 1, k) = tr4 - difference.y;
    }
  }
}

template <class T, class N>
void four_back(HalfComplexView<T, const N> in, HalfComplexView<T, N> out) {
  const FourierStage<T>& stage = in.stage;
  size_t length = stage.length;
  for (size_t k = 0; k < stage.step; ++k) {
    N along = in.joined(0, 0, k) + in.joined(length - 1, 3, k);
    N apart = in.joined(0, 0, k) - in.joined(length - 1, 3, k);
    N real = T(2) * in.joined(length - 1, 1, k), imag = T(2) * in.joined(0, 2, k);
    out.line(0, k, 0) = along + real;
    out.line(0, k, 2) = along - real;
    out.line(0, k, 3) = apart + imag;
    out.line(0, k, 1) = apart - imag;
    if (length % 2 == 0) {
      size_t last = length - 1;
      N ti1 = in.joined(0, 3, k) + in.joined(0, 1, k),
        ti2 = in.joined(0, 3, k) - in.joined(0, 1, k);
      N tr2 = in.joined(last, 0, k) + in.joined(last, 2, k);
      N tr1 = in.joined(last, 0, k) - in.joined(last, 2, k);
      out.line(last, k, 0) = tr2 + tr2;
      out.line(last, k, 1) = root_two<T> * (tr1 - ti1);
      out.line(last, k, 2) = ti2 + ti2;
      out.line(last, k, 3) = -root_two<T> * (tr1 + ti1);
    }
    for (size_t i = 2; i < length; i += 2) {
      size_t ic = length - i;
      Phasor<N> a{in.joined(i - 1, 0, k), in.joined(i, 0, k)};
      Phasor<N> b{in.joined(ic - 1, 3, k), in.joined(ic, 3, k)};
      Phasor<N> c{in.joined(i - 1, 2, k), in.joined(i, 2, k)};
      Phasor<N> d{in.joined(ic - 1, 1, k), in.joined(ic, 1, k)};
      N tr2 = a.x + b.x, tr1 = a.x - b.x, ti1 = a.y + b.y, ti2 = a.y - b.y;
      N tr4 = c.y + d.y, ti3 = c.y - d.y, tr3 = c.x + d.x, ti4 = c.x - d.x;
      out.line(i - 1, k, 0) = tr2 + tr3;
      out.line(i, k, 0) = ti2 + ti3;
      Phasor<N> made[] = {{tr1 - tr4, ti1 + ti4}, {tr2 - tr3, ti2 - ti3}, {tr1 + tr4, ti1 - ti4}};
      for (size_t j = 1; j < 4; ++j) {
        Phasor<N> turned = made[j - 1] * turn_of(stage, j, i);
        out.line(i - 1, k, j) = turned.x;
        out.line(i, k, j) = turned.y;
      }
    }
  }
}

template <class T, class N>
void real_stage(const FourierStage<T>& stage, bool forward, const N* x, N* y) {
  HalfComplexView<T, const N> in{stage, x};
  HalfComplexView<T, N> out{stage, y};
  if (stage.radix == 2) return forward ? two_forward<T, N>(in, out) : two_back<T, N>(in, out);
  if (stage.radix == 4) return forward ? four_forward<T, N>(in, out) : four_back<T, N>(in, out);
  forward ? odd_forward<T, N>(in, out) : odd_back<T, N>(in, out);
}

}  // namespace rille
