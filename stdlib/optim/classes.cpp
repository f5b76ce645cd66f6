// Losses of several classes, by the margin of the right one.
#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Scores, and true at the right class of each row.
struct Classified {
  Array scores, right;

  Classified(const Array& given, const Array& labels)
      : scores(inexact(given)), right(right_class(given, "scores", labels)) {}

  Array right_score(bool keep = false) const {
    return sum(where(right, scores, 0.0), Ints{-1}, keep);
  }
};

Array multiclass_hinge_loss(const Array& scores, const Array& labels) {
  Classified of(scores, labels);
  return max(where(of.right, of.scores, of.scores + 1.0), Ints{-1}) - of.right_score();
}

Array multiclass_perceptron_loss(const Array& scores, const Array& labels) {
  Classified of(scores, labels);
  return max(of.scores, Ints{-1}) - of.right_score();
}

// The shares p that are next to the scores; loss (|s|^2 - |s - p|^2) / 2 - s_y + 1/2, by what each
// score is above the right one.
Array multiclass_sparsemax_loss(const Array& scores, const Array& labels) {
  Classified of(scores, labels);
  Array shares = projected_to_simplex(of.scores, Array(1.0));
  Array apart = where(of.right, 0.0, of.scores - of.right_score(true));
  Array used = where(ne(shares, 0.0), apart, 0.0);
  Array squares = sum(shares * shares, Ints{-1});
  return sum(shares * used, Ints{-1}) + 0.5 * (1.0 - squares);
}

constexpr std::string_view scores_text = "of the c classes, any scale";
constexpr std::string_view class_text = "the right class";
constexpr std::string_view wrong =
    "error[shape] where labels do not fit; error[index] where a label is no class";

}  // namespace

extern const Builtin optim_multiclass_hinge_loss_builtin = {
    .signature =
        "optim.multiclass_hinge_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief = "What the best other class is short of a margin of 1 below the right one.",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_hinge_loss([1.0, 3.0], 1)  #> 0",
    .source = "Crammer and Singer, JMLR 2 (2001); optax.losses.multiclass_hinge_loss",
    .call = bind<&multiclass_hinge_loss>,
};

extern const Builtin optim_multiclass_perceptron_loss_builtin = {
    .signature =
        "optim.multiclass_perceptron_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief = "What the best class is above the right one.",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_perceptron_loss([1.0, 3.0], 0)  #> 2",
    .source = "optax.losses.multiclass_perceptron_loss",
    .call = bind<&multiclass_perceptron_loss>,
};

extern const Builtin optim_multiclass_sparsemax_loss_builtin = {
    .signature =
        "optim.multiclass_sparsemax_loss(scores: real[..., c], labels: int[...]) -> float[...]",
    .brief = "The loss of sparsemax: 0 where the right class is 1 above all others.",
    .params = {{"scores", scores_text}, {"labels", class_text}},
    .errors = wrong,
    .example = "optim.multiclass_sparsemax_loss([1.0, 3.0], 1)  #> 0",
    .source = "Martins and Astudillo, ICML 2016; optax.losses.multiclass_sparsemax_loss",
    .call = bind<&multiclass_sparsemax_loss>,
};

}  // namespace rille
