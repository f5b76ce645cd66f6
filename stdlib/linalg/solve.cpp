// linalg.solve, lstsq, tridiagonal_solve, inv.
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"

namespace rille {
namespace {

// a and b with a common dtype and batch shape, b as columns. `vector`: b was a single vector.
struct LinearSystem {
  Array a, b;
  bool vector;
};

[[noreturn]] void unfit(const Array& a, const Array& b, std::string_view what) {
  throw Error(Code::shape, str(what, ": ", arg(0, "a"), " is ", a.type(), " but ", arg(1, "b"),
                               " is ", b.type()))
      .label(0)
      .label(1);
}

LinearSystem system_of(const Array& a, const Array& b, std::string_view what) {
  Arrays both{matrix(a, what, "a"), strong(inexact(b))};
  promote_together(both);
  bool vector = both[1].rank() == 1;
  if (vector) both[1] = expand(both[1], {-1});
  bool fits =
      both[1].rank() >= 2 && rows_of(both[0]) == rows_of(both[1]) && fit_batches(both[0], both[1]);
  if (!fits) unfit(a, b, what);
  return {both[0], both[1], vector};
}

Array in_form(const LinearSystem& given, const Array& x) {
  return given.vector ? squeeze(x, Ints{-1}) : x;
}

// Solves l u x = b[order].
Array solved(const LinearSystem& given) {
  LuFactors parts = triangles_of(given.a);
  Array middle = triangular(parts.lower, in_order(given.b, parts.order), true, false);
  return in_form(given, triangular(parts.upper, middle, false, false));
}

Array solve(const Array& a, const Array& b) { return solved(system_of(a, b, "linalg.solve")); }

}  // namespace

Array lstsq(const Array& a, const Array& b, std::optional<double> rtol) {
  LinearSystem given = system_of(a, b, "linalg.lstsq");
  return in_form(given, shortest_solution(given.a, given.b, rtol));
}

namespace {

// The diagonals must have one shape. Their batch axes and those of b are broadcast.
Array tridiagonal_solve(const Array& dl, const Array& d, const Array& du, const Array& b) {
  constexpr std::string_view what = "linalg.tridiagonal_solve";
  Arrays all{matrix(dl, what, "dl"), matrix(d, what, "d"), matrix(du, what, "du"),
             matrix(b, what, "b")};
  promote_together(all);
  Shape rows = all[1].shape();
  bool vector = all[3].rank() == 1;
  if (vector) all[3] = expand(all[3], {-1});
  Array d_columns = expand(all[1], {-1});
  bool fits = all[0].shape() == rows && all[2].shape() == rows && all[3].rank() >= 2 &&
              rows_of(all[3]) == columns_of(all[1]) && fit_batches(d_columns, all[3]);
  if (!fits) {
    throw Error(Code::shape, str(what, ": ", arg(1, "d"), " is ", d.type(), " but ", arg(3, "b"),
                                 " is ", b.type()))
        .label(1)
        .label(3);
  }
  Shape whole = d_columns.shape();
  whole.pop_back();
  for (size_t i = 0; i < 3; ++i) all[i] = broadcast(all[i], whole);
  Array x = rille::apply(tridiagonal_solve_op, all)[0];
  return vector ? squeeze(x, Ints{-1}) : x;
}

Array inv(const Array& given) {
  Array a = matrix(given, "linalg.inv");
  return solved({a, identity_like(a), false});
}

}  // namespace

extern const Builtin linalg_solve_builtin = {
    .signature = "linalg.solve(a: number[..., n, n], b: number[...]) -> number[...]",
    .brief = "Solves the linear system a @ x = b by an LU factorization.",
    .params = {{"a", "Square matrices [..., n, n]."},
               {"b",
                "Right-hand sides [..., n, k], or one vector [n]. The batch axes broadcast with "
                "those of `a`."}},
    .returns =
        "the solution [..., n, k], or [..., n] for one vector; it contains inf or NaN if `a` is "
        "singular",
    .errors = matrix_errors,
    .example = "linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0])  #> [1, 1]",
    .source = "numpy.linalg.solve",
    .call = bind<&solve>,
};

extern const Builtin linalg_lstsq_builtin = {
    .signature =
        "linalg.lstsq(a: number[..., m, n], b: number[...], rtol: number or nil = nil) -> "
        "number[...]",
    .brief =
        "Computes the minimum-norm least-squares solution of a @ x = b. It uses QR, and the SVD if "
        "`a` does not have full rank. The derivative assumes that the rank is locally constant.",
    .params = {{"a", "Matrices [..., m, n] of any rank."},
               {"b", "Right-hand sides [..., m, k], or one vector [m]."},
               {"rtol",
                "Relative threshold: singular values up to `rtol` times the largest are treated as "
                "zero. If nil, machine epsilon times max(m, n)."}},
    .returns = "the solution [..., n, k], or [..., n] for one vector",
    .errors = matrix_errors,
    .example = "linalg.lstsq([[2.0], [0.0]], [1.0, 3.0])  #> [0.5]",
    .source = "numpy.linalg.lstsq",
    .call = bind<&lstsq>,
};

extern const Builtin linalg_tridiagonal_solve_builtin = {
    .signature =
        "linalg.tridiagonal_solve(dl: number[..., n], d: number[..., n], du: number[..., n], "
        "b: number[...]) -> number[...]",
    .brief = "Solves a linear system with a tridiagonal matrix.",
    .params = {{"dl", "Subdiagonal [..., n], element i in row i. The first element is not used."},
               {"d", "Diagonal [..., n]."},
               {"du", "Superdiagonal [..., n], element i in row i. The last element is not used."},
               {"b", "Right-hand sides [..., n, k], or one vector [n]."}},
    .returns = "the solution in the shape of `b`; it contains inf or NaN if the matrix is singular",
    .errors = matrix_errors,
    .example =
        "linalg.tridiagonal_solve([0.0, 1.0], [2.0, 2.0], [1.0, 0.0], [3.0, 3.0])  #> [1, 1]",
    .source = "jax.lax.linalg.tridiagonal_solve",
    .call = bind<&tridiagonal_solve>,
};

extern const Builtin linalg_inv_builtin = {
    .signature = "linalg.inv(x: number[..., n, n]) -> number[..., n, n]",
    .brief =
        "Computes the inverse of square matrices by an LU factorization. The result contains inf "
        "or NaN if `x` is singular.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .errors = matrix_errors,
    .example = "linalg.inv([[2.0, 0.0], [0.0, 4.0]])  #> [[0.5, 0],\n #>  [0, 0.25]]",
    .source = "numpy.linalg.inv",
    .call = bind<&inv>,
};

}  // namespace rille
