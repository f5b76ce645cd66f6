// Regression losses.
#include <numbers>

#include "stdlib/array/derivative.h"
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using losses::shapes_text, losses::where_text;
using OptionalArray = std::optional<Array>;

// Predictions minus targets. Without targets, the predictions themselves are the errors.
Array errors_of(const Array& predictions, const OptionalArray& targets) {
  Array x = loss_operand(predictions);
  if (!targets) return x;
  need_same_shape(predictions, "predictions", *targets, "targets");
  return x - loss_operand(*targets);
}

Array squared_error(const Array& predictions, const OptionalArray& targets) {
  Array error = errors_of(predictions, targets);
  return error * error;
}

Array l2_loss(const Array& predictions, const OptionalArray& targets) {
  Array error = errors_of(predictions, targets);
  return 0.5 * error * error;  // the square alone could overflow
}

Array huber_loss(const Array& predictions, const OptionalArray& targets, const Array& delta) {
  // A choice of two branches: in a sum of both, the gradient of a small error would be lost to
  // rounding next to a large delta.
  Array size = abs(errors_of(predictions, targets));
  return where(le(size, delta), 0.5 * size * size, delta * (size - 0.5 * delta));
}

// log((e^x + e^-x) / 2) = |x| + log(1 + e^(-2 |x|)) - log 2, which takes only e^(-2 |x|) and cannot
// overflow. Near 0, where terms cancel, it is log(1 + 2 sinh(x / 2)^2). The derivative is tanh.
Array log_cosh(const Array& predictions, const OptionalArray& targets) {
  auto value = [](const Array& error) {
    Array size = abs(error), is_near = lt(size, 1.0);
    Array half = sinh(where(is_near, size, 0.0) * 0.5);
    Array far = size + log1p(exp(-2.0 * size)) - std::numbers::ln2;
    return where(is_near, log1p(2.0 * half * half), far);
  };
  auto slope = [](const Array& error, const Array&) { return tanh(error); };
  Array error = errors_of(predictions, targets);
  return with_slope(error, value, slope).with_weak(error.is_weak());
}

// Each vector is divided by its norm, but by at least the square root of epsilon. The norm is not
// differentiable at 0, so a zero vector is divided by that root.
Array cosine_similarity(const Array& predictions, const Array& targets, const Array& epsilon,
                        const Axes& axis, const WhereMask& counts) {
  Arrays both{inexact(predictions), inexact(targets)};
  promote_together(both);
  auto unit = [&](const Array& given) {
    bool is_narrow = is_float(given.dtype()) && bits(given.dtype()) < 32;
    Array x = is_narrow ? convert(given, Dtype::f32) : given;
    if (counts) x = where(broadcast(*counts, x.shape()), x, zeros_like(x));
    Array is_zero = eq(norm(stop_gradient(x), axis, true), 0.0);
    Array size = norm(where(is_zero, ones_like(x), x), axis, true), least = sqrt(epsilon);
    return x / where(is_zero, least, maximum(size, least));
  };
  Array out = sum_of(unit(both[0]) * unit(both[1]), axis, counts);
  return both[0].is_weak() ? out : convert(out, both[0].dtype());
}

Array cosine_distance(const Array& predictions, const Array& targets, const Array& epsilon,
                      const Axes& axis, const WhereMask& where) {
  return 1.0 - cosine_similarity(predictions, targets, epsilon, axis, where);
}

constexpr std::string_view regression_predictions_text = "Predicted values, of any shape.";
constexpr std::string_view regression_targets_text =
    "Target values, of the shape of the predictions. If nil, the predictions are the errors.";
constexpr std::string_view regression_epsilon_text =
    "Lower bound of the squared norm of each vector, ≥ 0.";

}  // namespace

