// LAPACK routines by name, as JAX calls them on a CPU.
#include <algorithm>

#include "jit/op.h"
#include "jit/ops/matrix.h"
#include "jit/ops/reflections.h"
#include "jit/ops/window.h"
#include "jit/stablehlo/scope.h"

namespace rille {
namespace {

// A character in the call's configuration, which is stored as a number.
char letter(const HloOp& op, std::string_view name) {
  const HloAttr* config = op.attrs.find({"mhlo.backend_config"});
  const HloAttr* found = config == nullptr ? nullptr : config->find({name});
  if (found == nullptr) refuse(op, str("custom_call: missing ", name, " in backend_config"));
  return static_cast<char>(found->integer);
}

Type result_type(const HloOp& op, size_t at) {
  if (at >= op.types.size())
    refuse(op, str("custom_call has ", op.types.size(), " results, expected at least ", at + 1));
  return op.types[at];
}

// The status of success: after a failure the results are NaN.
Var all_well(HloScope& scope, const HloOp& op) {
  return op::fill(scope.b, result_type(op, op.types.size() - 1), int64_t{0});
}

Var triangle(HloScope& scope, Var x, bool is_lower) { return is_lower ? x : adjoint(scope.b, x); }

// The other triangle is copied from the operand.
Vars potrf(HloScope& scope, const HloOp& op, const Vars& in) {
  bool is_lower = letter(op, "uplo") == 'L';
  Builder& b = scope.b;
  Var l = op::cholesky(b, triangle(scope, in[0], is_lower));
  Var beside = triangle_of(b, in[0], !is_lower, true);
  // If the factorization fails, the result is NaN in all elements; LAPACK also reports the column.
  Var diagonal = diagonal_of(b, real_of(b, l));
  Var fails = op::reduce_or(b, op::ne(b, diagonal, diagonal), {b.type(diagonal).rank() - 1});
  Var info = op::convert(b, fails, result_type(op, 1).dtype());
  return {op::add(b, triangle(scope, l, is_lower), beside), info};
}

Vars geqrf(HloScope& scope, const HloOp&, const Vars& in) {
  HouseholderFactors out = reflected_columns(scope.b, in[0]);
  return {out.matrix, out.factors};
}

Vars orgqr(HloScope& scope, const HloOp&, const Vars& in) {
  return {product_of_reflections(scope.b, in[0], in[1])};
}

// A tall matrix is padded with columns of zeros. For a wide one, the first columns are factored and
// determine the others. Row exchanges are numbered from 1.
Vars getrf(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Type type = b.type(in[0]);
  auto rank = static_cast<size_t>(type.rank());
  int64_t m = type.extent(type.rank() - 2).number(), n = type.extent(type.rank() - 1).number();
  Ints none(rank, 0), ones(rank, 1), more = none, from = none;
  more.back() = std::max<int64_t>(m - n, 0);
  Shape square = type.shape(), rest = type.shape();
  square.back() = m;
  rest.back() = n - m;
  from.back() = m;
  Var zero = op::fill(b, type.with(Shape{}), 0.0), both, order;
  if (m >= n) {
    Vars of = op::lu(b, op::pad(b, in[0], zero, none, more, none));
    both = op::slice(b, of[0], none, type.shape(), ones);
    order = of[1];
  } else {
    Vars of = op::lu(b, op::slice(b, in[0], none, square, ones));
    order = of[1];
    Var others = op::slice(b, in[0], from, rest, ones), one = identity_like(b, of[0]);
    Var along = along_columns(b, order, b.type(others));
    others = take_along(b, others, along, static_cast<int>(rank) - 2);
    Var l = op::add(b, triangle_of(b, of[0], true, true), one);
    others = op::triangular_solve(b, l, others, true, false);
    both = op::concatenate(b, {of[0], others}, type.rank() - 1);
  }
  Var exchanges = exchanges_of(b, order, std::min(m, n));
  exchanges = op::add(b, exchanges, op::fill(b, b.type(exchanges), int64_t{1}));
  return {both, exchanges, all_well(scope, op)};
}

Vars syevd(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Vars out = op::eigh(b, triangle(scope, in[0], letter(op, "uplo") == 'L'));
  return {out[1], out[0], all_well(scope, op)};
}

// u and vt: all columns and rows, or as many as the shorter side.
Vars gesdd(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Type type = b.type(in[0]);
  int64_t m = type.extent(type.rank() - 2).number(), n = type.extent(type.rank() - 1).number();
  bool is_tall = m >= n;
  Vars of = op::svd(b, is_tall ? in[0] : adjoint(b, in[0]));
  Var u = is_tall ? of[0] : adjoint(b, of[2]), vt = is_tall ? of[2] : adjoint(b, of[0]);
  char mode = letter(op, "mode");
  if (mode == 'A' && m > n) u = completed(b, u);
  if (mode == 'A' && m < n) vt = adjoint(b, completed(b, adjoint(b, vt)));
  if (mode == 'N') {
    u = op::fill(b, result_type(op, 2), 0.0);
    vt = op::fill(b, result_type(op, 3), 0.0);
  }
  return {in[0], of[1], u, vt, all_well(scope, op)};
}

// Eigenvalues as one array; for a real matrix, their real and imaginary parts.
Vars spectrum_of(Builder& b, Var values, const Type& of) {
  if (is_complex(of.dtype())) return {values};
  return {op::real(b, values), op::imag(b, values)};
}

// Left eigenvectors are the normalized rows of the inverse. Results that were not requested are
// zeros.
Vars geev(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  bool wants = letter(op, "compute_left") == 'V' || letter(op, "compute_right") == 'V';
  Vars of = op::eig(b, in[0], wants);
  Vars out = spectrum_of(b, of[0], b.type(in[0]));
  if (wants) {
    Var left = adjoint(b, of[2]);
    Type type = b.type(left);
    Var size = op::sqrt(b, op::sum(b, squared_size(b, left), {type.rank() - 2}));
    Var by = along_rows(b, of_real(b, inverse_or_zero(b, size), type.dtype()), type);
    out.append({op::mul(b, left, by), of[1]});
  } else {
    for (size_t i = 0; i < 2; ++i) out.push_back(op::fill(b, result_type(op, out.size()), 0.0));
  }
  out.push_back(all_well(scope, op));
  return out;
}

Vars trsm(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Var a = in[0], right = in[1];
  bool is_lower = letter(op, "uplo") == 'L', is_left = letter(op, "side") == 'L';
  char how = letter(op, "trans_x");
  if (letter(op, "diag") == 'U') {
    a = op::select(b, on_diagonal(b, b.type(a)), op::fill(b, b.type(a), 1.0), a);
  }
  if (how == 'C') a = conjugated(b, a);
  if (!is_left) right = matrix_transposed(b, right);
  Var out = op::triangular_solve(b, a, right, is_lower, (how != 'N') != !is_left);
  return {is_left ? out : matrix_transposed(b, out)};
}

// The first element of dl and the last of du are ignored, as in the primitive.
Vars gtsv(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Var out = op::tridiagonal_solve(b, in[0], in[1], in[2], in[3]);
  return {in[0], in[1], in[2], out, all_well(scope, op)};
}

// The diagonal, and for a real matrix the off-diagonal of its 2 x 2 blocks: each is a pair of
// complex eigenvalues.
Vars on_blocks(Builder& b, Var t) {
  Type type = b.type(t);
  Var middle = diagonal_of(b, t);
  if (is_complex(type.dtype())) return {middle};
  auto rank = static_cast<size_t>(type.rank());
  int64_t n = type.extent(type.rank() - 1).number(), less = std::max<int64_t>(n - 1, 0);
  auto beside = [&](size_t axis) {
    Ints start(rank, 0);
    Shape size = type.shape();
    size[rank - 2] = size[rank - 1] = less;
    start[axis] = n - less;
    return diagonal_of(b, op::slice(b, t, start, size, Ints(rank, 1)));
  };
  Var side = op::sqrt(b, op::abs(b, op::mul(b, beside(rank - 2), beside(rank - 1))));
  Var zero = op::fill(b, type.with(Shape{}), 0.0);
  Ints none(rank - 1, 0), one = none;
  one.back() = n - less;
  Var first = op::pad(b, side, zero, none, one, none),
      second = op::pad(b, side, zero, one, none, none);
  return {middle, op::sub(b, first, second)};
}

Vars gees(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  if (letter(op, "sort") != 'N')
    refuse(op, "LAPACK routine gees: sorted eigenvalues are not supported");
  Vars out = op::schur(b, in[0]);
  out.append(on_blocks(b, out[0]));
  // Number of sorted eigenvalues.
  out.push_back(op::fill(b, result_type(op, out.size()), int64_t{0}));
  out.push_back(all_well(scope, op));
  return out;
}

// Multiplies a matrix by the product of reflections, or by its adjoint.
Vars ormqr(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  Type type = b.type(in[0]);
  auto rank = static_cast<size_t>(type.rank());
  int64_t m = type.extent(type.rank() - 2).number(), n = type.extent(type.rank() - 1).number();
  if (m < n) refuse(op, str("LAPACK routine ormqr: ", m, " rows are fewer than ", n, " columns"));
  Ints none(rank, 0), wide(rank, 0);
  wide.back() = m - n;
  Var zero = op::fill(b, type.with(Shape{}), 0.0);
  Var q = product_of_reflections(b, op::pad(b, in[0], zero, none, wide, none), in[1]);
  if (letter(op, "transpose") != 0) q = adjoint(b, q);
  bool is_left = letter(op, "left") != 0;
  return {is_left ? matrix_product(b, q, in[2]) : matrix_product(b, in[2], q)};
}

struct Routine {
  std::string_view name;      // after the letter of the dtype
  std::string_view operands;  // m: matrices, s: square ones, v: vectors; batches of them
  HloFn fn;
};

constexpr Routine routines[] = {
    {"gees", "s", gees},    {"ormqr", "mvm", ormqr}, {"unmqr", "mvm", ormqr}, {"geev", "s", geev},
    {"geqrf", "m", geqrf},  {"gesdd", "m", gesdd},   {"gesvd", "m", gesdd},   {"getrf", "m", getrf},
    {"gtsv", "vvvm", gtsv}, {"heevd", "s", syevd},   {"orgqr", "mv", orgqr},  {"potrf", "s", potrf},
    {"syevd", "s", syevd},  {"trsm", "sm", trsm},    {"ungqr", "mv", orgqr},
};

// Raises an error unless the operands have one dtype and one batch shape, and the kinds that the
// routine expects.
void need_matrices(HloScope& scope, const HloOp& op, std::string_view wanted, const Vars& in) {
  needs_operands(op, in, wanted.size());
  const Type& first = scope.b.type(in[0]);
  int batch = first.rank() - (wanted[0] == 'v' ? 1 : 2);
  for (size_t i = 0; i < in.size(); ++i) {
    const Type& type = scope.b.type(in[i]);
    int own = wanted[i] == 'v' ? 1 : 2;
    bool fits = batch >= 0 && type.rank() == batch + own && type.dtype() == first.dtype() &&
                (is_float(type.dtype()) || is_complex(type.dtype())) &&
                std::equal(type.shape().begin(), type.shape().end() - own, first.shape().begin());
    if (fits && wanted[i] == 's') fits = type.extent(batch) == type.extent(batch + 1);
    if (fits) continue;
    refuse(op,
           str("LAPACK routine: operand ", i, " is ", type, ", expected a batch of ",
               wanted[i] == 'v'   ? "vectors"
               : wanted[i] == 's' ? "square matrices"
                                  : "matrices",
               " with the same float dtype and batch shape for all operands"),
           Code::shape);
  }
}

}  // namespace

Vars lapack(HloScope& scope, const HloOp& op, std::string_view target, const Vars& in) {
  std::string_view name = target.substr(1, target.size() - 1 - std::string_view("_ffi").size());
  const Routine* found = std::ranges::find(routines, name, &Routine::name);
  if (found == std::end(routines)) {
    refuse(op, str("LAPACK routine ", name,
                   " is not supported: export the function without this decomposition"));
  }
  need_matrices(scope, op, found->operands, in);
  return found->fn(scope, op, in);
}

}  // namespace rille
