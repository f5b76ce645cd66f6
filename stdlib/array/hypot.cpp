// hypot: the length of the hypotenuse.
#include "stdlib/array/hypot.h"

#include <array>
#include <limits>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/derivative.h"

namespace rille {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The larger side, or the one that is NaN, is factored out, so that no square overflows. If it is 0
// or infinite, no quotient exists.
Array scaled(const Array& a, const Array& b) {
  Array x = abs(a), y = abs(b), is_first = logical_or(ge(x, y), isnan(x));
  Array most = where(is_first, x, y), least = where(is_first, y, x);
  Array is_end = logical_or(eq(most, 0), eq(most, infinity));
  Array quotient = least / where(is_end, 1, most);
  Array out = where(is_end, most, most * sqrt(Array(1) + quotient * quotient));
  return where(logical_or(isinf(x), isinf(y)), infinity, out);
}

// x / h; 0 if h is infinite.
Array quotient(const Array& x, const Array& size) {
  Array is_end = eq(size, infinity);
  return where(is_end, 0, x) / where(is_end, 1, size);
}

// x / h. Its derivative contains 1 - (x / h)^2, which is computed as (y / h)^2.
Array share_of(const Array& x, const Array& y) {
  auto share = [](const Array& a, const Array& b) {
    // Subnormal sides are scaled up, because their hypotenuse has few significant digits.
    Array is_tiny = lt(maximum(abs(a), abs(b)), 0x1p-960);
    Array x = where(is_tiny, a * 0x1p120, a), y = where(is_tiny, b * 0x1p120, b);
    return quotient(x, scaled(x, y));
  };
  auto slopes = [](const Array& a, const Array& b) {
    Array size = scaled(a, b), p = quotient(a, size), q = quotient(b, size), part = q / size;
    return std::pair(part * q, -(part * p));
  };
  return with_slopes(x, y, share, slopes);
}

Array with_shares(const Array& x, const Array& y) {
  return with_slopes(x, y, scaled, [](const Array& a, const Array& b) {
    // at the origin the derivative is that of |x|, as in JAX
    Array first = where(logical_and(eq(a, 0), eq(b, 0)), 1, a);
    return std::pair(share_of(first, b), share_of(b, first));
  });
}

}  // namespace

Array hypot(const Array& x, const Array& y) {
  std::array<Array, 2> sides{inexact(x), inexact(y)};
  promote_together(sides);
  Dtype own = sides[0].dtype();
  Shape shape = common_shape(sides, "hypot");
  for (Array& side : sides) side = fit(side, shape);
  bool weak = sides[0].is_weak();
  if (own == Dtype::f64) return with_shares(sides[0], sides[1]).with_weak(weak);
  Array a = convert(sides[0], Dtype::f64), b = convert(sides[1], Dtype::f64);
  return convert(with_shares(a, b), own);
}

extern const Builtin hypot_builtin = {
    .signature = "hypot(x: real[...], y: real[...]) -> float[...]",
    .brief = "Computes sqrt(x^2 + y^2) without intermediate overflow.",
    .params = {{"y", "Values; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "hypot([3.0, 1e30], [4.0, 1e30])  #> [5, 1.4142135e+30]",
    .source = "numpy.hypot",
    .call = bind<&hypot>,
};

}  // namespace rille
