// eigh: the eigendecomposition of a Hermitian matrix.
#include <cmath>
#include <numeric>
#include <vector>

#include "jit/ops/axes.h"
#include "jit/ops/jacobi.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/reflections.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc eigh_doc = {
    .brief =
        "Computes the eigendecomposition of a Hermitian matrix: ascending eigenvalues w and "
        "eigenvectors as columns v, x v = v diag(w). Only the lower triangle of x is read. The "
        "component of largest modulus of each vector is positive; of a complex vector, the first "
        "of those equal to half of the digits is.",
    .shapes = "x: z[..., n, n] -> f[..., n], z[..., n, n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if x is not square",
    .example = "linalg.eigh([[2.0, 1.0], [1.0, 2.0]])[0]  #> [1, 3]",
    .source = "jax.lax.linalg.eigh; Golub and Van Loan, Matrix Computations, alg. 8.5.3",
};

Types eigh_type(const OpCall& call) {
  Type x = call.in[0];
  check_square(call, x);
  Shape values = x.shape();
  values.pop_back();
  return {Type(real_dtype(x.dtype()), values), x};
}

// With m = v' dx v: dw = diag(m), dv = v (m / (w_j - w_i)), 0 if i = j. Eigenvectors of equal
// eigenvalues have no derivative; products that do not depend on them are handled by
// jit/transforms/spectral.cpp.
// source: Giles, An extended collection of matrix derivative results, sec. 3.1.
Vars eigh_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var w = node.out[0], v = node.out[1];
  Type type = b.type(v), real = type.with(real_dtype(type.dtype()));
  Var m = matrix_product(b, matrix_product(b, adjoint(b, v), mirrored(b, dx[0])), v);
  Var gap = op::sub(b, along_rows(b, w, real), along_columns(b, w, real));
  Var factor = of_real(b, inverse_of_gap(b, gap), type.dtype());
  Var dv = matrix_product(b, v, op::mul(b, m, factor));
  if (is_complex(type.dtype())) {
    dv = op::sub(b, dv, op::mul(b, v, along_rows(b, moves_of_turns(b, v, dv), type)));
  }
  return {real_of(b, diagonal_of(b, m)), dv};
}

// For complex numbers: reduces to a real tridiagonal matrix.
Vars eigh_expand(Builder& b, const Node& node) {
  Var x = node.in[0];
  Type type = b.type(x);
  if (type.shape().back().number() == 0) {
    return {op::sum(b, op::real(b, x), {type.rank() - 1}), x};
  }
  Tridiagonal form = to_three_diagonals(b, x);
  Vars of = op::eigh(b, form.t);
  Var v = matrix_product(b, form.q, of_real(b, of[1], type.dtype()));
  return {of[0], op::mul(b, v, along_rows(b, turns_of_columns(b, v), type))};
}

// Jacobi rotations: each sets one pair of off-diagonal elements to 0.
template <class T>
struct Rotations {
  size_t n;
  std::vector<T> a, v = {};

  Rotations(const T* x, size_t size) : n(size), a(x, x + size * size), v(size * size) {
    for (size_t i = 0; i < n; ++i) {
      v[i * n + i] = 1;
      for (size_t j = i + 1; j < n; ++j) a[i * n + j] = a[j * n + i];
    }
  }

  T beside() const {
    T sum = 0;
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < i; ++j) sum += a[i * n + j] * a[i * n + j];
    }
    return sum;
  }

  void rotate(size_t p, size_t q) {
    T off = a[p * n + q];
    if (off == 0) return;
    T half = (a[q * n + q] - a[p * n + p]) / (2 * off);
    JacobiRotation<T> turn(half);
    for (size_t k = 0; k < n; ++k) turn(a[k * n + p], a[k * n + q]);
    for (size_t k = 0; k < n; ++k) turn(a[p * n + k], a[q * n + k]);
    for (size_t k = 0; k < n; ++k) turn(v[k * n + p], v[k * n + q]);
  }

  void run(T* values, T* vectors) {
    PollCounter polls;
    for (int sweep = 0; sweep < 60 && beside() > 0; ++sweep) {
      for (size_t p = 0; p < n; ++p) {
        for (size_t q = p + 1; q < n; ++q, polls.step(n)) rotate(p, q);
      }
    }
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return a[i * n + i]; });
    for (size_t j = 0; j < n; ++j) {
      size_t from = order[j];
      values[j] = a[from * n + from];
      T sign = sign_of_column(v, n, from);
      for (size_t i = 0; i < n; ++i) vectors[i * n + j] = sign * v[i * n + from];
    }
  }
};

void eigh_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  if (is_complex(in[0].dtype())) return composed_reference(node, in, out);
  auto n = static_cast<size_t>(in[0].type().ints().back());
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      const T* x = elements<T>(in[0]);
      T* values = elements_to_write<T>(out[0]);
      T* vectors = elements_to_write<T>(out[1]);
      size_t count = n == 0 ? 0 : in[0].size() / (n * n);
      for (size_t at = 0; at < count; ++at) {
        Rotations<T>(x + at * n * n, n).run(values + at * n, vectors + at * n * n);
      }
    }
  });
}

}  // namespace

extern const Op eigh_op = {
    .name = "eigh",
    .doc = eigh_doc,
    .type = eigh_type,
    .jvp = eigh_jvp,
    .transpose = MissingRule{"eigh is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"eigh"}; },
    .reference = eigh_reference,
    .samples = square_samples,
    .expand = eigh_expand,
};

Vars op::eigh(Builder& b, Var x) { return b.emit(eigh_op, {x}); }

}  // namespace rille
