// linalg: what eigenvalues and singular values tell.
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

// Of a wide matrix by its adjoint.
Arrays svd(const Array& given) {
  Array x = matrix(given, "linalg.svd");
  if (rows_of(x) >= columns_of(x)) return rille::apply(svd_op, Arrays{x});
  Arrays turned = rille::apply(svd_op, Arrays{adjoint(x)});
  return {adjoint(turned[2]), turned[1], adjoint(turned[0])};
}

namespace {

Array svdvals(const Array& x) { return svd(x)[1]; }

double least_of(const Array& x) {
  double unit = real(x).dtype() == Dtype::f64 ? std::numeric_limits<double>::epsilon()
                                              : double{std::numeric_limits<float>::epsilon()};
  return unit * static_cast<double>(std::max(rows_of(x), columns_of(x)));
}

// Which singular values count: those above the greatest times rtol.
Array counts(const Array& s, double rtol) {
  if (s.shape().back() == Extent(0)) return gt(s, s);  // of no values none is the greatest
  return gt(s, max(s, Ints{-1}, true) * rtol);
}

// 1 / s, and 0 for the values that do not count.
Array inverse_of(const Array& s, double rtol) {
  Array kept = counts(s, rtol), one = ones_like(s);
  return where(kept, one / where(kept, s, one), zeros_like(s));
}

Array pinv_by_svd(const Array& x, double rtol) {
  Arrays parts = svd(x);
  Array inverse = inverse_of(parts[1], rtol);
  return matmul(adjoint(parts[2]) * expand(inverse, {-2}), adjoint(parts[0]));
}

// With p = pinv(x) of a rank that stays: dp = -p dx p + p p' dx' (1 - x p) + (1 - p x) dx' p' p.
// No difference of singular values is divided by, so equal ones are no trouble. Derivatives up to
// the order `depth` go by this rule.
// source: Golub and Pereyra, SIAM J. Numer. Anal. 10 (1973)
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

constexpr int orders = 3;  // of derivatives that pinv and lstsq have a rule for

Array pinv(const Array& given, std::optional<double> rtol) {
  Array x = matrix(given, "linalg.pinv");
  return pinv_of(x, rtol ? *rtol : 10 * least_of(x), orders);
}

// Which upper triangles have no singular value that does not count: their norms, which are no
// smaller than the singular values, say so.
Array have_full_rank(const Array& r, double rtol) {
  Array sizes = norm(r, Ints{-2, -1}, true);
  Array inverses = norm(triangular(r, identity_like(r), false, false), Ints{-2, -1}, true);
  return lt(sizes * inverses * rtol, Array(1.0));
}

// The shortest of all x for which a x is nearest to b: of full rank by qr, else by svd of what qr
// leaves. Eager code looks which it is, compiled code has both.
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

// With r = b - a x: dx = p (db - da x) + p p' da' r + (1 - p a) da' p' x.
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
  return shortest(a, b, rtol ? *rtol : least_of(a), orders);
}

namespace {

Array matrix_rank(const Array& given, std::optional<double> rtol) {
  Array x = matrix(given, "linalg.matrix_rank");
  return sum(as_dtype(counts(svdvals(x), rtol ? *rtol : least_of(x)), Dtype::i32), Ints{-1});
}

Array cond(const Array& given) {
  Array s = svdvals(matrix(given, "linalg.cond"));
  Array most = max(s, Ints{-1}), least = min(s, Ints{-1});
  Array is_zero = eq(most, 0.0);  // as singular as can be, as NumPy has it
  return where(is_zero, std::numeric_limits<double>::infinity(), most / where(is_zero, 1.0, least));
}

}  // namespace

extern const Builtin linalg_eigh_builtin = {
    .signature = "linalg.eigh(x: number[..., n, n]) -> (float[..., n], number[..., n, n])",
    .brief = "Eigenvalues, ascending, and eigenvectors, as columns, of a hermitian matrix.",
    .params = {{"x", "of what is not hermitian, the mean with its adjoint counts"}},
    .returns =
        "(w, v) with x @ v = v * w; each vector's greatest component is above 0. Vectors of equal "
        "values have no derivative (nan), products such as (v * exp(w)) @ v.T have theirs",
    .errors = matrix_errors,
    .example = "linalg.eigh([[3.0, 0.0], [0.0, 1.0]])[0]  #> [1, 3]",
    .source = "jax.numpy.linalg.eigh",
    .call = bind<&eigh>,
};

extern const Builtin linalg_eigvalsh_builtin = {
    .signature = "linalg.eigvalsh(x: number[..., n, n]) -> float[..., n]",
    .brief = "Eigenvalues of a hermitian matrix, ascending.",
    .params = {{"x", "of what is not hermitian, the mean with its adjoint counts"}},
    .errors = matrix_errors,
    .example = "linalg.eigvalsh([[3.0, 0.0], [0.0, 1.0]])  #> [1, 3]",
    .source = "jax.numpy.linalg.eigvalsh",
    .call = bind<&eigvalsh>,
};

