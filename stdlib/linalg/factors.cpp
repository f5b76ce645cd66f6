// linalg.cholesky, lu, qr: matrix factorizations.
#include "stdlib/array/squares.h"
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"

namespace rille {
namespace {

// In traced code and inside a search, a matrix that is not positive definite gives NaN, so that the
// rest of the batch and the search can continue.
Array cholesky(const Array& given) {
  Array x = matrix(given, "linalg.cholesky");
  Array l = apply1(cholesky_op, {x * 0.5 + adjoint(x) * 0.5});
  if (x.is_traced() || trials() > 0) return l;
  Array fails =
      logical_and(isnan(l), logical_not(broadcast(any(isnan(x), Ints{-1, -2}, true), x.shape())));
  check(logical_not(any(fails)), "value", "linalg.cholesky: `x` is not positive definite");
  return l;
}

Arrays lu(const Array& given) {
  LuFactors parts = triangles_of(matrix(given, "linalg.lu"));
  return {parts.lower, parts.upper, parts.order};
}

Arrays qr(const Array& given) {
  Array x = matrix(given, "linalg.qr");
  if (rows_of(x) >= columns_of(x)) return tall_qr(x);
  // For a wide matrix, q is the factor of the first m columns.
  int64_t m = rows_of(x);
  Arrays square = tall_qr(slice_axis(x, -1, 0, m));
  Array rest = slice_axis(x, -1, m, columns_of(x) - m);
  return {square[0], concat({square[1], matmul(adjoint(square[0]), rest)}, -1)};
}

}  // namespace

Arrays tall_qr(const Array& x) {
  if (!is_complex(x.dtype())) return rille::apply(qr_op, Arrays{x});
  Array scale = unit_scale(x, Ints{x.rank() - 2, x.rank() - 1});
  Arrays parts = rille::apply(qr_op, Arrays{x * scale});
  return {parts[0], parts[1] / scale};
}

extern const Builtin linalg_cholesky_builtin = {
    .signature = "linalg.cholesky(x: number[..., n, n]) -> number[..., n, n]",
    .brief = "Computes the Cholesky factorization: the lower triangular l with l @ conj(l.T) = x.",
    .params = {{"x",
                "Hermitian positive definite matrices [..., n, n]. The Hermitian part (x + "
                "conj(x.T)) / 2 is used."}},
    .returns = "the lower triangular factor",
    .errors =
        "error[value] if `x` is not positive definite and the call runs eagerly (under `jit`, "
        "`vmap`, and derivatives, and in a line search of `optim`, the result is NaN instead); "
        "error[dtype] if `x` is not f32, f64, c64, or c128",
    .example = "linalg.cholesky([[4.0, 2.0], [2.0, 5.0]])  #> [[2, 0],\n #>  [1, 2]]",
    .source = "jax.numpy.linalg.cholesky",
    .call = bind<&cholesky>,
};

extern const Builtin linalg_lu_builtin = {
    .signature =
        "linalg.lu(x: number[..., n, n]) -> (number[..., n, n], number[..., n, n], i32[..., "
        "n])",
    .brief =
        "Computes the LU factorization with partial pivoting: x[order] = l @ u. The diagonal of l "
        "is 1.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .returns = "(l, u, order): the lower and upper triangular factors and the row permutation",
    .errors = matrix_errors,
    .example = "linalg.lu([[1.0, 2.0], [4.0, 4.0]])[1]  #> [[4, 4],\n #>  [0, 1]]",
    .source = "jax.lax.linalg.lu",
    .call = bind<&lu>,
};

extern const Builtin linalg_qr_builtin = {
    .signature = "linalg.qr(x: number[..., m, n]) -> (number[...], number[...])",
    .brief = "Computes the reduced QR factorization: x = q @ r.",
    .params = {{"x", "Matrices [..., m, n]."}},
    .returns =
        "(q, r): q [..., m, min(m, n)] with orthonormal columns, and r [..., min(m, n), n], upper "
        "triangular",
    .errors = matrix_errors,
    .example = "linalg.qr([[3.0], [4.0]])[1]  #> [[-5]]",
    .source = "numpy.linalg.qr, reduced",
    .call = bind<&qr>,
};

}  // namespace rille
