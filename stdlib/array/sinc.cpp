// sinc: sin(pi x) / (pi x).
#include <numbers>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr double pi = std::numbers::pi;

// For |x| < 1/2 a series, whose derivatives of all orders are exact at 0 and do not suffer from
// cancellation near 0.
Array near_0(const Array& x) {
  Array z = x * x * Array(pi * pi), sum(1);
  for (double k = 26; k > 0; k -= 2) sum = Array(1) - z * sum / Array(k * (k + 1));
  return sum;
}

// Subtracts the nearest integer first, which is exact; an odd integer changes the sign of the sine.
Array away(const Array& x) {
  Array whole = stop_gradient(round(x)), sine = sin((x - whole) * Array(pi));
  Array is_even = eq(floor(whole * Array(0.5)) * Array(2), whole);
  return where(is_even, sine, -sine) / (x * Array(pi));
}

// Floats are computed in f64, so that the rounding errors of the steps vanish in the final
// rounding.
Array sinc(const Array& given) {
  Array own = inexact(given), x = own.is_weak() ? own : convert(own, Dtype::f64);
  Array is_near = lt(abs(x), 0.5);
  Array out = where(is_near, near_0(where(is_near, x, 0)), away(where(is_near, 1, x)));
  return own.is_weak() ? out : convert(out, own.dtype());
}

}  // namespace

extern const Builtin sinc_builtin = {
    .signature = "sinc(x: real[...]) -> float[...]",
    .brief = "Computes the normalized sinc function, sin(pi x) / (pi x); 1 at 0.",
    .params = {{"x", "Integers are converted to f32, host scalars to f64."}},
    .errors = "error[dtype] if `x` is not real",
    .example = "sinc([0.0, 0.5])  #> [1, 0.63661975]",
    .source = "numpy.sinc",
    .call = bind<&sinc>,
};

}  // namespace rille