extern const Builtin optim_squared_error_builtin = {
    .signature =
        "optim.squared_error(predictions: real[...], targets: real[...] = nil) -> float[...]",
    .brief = "Computes the element-wise squared error. The loss is `(predictions - targets) ^ 2`.",
    .params = {{"predictions", regression_predictions_text}, {"targets", regression_targets_text}},
    .errors = shapes_text,
    .example = "optim.squared_error([1.0, 2.0], [1.0, 5.0])  #> [0, 9]",
    .source = "optax.squared_error",
    .call = bind<&squared_error>,
};

extern const Builtin optim_l2_loss_builtin = {
    .signature = "optim.l2_loss(predictions: real[...], targets: real[...] = nil) -> float[...]",
    .brief = "Computes the element-wise L2 loss. The loss is `0.5 * (predictions - targets) ^ 2`.",
    .params = {{"predictions", regression_predictions_text}, {"targets", regression_targets_text}},
    .errors = shapes_text,
    .example = "optim.l2_loss([1.0, 2.0], [1.0, 5.0])  #> [0, 4.5]",
    .source = "optax.l2_loss",
    .call = bind<&l2_loss>,
};

extern const Builtin optim_huber_loss_builtin = {
    .signature =
        "optim.huber_loss(predictions: real[...], targets: real[...] = nil, delta: real = 1.0) -> "
        "float[...]",
    .brief =
        "Computes the element-wise Huber loss. It is quadratic, as `optim.l2_loss`, for errors up "
        "to `delta`, and linear for larger ones.",
    .params = {{"predictions", regression_predictions_text},
               {"targets", regression_targets_text},
               {"delta", "Magnitude of the error above which the loss is linear, > 0."}},
    .errors = shapes_text,
    .example = "optim.huber_loss([0.5, 3.0])  #> [0.125, 2.5]",
    .source = "Huber, Ann. Math. Statist. 35 (1964); optax.huber_loss",
    .call = bind<&huber_loss>,
};

extern const Builtin optim_log_cosh_builtin = {
    .signature = "optim.log_cosh(predictions: real[...], targets: real[...] = nil) -> float[...]",
    .brief =
        "Computes the element-wise log-cosh loss. It is log(cosh(x)) of the error x: about x ^ 2 / "
        "2 near 0, and |x| - log(2) for large errors.",
    .params = {{"predictions", regression_predictions_text}, {"targets", regression_targets_text}},
    .errors = shapes_text,
    .example = "optim.log_cosh([0.0, 100.0])  #> [0, 99.306854]",
    .source = "optax.log_cosh",
    .call = bind<&log_cosh>,
};

extern const Builtin optim_cosine_similarity_builtin = {
    .signature =
        "optim.cosine_similarity(predictions: real[...], targets: real[...], epsilon: real = 0.0, "
        "axis: int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the cosine similarity of vectors. It is the cosine of their angle, from -1 to 1; "
        "it is 1 if the directions are equal.",
    .params = {{"predictions", "Predicted vectors."},
               {"targets", "Target vectors."},
               {"epsilon", regression_epsilon_text},
               {"axis", "Axes of the vectors. If nil, all axes."},
               {"where", where_text}},
    .errors = losses::axis_errors,
    .example = "optim.cosine_similarity([1.0, 0.0], [3.0, 4.0])  #> 0.6",
    .source = "optax.cosine_similarity",
    .call = bind<&cosine_similarity>,
};

extern const Builtin optim_cosine_distance_builtin = {
    .signature =
        "optim.cosine_distance(predictions: real[...], targets: real[...], epsilon: real = 0.0, "
        "axis: int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the cosine distance of vectors: 1 minus the cosine similarity. It is 0 if the "
        "directions are equal, and at most 2.",
    .params = {{"predictions", "Predicted vectors."},
               {"targets", "Target vectors."},
               {"epsilon", regression_epsilon_text},
               {"axis", "Axes of the vectors. If nil, all axes."},
               {"where", where_text}},
    .errors = losses::axis_errors,
    .example = "optim.cosine_distance([1.0, 0.0], [0.0, 4.0])  #> 1",
    .source = "optax.cosine_distance",
    .call = bind<&cosine_distance>,
};

}  // namespace rille