extern const Builtin linalg_eig_builtin = {
    .signature = "linalg.eig(x: number[..., n, n]) -> (complex[..., n], complex[..., n, n])",
    .brief = "Eigenvalues and eigenvectors, as columns of length 1, of any square matrix.",
    .returns =
        "(w, v) with x @ v = v * w; values ascend by their real parts, of a pair the one above "
        "comes first; each vector's greatest component, the first of those that are equal to half "
        "of the digits, is real and above 0",
    .errors = matrix_errors,
    .example = "linalg.eig([[0.0, -1.0], [1.0, 0.0]])[0]  #> [0+1i, 0-1i]",
    .source = "numpy.linalg.eig; its order and the turns of its vectors are ours",
    .call = bind<&eig>,
};

extern const Builtin linalg_eigvals_builtin = {
    .signature = "linalg.eigvals(x: number[..., n, n]) -> complex[..., n]",
    .brief = "Eigenvalues of any square matrix, ascending by their real parts.",
    .returns = "of a pair the value above comes first",
    .errors = matrix_errors,
    .example = "linalg.eigvals([[2.0, 1.0], [0.0, 1.0]])  #> [1+0i, 2+0i]",
    .source = "numpy.linalg.eigvals; its order is ours",
    .call = bind<&eigvals>,
};

extern const Builtin linalg_schur_builtin = {
    .signature = "linalg.schur(x: number[..., n, n]) -> (number[..., n, n], number[..., n, n])",
    .brief = "A near triangle t and a unitary z with x = z @ t @ conj(z.T).",
    .returns =
        "(t, z); t is a triangle, of a real x but for blocks of two rows, each with a pair of "
        "complex eigenvalues: equal numbers on its diagonal, others of two signs",
    .errors = matrix_errors,
    .example = "linalg.schur([[0.0, 2.0], [0.0, 1.0]])[0]  #> [[0, 2],\n #>  [0, 1]]",
    .source = "scipy.linalg.schur, real",
    .call = bind<&schur>,
};

extern const Builtin linalg_svd_builtin = {
    .signature = "linalg.svd(x: number[..., m, n]) -> (number[...], float[...], number[...])",
    .brief = "Orthonormal columns u, singular values s, descending, orthonormal rows vt.",
    .returns =
        "(u, s, vt) with x = (u * s) @ vt, of min(m, n) values. Vectors of equal values have no "
        "derivative (nan), products such as (u * s) @ vt have theirs",
    .errors = matrix_errors,
    .example = "linalg.svd([[3.0, 0.0], [0.0, 4.0]])[1]  #> [4, 3]",
    .source = "jax.numpy.linalg.svd, not full",
    .call = bind<&svd>,
};

extern const Builtin linalg_svdvals_builtin = {
    .signature = "linalg.svdvals(x: number[..., m, n]) -> float[...]",
    .brief = "Singular values, descending.",
    .errors = matrix_errors,
    .example = "linalg.svdvals([[3.0, 0.0], [0.0, 4.0]])  #> [4, 3]",
    .source = "jax.numpy.linalg.svdvals",
    .call = bind<&svdvals>,
};

extern const Builtin linalg_pinv_builtin = {
    .signature =
        "linalg.pinv(x: number[..., m, n], rtol: number or nil = nil) -> number[..., n, m]",
    .brief = "The matrix that undoes x where it can: the inverse of Moore and Penrose.",
    .params = {{"rtol",
                "singular values up to this part of the greatest count as 0; nil: ten "
                "units of rounding times the longer side"}},
    .errors = matrix_errors,
    .example = "linalg.pinv([[2.0], [0.0]])  #> [[0.5, 0]]",
    .source = "jax.numpy.linalg.pinv",
    .call = bind<&pinv>,
};

extern const Builtin linalg_matrix_rank_builtin = {
    .signature = "linalg.matrix_rank(x: number[..., m, n], rtol: number or nil = nil) -> i32[...]",
    .brief = "How many singular values are above 0, but for rounding.",
    .params = {{"rtol",
                "those up to this part of the greatest do not count; nil: a unit of "
                "rounding times the longer side"}},
    .errors = matrix_errors,
    .example = "linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]])  #> 1",
    .source = "numpy.linalg.matrix_rank",
    .call = bind<&matrix_rank>,
};

extern const Builtin linalg_cond_builtin = {
    .signature = "linalg.cond(x: number[..., m, n]) -> float[...]",
    .brief = "The greatest singular value over the least.",
    .errors = matrix_errors,
    .example = "linalg.cond([[2.0, 0.0], [0.0, 4.0]])  #> 2",
    .source = "numpy.linalg.cond, of the 2-norm",
    .call = bind<&cond>,
};

}  // namespace rille
