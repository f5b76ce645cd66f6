// Sums of exponentials that do not overflow.
#include <limits>

#include "stdlib/array/derivative.h"
#include "stdlib/array/squares.h"

namespace rille {
namespace {

constexpr std::string_view softmax_errors = "error[shape] where the axis is not one of x's";

// The largest element is taken off before exp; it is no function of x for the derivative.
Array shifted(const Array& x, int64_t axis) {
  if (x.size() == 0) return x;
  return sub(x, stop_gradient(max(x, Ints{axis}, true)));
}

// f of x, in f32 where a sum of exponentials, of which each is 1 at most, may leave x's range.
template <class F>
Array in_range(const Array& given, const Axes& axis, F f) {
  Array x = inexact(given);
  if (!is_long_for_dtype(x, axes_of(axis, x))) return f(x);
  return in_one_kernel(x, [&](const Array& at) { return as_dtype(f(wide(at)), x.dtype()); });
}

Array log_sum_of(const Array& used, const Axes& axis, bool keep) {
  Ints axes = axes_of(axis, used);
  if (folded_count(used, axes) == 0) return log(sum(used, axes, keep));  // of nothing: -inf
  Array top = stop_gradient(max(used, axes, true));
  top = where(isfinite(top), top, 0);  // all of -inf, or an inf: no shift, so no inf - inf
  // Of -inf alone the sum is 0; its logarithm is taken of 1, so that the slopes are 0, not 0 / 0.
  Array all = sum(exp(sub(used, top)), axes, true), is_none = eq(all, 0);
  constexpr double none = -std::numeric_limits<double>::infinity();
  Array out = where(is_none, none, add(log(where(is_none, 1, all)), top));
  return keep ? out : squeeze(out, axes);
}

}  // namespace

// One division an element; a derivative through the quotient would take four.
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
    .brief = "exp(x) along the axis, divided by its sum: positive numbers that add to 1.",
    .params = {{"x", "logits"}, {"axis", "the axis whose elements are compared"}},
    .errors = softmax_errors,
    .example = "softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "jax.nn.softmax",
    .call = bind<&softmax>,
};

extern const Builtin log_softmax_builtin = {
    .signature = "log_softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief = "The logarithm of softmax, exact where softmax is near 0.",
    .params = {{"x", "logits"}, {"axis", "the axis whose elements are compared"}},
    .errors = softmax_errors,
    .example = "log_softmax([0.0, 0.0])  #> [-0.6931472, -0.6931472]",
    .source = "jax.nn.log_softmax",
    .call = bind<&log_softmax>,
};

extern const Builtin logsumexp_builtin = {
    .signature =
        "logsumexp(x: real[...], axis: int or (int, ...) = nil, keep: bool = false) -> float[...]",
    .brief =
        "log(sum(exp(x))) along the axes, without overflow; of -inf alone -inf, with slopes of 0.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = softmax_errors,
    .example = "logsumexp([0.0, 0.0])  #> 0.6931472",
    .source = "jax.scipy.special.logsumexp",
    .call = bind<&logsumexp>,
};

}  // namespace rille
