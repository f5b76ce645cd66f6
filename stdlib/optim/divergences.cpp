// Divergences between probability distributions.
#include <limits>

#include "stdlib/optim/losses.h"
#include "vm/bind.h"

namespace rille {
namespace {

using losses::axis_errors, losses::axis_text, losses::where_text;

// The predicted log-probabilities, with 0 in place of -inf where the target is 0: the product of 0
// and -inf contributes 0.
Array counted_logs(const Array& log_predictions, const Array& is_none) {
  Array logs = loss_operand(log_predictions);
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  return where(logical_and(is_none, eq(logs, impossible)), 0.0, logs);
}

// The term of a target 0 is 0 for every prediction.
Array kl_divergence(const Array& log_predictions, const Array& targets, const Axes& axis,
                    const WhereMask& where_) {
  Array share = loss_operand(targets);
  Array is_none = eq(share, 0.0);
  Array logs = where(is_none, 0.0, log(where(is_none, 1.0, share)));
  return sum_of(share * (logs - counted_logs(log_predictions, is_none)), axis, where_);
}

Array kl_divergence_with_log_targets(const Array& log_predictions, const Array& log_targets,
                                     const Axes& axis, const WhereMask& where_) {
  Array logs = loss_operand(log_targets), share = exp(logs), is_none = eq(share, 0.0);
  Array apart = where(is_none, 0.0, logs) - counted_logs(log_predictions, is_none);
  return sum_of(share * apart, axis, where_);
}

Array generalized_kl_divergence(const Array& log_predictions, const Array& targets,
                                const Axes& axis, const WhereMask& where) {
  Array more = sum_of(exp(loss_operand(log_predictions)) - loss_operand(targets), axis, where);
  return kl_divergence(log_predictions, targets, axis, where) + more;
}

constexpr std::string_view predictions_text = "Predicted log-probabilities.";
constexpr std::string_view targets_text = "Target probabilities, ≥ 0. The term of a target 0 is 0.";

}  // namespace

extern const Builtin optim_kl_divergence_builtin = {
    .signature =
        "optim.kl_divergence(log_predictions: real[...], targets: real[...], axis: int or (int, "
        "...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the Kullback-Leibler divergence of targets from predictions. It is the sum of "
        "targets * (log(targets) - log_predictions).",
    .params = {{"log_predictions", predictions_text},
               {"targets", targets_text},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "the divergence in nats; 0 if both distributions are equal",
    .errors = axis_errors,
    .example = "optim.kl_divergence(log([0.5, 0.5]), [1.0, 0.0])  #> 0.6931472",
    .source = "Kullback and Leibler, Ann. Math. Statist. 22 (1951); optax.kl_divergence",
    .call = bind<&kl_divergence>,
};

extern const Builtin optim_kl_divergence_with_log_targets_builtin = {
    .signature =
        "optim.kl_divergence_with_log_targets(log_predictions: real[...], log_targets: real[...], "
        "axis: int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief = "Computes the Kullback-Leibler divergence of targets that are log-probabilities.",
    .params = {{"log_predictions", predictions_text},
               {"log_targets", "Target log-probabilities."},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "the divergence in nats",
    .errors = axis_errors,
    .example = "optim.kl_divergence_with_log_targets(log([0.5, 0.5]), log([0.5, 0.5]))  #> 0",
    .source = "optax.kl_divergence_with_log_targets",
    .call = bind<&kl_divergence_with_log_targets>,
};

extern const Builtin optim_generalized_kl_divergence_builtin = {
    .signature =
        "optim.generalized_kl_divergence(log_predictions: real[...], targets: real[...], axis: "
        "int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief =
        "Computes the generalized Kullback-Leibler divergence of unnormalized distributions. It "
        "adds the sum of exp(log_predictions) - targets, and is convex in `log_predictions`.",
    .params = {{"log_predictions", "Logarithms of the predicted values, which need not sum to 1."},
               {"targets", "Target values, ≥ 0, which need not sum to 1."},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "the divergence in nats",
    .errors = axis_errors,
    .example = "optim.generalized_kl_divergence(log([1.0, 2.0]), [1.0, 2.0])  #> 0",
    .source = "optax.losses.generalized_kl_divergence",
    .call = bind<&generalized_kl_divergence>,
};

}  // namespace rille
