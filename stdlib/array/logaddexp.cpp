// logaddexp: log of a sum of exponentials.
#include <array>
#include <limits>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/derivative.h"

namespace rille {

namespace {

// x - y; 0 if both are the same infinity.
Array difference(const Array& x, const Array& y) {
  Array is_same_end = logical_and(isinf(x), eq(x, y));
  return where(is_same_end, 0, x) - where(is_same_end, 0, y);
}

// The larger operand plus the contribution of the smaller one.
Array log_of_sum(const Array& x, const Array& y) {
  Array is_first = ge(x, y), most = where(is_first, x, y), least = where(is_first, y, x);
  Array is_same_end = logical_and(isinf(most), eq(most, least));
  return where(is_same_end, most, most + log1p(exp(difference(least, most))));
}

// The fraction of exp(x) in the sum; 0 if both operands are -inf, as in logsumexp.
Array softmax_share(const Array& x, const Array& y) {
  Array is_none = eq(maximum(x, y), -std::numeric_limits<double>::infinity());
  return where(is_none, 0, sigmoid(difference(x, y)));
}

}  // namespace

Array logaddexp(const Array& x, const Array& y) {
  std::array<Array, 2> both{inexact(x), inexact(y)};
  promote_together(both);
  bool weak = both[0].is_weak();
  Shape shape = common_shape(both, "logaddexp");
  for (Array& each : both) each = fit(each, shape);
  auto slopes = [](const Array& a, const Array& b) {
    return std::pair(softmax_share(a, b), softmax_share(b, a));
  };
  return with_slopes(both[0], both[1], log_of_sum, slopes).with_weak(weak);
}

extern const Builtin logaddexp_builtin = {
    .signature = "logaddexp(x: real[...], y: real[...]) -> float[...]",
    .brief = "Computes log(exp(x) + exp(y)) without intermediate overflow.",
    .params = {{"y", "Values; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "logaddexp([0.0, 1000.0], 0.0)  #> [0.6931472, 1000]",
    .source = "numpy.logaddexp",
    .call = bind<&logaddexp>,
};

}  // namespace rille
