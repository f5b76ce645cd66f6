// softmax, log_softmax, logsumexp without overflow.
#include <limits>

#include "stdlib/array/derivative.h"
#include "stdlib/array/squares.h"

namespace rille {
namespace {

constexpr std::string_view softmax_errors = "error[shape] if an axis is out of range";

// Subtracts the largest element before exp. The derivative of the largest element is not
// propagated.
Array shifted(const Array& x, int64_t axis) {
  if (x.size() == 0) return x;
  return sub(x, stop_gradient(max(x, Ints{axis}, true)));
}

// f(x), computed in f32 if a sum of exponentials, each at most 1, may exceed the range of x's
// dtype.
template <class F>
Array in_range(const Array& given, const Axes& axis, F f) {
  Array x = inexact(given);
  if (!is_long_for_dtype(x, axes_of(axis, x))) return f(x);
  return in_one_kernel(x, [&](const Array& at) { return as_dtype(f(wide(at)), x.dtype()); });
}

Array log_sum_of(const Array& used, const Axes& axis, bool keep) {
  Ints axes = axes_of(axis, used);
  if (folded_count(used, axes) == 0) return log(sum(used, axes, keep));  // an empty sum: -inf
  Array top = stop_gradient(max(used, axes, true));
  top = where(isfinite(top), top, 0);  // if all are -inf or one is inf, no shift: avoids inf - inf
  // If all elements are -inf, the sum is 0. The logarithm is then taken of 1, so that the
  // derivatives are 0 and not 0 / 0.
  Array all = sum(exp(sub(used, top)), axes, true), is_none = eq(all, 0);
  constexpr double none = -std::numeric_limits<double>::infinity();
  Array out = where(is_none, none, add(log(where(is_none, 1, all)), top));
  return keep ? out : squeeze(out, axes);
}

}  // namespace

// The rule needs one division per element; differentiating the quotient would need four.
Array softmax(const Array& x, int64_t axis) {
  auto value = [axis](const Array& at) {
    Array grown = exp(shifted(at, axis));
    return div(grown, sum(grown, Ints{axis}, true));
  };
  auto rule = [&](const Array& at, const Array& dx) {
    Array y = value(at);
    return std::pair(y, mul(y, sub(dx, sum(mul(y, dx), Ints{axis}, true))));
  };
  return in_range(x, Ints{axis}, [&](const Array& at) { return with_jvp(at, value, rule); });
}

Array log_softmax(const Array& x, int64_t axis) {
  return in_range(x, Ints{axis}, [&](const Array& at) {
    Array low = shifted(at, axis);
    return sub(low, log(sum(exp(low), Ints{axis}, true)));
  });
}

Array logsumexp(const Array& x, const Axes& axis, bool keep) {
  return in_range(x, axis, [&](const Array& at) { return log_sum_of(at, axis, keep); });
}

extern const Builtin softmax_builtin = {
    .signature = "softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief = "Computes exp(x) / sum(exp(x)) along an axis (softmax).",
    .params = {{"x", "Logits."}, {"axis", "Axis along which the result sums to 1."}},
    .errors = softmax_errors,
    .example = "softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "jax.nn.softmax",
    .call = bind<&softmax>,
};

extern const Builtin log_softmax_builtin = {
    .signature = "log_softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief = "Computes the logarithm of softmax, accurately where softmax is near 0.",
    .params = {{"x", "Logits."},
               {"axis", "Axis along which the exponentials of the result sum to 1."}},
    .errors = softmax_errors,
    .example = "log_softmax([0.0, 0.0])  #> [-0.6931472, -0.6931472]",
    .source = "jax.nn.log_softmax",
    .call = bind<&log_softmax>,
};

extern const Builtin logsumexp_builtin = {
    .signature =
        "logsumexp(x: real[...], axis: int or (int, ...) = nil, keepdims: bool = false) -> "
        "float[...]",
    .brief =
        "Computes log(sum(exp(x))) along the axes without overflow. If all elements are -inf, the "
        "result is -inf and the derivatives are 0.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."}},
    .errors = softmax_errors,
    .example = "logsumexp([0.0, 0.0])  #> 0.6931472",
    .source = "jax.scipy.special.logsumexp",
    .call = bind<&logsumexp>,
};

}  // namespace rille
