// Dice losses for image segmentation.
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct Dice {
  Array smooth = Array(1.0), alpha = Array(0.5), beta = Array(0.5);
  bool apply_softmax = true, ignore_background = false;
  Axes axis = {};  // if empty, all axes between the first and the last
  std::optional<Array> class_weights = {};
};

void need_classes(const Array& x, std::string_view name) {
  if (x.rank() >= 2) return;
  Error error(Code::shape, str(calling_name("loss"), ": `", name, "` is ", x.type(),
                               ", expected a batch axis and a class axis"));
  throw labelled(std::move(error), name);
}

struct SegmentationMaps {
  Array predictions, targets;

  // If there is one class, the class axis may be missing in one of the arrays.
  SegmentationMaps(const Array& x, const Array& y) : predictions(wide(inexact(x))), targets(y) {
    if (predictions.rank() == targets.rank() - 1) predictions = expand(predictions, {-1});
    if (targets.rank() == predictions.rank() - 1) targets = expand(targets, {-1});
    need_same_shape(predictions, "predictions", targets, "targets");
    need_classes(predictions, "predictions");
  }
};

Array shares_of(const Array& predictions, bool apply_softmax) {
  bool is_single = predictions.shape().back() == Extent(1);
  if (apply_softmax) return is_single ? sigmoid(predictions) : softmax(predictions);
  if (is_single) {
    Array is_probability = logical_and(ge(predictions, 0.0), le(predictions, 1.0));
    check(is_probability, "value",
          "`predictions` has {0} for a single class, expected a probability from 0 to 1",
          {predictions});
    return predictions;
  }
  Array sums = sum(predictions, Ints{-1});
  check(close(sums, Array(1.0)), "value",
        "`predictions` sum to {0} over the classes, expected 1, because softmax is not applied",
        {sums});
  return predictions;
}

// 1 - (tp + smooth) / (tp + alpha fp + beta fn + smooth) for each class, where tp, fp, and fn are
// the sums of true positives, false positives, and false negatives.
Array dice_of(const Array& x, const Array& y, const Dice& how) {
  SegmentationMaps of(x, y);
  Array shares = shares_of(of.predictions, how.apply_softmax);
  Array targets = as_dtype(of.targets, shares.dtype());
  Axes axis = how.axis;
  if (!axis) {
    axis.emplace();
    for (int i = 1; i + 1 < shares.rank(); ++i) axis->push_back(i);
  }
  auto along = [&](const Array& z) { return axis->empty() ? z : sum(z, axis); };
  Array shared = along(shares * targets);
  Array all = shared + how.alpha * (along(shares) - shared);
  all = all + how.beta * (along(targets) - shared);
  Array loss = 1.0 - (shared + how.smooth) / (all + how.smooth);
  if (how.class_weights) loss = loss * *how.class_weights;
  int64_t classes = loss.shape().back().number();
  bool drops = how.ignore_background && shares.shape().back() != Extent(1);
  return drops ? slice_axis(loss, -1, 1, classes - 1) : loss;
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Array dice_loss(const Array& predictions, const Array& targets,
                const std::optional<Array>& class_weights, const Array& smooth, const Array& alpha,
                const Array& beta, bool apply_softmax, const std::string& reduction,
                bool ignore_background, const Axes& axis) {
  Dice how{smooth, alpha, beta, apply_softmax, ignore_background, axis, class_weights};
  Array loss = dice_of(predictions, targets, how);
  if (reduction == "none") return loss;
  return reduction == "sum" ? sum(loss, Ints{-1}) : mean(loss, Ints{-1});
}

// The weight of a class is proportional to the inverse square of its frequency in the targets.
Array multiclass_generalized_dice_loss(const Array& predictions, const Array& targets,
                                       const Array& smooth, bool apply_softmax,
                                       bool ignore_background) {
  need_same_shape(predictions, "predictions", targets, "targets");
  need_classes(predictions, "predictions");
  need_classes(targets, "targets");
  Ints leading;
  for (int i = 0; i + 1 < targets.rank(); ++i) leading.push_back(i);
  Array counted = wide(inexact(targets));
  Array often = leading.empty() ? counted : sum(counted, leading);
  Array weights = 1.0 / (often * often + 1e-7);
  weights = weights / sum(weights) * static_cast<double>(targets.shape().back().number());
  Dice how{.smooth = smooth,
           .apply_softmax = apply_softmax,
           .ignore_background = ignore_background,
           .class_weights = weights};
  return mean(dice_of(predictions, targets, how));
}

Array binary_dice_loss(const Array& predictions, const Array& targets, const Array& smooth,
                       bool apply_sigmoid) {
  bool has_class = predictions.rank() > 0 && predictions.shape().back() == Extent(1);
  bool are_alike = predictions.rank() == targets.rank();
  Array x = are_alike && !has_class ? expand(predictions, {-1}) : predictions;
  Array y = are_alike && !has_class ? expand(targets, {-1}) : targets;
  Dice how{.smooth = smooth, .apply_softmax = apply_sigmoid};
  return mean(dice_of(x, y, how), Ints{-1});
}

constexpr std::string_view segmentation_predictions_text = "Logits, [batch, spatial..., classes].";
constexpr std::string_view segmentation_targets_text =
    "Targets: 1 or 0, or probabilities, of the shape of `predictions`.";
constexpr std::string_view smooth_text =
    "Smoothing term, added to the numerator and the denominator, which also defines the loss of "
    "empty regions.";
constexpr std::string_view softmax_text =
    "If true, softmax is applied to the logits, or sigmoid if there is one class. If false, "
    "`predictions` are probabilities.";
constexpr std::string_view background_text = "If true, class 0 is left out.";
constexpr std::string_view wrong_classes =
    "error[shape] if the shapes do not match; error[value] if probabilities do not sum to 1";

}  // namespace

