// Multiclass losses by the margin of the target class.
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Scores, and a mask that is true at the target class of each row.
struct ClassLossInputs {
  Array scores, right;

  ClassLossInputs(const Array& given, const Array& labels)
      : scores(inexact(given)), right(right_class(given, "scores", labels)) {}

  Array right_score(bool keep = false) const {
    return sum(where(right, scores, 0.0), Ints{-1}, keep);
  }
};

Array multiclass_hinge_loss(const Array& scores, const Array& labels) {
  ClassLossInputs of(scores, labels);
  return max(where(of.right, of.scores, of.scores + 1.0), Ints{-1}) - of.right_score();
}

Array multiclass_perceptron_loss(const Array& scores, const Array& labels) {
  ClassLossInputs of(scores, labels);
  return max(of.scores, Ints{-1}) - of.right_score();
}

// The loss is (|s|^2 - |s - p|^2) / 2 - s_y + 1/2, where p is the Euclidean projection of the
// scores s onto the simplex. It is computed from the differences s - s_y.
Array multiclass_sparsemax_loss(const Array& scores, const Array& labels) {
  ClassLossInputs of(scores, labels);
  Array shares = projected_to_simplex(of.scores, Array(1.0));
  Array apart = where(of.right, 0.0, of.scores - of.right_score(true));
  Array used = where(ne(shares, 0.0), apart, 0.0);
  Array squares = sum(shares * shares, Ints{-1});
  return sum(shares * used, Ints{-1}) + 0.5 * (1.0 - squares);
}

constexpr std::string_view scores_text = "Scores of the c classes, of any scale.";
constexpr std::string_view class_text = "Index of the target class of each row, 0 ≤ label < c.";
constexpr std::string_view wrong =
    "error[shape] if there is not one label for each row of scores; error[index] if a label is not "
    "a class";

}  // namespace

extern const Builtin optim_multiclass_hinge_loss_builtin = {
    .signature =
        "optim.multiclass_hinge_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief =
        "Computes the multiclass hinge loss. The loss is max(0, 1 + max(other scores) - target "
        "score).",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_hinge_loss([1.0, 3.0], 1)  #> 0",
    .source = "Crammer and Singer, JMLR 2 (2001); optax.losses.multiclass_hinge_loss",
    .call = bind<&multiclass_hinge_loss>,
};

extern const Builtin optim_multiclass_perceptron_loss_builtin = {
    .signature =
        "optim.multiclass_perceptron_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief = "Computes the multiclass perceptron loss. The loss is max(scores) - target score.",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_perceptron_loss([1.0, 3.0], 0)  #> 2",
    .source = "optax.losses.multiclass_perceptron_loss",
    .call = bind<&multiclass_perceptron_loss>,
};

extern const Builtin optim_multiclass_sparsemax_loss_builtin = {
    .signature =
        "optim.multiclass_sparsemax_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief =
        "Computes the multiclass sparsemax loss. The loss is 0 if the target score exceeds all "
        "others by at least 1.",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_sparsemax_loss([1.0, 3.0], 1)  #> 0",
    .source = "Martins and Astudillo, ICML 2016; optax.losses.multiclass_sparsemax_loss",
    .call = bind<&multiclass_sparsemax_loss>,
};

}  // namespace rille
