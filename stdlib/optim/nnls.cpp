// optim.nnls: non-negative least squares.
#include "stdlib/optim/rules/moments.h"
#include "stdlib/transform/loops.h"
#include "vm/calling.h"

namespace rille {
namespace {

// An upper bound of the eigenvalues: the smaller of two norms.
Array greatest_at_most(const Array& x) { return minimum(norm(x), max(sum(abs(x), Ints{0}))); }

void need_rows(const Array& a, const Array& b) {
  if (a.rank() != 2) {
    throw labelled(Error(Code::shape, str("optim.nnls: `A` is ", a.type(), ", expected a matrix")),
                   "A");
  }
  bool fits = (b.rank() == 1 || b.rank() == 2) && a.shape()[0] == b.shape()[0];
  if (fits) return;
  Error error(Code::shape, str("optim.nnls: `b` is ", b.type(), " and `A` is ", a.type(),
                               ", expected the same number of rows"));
  throw labelled(labelled(std::move(error), "b"), "A");
}

// Accelerated projected gradient descent: each step is projected onto x >= 0.
// source: Beck and Teboulle, SIAM J. Imaging Sci. 2 (2009), FISTA
Array nnls(const Array& given, const Array& right, int64_t iters,
           const std::optional<Array>& lipschitz) {
  Arrays both{strong(inexact(given)), strong(inexact(right))};
  promote_together(both);
  const Array &a = both[0], &b = both[1];
  need_rows(a, b);
  if (iters < 0) {
    throw labelled(
        Error(Code::value, str("optim.nnls: `iters` is ", iters, ", expected at least 0")),
        "iters");
  }
  Array square = matmul(transpose(a), a), target = matmul(transpose(a), b);
  Array bound = lipschitz ? convert(*lipschitz, a.dtype()) : greatest_at_most(square);
  bound = where(eq(bound, 0), ones_like(bound), bound);
  auto turn = [&](const LoopCarry& at) -> LoopCarry {
    const Array &x = at[0], &ahead = at[1], &c = at[2];
    Array next_c = (1.0 + sqrt(1.0 + 4.0 * (c * c))) / 2.0;
    Array next = relu(ahead - (matmul(square, ahead) - target) / bound);
    return {next, next + (c - 1.0) / next_c * (next - x), next_c};
  };
  Array none = zeros_like(target);
  return run_scan_loop({none, none, Array::scalar(a.dtype(), 0)}, {zeros({Extent(iters)})},
                       turn)[0];
}

}  // namespace

extern const Builtin optim_nnls_builtin = {
    .signature =
        "optim.nnls(A: real[m, n], b: real[m, ...], iters: int, L: real = nil) -> float[n, ...]",
    .brief =
        "Solves a non-negative least-squares problem. After `iters` iterations, x approximates the "
        "minimum of |A @ x - b| subject to x ≥ 0.",
    .params = {{"A", "Matrix of the system."},
               {"b", "Right-hand side: one vector, or the columns of a matrix."},
               {"iters", "Number of iterations. The error decreases with the square of it."},
               {"L", "Upper bound of the eigenvalues of A^T A. If nil, a bound is computed."}},
    .errors =
        "error[shape] if `A` is not a matrix or `b` has another number of rows; error[value] if "
        "`iters` is below 0",
    .example = "optim.nnls([[1.0, 0.0], [0.0, 1.0]], [2.0, -1.0], 100)  #> [2, 0]",
    .source = "Beck and Teboulle, SIAM J. Imaging Sci. 2, 2009; optax.nnls",
    .call = bind<&nnls>,
};

}  // namespace rille
