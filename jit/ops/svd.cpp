// svd: the singular value decomposition.
#include <cmath>
#include <numeric>
#include <vector>

#include "jit/ops/axes.h"
#include "jit/ops/jacobi.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/reflections.h"
#include "jit/ops/samples.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc svd_doc = {
    .brief =
        "Computes the reduced singular value decomposition, x = u diag(s) vt. The columns of u and "
        "the rows of vt are orthonormal, and the singular values s are descending. The component "
        "of largest modulus of each row of vt is positive; of a complex row, the first of those "
        "equal to half of the digits is.",
    .shapes = "x: z[..., m, n], m >= n -> z[..., m, n], f[..., n], z[..., n, n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if m < n",
    .example = "linalg.svd([[3.0, 0.0], [0.0, 4.0]])[1]  #> [4, 3]",
    .source =
        "jax.lax.linalg.svd with full_matrices=False; Golub and Van Loan, Matrix Computations, "
        "sec. 8.6.3",
};

Types svd_type(const OpCall& call) {
  Type x = call.in[0];
  check_tall(call, x);
  Shape values = x.shape(), small = x.shape();
  values.pop_back();
  values.back() = small.back();
  small[small.size() - 2] = small.back();
  return {x, Type(real_dtype(x.dtype()), values), x.with(small)};
}

// With p = u' dx v and f = 1 / (s_j^2 - s_i^2), 0 if i = j: ds = diag(p). If no two singular values
// are equal (jit/transforms/spectral.cpp handles products that do not depend on it), dv = v (f (s p
// + p' s)), du = u (f (p s + s p')) + (1 - u u') dx v / s. For complex numbers, u takes the
// imaginary part of the diagonal of p, and both take the phases that rotate the rows of vt. source:
// Giles, An extended collection of matrix derivative results, sec. 3.2.
Vars svd_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var u = node.out[0], s = node.out[1], vt = node.out[2];
  Type square = b.type(vt), tall = b.type(u);
  Dtype dtype = square.dtype(), part = real_dtype(dtype);
  Var v = adjoint(b, vt), moved = matrix_product(b, dx[0], v);
  Var p = matrix_product(b, adjoint(b, u), moved), pt = adjoint(b, p);
  Var real_row = along_columns(b, s, square.with(part));
  Var real_column = along_rows(b, s, square.with(part));
  auto squared = [&](Var x) { return op::mul(b, x, x); };
  Var gap = op::sub(b, squared(real_column), squared(real_row));
  Var f = of_real(b, inverse_of_gap(b, gap), dtype);
  Var of_row = of_real(b, real_row, dtype), of_column = of_real(b, real_column, dtype);
  Var turn_v = op::mul(b, f, op::add(b, op::mul(b, of_row, p), op::mul(b, pt, of_column)));
  Var turn_u = op::mul(b, f, op::add(b, op::mul(b, p, of_column), op::mul(b, of_row, pt)));
  Var outside = op::sub(b, moved, matrix_product(b, u, p));
  auto divided = [&](Var x) {
    Var by = along_rows(b, s, b.type(x).with(part));
    return op::div(b, x, of_real(b, by, dtype));
  };
  if (is_complex(dtype)) {
    Var turns = op::sub(b, p, of_real(b, op::real(b, p), dtype));
    turn_u = op::add(b, turn_u, divided(op::mul(b, turns, identity_like(b, p))));
  }
  Var du = matrix_product(b, u, turn_u);
  if (tall.shape() != square.shape()) du = op::add(b, du, divided(outside));
  Var dv = matrix_product(b, v, turn_v);
  if (is_complex(dtype)) {
    Var turns = moves_of_turns(b, v, dv);
    dv = op::sub(b, dv, op::mul(b, v, along_rows(b, turns, square)));
    du = op::sub(b, du, op::mul(b, u, along_rows(b, turns, tall)));
  }
  return {du, real_of(b, diagonal_of(b, p)), adjoint(b, dv)};
}

// For complex numbers: reduces to a real bidiagonal matrix.
Vars svd_expand(Builder& b, const Node& node) {
  Type tall = b.type(node.in[0]);
  if (tall.shape().back().number() == 0) {
    Shape rows = without(tall.shape(), {tall.rank() - 2}), square = tall.shape();
    square[square.size() - 2] = 0;
    Var none = op::fill(b, Type(real_dtype(tall.dtype()), rows), 0.0);
    return {node.in[0], none, op::fill(b, tall.with(square), 0.0)};
  }
  Bidiagonal form = to_two_diagonals(b, node.in[0]);
  Vars of = op::svd(b, form.t);
  auto complex = [&](Var x) { return of_real(b, x, tall.dtype()); };
  Var u = matrix_product(b, form.q, complex(of[0]));
  Var v = matrix_product(b, form.p, complex(matrix_transposed(b, of[2])));
  Var turns = turns_of_columns(b, v);
  v = op::mul(b, v, along_rows(b, turns, b.type(v)));
  return {op::mul(b, u, along_rows(b, turns, tall)), of[1], adjoint(b, v)};
}

