// poly.roots, from_roots, fit: polynomials and points.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "stdlib/linalg.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int64_t size_of(const Array& p) { return p.type().count(); }

// The number of leading zeros. It is 0 for traced values, which are unknown.
int64_t zeros_in_front(const Array& p) {
  if (p.is_traced() || !is_eager()) return 0;
  Array flags = ne(p, 0);
  auto is_other = flags.as<bool>();
  return std::ranges::find(is_other, true) - is_other.begin();
}

// The eigenvalues of the companion matrix.
Array companion_roots(const Array& p) {
  int64_t degree = size_of(p) - 1;
  Array lead = slice_axis(p, 0, 0, 1);
  Array first = neg(div(slice_axis(p, 0, 1, degree), lead));
  Array below = eye(degree - 1, degree, p.dtype());
  return eigvals(concat({expand(first, {0}), below}));
}

Array poly_roots(const Array& given) {
  Array p = strong(inexact(given));
  int64_t front = zeros_in_front(p);
  p = slice_axis(p, 0, front, size_of(p) - front);
  if (size_of(p) >= 2) return companion_roots(p);
  return zeros({0}, p.dtype() == Dtype::f64 ? Dtype::c128 : Dtype::c64);
}

Array poly_from_roots(const Array& given) {
  Array roots = strong(inexact(given)), out = ones({1}, roots.dtype());
  PollCounter polls;
  for (int64_t i = 0; i < size_of(roots); ++i) {
    polls.step();
    Array root = slice_axis(roots, 0, i, 1);
    out = sub(pad(out, Ints{0}, Ints{1}), mul(pad(out, Ints{1}, Ints{0}), root));
  }
  return out;
}

// Least squares with a Vandermonde matrix whose columns are scaled to norm 1.
Array poly_fit(const Array& given_x, const Array& given_y, int64_t degree,
               const std::optional<Array>& weights) {
  Arrays both{strong(inexact(given_x)), strong(inexact(given_y))};
  promote_together(both);
  Array x = both[0], y = both[1];
  if (degree < 0 || degree >= size_of(x)) {
    Error error(Code::value, str("poly.fit: `degree` is ", degree, ", expected 0 to ",
                                 size_of(x) - 1, " for ", size_of(x), " points"));
    throw labelled(std::move(error), "degree");
  }
  Arrays powers{ones_like(x)};
  for (int64_t i = 0; i < degree; ++i) powers.push_back(mul(powers.back(), x));
  std::ranges::reverse(powers);
  Array columns = stack(powers, 1);
  if (weights) {
    Array w = convert(strong(inexact(*weights)), x.dtype());
    columns = mul(columns, expand(w, {1}));
    y = mul(y, w);
  }
  Array size = norm(columns, Ints{0});
  return div(lstsq(div(columns, size), y), size);
}

}  // namespace

extern const Builtin poly_roots_builtin = {
    .signature = "poly.roots(p: real[n]) -> complex[...]",
    .brief = "Computes the complex roots of a polynomial, in no particular order.",
    .params = {{"p",
                "Coefficients of the polynomial, highest power first. Leading zeros are removed, "
                "except in a trace, in which the first coefficient must not be 0."}},
    .errors = "error[dtype] if `p` is f16 or bf16",
    .example = "real(poly.roots([1.0, 0.0, -4.0])).abs()  #> [2, 2]",
    .source = "numpy.roots; the order is ours",
    .call = bind<&poly_roots>,
};

extern const Builtin poly_from_roots_builtin = {
    .signature = "poly.from_roots(roots: number[n]) -> number[...]",
    .brief = "Returns the monic polynomial with the given roots.",
    .params = {{"roots", "Roots of the polynomial, with multiplicity."}},
    .returns = "the coefficients, highest power first",
    .errors = "error[shape] if `roots` is not a vector",
    .example = "poly.from_roots([1.0, -1.0])  #> [1, 0, -1]",
    .source = "numpy.poly",
    .call = bind<&poly_from_roots>,
};

extern const Builtin poly_fit_builtin = {
    .signature =
        "poly.fit(x: real[n], y: real[n], degree: int, weights: real[n] = nil) -> float[...]",
    .brief = "Fits a polynomial to the points (x, y) by least squares.",
    .params = {{"x", "Abscissas of the points."},
               {"y", "Ordinates of the points."},
               {"degree", "Degree of the polynomial, 0 ≤ degree < n."},
               {"weights", "Weights of the residuals. If nil, all points have equal weight."}},
    .returns = "the coefficients, highest power first",
    .errors = "error[value] if `degree` is not in [0, n)",
    .example = "round(poly.fit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1), decimals = 3)  #> [2, 1]",
    .source = "numpy.polyfit",
    .call = bind<&poly_fit>,
};

}  // namespace rille