extern const Builtin optim_dice_loss_builtin = {
    .signature =
        "optim.dice_loss(predictions: real[...], targets: real[...], class_weights: real[c] = nil, "
        "smooth: real = 1.0, alpha: real = 0.5, beta: real = 0.5, apply_softmax: bool = true, "
        "reduction: \"mean\" or \"sum\" or \"none\" = \"mean\", ignore_background: bool = false, "
        "axis: int or (int, ...) = nil) -> float[...]",
    .brief =
        "Computes the Dice loss of each image. It is 1 minus the Dice coefficient of the predicted "
        "and the target region.",
    .params = {{"predictions", segmentation_predictions_text},
               {"targets", segmentation_targets_text},
               {"class_weights", "Weight of each class. If nil, all weights are 1."},
               {"smooth", smooth_text},
               {"alpha", "Weight of false positives."},
               {"beta", "Weight of false negatives."},
               {"apply_softmax", softmax_text},
               {"reduction",
                "Reduction over the classes: one of `\"mean\"`, `\"sum\"`, `\"none\"`."},
               {"ignore_background", background_text},
               {"axis", "Spatial axes. If nil, all axes between the first and the last."}},
    .errors = wrong_classes,
    .example =
        "optim.dice_loss([[[9.0], [-9.0]]], [[[1.0], [0.0]]], smooth = 0.0) < 1e-3  #> [true]",
    .source =
        "Milletari et al., arXiv 1606.04797; Salehi et al., arXiv 1706.05721; "
        "optax.losses.dice_loss",
    .call = bind<&dice_loss>,
};

extern const Builtin optim_multiclass_generalized_dice_loss_builtin = {
    .signature =
        "optim.multiclass_generalized_dice_loss(predictions: real[...], targets: real[...], "
        "smooth: real = 1.0, apply_softmax: bool = true, ignore_background: bool = false) -> "
        "float[]",
    .brief =
        "Computes the generalized Dice loss of several classes. Each class is weighted by the "
        "inverse square of its frequency in the targets.",
    .params = {{"predictions", segmentation_predictions_text},
               {"targets", segmentation_targets_text},
               {"smooth", smooth_text},
               {"apply_softmax", softmax_text},
               {"ignore_background", background_text}},
    .errors = wrong_classes,
    .example =
        "optim.multiclass_generalized_dice_loss([[[9.0, -9.0]]], [[[1.0, 0.0]]]) < 1e-3  #> true",
    .source = "Sudre et al., arXiv 1707.03237; optax.losses.multiclass_generalized_dice_loss",
    .call = bind<&multiclass_generalized_dice_loss>,
};

extern const Builtin optim_binary_dice_loss_builtin = {
    .signature =
        "optim.binary_dice_loss(predictions: real[...], targets: real[...], smooth: real = 1.0, "
        "apply_sigmoid: bool = true) -> float[...]",
    .brief = "Computes the Dice loss of a single class, for each image.",
    .params =
        {{"predictions", "Logits, [batch, spatial...]."},
         {"targets", segmentation_targets_text},
         {"smooth", smooth_text},
         {"apply_sigmoid",
          "If true, sigmoid is applied to the logits. If false, `predictions` are probabilities."}},
    .errors = wrong_classes,
    .example = "optim.binary_dice_loss([[9.0, -9.0]], [[1.0, 0.0]]) < 1e-3  #> [true]",
    .source = "optax.losses.binary_dice_loss",
    .call = bind<&binary_dice_loss>,
};

}  // namespace rille
