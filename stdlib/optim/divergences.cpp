// Divergences: how far one distribution is from another.
#include <limits>

#include "stdlib/optim/losses.h"
#include "vm/bind.h"

namespace rille {
namespace {

using losses::axis_errors, losses::axis_text, losses::where_text;

// The logarithm of a prediction, and 0 for -inf where the share is 0: 0 times -inf counts nothing.
Array counted_logs(const Array& log_predictions, const Array& is_none) {
  Array logs = inexact(log_predictions);
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  return where(logical_and(is_none, eq(logs, impossible)), 0.0, logs);
}

// Where a target is 0 so is its term, whatever the prediction.
Array kl_divergence(const Array& log_predictions, const Array& targets, const Axes& axis,
                    const Mask& where_) {
  Array share = inexact(targets);
  Array is_none = eq(share, 0.0);
  Array logs = where(is_none, 0.0, log(where(is_none, 1.0, share)));
  return sum_of(share * (logs - counted_logs(log_predictions, is_none)), axis, where_);
}

Array kl_divergence_with_log_targets(const Array& log_predictions, const Array& log_targets,
                                     const Axes& axis, const Mask& where_) {
  Array logs = inexact(log_targets), share = exp(logs), is_none = eq(share, 0.0);
  Array apart = where(is_none, 0.0, logs) - counted_logs(log_predictions, is_none);
  return sum_of(share * apart, axis, where_);
}

Array generalized_kl_divergence(const Array& log_predictions, const Array& targets,
                                const Axes& axis, const Mask& where) {
  Array more = sum_of(exp(inexact(log_predictions)) - inexact(targets), axis, where);
  return kl_divergence(log_predictions, targets, axis, where) + more;
}

constexpr std::string_view predictions_text = "logarithms of the predicted shares";
constexpr std::string_view targets_text = "shares, >= 0; 0 counts nothing";

}  // namespace

extern const Builtin optim_kl_divergence_builtin = {
    .signature =
        "optim.kl_divergence(log_predictions: real[...], targets: real[...], axis: int or (int, "
        "...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief = "The Kullback-Leibler divergence of the targets from the predictions.",
    .params = {{"log_predictions", predictions_text},
               {"targets", targets_text},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "in nats; 0 where both are equal",
    .errors = axis_errors,
    .example = "optim.kl_divergence(log([0.5, 0.5]), [1.0, 0.0])  #> 0.6931472",
    .source = "Kullback and Leibler, Ann. Math. Statist. 22 (1951); optax.kl_divergence",
    .call = bind<&kl_divergence>,
};

extern const Builtin optim_kl_divergence_with_log_targets_builtin = {
    .signature =
        "optim.kl_divergence_with_log_targets(log_predictions: real[...], log_targets: real[...], "
        "axis: int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief = "optim.kl_divergence, of targets that are logarithms too.",
    .params = {{"log_predictions", predictions_text},
               {"log_targets", "logarithms of shares"},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "in nats",
    .errors = axis_errors,
    .example = "optim.kl_divergence_with_log_targets(log([0.5, 0.5]), log([0.5, 0.5]))  #> 0",
    .source = "optax.kl_divergence_with_log_targets",
    .call = bind<&kl_divergence_with_log_targets>,
};

extern const Builtin optim_generalized_kl_divergence_builtin = {
    .signature =
        "optim.generalized_kl_divergence(log_predictions: real[...], targets: real[...], axis: "
        "int or (int, ...) or nil = -1, where: bool[...] = nil) -> float[...]",
    .brief = "optim.kl_divergence of what need not sum to 1: it is convex in the logarithms too.",
    .params = {{"log_predictions", predictions_text},
               {"targets", targets_text},
               {"axis", axis_text},
               {"where", where_text}},
    .returns = "in nats",
    .errors = axis_errors,
    .example = "optim.generalized_kl_divergence(log([1.0, 2.0]), [1.0, 2.0])  #> 0",
    .source = "optax.losses.generalized_kl_divergence",
    .call = bind<&generalized_kl_divergence>,
};

}  // namespace rille
