// hypot: the length of the diagonal of x and y.
#include <array>
#include <limits>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The greater side, or the one that is nan, is taken out, so that no square overflows; where it is
// 0 or infinite there is no quotient.
Array scaled(const Array& a, const Array& b) {
  Array x = abs(a), y = abs(b), is_first = logical_or(ge(x, y), isnan(x));
  Array most = where(is_first, x, y), least = where(is_first, y, x);
  Array is_end = logical_or(eq(most, 0), eq(most, infinity));
  Array quotient = least / where(is_end, 1, most);
  Array out = where(is_end, most, most * sqrt(Array(1) + quotient * quotient));
  return where(logical_or(isinf(x), isinf(y)), infinity, out);
}

Array hypot(const Array& x, const Array& y) {
  std::array<Array, 2> sides{inexact(x), inexact(y)};
  promote_together(sides);
  Dtype own = sides[0].dtype();
  if (own == Dtype::f64) return scaled(sides[0], sides[1]);
  Array a = convert(sides[0], Dtype::f64), b = convert(sides[1], Dtype::f64);
  return convert(scaled(a, b), own);
}

}  // namespace

extern const Builtin hypot_builtin = {
    .signature = "hypot(x: real[...], y: real[...]) -> float[...]",
    .brief = "sqrt(x^2 + y^2), without overflow on the way.",
    .params = {{"y", "broadcast against x"}},
    .errors = "error[shape] where the shapes do not broadcast",
    .example = "hypot([3.0, 1e30], [4.0, 1e30])  #> [5, 1.4142135e+30]",
    .source = "numpy.hypot",
    .call = bind<&hypot>,
};

}  // namespace rille
