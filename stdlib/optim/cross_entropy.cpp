// Softmax cross-entropy losses.
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using losses::where_text;

void need_classes(const Array& logits) {
  if (logits.rank() >= 1 && is_float(logits.dtype())) return;
  Error error(Code::dtype, str(calling_name("loss"), ": `logits` is ", logits.type(),
                               ", expected a float array with a class axis"));
  throw labelled(std::move(error), "logits");
}

// The loss of class indices, with the class axis last.
Array of_classes(const Array& logits, const Array& labels, const WhereMask& where_) {
  Array x = loss_operand(logits);
  Array logp = where_ ? log_softmax_of(x, Ints{-1}, where_) : log_softmax(x, -1);
  Array right = right_class(logits, "logits", labels);
  return -sum(where(right, logp, Array(0.0)), Ints{-1});
}

// Integer labels are class indices; float labels of the shape of the logits are a
// distribution.
Array softmax_cross_entropy(const Array& logits, const Array& labels, const Axes& axis,
                            const WhereMask& where_) {
  need_classes(logits);
  if (is_float(labels.dtype())) {
    if (axis && axis->size() == 1 && !where_) {
      return -sum(labels * log_softmax(loss_operand(logits), axis->front()), axis);
    }
    return -sum_of(labels * log_softmax_of(loss_operand(logits), axis, where_), axis, where_);
  }
  if (!axis || axis->size() != 1) {
    throw labelled(
        Error(Code::value, str("optim.softmax_cross_entropy: `axis` is ",
                               axis ? str("(", join(*axis), ")") : "nil",
                               ", expected one axis, because `labels` are class indices")),
        "axis");
  }
  int64_t at = axis_of(axis->front(), logits);
  if (at == logits.rank() - 1) return of_classes(logits, labels, where_);
  WhereMask moved = where_;
  if (where_) moved = move_axis(broadcast(*where_, logits.shape()), at, -1);
  return of_classes(move_axis(logits, at, -1), labels, moved);
}

// A class of target probability 0 contributes 0 to the loss, even if its logit is -inf.
Array safe_softmax_cross_entropy(const Array& given, const Array& labels) {
  need_classes(given);
  need_same_shape(given, "logits", labels, "labels");
  Array logits = loss_operand(given);
  Array has_share = ne(labels, 0.0);
  Array logp = log_softmax(logits, -1);
  return -sum(where(has_share, labels * where(has_share, logp, 0.0), 0.0), Ints{-1});
}

Array poly_loss_cross_entropy(const Array& given, const Array& labels, const Array& epsilon,
                              const Axes& axis, const WhereMask& where) {
  need_classes(given);
  need_same_shape(given, "logits", labels, "labels");
  Array logits = loss_operand(given);
  Array logp = log_softmax_of(logits, axis, where);
  Array shares = loss_operand(labels);
  Array wrong = sum_of(shares * (1.0 - masked(exp(logp), where, Array(0.0))), axis, where);
  return -sum_of(shares * logp, axis, where) + epsilon * wrong;
}

Array smooth_labels(const Array& labels, const Array& alpha, const Axes& axis,
                    const WhereMask& where_) {
  Array shares = inexact(labels);
  Array count = where_ ? sum_of(ones_like(shares), axis, where_, true)
                       : Array(static_cast<double>(folded_count(shares, axes_of(axis, shares))));
  return (1.0 - alpha) * shares + alpha / count;
}

constexpr std::string_view class_logits_text = "Logits of the classes, of any scale.";
constexpr std::string_view shares_text = "Target distribution: a probability for each class.";
constexpr std::string_view classes_axis_text =
    "Class axis. With a target distribution, several axes are possible, or all axes if nil.";

}  // namespace

extern const Builtin optim_softmax_cross_entropy_builtin = {
    .signature =
        "optim.softmax_cross_entropy(logits: float[...], labels: int[...] or float[...], axis: "
        "int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the softmax cross-entropy of logits and labels. The loss is the negative "
        "log-probability of the target class.",
    .params =
        {{"logits", class_logits_text},
         {"labels",
          "Index of the target class (int), or a target distribution over the classes (float)."},
         {"axis", classes_axis_text},
         {"where", where_text}},
    .returns = "the loss in nats; f32 for logits in f16 or bf16",
    .errors =
        "error[shape] if the shapes of `logits` and `labels` do not match; error[dtype] if "
        "`logits` is not a float array with an axis; error[index] if a label is not a class; "
        "error[value] if class indices are given and `axis` is not one axis",
    .example = "optim.softmax_cross_entropy([0.0, 0.0], 1)  #> 0.6931472",
    .source = "optax.softmax_cross_entropy, …_with_integer_labels",
    .call = bind<&softmax_cross_entropy>,
};

extern const Builtin optim_safe_softmax_cross_entropy_builtin = {
    .signature =
        "optim.safe_softmax_cross_entropy(logits: float[..., c], labels: float[..., c]) -> "
        "float[...]",
    .brief =
        "Computes the softmax cross-entropy for logits that may be -inf. A class of target "
        "probability 0 contributes 0, even if its logit is -inf.",
    .params = {{"logits", class_logits_text}, {"labels", shares_text}},
    .returns = "the loss in nats; f32 for logits in f16 or bf16",
    .errors =
        "error[shape] if the shapes differ; error[dtype] if `logits` is not a float array with an "
        "axis",
    .example = "optim.safe_softmax_cross_entropy([0.0, 0.0, -inf], [1.0, 0.0, 0.0])  #> 0.6931472",
    .source = "optax.safe_softmax_cross_entropy",
    .call = bind<&safe_softmax_cross_entropy>,
};

extern const Builtin optim_poly_loss_cross_entropy_builtin = {
    .signature =
        "optim.poly_loss_cross_entropy(logits: float[...], labels: float[...], epsilon: real = "
        "2.0, axis: int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the softmax cross-entropy with a first polynomial correction (PolyLoss). The "
        "loss is the cross-entropy plus epsilon * sum(labels * (1 - softmax(logits))).",
    .params = {{"logits", class_logits_text},
               {"labels", shares_text},
               {"epsilon", "Coefficient of the first polynomial term."},
               {"axis", classes_axis_text},
               {"where", where_text}},
    .errors =
        "error[shape] if the shapes differ; error[dtype] if `logits` is not a float array with an "
        "axis",
    .example = "optim.poly_loss_cross_entropy([0.0, 0.0], [0.0, 1.0])  #> 1.6931472",
    .source = "Leng et al., arXiv 2204.12511; optax.poly_loss_cross_entropy",
    .call = bind<&poly_loss_cross_entropy>,
};

extern const Builtin optim_smooth_labels_builtin = {
    .signature =
        "optim.smooth_labels(labels: real[...], alpha: real, axis: int or (int, ...) or nil = -1, "
        "where: "
        "bool[...] = nil) -> float[...]",
    .brief =
        "Applies label smoothing to a target distribution. The result is `(1 - alpha) * labels + "
        "alpha / c` for c classes.",
    .params =
        {{"labels", shares_text},
         {"alpha",
          "Smoothing factor. 0 leaves the labels unchanged, and 1 gives the uniform distribution."},
         {"axis", classes_axis_text},
         {"where", where_text}},
    .errors = losses::axis_errors,
    .example = "optim.smooth_labels([1.0, 0.0], 0.1)  #> [0.95, 0.05]",
    .source = "Szegedy et al., arXiv 1512.00567; optax.smooth_labels",
    .call = bind<&smooth_labels>,
};

}  // namespace rille
