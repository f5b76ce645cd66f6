// linalg.cholesky, lu, qr, det, slogdet: matrices as products.
#include "stdlib/linalg/matrices.h"

namespace rille {
namespace {

Array cholesky(const Array& given) {
  Array x = matrix(given, "linalg.cholesky");
  Array l = apply1(cholesky_op, {(x + adjoint(x)) * 0.5});
  Array fails =
      logical_and(isnan(l), logical_not(broadcast(any(isnan(x), Ints{-1, -2}, true), x.shape())));
  check(logical_not(any(fails)), "value", "the matrix is not positive definite");
  return l;
}

Arrays lu(const Array& given) {
  Triangles parts = triangles_of(matrix(given, "linalg.lu"));
  return {parts.lower, parts.upper, parts.order};
}

Arrays qr(const Array& given) {
  Array x = matrix(given, "linalg.qr");
  if (rows_of(x) >= columns_of(x)) return rille::apply(qr_op, Arrays{x});
  // q comes from the first columns.
  int64_t m = rows_of(x);
  Arrays square = rille::apply(qr_op, Arrays{slice_axis(x, -1, 0, m)});
  Array rest = slice_axis(x, -1, m, columns_of(x) - m);
  return {square[0], concat({square[1], matmul(adjoint(square[0]), rest)}, -1)};
}

// 1 or -1, as an even or an odd number of swaps makes the order.
Array sign_of(const Array& order, Dtype dtype) {
  Array later = expand(order, {-2}), sooner = expand(order, {-1});
  int64_t n = columns_of(order);
  Array is_before = lt(iota({n, n}, 0), iota({n, n}, 1));
  Array turned = logical_and(gt(sooner, later), is_before);
  Array odd = mod(sum(as_dtype(turned, Dtype::i32), Ints{-1, -2}), 2);
  return 1.0 - 2.0 * as_dtype(odd, dtype);
}

// Of one to three rows: sums of products, which many matrices share a kernel for.
Array small_det(const Array& x) {
  auto at = [&](int64_t i, int64_t j) {
    return squeeze(slice_axis(slice_axis(x, -2, i, 1), -1, j, 1), Ints{-1, -2});
  };
  if (rows_of(x) == 1) return at(0, 0);
  auto minor = [&](int64_t i, int64_t j) {  // of the last two rows
    int64_t row = rows_of(x) - 2;
    return at(row, i) * at(row + 1, j) - at(row, j) * at(row + 1, i);
  };
  if (rows_of(x) == 2) return minor(0, 1);
  return at(0, 0) * minor(1, 2) - at(0, 1) * minor(0, 2) + at(0, 2) * minor(0, 1);
}

Array det(const Array& given) {
  Array x = matrix(given, "linalg.det");
  if (rows_of(x) >= 1 && rows_of(x) <= 3) return small_det(x);
  Triangles parts = triangles_of(x);
  return sign_of(parts.order, real(x).dtype()) * prod(diagonal(parts.upper), Ints{-1});
}

Arrays slogdet(const Array& given) {
  Array x = matrix(given, "linalg.slogdet");
  Triangles parts = triangles_of(x);
  Array pivots = diagonal(parts.upper);
  Array size = abs(pivots);
  Array turns = is_complex(x.dtype())
                    ? pivots / where(eq(size, zeros_like(size)), ones_like(size), size)
                    : sign(pivots);
  Array signs = sign_of(parts.order, size.dtype()) * prod(turns, Ints{-1});
  return {signs, sum(log(size), Ints{-1})};
}

}  // namespace

extern const Builtin linalg_cholesky_builtin = {
    .signature = "linalg.cholesky(x: number[..., n, n]) -> number[..., n, n]",
    .brief = "The lower triangle l with l @ conj(l.T) = x, a hermitian, positive definite matrix.",
    .params = {{"x", "of what is not hermitian, the mean with its adjoint counts"}},
    .errors =
        "error[value] where x is not positive definite; error[dtype] where it is not f32, "
        "f64, c64 or c128",
    .example = "linalg.cholesky([[4.0, 2.0], [2.0, 5.0]])  #> [[2, 0],\n #>  [1, 2]]",
    .source = "jax.numpy.linalg.cholesky",
    .call = bind<&cholesky>,
};

extern const Builtin linalg_lu_builtin = {
    .signature =
        "linalg.lu(x: number[..., n, n]) -> (number[..., n, n], number[..., n, n], i32[..., "
        "n])",
    .brief =
        "Triangles l and u and an order of rows with x[order] = l @ u; l has ones on its "
        "diagonal.",
    .returns = "(l, u, order)",
    .errors = matrix_errors,
    .example = "linalg.lu([[1.0, 2.0], [4.0, 4.0]])[1]  #> [[4, 4],\n #>  [0, 1]]",
    .source = "jax.lax.linalg.lu",
    .call = bind<&lu>,
};

extern const Builtin linalg_qr_builtin = {
    .signature = "linalg.qr(x: number[..., m, n]) -> (number[...], number[...])",
    .brief = "Orthonormal columns q and an upper triangle r with x = q @ r.",
    .returns = "(q, r)",
    .errors = matrix_errors,
    .example = "linalg.qr([[3.0], [4.0]])[1]  #> [[-5]]",
    .source = "numpy.linalg.qr, reduced",
    .call = bind<&qr>,
};

extern const Builtin linalg_det_builtin = {
    .signature = "linalg.det(x: number[..., n, n]) -> number[...]",
    .brief = "The determinant.",
    .errors = matrix_errors,
    .example = "linalg.det([[0.0, 2.0], [3.0, 4.0]])  #> -6",
    .source = "numpy.linalg.det, by lu; of up to three rows by sums of products",
    .call = bind<&det>,
};

extern const Builtin linalg_slogdet_builtin = {
    .signature = "linalg.slogdet(x: number[..., n, n]) -> (number[...], float[...])",
    .brief = "The sign of the determinant, of size 1, and the logarithm of its magnitude.",
    .returns = "(sign, log); sign is 0 and log -inf where x is singular",
    .errors = matrix_errors,
    .example = "linalg.slogdet([[2.0, 0.0], [0.0, -2.0]])[0]  #> -1",
    .source = "numpy.linalg.slogdet, by lu",
    .call = bind<&slogdet>,
};

}  // namespace rille
