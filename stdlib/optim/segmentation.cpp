// Losses of regions: how much of them two pictures share.
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct Dice {
  Array smooth = Array(1.0), alpha = Array(0.5), beta = Array(0.5);
  bool apply_softmax = true, ignore_background = false;
  Axes axis = {};  // none: all between the first and the last
  std::optional<Array> class_weights = {};
};

void need_classes(const Array& x, std::string_view name) {
  if (x.rank() >= 2) return;
  Error error(Code::shape, str(name, " need axes of a batch and of classes, got ", x.type()));
  throw labelled(std::move(error), name);
}

struct Pictures {
  Array predictions, targets;

  // A single class needs no axis of its own.
  Pictures(const Array& x, const Array& y) : predictions(wide(inexact(x))), targets(y) {
    if (predictions.rank() == targets.rank() - 1) predictions = expand(predictions, {-1});
    if (targets.rank() == predictions.rank() - 1) targets = expand(targets, {-1});
    need_same_shape(predictions, "predictions", targets, "targets");
    need_classes(predictions, "predictions");
  }
};

Array shares_of(const Array& predictions, bool apply_softmax) {
  if (apply_softmax) {
    return predictions.shape().back() == Extent(1) ? sigmoid(predictions) : softmax(predictions);
  }
  Array sums = sum(predictions, Ints{-1});
  check(close(sums, Array(1.0)), "value",
        "without apply_softmax the predictions of a place sum to 1, got {0}", {sums});
  return predictions;
}

// 1 - (shared + smooth) / (shared + alpha missed + beta found in vain + smooth), of each class.
Array dice_of(const Array& x, const Array& y, const Dice& how) {
  Pictures of(x, y);
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

// Classes count by one over the square of how often they are.
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

constexpr std::string_view segmentation_predictions_text = "scores, of a batch, places, classes";
constexpr std::string_view segmentation_targets_text = "1 or 0, or shares, of the same shape";
constexpr std::string_view smooth_text = "added above and below, so that nothing shared counts";
constexpr std::string_view softmax_text =
    "false: the predictions are shares already; of one class sigmoid stands for softmax";
constexpr std::string_view background_text = "class 0 does not count";
constexpr std::string_view wrong_classes =
    "error[shape] where the shapes do not fit; error[value] where shares do not sum to 1";

}  // namespace

extern const Builtin optim_dice_loss_builtin = {
    .signature =
        "optim.dice_loss(predictions: real[...], targets: real[...], class_weights: real[c] = nil, "
        "smooth: real = 1.0, alpha: real = 0.5, beta: real = 0.5, apply_softmax: bool = true, "
        "reduction: \"mean\" or \"sum\" or \"none\" = \"mean\", ignore_background: bool = false, "
        "axis: int or (int, ...) = nil) -> float[...]",
    .brief = "1 less what predicted and true regions share, as a part of both: of each picture.",
    .params = {{"predictions", segmentation_predictions_text},
               {"targets", segmentation_targets_text},
               {"class_weights", "what each class counts; nil: all 1"},
               {"smooth", smooth_text},
               {"alpha", "weight of what is predicted and not there"},
               {"beta", "weight of what is there and not predicted"},
               {"apply_softmax", softmax_text},
               {"reduction", "over the classes"},
               {"ignore_background", background_text},
               {"axis", "the axes of places; nil: all between the first and the last"}},
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
    .brief = "optim.dice_loss, with classes that are seldom counting as much as others.",
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
    .brief = "optim.dice_loss of one class.",
    .params = {{"predictions", "scores, of a batch and places"},
               {"targets", segmentation_targets_text},
               {"smooth", smooth_text},
               {"apply_sigmoid", "false: the predictions are shares already"}},
    .errors = wrong_classes,
    .example = "optim.binary_dice_loss([[9.0, -9.0]], [[1.0, 0.0]]) < 1e-3  #> [true]",
    .source = "optax.losses.binary_dice_loss",
    .call = bind<&binary_dice_loss>,
};

}  // namespace rille
