// The Schur form of complex matrices in plain loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "jit/ops/deflation.h"
#include "vm/run/running.h"

namespace rille {

// x = z t z', where z is unitary and t is upper triangular with the eigenvalues on its diagonal.
// source: Golub and Van Loan, Matrix Computations, alg. 7.4.2 and sec. 7.5, with single shifts
template <class T>
struct ComplexSchur {
  using C = std::complex<T>;
  size_t n;
  std::vector<C> t, z = {};
  bool is_found = true;  // false if the iteration did not converge

  ComplexSchur(const C* x, size_t size) : n(size), t(x, x + size * size), z(size * size) {
    for (size_t i = 0; i < n; ++i) z[i * n + i] = 1;
    T most = 0, nothing = 0;
    for (C number : t) {
      most = std::max(most, rough_size(number));
      nothing += number.real() * 0 + number.imag() * 0;
    }
    is_found = nothing == 0;
    if (!is_found || most == 0) return;
    int exponent = std::ilogb(most);
    scale(-exponent);
    for (size_t k = 0; k + 2 < n; ++k) clear_below(k);
    is_found = deflate(t, n, [&](size_t first, size_t end, bool is_other) {
      if (end - first > 1) step(first, end, is_other);
      return end - first <= 1;
    });
    scale(exponent);
  }

 private:
  C& at(size_t i, size_t j) { return t[i * n + j]; }

  void scale(int exponent) {
    for (C& x : t) x = {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
  }

  // Sets column k below the subdiagonal to 0, by a reflection of the rows and columns below k.
  void clear_below(size_t k) {
    std::vector<C> v;
    T rest = 0;
    for (size_t i = k + 1; i < n; ++i) {
      v.push_back(at(i, k));
      if (i > k + 1) rest += std::norm(v.back());
    }
    if (rest == 0) return;
    T size = std::abs(v[0]), length = std::hypot(size, std::sqrt(rest));
    v[0] += size == 0 ? C(length) : v[0] / size * length;
    T factor = 2 / (std::norm(v[0]) + rest);
    mirror(v, k + 1, factor, true, t);
    mirror(v, k + 1, factor, false, t);
    mirror(v, k + 1, factor, false, z);
    for (size_t i = k + 2; i < n; ++i) at(i, k) = 0;
  }

  // Applies (1 - factor v v') to the rows, or the columns, from `from` on.
  void mirror(const std::vector<C>& v, size_t from, T factor, bool rows, std::vector<C>& x) {
    for (size_t p = 0; p < n; ++p) {
      C sum = 0;
      auto place = [&](size_t i) { return rows ? (from + i) * n + p : p * n + from + i; };
      for (size_t i = 0; i < v.size(); ++i) sum += (rows ? std::conj(v[i]) : v[i]) * x[place(i)];
      sum *= factor;
      for (size_t i = 0; i < v.size(); ++i) {
        x[place(i)] -= sum * (rows ? v[i] : std::conj(v[i]));
      }
    }
    poll();
  }

  // The eigenvalue of the trailing 2 by 2 block that is closer to its last element.
  C shift(size_t end) {
    C a = at(end - 2, end - 2), d = at(end - 1, end - 1);
    C half = (a - d) / T(2), product = at(end - 2, end - 1) * at(end - 1, end - 2);
    C root = std::sqrt(half * half + product);
    C one = half + root, two = half - root;
    return d - (std::abs(one) > std::abs(two) ? (one == C(0) ? C(0) : product / one)
                                              : (two == C(0) ? C(0) : product / two));
  }

  void step(size_t first, size_t end, bool is_other) {
    C moved = is_other ? C(std::abs(at(end - 1, end - 2))) + at(end - 1, end - 1) : shift(end);
    C x = at(first, first) - moved, y = at(first + 1, first);
    for (size_t k = first; k + 1 < end; ++k) {
      if (k > first) {
        x = at(k, k - 1);
        y = at(k + 1, k - 1);
      }
      turn(k, x, y, first, end);
      if (k > first) at(k + 1, k - 1) = 0;
    }
    poll();
  }

  // Rotates rows and columns k and k + 1 so that y, next to x, would become 0.
  void turn(size_t k, C x, C y, size_t first, size_t end) {
    T length = std::hypot(std::abs(x), std::abs(y));
    if (length == 0) return;
    C c = std::conj(x) / length, s = std::conj(y) / length;
    for (size_t p = k > first ? k - 1 : k; p < n; ++p) {
      C upper = at(k, p), lower = at(k + 1, p);
      at(k, p) = c * upper + s * lower;
      at(k + 1, p) = std::conj(c) * lower - std::conj(s) * upper;
    }
    auto columns = [&](std::vector<C>& of, size_t rows) {
      for (size_t p = 0; p < rows; ++p) {
        C left = of[p * n + k], right = of[p * n + k + 1];
        of[p * n + k] = std::conj(c) * left + std::conj(s) * right;
        of[p * n + k + 1] = c * right - s * left;
      }
    };
    columns(t, std::min(k + 3, end));
    columns(z, n);
  }
};

}  // namespace rille
