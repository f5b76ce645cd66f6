// svd: columns times a diagonal times a rotation.
#include <cmath>
#include <numeric>
#include <vector>

#include "jit/ops/axes.h"
#include "jit/ops/jacobi.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/samples.h"
#include "vm/running.h"

namespace rille {
namespace {

const Doc doc = {
    .brief =
        "Orthonormal columns u, singular values s, descending, and orthonormal rows vt with "
        "x = u diag(s) vt. The greatest component of each row of vt is above 0.",
    .shapes = "x: f[..., m, n], m >= n -> f[..., m, n], f[..., n], f[..., n, n]",
    .errors = "error[dtype] where x is not f32 or f64; error[shape] where m is below n",
    .example = "linalg.svd([[3.0, 0.0], [0.0, 4.0]])[1]  #> [4, 3]",
    .source = "jax.lax.linalg.svd, not full; Golub and Van Loan, Matrix Computations, sec. 8.6.3",
};

Types svd_type(const Call& call) {
  Type x = call.in[0];
  check_tall(call, x);
  Shape values = x.shape(), small = x.shape();
  values.pop_back();
  values.back() = small.back();
  small[small.size() - 2] = small.back();
  return {x, x.with(values), x.with(small)};
}

// With p = u' dx v and f = 1 / (s_j^2 - s_i^2), 0 where i = j: ds = diag(p),
// dv = v (f (s p + p' s)), du = u (f (p s + s p')) + (1 - u u') dx v / s.
// source: Giles, An extended collection of matrix derivative results, sec. 3.2.
Vars svd_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var u = node.out[0], s = node.out[1], vt = node.out[2];
  Type square = b.type(vt), tall = b.type(u);
  Var moved = matrix_product(b, dx[0], matrix_transposed(b, vt));  // dx v
  Var ut = matrix_transposed(b, u);
  Var p = matrix_product(b, ut, moved), pt = matrix_transposed(b, p);
  Var of_row = along_columns(b, s, square), of_column = along_rows(b, s, square);
  auto squared = [&](Var x) { return op::mul(b, x, x); };
  Var f = inverse_or_zero(b, op::sub(b, squared(of_column), squared(of_row)));
  Var turn_v = op::mul(b, f, op::add(b, op::mul(b, of_row, p), op::mul(b, pt, of_column)));
  Var turn_u = op::mul(b, f, op::add(b, op::mul(b, p, of_column), op::mul(b, of_row, pt)));
  Var outside = op::sub(b, moved, matrix_product(b, u, p));
  Var scaled_out = op::mul(b, outside, inverse_or_zero(b, along_rows(b, s, tall)));
  Var du = op::add(b, matrix_product(b, u, turn_u), scaled_out);
  return {du, diagonal_of(b, p), matrix_product(b, matrix_transposed(b, turn_v), vt)};
}

// One-sided Jacobi: columns of a = x v are turned until each two are orthogonal.
template <class T>
struct Columns {
  size_t m, n;
  std::vector<T> a, v;

  Columns(const T* x, size_t rows, size_t columns)
      : m(rows), n(columns), a(x, x + rows * columns), v(columns * columns) {
    for (size_t i = 0; i < n; ++i) v[i * n + i] = 1;
  }

  T dot(size_t p, size_t q) const {
    T sum = 0;
    for (size_t i = 0; i < m; ++i) sum += a[i * n + p] * a[i * n + q];
    return sum;
  }

  // Whether the two columns were apart from orthogonal.
  bool rotate(size_t p, size_t q) {
    T pp = dot(p, p), qq = dot(q, q), pq = dot(p, q);
    if (!(std::abs(pq) > std::numeric_limits<T>::epsilon() / 4 * std::sqrt(pp * qq))) return false;
    T half = (qq - pp) / (2 * pq);
    Turn<T> turn(half);
    for (size_t i = 0; i < m; ++i) turn(a[i * n + p], a[i * n + q]);
    for (size_t i = 0; i < n; ++i) turn(v[i * n + p], v[i * n + q]);
    return true;
  }

  void run(T* u, T* s, T* vt) {
    Polls polls;
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

void svd_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
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
        Columns<T>(x + i * m * n, m, n).run(u + i * m * n, s + i * n, vt + i * n * n);
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
  for (const Shape& shape : {Shape{3, 2}, {2, 2}, {2, 3, 1}}) {
    out.push_back({{f32(shape)}});
  }
  return out;
}

}  // namespace

extern const Op svd_op = {
    .name = "svd",
    .doc = doc,
    .type = svd_type,
    .jvp = svd_jvp,
    .transpose = NoRule{"svd is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const Call&) -> Lowering { return Structured{"svd"}; },
    .reference = svd_reference,
    .samples = svd_samples,
};

Vars op::svd(Builder& b, Var x) { return b.emit(svd_op, {x}); }

}  // namespace rille
