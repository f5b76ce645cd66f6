// linalg.expm, sqrtm, triangular_solve.
#include <array>
#include <span>

#include "stdlib/linalg/matrices.h"
#include "stdlib/trace/region.h"

namespace rille {
namespace {

Region region_of(const Arrays& like, const RecordedBody& body) {
  return std::make_shared<const Graph>(record(like, body).graph);
}

// A while loop over `carry`: applies `body` while `goes` is true. Both take `consts`, then the
// carry.
Arrays repeated(const Arrays& consts, const Arrays& carry, const RecordedBody& goes,
                const RecordedBody& body) {
  Arrays all = consts;
  all.insert(all.end(), carry.begin(), carry.end());
  Attrs attrs{{"consts", static_cast<int64_t>(consts.size())}};
  return rille::apply(while_loop_op, all, attrs, {region_of(all, goes), region_of(all, body)});
}

Array real_number(const Array& like, double value) { return constant(real(like).dtype(), value); }

void need_square(const Array& x, std::string_view what) {
  if (rows_of(x) == columns_of(x)) return;
  throw labelled(
      Error(Code::shape, str(what, ": the matrix is ", x.type(), ", expected a square matrix")),
      "x");
}

// --- expm: scaling and squaring with a Padé approximant
// source: Higham, SIAM J. Matrix Anal. Appl. 26 (2005)

// One more term would extend the norm bound to 3.9, but cancellation would lose five bits there,
// while a squaring loses one.
constexpr std::array pade_5 = {30240.0, 15120.0, 3360.0, 420.0, 30.0, 1.0};
constexpr std::array pade_13 = {64764752532480000.0,
                                32382376266240000.0,
                                7771770303897600.0,
                                1187353796428800.0,
                                129060195264000.0,
                                10559470521600.0,
                                670442572800.0,
                                33522128640.0,
                                1323241920.0,
                                40840800.0,
                                960960.0,
                                16380.0,
                                182.0,
                                1.0};

struct PadeApproximant {
  std::span<const double> coefficients;
  double norm;        // the largest norm for which the approximant is accurate
  double max_halves;  // maximum number of halvings; beyond it the result overflows the dtype
};

PadeApproximant quotient_for(const Array& x) {
  bool is_double = real(x).dtype() == Dtype::f64;
  if (is_double) return {pade_13, 5.371920351148152, 1100};
  return {pade_5, 1.880152677804762, 160};
}

// With the even and odd parts of the polynomial, U = x odd(x²) and V = even(x²):
// exp(x) = (V - U)⁻¹ (V + U).
Array pade(const Array& x, std::span<const double> c) {
  Array square = matmul(x, x), power = identity_like(x), even, odd;
  for (size_t i = 0; i + 1 < c.size(); i += 2) {
    if (i > 0) power = matmul(power, square);
    Array a = power * Array(c[i]), b = power * Array(c[i + 1]);
    even = i == 0 ? a : even + a;
    odd = i == 0 ? b : odd + b;
  }
  Array u = matmul(x, odd);
  LuFactors parts = triangles_of(even - u);
  Array right = in_order(even + u, parts.order);
  return triangular(parts.upper, triangular(parts.lower, right, true, false), false, false);
}

Array expm(const Array& given) {
  Array x = matrix(given, "linalg.expm");
  need_square(x, "linalg.expm");
  if (x.size() == 0) return x;
  PadeApproximant quotient = quotient_for(x);
  Array norm = max(sum(abs(stop_gradient(x)), Ints{-2}), Ints{-1});
  Array halves = ceil(log2(norm / Array(quotient.norm)));
  halves = clip(halves, Array(0.0), Array(quotient.max_halves));
  Array wide = expand(halves, {-1, -2});
  Array start = pade(x * convert(exp2(-wide), x.dtype()), quotient.coefficients);
  Arrays out = repeated(
      {wide, max(halves)}, {real_number(x, 0), start},
      [](const Arrays& at) { return Arrays{lt(at[2], at[1])}; },
      [](const Arrays& at) {
        Array squared = where(lt(at[2], at[0]), matmul(at[3], at[3]), at[3]);
        return Arrays{at[2] + Array(1.0), squared};
      });
  return out[1];
}

// --- sqrtm: by columns of the triangular factor of the Schur decomposition
// source: Björck and Hammarling, Linear Algebra Appl. 52/53 (1983)

// Solves t x = right for an upper triangular t. If a pivot and the corresponding residual are both
// 0, that element of x is 0: for repeated zero eigenvalues this is the smallest root. If only the
// pivot is 0, no root exists, and the element is infinite.
Array quotient_above(const Array& t, const Array& right) {
  Array one = identity_like(t), pivots = sum(one * t, Ints{-1}, true);
  Array is_zero = eq(pivots, Array(0));
  Array x = triangular(t + one * as_dtype(is_zero, t.dtype()), right, false, false);
  return where(logical_and(is_zero, ne(x, Array(0))), x / pivots, x);
}

Array sqrtm(const Array& given) {
  Array x = matrix(given, "linalg.sqrtm");
  need_square(x, "linalg.sqrtm");
  Array z = is_complex(x.dtype()) ? x : complex(x, zeros_like(x));
  if (z.size() == 0) return z;
  Arrays schur = rille::apply(schur_op, Arrays{z});
  int64_t n = rows_of(z);
  Arrays out = repeated(
      {schur[0]}, {constant(Dtype::i32, int64_t{0}), zeros_like(z)},
      [n](const Arrays& at) { return Arrays{lt(at[1], Array(n))}; },
      [](const Arrays& at) {
        const Array &t = at[0], &column = at[1], &root = at[2];
        Array across = iota(t.shape(), t.rank() - 1);
        Array down = slice_axis(iota(t.shape(), t.rank() - 2), t.rank() - 1, 0, 1);
        Array is_here = eq(across, column);
        Array own = sum(where(is_here, t, Array(0)), Ints{-1}, true);  // t[:, column]
        Array corner = sqrt(sum(where(eq(down, column), own, Array(0)), Ints{-2}, true));
        Array right = where(lt(down, column), own, Array(0));
        Array above = quotient_above(root + identity_like(t) * corner, right);
        Array filled = where(eq(down, column), corner, above);
        return Arrays{column + Array(1), where(is_here, filled, root)};
      });
  return matmul(matmul(schur[1], out[1]), adjoint(schur[1]));
}

Array triangular_solve(const Array& a, const Array& b, bool lower, bool transposed, bool unit) {
  constexpr std::string_view what = "linalg.triangular_solve";
  Arrays all{matrix(a, what, "a"), matrix(b, what, "b")};
  promote_together(all);
  need_square(all[0], what);
  bool vector = all[1].rank() == 1;
  if (vector) all[1] = expand(all[1], {-1});
  if (all[1].rank() < 2 || rows_of(all[1]) != rows_of(all[0]) || !fit_batches(all[0], all[1])) {
    throw Error(Code::shape, str(what, ": ", arg(0, "a"), " is ", a.type(), " but ", arg(1, "b"),
                                 " is ", b.type()))
        .label(0)
        .label(1);
  }
  Array left = all[0];
  if (unit) {
    left = (lower ? lower_of(left, true) : left - lower_of(left, false)) + identity_like(left);
  }
  Array x = triangular(left, all[1], lower, transposed);
  return vector ? squeeze(x, Ints{-1}) : x;
}

}  // namespace

extern const Builtin linalg_expm_builtin = {
    .signature = "linalg.expm(x: number[..., n, n]) -> number[..., n, n]",
    .brief =
        "Computes the matrix exponential. It is the sum of 1 + x + x² / 2 + x³ / 6 and so on. It "
        "uses scaling and squaring with a Padé approximant.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .errors = matrix_errors,
    .example = "linalg.expm([[0.0, 1.0], [0.0, 0.0]])\n#> [[1, 1],\n#>  [0, 1]]",
    .source = "jax.scipy.linalg.expm",
    .call = bind<&expm>,
};

extern const Builtin linalg_sqrtm_builtin = {
    .signature = "linalg.sqrtm(x: number[..., n, n]) -> complex[..., n, n]",
    .brief =
        "Computes the principal square root of square matrices. Its eigenvalues have nonnegative "
        "real parts.",
    .params = {{"x",
                "Square matrices [..., n, n]. If a matrix has no square root, the result contains "
                "inf or NaN."}},
    .returns = "complex matrices, also if the root is real",
    .errors =
        "error[trace] in a derivative; error[shape] if a matrix is not square; error[dtype] if `x` "
        "is not f32, f64, c64, or c128",
    .example = "real(linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]))\n#> [[2, 0],\n#>  [0, 3]]",
    .source = "jax.scipy.linalg.sqrtm",
    .call = bind<&sqrtm>,
};

extern const Builtin linalg_triangular_solve_builtin = {
    .signature =
        "linalg.triangular_solve(a: number[..., n, n], b: number[...], lower: bool = true, "
        "transpose_a: bool = false, unit_diagonal: bool = false) -> number[...]",
    .brief = "Solves a linear system with a triangular matrix: a @ x = b.",
    .params = {{"a", "Triangular matrices [..., n, n]. The other triangle is not read."},
               {"b", "Right-hand sides [..., n, k], or one vector [n]."},
               {"lower", "If true, `a` is lower triangular; if false, upper triangular."},
               {"transpose_a", "If true, solves with the transpose of `a`."},
               {"unit_diagonal", "If true, the diagonal of `a` is taken to be 1 and is not read."}},
    .returns = "the solution in the shape of `b`; it contains inf or NaN if `a` is singular",
    .errors = matrix_errors,
    .example = "linalg.triangular_solve([[2.0, 0.0], [1.0, 4.0]], [2.0, 9.0])  #> [1, 2]",
    .source = "jax.scipy.linalg.solve_triangular",
    .call = bind<&triangular_solve>,
};

}  // namespace rille