// One-sided Jacobi: rotates the columns of a = x v until each two are orthogonal.
template <class T>
struct ColumnJacobi {
  size_t m, n;
  std::vector<T> a, v;

  ColumnJacobi(const T* x, size_t rows, size_t columns)
      : m(rows), n(columns), a(x, x + rows * columns), v(columns * columns) {
    for (size_t i = 0; i < n; ++i) v[i * n + i] = 1;
  }

  T dot(size_t p, size_t q) const {
    T sum = 0;
    for (size_t i = 0; i < m; ++i) sum += a[i * n + p] * a[i * n + q];
    return sum;
  }

  // Rotates two columns; returns whether they were not orthogonal yet.
  bool rotate(size_t p, size_t q) {
    T pp = dot(p, p), qq = dot(q, q), pq = dot(p, q);
    if (!(std::abs(pq) > std::numeric_limits<T>::epsilon() / 4 * std::sqrt(pp * qq))) return false;
    T half = (qq - pp) / (2 * pq);
    JacobiRotation<T> turn(half);
    for (size_t i = 0; i < m; ++i) turn(a[i * n + p], a[i * n + q]);
    for (size_t i = 0; i < n; ++i) turn(v[i * n + p], v[i * n + q]);
    return true;
  }

  void run(T* u, T* s, T* vt) {
    PollCounter polls;
    bool is_done = false;
    for (int sweep = 0; sweep < 60 && !is_done; ++sweep) {
      is_done = true;
      for (size_t p = 0; p < n; ++p) {
        for (size_t q = p + 1; q < n; ++q, polls.step(m)) is_done = !rotate(p, q) && is_done;
      }
    }
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::vector<T> length(n);
    for (size_t j = 0; j < n; ++j) length[j] = std::sqrt(dot(j, j));
    std::ranges::stable_sort(order, std::greater<>(), [&](size_t j) { return length[j]; });
    for (size_t j = 0; j < n; ++j) {
      size_t from = order[j];
      T sign = sign_of_column(v, n, from);
      s[j] = length[from];
      for (size_t i = 0; i < n; ++i) vt[j * n + i] = sign * v[i * n + from];
      for (size_t i = 0; i < m; ++i) {
        u[i * n + j] = s[j] == 0 ? T(i == j ? 1 : 0) : sign * a[i * n + from] / s[j];
      }
    }
  }
};

void svd_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  if (is_complex(in[0].dtype())) return composed_reference(node, in, out);
  Ints shape = in[0].type().ints();
  auto n = static_cast<size_t>(shape[shape.size() - 1]);
  auto m = static_cast<size_t>(shape[shape.size() - 2]);
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      const T* x = elements<T>(in[0]);
      T* u = elements_to_write<T>(out[0]);
      T* s = elements_to_write<T>(out[1]);
      T* vt = elements_to_write<T>(out[2]);
      size_t count = m * n == 0 ? 0 : in[0].size() / (m * n);
      for (size_t i = 0; i < count; ++i) {
        ColumnJacobi<T>(x + i * m * n, m, n).run(u + i * m * n, s + i * n, vt + i * n * n);
      }
    }
  });
}

std::vector<Sample> svd_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : {Shape{3, 2},
                             {3, 3},
                             {5, 1},
                             {1, 1},
                             {2, 4, 3},
                             {3, 2, 2},
                             {6, 3},
                             {0, 3, 2},
                             {1, 2, 5, 2},
                             {3, 0}}) {
    out.push_back({{f64(shape)}});
  }
  for (const Shape& shape : {Shape{3, 2}, {4, 4}, {1, 1}, {2, 4, 3}, {0, 3, 2}, {3, 0}}) {
    out.push_back({{Type(Dtype::c128, shape)}});
  }
  for (const Shape& shape : {Shape{3, 2}, {2, 2}, {2, 3, 1}}) {
    out.push_back({{f32(shape)}});
  }
  return out;
}

}  // namespace

extern const Op svd_op = {
    .name = "svd",
    .doc = svd_doc,
    .type = svd_type,
    .jvp = svd_jvp,
    .transpose = MissingRule{"svd is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"svd"}; },
    .reference = svd_reference,
    .samples = svd_samples,
    .expand = svd_expand,
};

Vars op::svd(Builder& b, Var x) { return b.emit(svd_op, {x}); }

}  // namespace rille
