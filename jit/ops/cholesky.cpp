// cholesky: the Cholesky factor of a definite matrix.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "jit/ops/samples.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc cholesky_doc = {
    .brief =
        "Computes the lower Cholesky factor l: x = l l', where l' is its adjoint. Only the lower "
        "triangle of x is read.",
    .shapes = "x: z[..., n, n] -> z[..., n, n]; all NaN if x is not positive definite",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if x is not square",
    .example = "linalg.cholesky([[4.0, 2.0], [2.0, 5.0]])  #> [[2, 0], [1, 2]]",
    .source = "jax.lax.linalg.cholesky; Golub and Van Loan, Matrix Computations, alg. 4.2.1",
};

Types cholesky_type(const OpCall& call) {
  check_square(call, call.in[0]);
  return {call.in[0]};
}

// dl = l phi(l^-1 dx l'^-1), where phi keeps the lower triangle and half of the diagonal.
// source: Murray, arXiv 1602.07527, sec. 3.
Vars cholesky_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var l = node.out[0], d = mirrored(b, dx[0]);
  Var left = op::triangular_solve(b, l, d, true, false);
  Var both = op::triangular_solve(b, l, adjoint(b, left), true, false);
  Var phi = scaled(
      b, op::add(b, triangle_of(b, both, true, false), triangle_of(b, both, true, true)), 0.5);
  return {matrix_product(b, l, phi)};
}

// Proceeds column by column; returns false if a pivot is not positive.
template <class T>
bool reduce(const T* x, T* l, size_t n) {
  PollCounter polls;
  for (size_t i = 0; i < n * n; ++i) l[i] = 0;
  for (size_t j = 0; j < n; ++j) {
    for (size_t i = j; i < n; ++i) {
      T sum = x[i * n + j];
      for (size_t k = 0; k < j; ++k, polls.step()) sum -= l[i * n + k] * conj_of(l[j * n + k]);
      if (i == j && !(real_part(sum) > 0)) return false;
      l[i * n + j] = i == j ? T(std::sqrt(real_part(sum))) : sum / l[j * n + j];
    }
  }
  return true;
}

void cholesky_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<size_t>(in[0].type().ints().back());
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      const T* x = elements<T>(in[0]);
      T* l = elements_to_write<T>(out[0]);
      size_t count = n == 0 ? 0 : in[0].size() / (n * n);
      for (size_t at = 0; at < count; ++at, x += n * n, l += n * n) {
        if (!reduce(x, l, n)) std::fill(l, l + n * n, no_number<T>());
      }
    }
  });
}

}  // namespace

extern const Op cholesky_op = {
    .name = "cholesky",
    .doc = cholesky_doc,
    .type = cholesky_type,
    .jvp = cholesky_jvp,
    .transpose = MissingRule{"cholesky is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"cholesky"}; },
    .reference = cholesky_reference,
    .samples = square_samples,  // rarely definite; tests/unit/jit/cases.cpp makes them definite
};

Var op::cholesky(Builder& b, Var x) { return b.emit(cholesky_op, {x})[0]; }

}  // namespace rille
