// linalg.det, slogdet: determinants and their derivatives.
#include <cmath>

#include "jit/transform.h"
#include "stdlib/array/derivative.h"
#include "stdlib/array/squares.h"
#include "stdlib/linalg.h"
#include "stdlib/linalg/matrices.h"
#include "stdlib/trace/region.h"

namespace rille {
namespace {

// The sign of a row permutation: 1 if it is even, -1 if it is odd.
Array sign_of(const Array& order, Dtype dtype) {
  Array later = expand(order, {-2}), sooner = expand(order, {-1});
  int64_t n = columns_of(order);
  Array is_before = lt(iota({n, n}, 0), iota({n, n}, 1));
  Array turned = logical_and(gt(sooner, later), is_before);
  Array odd = mod(sum(as_dtype(turned, Dtype::i32), Ints{-1, -2}), 2);
  return 1.0 - 2.0 * as_dtype(odd, dtype);
}

// The determinant for one to three rows as a sum of products. One fused kernel computes a batch.
Array small_det(const Array& x) {
  auto at = [&](int64_t i, int64_t j) {
    return squeeze(slice_axis(slice_axis(x, -2, i, 1), -1, j, 1), Ints{-1, -2});
  };
  if (rows_of(x) == 1) return at(0, 0);
  auto minor = [&](int64_t i, int64_t j) {  // the minor of columns i and j of the last two rows
    int64_t row = rows_of(x) - 2;
    return at(row, i) * at(row + 1, j) - at(row, j) * at(row + 1, i);
  };
  if (rows_of(x) == 2) return minor(0, 1);
  return at(0, 0) * minor(1, 2) - at(0, 1) * minor(0, 2) + at(0, 2) * minor(0, 1);
}

// --- cofactors: valid for singular matrices, because no division by a pivot occurs

// For each element the product of all other elements along the last axis.
Array product_of_others(const Array& x) {
  int64_t axis = x.rank() - 1, size = columns_of(x);
  Array one = full(slice_axis(x, axis, 0, 1).shape(), 1, x.dtype());
  Array before = concat({one, slice_axis(x, axis, 0, size - 1)}, axis);
  Array after = concat({slice_axis(x, axis, 1, size - 1), one}, axis);
  auto running = [&](const Array& line, bool reverse) {
    return apply1(cumprod_op, {line}, {{"axis", axis}, {"reverse", reverse}});
  };
  return running(before, false) * running(after, true);
}

// Products of the pivots between row k and column j: over all l with k < l < j.
Array products_between(const Array& pivots, const Array& like) {
  Array line = broadcast(expand(pivots, {-2}), like.shape());
  Array factors = upper_of(line - identity_like(like) * line) + lower_of(ones_like(like), false);
  int64_t axis = like.rank() - 1, size = columns_of(like);
  Array one = full(slice_axis(factors, axis, 0, 1).shape(), 1, like.dtype());
  Array before = concat({one, slice_axis(factors, axis, 0, size - 1)}, axis);
  return apply1(cumprod_op, {before}, {{"axis", axis}, {"reverse", false}});
}

// The adjugate of an upper triangular u. With m_kj = u_kj times the pivots between k and j and
// y = (1 + m)^-1, adj(u)_ij is y_ij times the pivots before i and the pivots after j.
Array adjugate_of_triangle(const Array& u) {
  Array pivots = diagonal(u), one = identity_like(u);
  Array strict = u - one * u;
  Array y = triangular(one + strict * products_between(pivots, u), one, false, false);
  int64_t axis = pivots.rank() - 1, size = columns_of(pivots);
  Array first = full(slice_axis(pivots, axis, 0, 1).shape(), 1, u.dtype());
  auto beside = [&](bool after) {
    Array rest = slice_axis(pivots, axis, after ? 1 : 0, size - 1);
    Array line = after ? concat({rest, first}, axis) : concat({first, rest}, axis);
    return apply1(cumprod_op, {line}, {{"axis", axis}, {"reverse", after}});
  };
  return upper_of(y) * expand(beside(false), {-1}) * expand(beside(true), {-2});
}

// Rows are scaled by powers of two, so that no intermediate product overflows or underflows.
Array cofactors_by_lu(const Array& x) {
  LuFactors parts = triangles_of(x);
  Array scale = unit_scale(parts.upper, Ints{x.rank() - 1});
  Array adjugate = adjugate_of_triangle(parts.upper * as_dtype(scale, x.dtype()));
  Array exponents = -log2(squeeze(scale, Ints{-1}));
  Array others = sum(exponents, Ints{-1}, true) - exponents, half = floor(others * 0.5);
  auto times = [&](const Array& columns, const Array& exponent) {
    return columns * as_dtype(expand(exp2(exponent), {-2}), x.dtype());
  };
  Array of_upper = transposed(times(times(adjugate, half), others - half));
  Array signs = as_dtype(sign_of(parts.order, real(x).dtype()), x.dtype());
  Array rows = triangular(parts.lower, of_upper, true, true) * expand(signs, {-1, -2});
  return in_order(rows, argsort(parts.order));
}

// --- derivatives of cofactors

// For few rows, the gradient of Bird's determinant, which consists of sums and products only.
// source: Bird, Inf. Process. Lett. 111 (2011)
constexpr int64_t few = 8;

// The strict upper triangle of x. Each diagonal element becomes the negative sum of the later ones.
Array bird_step(const Array& x) {
  Array on = diagonal(x), one = identity_like(x);
  Array later = sum(on, Ints{-1}, true) - cumsum(on, OptionalAxis(on.rank() - 1));
  return upper_of(x) - one * x - one * expand(later, {-1});
}
Array bird_step_back(const Array& x) {
  Array on = diagonal(x), one = identity_like(x);
  Array sooner = cumsum(on, OptionalAxis(on.rank() - 1)) - on;
  return upper_of(x) - one * x - one * expand(sooner, {-1});
}

Array cofactors_by_products(const Array& x) {
  int64_t n = rows_of(x);
  Arrays steps;
  for (int64_t k = 1; k < n; ++k) {
    steps.push_back(bird_step(steps.empty() ? x : matmul(steps.back(), x)));
  }
  Array corner = logical_and(eq(iota({n, n}, 0), 0), eq(iota({n, n}, 1), 0));
  Array slope = broadcast(convert(corner, x.dtype()), x.shape()), out = zeros_like(x);
  for (size_t k = steps.size(); k-- > 0;) {
    out = out + matmul(transposed(steps[k]), slope);
    slope = bird_step_back(matmul(slope, transposed(x)));
  }
  out = out + slope;
  return n % 2 == 0 ? -out : out;
}

// For many rows, by the SVD. The formula needs the products of all singular values except two.
Array cofactors_moved_by_svd(const Array& x, const Array& dx) {
  Arrays parts = svd(x);
  const Array& u = parts[0];
  Array v = adjoint(parts[2]), s = as_dtype(parts[1], x.dtype());
  Array moved = matmul(matmul(adjoint(u), dx), v), one = identity_like(x);
  Array line = broadcast(expand(s, {-2}), x.shape());
  Array others = product_of_others(line - one * line + one);
  others = others - one * others;
  Array on = sum(others * expand(diagonal(moved), {-2}), Ints{-1}, true);
  Array middle = one * on - others * transposed(moved);
  auto turn_of = [](const Array& y) {
    LuFactors lu = triangles_of(y);
    return as_dtype(sign_of(lu.order, real(y).dtype()), y.dtype()) *
           prod(diagonal(lu.upper), Ints{-1});
  };
  Array turn = turn_of(u) * turn_of(parts[2]);
  return expand(turn, {-1, -2}) * matmul(matmul(conj(u), middle), transposed(v));
}

Array cofactors(const Array& x) {
  auto rule = [](const Array& at, const Array& dx) {
    if (rows_of(at) > few) return std::pair(cofactors_by_lu(at), cofactors_moved_by_svd(at, dx));
    RecordedGraph all =
        record({at}, [](const Arrays& y) { return Arrays{cofactors_by_products(y[0])}; });
    Arrays in{at};
    in.insert(in.end(), all.captures.begin(), all.captures.end());
    std::vector<bool> active(in.size(), false);
    active[0] = true;
    in.push_back(dx);
    return std::pair(cofactors_by_lu(at), run_graph(jvp(all.graph, active), in)[1]);
  };
  return with_jvp(x, cofactors_by_lu, rule);
}

// Whether no product of elements along the last axis can overflow or underflow. Traces assume that
// it cannot, because summing the exponents would double the time for small matrices.
bool stays_in_range(const Array& pivots) {
  if (!is_eager()) return true;
  if (is_complex(pivots.dtype())) return false;
  bool is_double = pivots.dtype() == Dtype::f64;
  int64_t most = is_double ? 1000 : 120, line = columns_of(pivots);
  auto within = [&](auto zero) {
    int64_t at = 0, all = 0;
    for (auto x : pivots.as<decltype(zero)>()) {
      if (at++ % line == 0) all = 0;
      if (x == 0 || !std::isfinite(x)) continue;
      all += std::abs(std::ilogb(x)) + 1;
      if (all > most) return false;
    }
    return true;
  };
  if (pivots.size() == 0) return true;
  return is_double ? within(double{}) : pivots.dtype() == Dtype::f32 && within(float{});
}

// The product along the last axis without intermediate overflow: mantissas are multiplied and
// exponents added. Mantissas are scaled to [1, 2) and [1/2, 1) alternately.
Array product_of_pivots(const Array& pivots) {
  if (stays_in_range(pivots)) return prod(pivots, Ints{-1});
  Array odd = mod(iota({columns_of(pivots)}, 0), 2);
  Array scale = unit_scale(pivots, {}) * exp2(-as_dtype(odd, real(pivots).dtype()));
  Array exponent = sum(-log2(scale), Ints{-1}), half = floor(exponent * 0.5);
  Array out = prod(pivots * as_dtype(scale, pivots.dtype()), Ints{-1});
  return out * as_dtype(exp2(half), pivots.dtype()) *
         as_dtype(exp2(exponent - half), pivots.dtype());
}

Array det_by_lu(const Array& x) {
  LuFactors parts = triangles_of(x);
  Array sign = as_dtype(sign_of(parts.order, real(x).dtype()), x.dtype());
  return sign * product_of_pivots(diagonal(parts.upper));
}

Array det(const Array& given) {
  Array x = matrix(given, "linalg.det");
  if (rows_of(x) >= 1 && rows_of(x) <= 3) return small_det(x);
  auto rule = [](const Array& at, const Array& dx) {
    return std::pair(det_by_lu(at), sum(cofactors(at) * dx, Ints{-1, -2}));
  };
  return rows_of(x) == 0 ? det_by_lu(x) : with_jvp(x, det_by_lu, rule);
}

Arrays slogdet(const Array& given) {
  Array x = matrix(given, "linalg.slogdet");
  LuFactors parts = triangles_of(x);
  Array pivots = diagonal(parts.upper);
  Array size = abs(pivots);
  Array turns = is_complex(x.dtype())
                    ? pivots / where(eq(size, zeros_like(size)), ones_like(size), size)
                    : sign(pivots);
  Array signs = sign_of(parts.order, size.dtype()) * prod(turns, Ints{-1});
  return {signs, sum(log(size), Ints{-1})};
}

}  // namespace

extern const Builtin linalg_det_builtin = {
    .signature = "linalg.det(x: number[..., n, n]) -> number[...]",
    .brief =
        "Computes the determinant of square matrices. It uses an LU factorization, or for up to "
        "three rows a sum of products. The derivative, the cofactor matrix, is also defined for "
        "singular matrices.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .errors = matrix_errors,
    .example = "linalg.det([[0.0, 2.0], [3.0, 4.0]])  #> -6",
    .source = "numpy.linalg.det",
    .call = bind<&det>,
};

extern const Builtin linalg_slogdet_builtin = {
    .signature = "linalg.slogdet(x: number[..., n, n]) -> (number[...], float[...])",
    .brief =
        "Computes the sign and the log-magnitude of the determinant by an LU factorization. This "
        "avoids the overflow and underflow of `linalg.det`.",
    .params = {{"x", "Square matrices [..., n, n]."}},
    .returns =
        "(sign, log): the sign has magnitude 1, and log is the logarithm of the magnitude. If `x` "
        "is singular, the sign is 0 and log is -inf",
    .errors = matrix_errors,
    .example = "linalg.slogdet([[2.0, 0.0], [0.0, -2.0]])[0]  #> -1",
    .source = "numpy.linalg.slogdet",
    .call = bind<&slogdet>,
};

}  // namespace rille
