// The real Schur form in plain loops: Francis' double steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "jit/ops/deflation.h"
#include "vm/run/running.h"

namespace rille {

// x = z t z', where z is orthogonal and t is upper quasi-triangular: each 2 by 2 diagonal block has
// equal diagonal elements and off-diagonal elements of opposite sign, that is, a complex pair of
// eigenvalues.
// source: Golub and Van Loan, Matrix Computations, alg. 7.4.2, 7.5.1 and 7.5.2.
template <class T>
struct RealSchur {
  size_t n;
  std::vector<T> t, z = {};
  bool is_found = true;  // false if the iteration did not converge

  RealSchur(const T* x, size_t size) : n(size), t(x, x + size * size), z(size * size) {
    for (size_t i = 0; i < n; ++i) z[i * n + i] = 1;
    T most = 0, nothing = 0;
    for (T number : t) {
      most = std::max(most, std::abs(number));
      nothing += number * 0;
    }
    is_found = nothing == 0;
    if (!is_found || most == 0) return;
    int exponent = std::ilogb(most);
    for (T& number : t) number = std::ldexp(number, -exponent);
    for (size_t k = 0; k + 2 < n; ++k) below(k, k + 1, n);
    is_found = deflate(t, n, [&](size_t first, size_t end, bool is_other) {
      if (end - first > 2) step(first, end, is_other);
      if (end - first == 2) settle(first);
      return end - first <= 2;
    });
    for (T& number : t) number = std::ldexp(number, exponent);
  }

 private:
  T& at(size_t i, size_t j) { return t[i * n + j]; }

  // Reflects rows and columns [from, from + v.size()) so that only the first element of v remains
  // nonzero.
  void reflect(std::vector<T> v, size_t from) {
    T rest = 0, all = 0;
    for (size_t i = 0; i < v.size(); ++i) {
      if (i > 0) rest += v[i] * v[i];
      all += v[i] * v[i];
    }
    if (rest == 0) return;
    v[0] += std::copysign(std::sqrt(all), v[0]);
    T factor = 2 / (v[0] * v[0] + rest);
    auto mirror = [&](std::vector<T>& x, size_t step, size_t other) {
      for (size_t p = 0; p < n; ++p) {
        T sum = 0;
        for (size_t i = 0; i < v.size(); ++i) sum += v[i] * x[(from + i) * step + p * other];
        sum *= factor;
        for (size_t i = 0; i < v.size(); ++i) x[(from + i) * step + p * other] -= sum * v[i];
      }
      poll();
    };
    mirror(t, n, 1);
    mirror(t, 1, n);
    mirror(z, 1, n);
  }

  // Sets column k to 0 in the rows [from, to), except the first of them.
  void below(size_t k, size_t from, size_t to) {
    std::vector<T> v;
    for (size_t i = from; i < to; ++i) v.push_back(at(i, k));
    reflect(v, from);
    for (size_t i = from + 1; i < to; ++i) at(i, k) = 0;
  }

  // A double step with the eigenvalues of the last two rows as shifts, or with exceptional shifts.
  void step(size_t first, size_t end, bool is_other) {
    size_t last = end - 1;
    T sum = at(last - 1, last - 1) + at(last, last);
    T product = at(last - 1, last - 1) * at(last, last) - at(last - 1, last) * at(last, last - 1);
    if (is_other) {
      T size = std::abs(at(last, last - 1)) + std::abs(at(last - 1, last - 2));
      sum = T(1.5) * size;
      product = size * size;
    }
    T a = at(first, first), c = at(first + 1, first), next = at(first + 1, first + 1);
    reflect({a * a + at(first, first + 1) * c - sum * a + product, c * (a + next - sum),
             c * at(first + 2, first + 1)},
            first);
    for (size_t k = first; k + 2 < end; ++k) below(k, k + 1, std::min(k + 4, end));
  }

  // Standardizes a 2 by 2 block: triangular if the eigenvalues are real, otherwise with equal
  // diagonal elements.
  void settle(size_t k) {
    T a = at(k, k), b = at(k, k + 1), c = at(k + 1, k), d = at(k + 1, k + 1);
    T half = (a - d) / 2, square = half * half + b * c, x = 1, y = 0;
    if (square >= 0) {
      x = half + std::copysign(std::sqrt(square), half);
      y = c;
    } else {
      T angle = std::atan2(d - a, b + c) / 2;
      x = std::cos(angle);
      y = std::sin(angle);
    }
    T length = std::hypot(x, y);
    if (length == 0) return;
    turn(k, x / length, y / length);
    if (square >= 0) {
      at(k + 1, k) = 0;
    } else {
      at(k, k) = at(k + 1, k + 1) = (a + d) / 2;
    }
  }

  void turn(size_t k, T c, T s) {
    auto pair = [&](T& x, T& y) {
      T old = x;
      x = c * old + s * y;
      y = c * y - s * old;
    };
    for (size_t p = 0; p < n; ++p) pair(at(k, p), at(k + 1, p));
    for (size_t p = 0; p < n; ++p) pair(at(p, k), at(p, k + 1));
    for (size_t p = 0; p < n; ++p) pair(z[p * n + k], z[p * n + k + 1]);
  }
};

}  // namespace rille
