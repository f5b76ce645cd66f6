// linalg: eigenvalues, SVD, pseudoinverse, rank.
#include <limits>

#include "stdlib/array/derivative.h"
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"

namespace rille {
namespace {

Arrays eigh(const Array& given) {
  Array x = matrix(given, "linalg.eigh");
  return rille::apply(eigh_op, Arrays{(x + adjoint(x)) * 0.5});
}

Array eigvalsh(const Array& x) { return eigh(x)[0]; }

Arrays with_vectors(const Array& x, bool vectors) {
  return rille::apply(eig_op, Arrays{x}, Attrs{{"vectors", vectors}});
}

Arrays eig(const Array& x) {
  Arrays parts = with_vectors(matrix(x, "linalg.eig"), true);
  return {parts[0], parts[1]};
}

}  // namespace

Array eigvals(const Array& x) { return with_vectors(matrix(x, "linalg.eigvals"), false)[0]; }

namespace {

Arrays schur(const Array& x) { return rille::apply(schur_op, Arrays{matrix(x, "linalg.schur")}); }

}  // namespace

// The SVD of a wide matrix is computed from its adjoint.
Arrays svd(const Array& given) {
  Array x = matrix(given, "linalg.svd");
  if (rows_of(x) >= columns_of(x)) return rille::apply(svd_op, Arrays{x});
  Arrays turned = rille::apply(svd_op, Arrays{adjoint(x)});
  return {adjoint(turned[2]), turned[1], adjoint(turned[0])};
}

namespace {

Array svdvals(const Array& x) { return svd(x)[1]; }

double min_of(const Array& x) {
  double unit = real(x).dtype() == Dtype::f64 ? std::numeric_limits<double>::epsilon()
                                              : double{std::numeric_limits<float>::epsilon()};
  return unit * static_cast<double>(std::max(rows_of(x), columns_of(x)));
}

// Which singular values are treated as nonzero: those above rtol times the largest.
Array counts(const Array& s, double rtol) {
  if (s.shape().back() == Extent(0)) return gt(s, s);  // the maximum of no values does not exist
  return gt(s, max(s, Ints{-1}, true) * rtol);
}

// 1 / s, or 0 for the singular values that are treated as zero.
Array inverse_of(const Array& s, double rtol) {
  Array kept = counts(s, rtol), one = ones_like(s);
  return where(kept, one / where(kept, s, one), zeros_like(s));
}

Array pinv_by_svd(const Array& x, double rtol) {
  Arrays parts = svd(x);
  Array inverse = inverse_of(parts[1], rtol);
  return matmul(adjoint(parts[2]) * expand(inverse, {-2}), adjoint(parts[0]));
}

// With p = pinv(x) and a locally constant rank:
// dp = -p dx p + p p' dx' (1 - x p) + (1 - p x) dx' p' p. The formula has no division by
// differences of singular values, so equal ones are allowed. Derivatives up to order `depth` use
// this rule. source: Golub and Pereyra, SIAM J. Numer. Anal. 10 (1973)
Array pinv_of(const Array& x, double rtol, int depth) {
  auto value = [&](const Array& at) {
    return depth == 0 ? pinv_by_svd(at, rtol) : pinv_of(at, rtol, depth - 1);
  };
  auto rule = [&](const Array& at, const Array& dx) {
    Array p = value(at), back = adjoint(dx), pt = adjoint(p);
    Array rows = matmul(p, matmul(pt, back)), columns = matmul(back, matmul(pt, p));
    Array dp = rows - matmul(matmul(rows, at), p) + columns - matmul(p, matmul(at, columns)) -
               matmul(matmul(p, dx), p);
    return std::pair(p, dp);
  };
  return with_jvp(x, value, rule);
}

constexpr int orders = 3;  // highest order of derivatives for which pinv and lstsq have a rule

Array pinv(const Array& given, std::optional<double> rtol) {
  Array x = matrix(given, "linalg.pinv");
  return pinv_of(x, rtol ? *rtol : 10 * min_of(x), orders);
}

// Whether all singular values of the upper triangular matrices are treated as nonzero. The
// Frobenius norms bound them: the test is sufficient.
Array have_full_rank(const Array& r, double rtol) {
  Array sizes = norm(r, Ints{-2, -1}, true);
  Array inverses = norm(triangular(r, identity_like(r), false, false), Ints{-2, -1}, true);
  return lt(sizes * inverses * rtol, Array(1.0));
}

// The minimum-norm least-squares solution: by QR if `a` has full rank, else by the SVD of the
// triangular factor. Eager code tests the rank; compiled code computes both.
Array shortest_by_factors(const Array& a, const Array& b, double rtol) {
  bool is_tall = rows_of(a) >= columns_of(a);
  Arrays qr = tall_qr(is_tall ? a : adjoint(a));
  Array full = have_full_rank(qr[1], rtol);
  Array right = is_tall ? matmul(adjoint(qr[0]), b) : b;
  Array x = is_tall ? triangular(qr[1], right, false, false)
                    : triangular(conj(qr[1]), right, false, true);
  bool is_known = is_eager() && all(full).integer() != 0;
  if (!is_known) {
    Arrays parts = svd(is_tall ? qr[1] : adjoint(qr[1]));
    Array inverse = as_dtype(inverse_of(parts[1], rtol), a.dtype());
    Array scaled = expand(inverse, {-1}) * matmul(adjoint(parts[0]), right);
    x = where(full, x, matmul(adjoint(parts[2]), scaled));
  }
  return is_tall ? x : matmul(qr[0], x);
}

// The derivative with r = b - a x: dx = p (db - da x) + p p' da' r + (1 - p a) da' p' x.
Array shortest(const Array& a, const Array& b, double rtol, int depth) {
  auto value = [&](const Arrays& at) {
    return depth == 0 ? shortest_by_factors(at[0], at[1], rtol)
                      : shortest(at[0], at[1], rtol, depth - 1);
  };
  auto rule = [&](const Arrays& at, const Arrays& moves) {
    Array x = value(at), p = pinv_of(at[0], rtol, std::max(depth - 1, 0)), pt = adjoint(p);
    Array rest = at[1] - matmul(at[0], x), back = adjoint(moves[0]);
    Array outside = matmul(back, matmul(pt, x));
    Array dx = matmul(p, moves[1] - matmul(moves[0], x) + matmul(pt, matmul(back, rest))) +
               outside - matmul(p, matmul(at[0], outside));
    return std::pair(x, dx);
  };
  return with_jvp(Arrays{a, b}, value, rule);
}

}  // namespace

Array shortest_solution(const Array& a, const Array& b, std::optional<double> rtol) {
  if (rows_of(a) == 0 || columns_of(a) == 0) return matmul(adjoint(a), b);
  return shortest(a, b, rtol ? *rtol : min_of(a), orders);
}

namespace {

Array matrix_rank(const Array& given, std::optional<double> rtol) {
  Array x = matrix(given, "linalg.matrix_rank");
  return sum(as_dtype(counts(svdvals(x), rtol ? *rtol : min_of(x)), Dtype::i32), Ints{-1});
}

Array cond(const Array& given) {
  Array s = svdvals(matrix(given, "linalg.cond"));
  Array most = max(s, Ints{-1}), least = min(s, Ints{-1});
  Array is_zero = eq(most, 0.0);  // the zero matrix has condition number inf, as in NumPy
  return where(is_zero, std::numeric_limits<double>::infinity(), most / where(is_zero, 1.0, least));
}

}  // namespace

extern const Builtin linalg_eigh_builtin = {
    .signature = "linalg.eigh(x: number[..., n, n]) -> (float[..., n], number[..., n, n])",
    .brief = "Computes the eigenvalues and eigenvectors of Hermitian matrices.",
    .params = {{"x", "Matrices [..., n, n]. The Hermitian part (x + conj(x.T)) / 2 is used."}},
    .returns =
        "(w, v) with x @ v = v * w: the eigenvalues in ascending order, and the orthonormal "
        "eigenvectors as columns, whose largest component is positive. The derivative of "
        "eigenvectors of equal eigenvalues is NaN; functions that do not depend on their choice, "
        "such as (v * exp(w)) @ v.T, have derivatives",
    .errors = matrix_errors,
    .example = "linalg.eigh([[3.0, 0.0], [0.0, 1.0]])[0]  #> [1, 3]",
    .source = "jax.numpy.linalg.eigh",
    .call = bind<&eigh>,
};

extern const Builtin linalg_eigvalsh_builtin = {
    .signature = "linalg.eigvalsh(x: number[..., n, n]) -> float[..., n]",
    .brief = "Computes the eigenvalues of Hermitian matrices in ascending order.",
    .params = {{"x", "Matrices [..., n, n]. The Hermitian part (x + conj(x.T)) / 2 is used."}},
    .errors = matrix_errors,
    .example = "linalg.eigvalsh([[3.0, 0.0], [0.0, 1.0]])  #> [1, 3]",
    .source = "jax.numpy.linalg.eigvalsh",
    .call = bind<&eigvalsh>,
};

extern const Builtin linalg_eig_builtin = {
    .signature = "linalg.eig(x: number[..., n, n]) -> (complex[..., n], complex[..., n, n])",
    .brief = "Computes the eigenvalues and eigenvectors of general square matrices.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .returns =
        "(w, v) with x @ v = v * w: the eigenvalues in ascending order of their real parts, of a "
        "conjugate pair the one with positive imaginary part first; the eigenvectors as columns of "
        "norm 1. The largest component of each vector (the first of those that agree to half of "
        "the digits) is real and positive",
    .errors = matrix_errors,
    .example = "linalg.eig([[0.0, -1.0], [1.0, 0.0]])[0]  #> [0+1i, 0-1i]",
    .source = "numpy.linalg.eig; the order and the phases are ours",
    .call = bind<&eig>,
};

extern const Builtin linalg_eigvals_builtin = {
    .signature = "linalg.eigvals(x: number[..., n, n]) -> complex[..., n]",
    .brief = "Computes the eigenvalues of general square matrices.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .returns =
        "the eigenvalues in ascending order of their real parts, of a conjugate pair the one with "
        "positive imaginary part first",
    .errors = matrix_errors,
    .example = "linalg.eigvals([[2.0, 1.0], [0.0, 1.0]])  #> [1+0i, 2+0i]",
    .source = "numpy.linalg.eigvals; the order is ours",
    .call = bind<&eigvals>,
};

extern const Builtin linalg_schur_builtin = {
    .signature = "linalg.schur(x: number[..., n, n]) -> (number[..., n, n], number[..., n, n])",
    .brief = "Computes the Schur decomposition: x = z @ t @ conj(z.T).",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .returns =
        "(t, z): t is upper triangular, and z is unitary. For a real `x`, t is quasi-triangular: "
        "each 2 × 2 block on the diagonal has a pair of complex eigenvalues, equal diagonal "
        "elements, and off-diagonal elements of opposite sign",
    .errors = matrix_errors,
    .example = "linalg.schur([[0.0, 2.0], [0.0, 1.0]])[0]  #> [[0, 2],\n #>  [0, 1]]",
    .source = "scipy.linalg.schur, real",
    .call = bind<&schur>,
};

extern const Builtin linalg_svd_builtin = {
    .signature = "linalg.svd(x: number[..., m, n]) -> (number[...], float[...], number[...])",
    .brief = "Computes the reduced singular value decomposition (SVD): x = (u * s) @ vt.",
    .params = {{"x", "Matrices [..., m, n]."}},
    .returns =
        "(u, s, vt): orthonormal columns, the min(m, n) singular values in descending order, and "
        "orthonormal rows. The derivative of singular vectors of equal singular values is NaN; "
        "functions that do not depend on their choice, such as (u * s) @ vt, have derivatives",
    .errors = matrix_errors,
    .example = "linalg.svd([[3.0, 0.0], [0.0, 4.0]])[1]  #> [4, 3]",
    .source = "jax.numpy.linalg.svd, not full",
    .call = bind<&svd>,
};

extern const Builtin linalg_svdvals_builtin = {
    .signature = "linalg.svdvals(x: number[..., m, n]) -> float[...]",
    .brief = "Computes the singular values of matrices in descending order.",
    .params = {{"x", "Matrices [..., m, n]."}},
    .errors = matrix_errors,
    .example = "linalg.svdvals([[3.0, 0.0], [0.0, 4.0]])  #> [4, 3]",
    .source = "jax.numpy.linalg.svdvals",
    .call = bind<&svdvals>,
};

extern const Builtin linalg_pinv_builtin = {
    .signature =
        "linalg.pinv(x: number[..., m, n], rtol: number or nil = nil) -> number[..., n, m]",
    .brief = "Computes the Moore-Penrose pseudoinverse of matrices.",
    .params = {{"x", "Matrices [..., m, n]."},
               {"rtol",
                "Relative threshold: singular values up to `rtol` times the largest are treated as "
                "zero. If nil, 10 times machine epsilon times max(m, n)."}},
    .errors = matrix_errors,
    .example = "linalg.pinv([[2.0], [0.0]])  #> [[0.5, 0]]",
    .source = "jax.numpy.linalg.pinv",
    .call = bind<&pinv>,
};

extern const Builtin linalg_matrix_rank_builtin = {
    .signature = "linalg.matrix_rank(x: number[..., m, n], rtol: number or nil = nil) -> i32[...]",
    .brief =
        "Computes the numerical rank of matrices. It is the number of singular values that are "
        "nonzero up to rounding error.",
    .params = {{"x", "Matrices [..., m, n]."},
               {"rtol",
                "Relative threshold: singular values up to `rtol` times the largest are treated as "
                "zero. If nil, machine epsilon times max(m, n)."}},
    .errors = matrix_errors,
    .example = "linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]])  #> 1",
    .source = "numpy.linalg.matrix_rank",
    .call = bind<&matrix_rank>,
};

extern const Builtin linalg_cond_builtin = {
    .signature = "linalg.cond(x: number[..., m, n]) -> float[...]",
    .brief =
        "Computes the condition number in the 2-norm: the largest divided by the smallest singular "
        "value.",
    .params = {{"x", "Matrices [..., m, n]. If all singular values are 0, the result is inf."}},
    .errors = matrix_errors,
    .example = "linalg.cond([[2.0, 0.0], [0.0, 4.0]])  #> 2",
    .source = "numpy.linalg.cond",
    .call = bind<&cond>,
};

}  // namespace rille
