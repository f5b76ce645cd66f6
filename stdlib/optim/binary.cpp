// Binary classification losses.
#include <limits>

#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using losses::shapes_text;

// Scores and labels as floats of the same shape.
struct BinaryLossInputs {
  Array x, y;

  BinaryLossInputs(const Array& scores, const Array& labels, std::string_view name)
      : x(loss_operand(scores)), y(labels.is_weak() ? labels : convert(labels, x.dtype())) {
    need_same_shape(scores, name, labels, "labels");
  }
};

Array sigmoid_binary_cross_entropy(const Array& logits, const Array& labels) {
  BinaryLossInputs of(logits, labels, "logits");
  return -of.y * log_sigmoid(of.x) - (1.0 - of.y) * log_sigmoid(-of.x);
}

// The weight (1 - p) ^ gamma, where p is the probability of the target class, is computed in log
// space, so that no power of 0 is taken.
Array sigmoid_focal_loss(const Array& logits, const Array& labels,
                         const std::optional<Array>& alpha, const Array& gamma) {
  BinaryLossInputs of(logits, labels, "logits");
  Array yes = log_sigmoid(of.x), no = log_sigmoid(-of.x);
  Array entropy = -of.y * yes - (1.0 - of.y) * no;
  // log((1 - y) e^yes + y e^no), with the larger exponent of a nonzero term subtracted.
  constexpr double low = -std::numeric_limits<double>::infinity();
  Array has_yes = ne(of.y, 1.0), has_no = ne(of.y, 0.0);
  Array top = stop_gradient(maximum(where(has_yes, yes, low), where(has_no, no, low)));
  Array grown = (1.0 - of.y) * exp(where(has_yes, yes - top, low));
  Array wrong = top + log(grown + of.y * exp(where(has_no, no - top, low)));
  Array loss = entropy * exp(gamma * wrong);
  if (!alpha) return loss;
  return (*alpha * of.y + (1.0 - *alpha) * (1.0 - of.y)) * loss;
}

Array hinge_loss(const Array& scores, const Array& labels) {
  BinaryLossInputs of(scores, labels, "scores");
  return maximum(Array(0.0), 1.0 - of.x * of.y);
}

Array perceptron_loss(const Array& scores, const Array& labels) {
  BinaryLossInputs of(scores, labels, "scores");
  return maximum(Array(0.0), -of.x * of.y);
}

Array sparsemax_loss(const Array& logits, const Array& labels) {
  BinaryLossInputs of(logits, labels, "logits");
  return sparse_plus(where(ne(of.y, 0.0), -of.x, of.x));
}

constexpr std::string_view logits_text = "Logits (log-odds of class 1), of any scale.";
constexpr std::string_view labels_text = "Binary labels: 1 or 0, or the probability of class 1.";
constexpr std::string_view signs_text = "Binary labels: 1 or -1.";

}  // namespace

extern const Builtin optim_sigmoid_binary_cross_entropy_builtin = {
    .signature =
        "optim.sigmoid_binary_cross_entropy(logits: real[...], labels: real[...]) -> float[...]",
    .brief =
        "Computes the element-wise binary cross-entropy of logits. The loss is -y * log(p) - (1 - "
        "y) * log(1 - p), where p is the sigmoid of the logit and y the label.",
    .params = {{"logits", logits_text}, {"labels", labels_text}},
    .returns = "the loss of each element, in nats",
    .errors = shapes_text,
    .example = "optim.sigmoid_binary_cross_entropy([0.0], [1.0])  #> [0.6931472]",
    .source = "optax.sigmoid_binary_cross_entropy",
    .call = bind<&sigmoid_binary_cross_entropy>,
};

extern const Builtin optim_sigmoid_focal_loss_builtin = {
    .signature =
        "optim.sigmoid_focal_loss(logits: real[...], labels: real[...], alpha: real = nil, gamma: "
        "real = 2.0) -> float[...]",
    .brief =
        "Computes the element-wise sigmoid focal loss. It is the binary cross-entropy times `(1 - "
        "p) ^ gamma`, with p the probability of the target class, which down-weights "
        "well-classified examples.",
    .params =
        {{"logits", logits_text},
         {"labels", labels_text},
         {"alpha",
          "Weight of class 1; class 0 has the weight `1 - alpha`. If nil, both weights are 1."},
         {"gamma",
          "Exponent of the weight `(1 - p) ^ gamma`, with p the probability of the target class."}},
    .errors = shapes_text,
    .example = "optim.sigmoid_focal_loss([0.0], [1.0])  #> [0.1732868]",
    .source = "Lin et al., arXiv 1708.02002; optax.sigmoid_focal_loss",
    .call = bind<&sigmoid_focal_loss>,
};

extern const Builtin optim_hinge_loss_builtin = {
    .signature = "optim.hinge_loss(scores: real[...], labels: real[...]) -> float[...]",
    .brief = "Computes the element-wise hinge loss. The loss is max(0, 1 - scores * labels).",
    .params = {{"scores", "Logits of class 1: unnormalized scores."}, {"labels", signs_text}},
    .errors = shapes_text,
    .example = "optim.hinge_loss([0.5, 2.0], [1.0, -1.0])  #> [0.5, 3]",
    .source = "optax.hinge_loss",
    .call = bind<&hinge_loss>,
};

extern const Builtin optim_perceptron_loss_builtin = {
    .signature = "optim.perceptron_loss(scores: real[...], labels: real[...]) -> float[...]",
    .brief = "Computes the element-wise perceptron loss. The loss is max(0, -scores * labels).",
    .params = {{"scores", "Logits of class 1: unnormalized scores."}, {"labels", signs_text}},
    .errors = shapes_text,
    .example = "optim.perceptron_loss([0.5, 2.0], [1.0, -1.0])  #> [0, 2]",
    .source = "Rosenblatt, Psychological Review 65 (1958); optax.perceptron_loss",
    .call = bind<&perceptron_loss>,
};

extern const Builtin optim_sparsemax_loss_builtin = {
    .signature = "optim.sparsemax_loss(logits: real[...], labels: real[...]) -> float[...]",
    .brief =
        "Computes the element-wise binary sparsemax loss. The loss is 0 from a margin of 1 on.",
    .params = {{"logits", "Logits of class 1: unnormalized scores."},
               {"labels", "Binary labels: 1 or 0."}},
    .errors = shapes_text,
    .example = "optim.sparsemax_loss([0.0, 2.0], [1, 1])  #> [0.25, 0]",
    .source = "Blondel et al., JMLR 21 (2020); optax.losses.sparsemax_loss",
    .call = bind<&sparsemax_loss>,
};

}  // namespace rille
