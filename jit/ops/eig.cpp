// eig: eigenvalues and eigenvectors of a general matrix.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <tuple>
#include <vector>

#include "jit/ops/axes.h"
#include "jit/ops/complex_schur.h"
#include "jit/ops/francis.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc eig_doc = {
    .brief =
        "Computes the eigenvalues and eigenvectors of a general square matrix. The eigenvalues w "
        "are sorted by real part; of a conjugate pair, the one with positive imaginary part comes "
        "first. With `vectors`, also returns the eigenvectors as columns v of norm 1, x v = v "
        "diag(w), and the inverse of v. The component of largest modulus of each vector, the first "
        "of those equal to half of the digits, is real and positive.",
    .shapes = "x: z[..., n, n], vectors: bool -> z[..., n], z[..., n, n], z[..., n, n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if x is not square",
    .example = "linalg.eigvals([[2.0, 1.0], [0.0, 1.0]])  #> [1+0i, 2+0i]",
    .source = "jax.lax.linalg.eig; Golub and Van Loan, Matrix Computations, sec. 7.5 and 7.6",
};

Types eig_type(const OpCall& call) {
  Type x = call.in[0];
  check_square(call, x);
  Shape values = x.shape();
  values.pop_back();
  Type v = is_complex(x.dtype()) ? x : Type(complex_of(x.dtype()), x.shape());
  if (!call.attrs.flag("vectors")) return {v.with(values)};
  return {v.with(values), v, v};
}

// With m = v^-1 dx v: dw = diag(m), dv = v (m / (w_j - w_i)), 0 if i = j, NaN for equal
// eigenvalues, and normalized to norm 1 again. source: Giles, An extended collection of matrix
// derivative results, sec. 3.1; the normalization is ours.
Vars eig_jvp(Builder& b, const Node& node, const Vars& dx) {
  bool vectors = node.attrs.flag("vectors");
  Vars all = vectors ? node.out : op::eig(b, node.in[0], true);
  Var w = all[0], v = all[1], inverse = all[2];
  Type type = b.type(v);
  bool is_same = b.type(dx[0]).dtype() == type.dtype();
  Var moves = is_same ? dx[0] : op::convert(b, dx[0], type.dtype());
  Var m = matrix_product(b, matrix_product(b, inverse, moves), v);
  Var dw = diagonal_of(b, m);
  if (!vectors) return {dw};
  Var gap = op::sub(b, along_rows(b, w, type), along_columns(b, w, type));
  Var dv = matrix_product(b, v, op::mul(b, m, inverse_of_gap(b, gap)));
  dv = op::sub(b, dv, op::mul(b, v, along_rows(b, moves_of_turns(b, v, dv), type)));
  return {dw, dv, op::neg(b, matrix_product(b, matrix_product(b, inverse, dv), inverse))};
}

// The eigenvalues and eigenvectors of a Schur form by substitution; the inverse by elimination.
template <class N>
struct EigenDecomposition {
  using T = real_of_number<N>;
  using C = std::complex<T>;
  static constexpr bool is_real = std::is_same_v<N, T>;
  size_t n;
  std::conditional_t<is_real, RealSchur<T>, ComplexSchur<T>> form;
  std::vector<C> values, vectors = {}, inverse = {};
  std::vector<size_t> order = {};

  EigenDecomposition(const N* x, size_t size) : n(size), form(x, size), values(size), order(size) {
    std::iota(order.begin(), order.end(), 0);
    if (!form.is_found) {
      std::ranges::fill(values, nan());
      return;
    }
    for (size_t k = 0; k < n; ++k) {
      values[k] = at(k, k);
      if constexpr (is_real) {
        if (k + 1 == n || at(k + 1, k) == 0) continue;
        T size_of = std::sqrt(std::abs(at(k, k + 1))) * std::sqrt(std::abs(at(k + 1, k)));
        values[k] = C(at(k, k), size_of);
        values[k + 1] = std::conj(values[k]);
        ++k;
      }
    }
    std::ranges::stable_sort(order, {}, [&](size_t i) {
      return std::tuple(values[i].real(), std::abs(values[i].imag()), -values[i].imag());
    });
  }

  void find_vectors() {
    vectors.assign(n * n, nan());
    inverse = vectors;
    if (!form.is_found) return;
    for (size_t j = 0; j < n; ++j) {
      std::vector<C> y = substituted(order[j]), v(n);
      for (size_t i = 0; i < n; ++i) {
        for (size_t k = 0; k < n; ++k) v[i] += form.z[i * n + k] * y[k];
      }
      normalize(v);
      for (size_t i = 0; i < n; ++i) vectors[i * n + j] = v[i];
    }
    invert();
  }

  static C nan() {
    T none = std::numeric_limits<T>::quiet_NaN();
    return {none, none};
  }

 private:
  N at(size_t i, size_t j) const { return form.t[i * n + j]; }

