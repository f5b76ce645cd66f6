// optim.safe_norm: norms with gradient 0 at 0.
#include <cmath>

#include "stdlib/optim/rules/moments.h"
#include "vm/calling.h"

namespace rille {
namespace {

// sum(|x|^order)^(1 / order), and its limits.
Array size_of(const Array& x, double order, const Axes& axis, bool keep) {
  if (order == 2) return norm(x, axis, keep);
  Array size = abs(x);
  if (std::isinf(order)) return order > 0 ? max(size, axis, keep) : min(size, axis, keep);
  if (order == 0) return sum(convert(ne(size, 0), size.dtype()), axis, keep);
  if (order == 1) return sum(size, axis, keep);
  // Divided by the largest magnitude, so that no power overflows; by 1 if that is 0 or not finite.
  Array top = stop_gradient(max(size, axis, true));
  top = where(logical_and(gt(top, 0.0), isfinite(top)), top, 1.0);
  Array powers = sum(pow(size / top, order), axis, true);
  Array out = pow(powers, 1.0 / order) * top;
  return keep ? out : axis ? squeeze(out, axis) : reshape_to(out, {});
}

void need_vectors(const Array& x, const std::optional<double>& order, const Axes& axis) {
  size_t axes = axis ? axis->size() : static_cast<size_t>(x.rank());
  if (!order || axes == 1) return;
  Error error(Code::value, str("optim.safe_norm: `ord` is given for ", axes, " axes of ", x.type(),
                               ", expected one axis"));
  throw labelled(std::move(error), "ord").help("`axis = -1`, or `ord = nil`");
}

// If the norm is small, ones replace x: the root in the norm is not differentiable at 0.
Array safe_norm(const Array& given, const Array& min_norm, const std::optional<double>& order,
                const Axes& axis, bool keep) {
  Array x = inexact(given);
  need_vectors(x, order, axis);
  double p = order.value_or(2);
  Array size = size_of(x, p, axis, true), least = fit(min_norm, size);
  Array is_small = le(size, least);
  Array other = size_of(where(is_small, ones_like(x), x), p, axis, keep);
  if (!keep) is_small = axis ? squeeze(is_small, axis) : reshape_to(is_small, other.shape());
  return where(is_small, least, other);
}

Array safe_root_mean_squares(const Array& given, const Array& min_rms) {
  Array x = inexact(given), size = root_mean_square(x), least = fit(min_rms, size);
  Array is_small = le(size, least);
  return where(is_small, least, root_mean_square(where(is_small, ones_like(x), x)));
}

}  // namespace

extern const Builtin optim_safe_norm_builtin = {
    .signature =
        "optim.safe_norm(x: number[...], min_norm: real[...], ord: real = nil, axis: int or (int, "
        "...) = nil, keepdims: bool = false) -> float[...]",
    .brief = "Computes a norm with a lower bound. The gradient is 0 if the result is the bound.",
    .params = {{"x", "Array of numbers."},
               {"min_norm", "Lower bound of the norm."},
               {"ord",
                "Order p of the p-norm of vectors, along one axis; inf, -inf, and 0 are allowed. "
                "If nil, the Euclidean norm along any axes."},
               {"axis", "Axes to reduce. If nil, all axes are reduced."},
               {"keepdims", "If true, the reduced axes are kept with size 1."}},
    .errors =
        "error[value] if `ord` is given for several axes; error[shape] if an axis does not exist",
    .example =
        "(optim.safe_norm([3.0, 4.0], 0.1), grad(x => optim.safe_norm(x, 0.1))([0.0, 0.0]))"
        "  #> (5, [0, 0])",
    .source = "optax.safe_norm",
    .call = bind<&safe_norm>,
};

extern const Builtin optim_safe_root_mean_squares_builtin = {
    .signature = "optim.safe_root_mean_squares(x: number[...], min_rms: real) -> float[]",
    .brief =
        "Computes the root mean square of all elements with a lower bound. The gradient is 0 if "
        "the result is the bound.",
    .params = {{"x", "Array of numbers."}, {"min_rms", "Lower bound of the result."}},
    .errors = "error[type] if `x` is not an array of numbers",
    .example = "optim.safe_root_mean_squares([3.0, -3.0], 0.1)  #> 3",
    .source = "optax.safe_root_mean_squares",
    .call = bind<&safe_root_mean_squares>,
};

}  // namespace rille
