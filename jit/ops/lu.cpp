// lu: the LU factorization with partial pivoting.
#include <cmath>
#include <numeric>

#include "jit/ops/axes.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "jit/ops/window.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc lu_doc = {
    .brief =
        "Computes the LU factorization with partial pivoting, x[order] = l u. One matrix holds u "
        "and, below the diagonal, l without its unit diagonal; order is the row permutation.",
    .shapes = "x: z[..., n, n] -> z[..., n, n], i32[..., n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if x is not square",
    .example = "linalg.lu([[1.0, 2.0], [4.0, 4.0]])[2]  #> [1, 0]",
    .source = "jax.lax.linalg.lu; Golub and Van Loan, Matrix Computations, alg. 3.4.1",
};

Types lu_type(const OpCall& call) {
  Type x = call.in[0];
  check_square(call, x);
  Shape rows = x.shape();
  rows.pop_back();
  return {x, Type(Dtype::i32, rows)};
}

// With f = l^-1 dx[order] u^-1: dl = l tril(f, -1), du = triu(f) u.
Vars lu_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var both = node.out[0];
  Type type = b.type(both);
  int row = type.rank() - 2;
  Var moved = take_along(b, dx[0], along_columns(b, node.out[1], type), row);
  Var one = identity_like(b, both);
  Var l = op::add(b, triangle_of(b, both, true, true), one), u = triangle_of(b, both, false, false);
  Var left = op::triangular_solve(b, l, moved, true, false);
  Var f = matrix_transposed(b, op::triangular_solve(b, u, matrix_transposed(b, left), false, true));
  Var dl = matrix_product(b, l, triangle_of(b, f, true, true));
  Var du = matrix_product(b, triangle_of(b, f, false, false), u);
  return {op::add(b, dl, du), Var{}};
}

template <class T>
void reduce(T* a, int32_t* order, size_t n) {
  PollCounter polls;
  std::iota(order, order + n, 0);
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i) {
      if (rough_size(a[i * n + k]) > rough_size(a[pivot * n + k])) pivot = i;
    }
    if (pivot != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + pivot * n);
      std::swap(order[k], order[pivot]);
    }
    if (a[k * n + k] == T(0)) continue;
    for (size_t i = k + 1; i < n; ++i) {
      T factor = a[i * n + k] /= a[k * n + k];
      for (size_t j = k + 1; j < n; ++j, polls.step()) a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

void lu_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<size_t>(in[0].type().ints().back());
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      T* a = elements_to_write<T>(out[0]);
      auto* order = elements_to_write<int32_t>(out[1]);
      copy_bytes(a, in[0].data(), in[0].byte_size());
      size_t count = n == 0 ? 0 : in[0].size() / (n * n);
      for (size_t at = 0; at < count; ++at) reduce(a + at * n * n, order + at * n, n);
    }
  });
}

}  // namespace

extern const Op lu_op = {
    .name = "lu",
    .doc = lu_doc,
    .type = lu_type,
    .jvp = lu_jvp,
    .transpose = MissingRule{"lu is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"lu"}; },
    .reference = lu_reference,
    .samples = square_samples,
};

Vars op::lu(Builder& b, Var x) { return b.emit(lu_op, {x}); }

}  // namespace rille