  // A vector y with t y = values[of] y.
  std::vector<C> substituted(size_t of) const {
    C value = values[of];
    std::vector<C> y(n);
    size_t left = of;
    y[of] = 1;
    if constexpr (is_real) {
      if (value.imag() != 0) {
        left = value.imag() > 0 ? of : of - 1;
        y[left] = at(left, left + 1);
        y[left + 1] = value - at(left, left);
      }
    }
    T most = 0;
    for (N number : form.t) most = std::max(most, std::abs(number));
    T least = std::max(std::numeric_limits<T>::epsilon() * most, std::numeric_limits<T>::min());
    auto sum = [&](size_t i) {
      C all = 0;
      for (size_t k = i + 1; k < n; ++k) all -= at(i, k) * y[k];
      poll();
      return all;
    };
    auto off_zero = [&](C x) { return std::abs(x) < least ? C(least) : x; };
    auto settle = [&](size_t i) { y[i] = sum(i) / off_zero(at(i, i) - value); };
    if constexpr (!is_real) {
      while (left-- > 0) settle(left);
      return y;
    }
    while (left-- > 0) {
      if (left == 0 || at(left, left - 1) == N(0)) {
        settle(left);
        continue;
      }
      C low = sum(left), high = sum(left - 1), a = at(left - 1, left - 1) - value;
      T b = real_part(at(left - 1, left)), c = real_part(at(left, left - 1));
      if (std::abs(a) >= std::abs(c)) {
        C by = c / off_zero(a);
        y[left] = (low - by * high) / off_zero(a - by * b);
        y[left - 1] = (high - b * y[left]) / off_zero(a);
      } else {
        y[left] = (high - a / c * low) / off_zero(b - a / c * a);
        y[left - 1] = (low - a * y[left]) / c;
      }
      --left;
    }
    return y;
  }

  static void normalize(std::vector<C>& v) {
    T most = 0, length = 0;
    for (C x : v) most = std::max(most, std::abs(x));
    for (C& x : v) length += std::norm(x /= most);
    constexpr Dtype dtype = std::is_same_v<T, double> ? Dtype::f64 : Dtype::f32;
    auto k = std::ranges::find_if(v, [](C x) { return std::norm(x) >= 1 - near_greatest(dtype); });
    if (k == v.end()) return;  // an infinite vector has no norm
    C turn = std::conj(*k) / (std::abs(*k) * std::sqrt(length));
    size_t real = static_cast<size_t>(k - v.begin());
    for (C& x : v) x *= turn;
    v[real] = v[real].real();
  }

  void invert() {
    std::vector<C> a = vectors;
    for (size_t i = 0; i < n * n; ++i) inverse[i] = i % (n + 1) == 0 ? 1 : 0;
    for (size_t k = 0; k < n; ++k) {
      size_t pivot = k;
      for (size_t i = k + 1; i < n; ++i) {
        if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
      }
      C by = C(1) / a[pivot * n + k];
      for (size_t j = 0; j < n; ++j) {
        std::swap(a[k * n + j], a[pivot * n + j]);
        std::swap(inverse[k * n + j], inverse[pivot * n + j]);
        a[k * n + j] *= by;
        inverse[k * n + j] *= by;
      }
      for (size_t i = 0; i < n; ++i) {
        C factor = i == k ? C(0) : a[i * n + k];
        for (size_t j = 0; j < n; ++j) {
          a[i * n + j] -= factor * a[k * n + j];
          inverse[i * n + j] -= factor * inverse[k * n + j];
        }
        poll();
      }
    }
  }
};

template <class N>
void write_spectrum(EigenDecomposition<N>& of,
                    std::span<typename EigenDecomposition<N>::C* const> out) {
  for (size_t j = 0; j < of.n; ++j) out[0][j] = of.values[of.order[j]];
  if (out.size() == 1) return;
  of.find_vectors();
  std::ranges::copy(of.vectors, out[1]);
  std::ranges::copy(of.inverse, out[2]);
}

void eig_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<size_t>(in[0].type().ints().back());
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      using C = typename EigenDecomposition<T>::C;
      size_t count = n == 0 ? 0 : in[0].size() / (n * n);
      for (size_t at = 0; at < count; ++at) {
        EigenDecomposition<T> of(elements<T>(in[0]) + at * n * n, n);
        std::vector<C*> to;
        for (size_t k = 0; k < out.size(); ++k) {
          to.push_back(elements_to_write<C>(out[k]) + at * (k == 0 ? n : n * n));
        }
        write_spectrum<T>(of, to);
      }
    }
  });
}

std::vector<Sample> eig_samples() {
  std::vector<Sample> out;
  for (bool vectors : {false, true}) {
    for (Sample sample : square_samples()) {
      sample.attrs = {{"vectors", vectors}};
      out.push_back(sample);
    }
  }
  return out;
}

}  // namespace

extern const Op eig_op = {
    .name = "eig",
    .doc = eig_doc,
    .type = eig_type,
    .jvp = eig_jvp,
    .transpose = MissingRule{"eig is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"eig"}; },
    .reference = eig_reference,
    .samples = eig_samples,
};

Vars op::eig(Builder& b, Var x, bool vectors) {
  return b.emit(eig_op, {x}, {{"vectors", vectors}});
}

}  // namespace rille
