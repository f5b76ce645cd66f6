// optim.adafactor, lars, fromage, polyak_sgd and lbfgs.
#include "stdlib/optim/aliases/alias.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

Values adafactor(const OptimizerArgs& given) {
  const Value& rate = given["weight_decay_rate"];
  return {
      given.rule(optim_scale_by_factored_rms_struct,
                 {{"step_offset", given["decay_offset"]}, {"epsilon", given["eps"]}}),
      given.rule_if(given.has("clipping_threshold"), optim_clip_by_block_rms_struct,
                    {{"threshold", given["clipping_threshold"]}}),
      given.rule_if(given.has("lr"), optim_scale_by_learning_rate_struct,
                    {{"flip_sign", Value(false)}}),
      given.rule_if(given.is("multiply_by_parameter_scale"), optim_scale_by_param_block_rms_struct),
      given.rule_if(given.has("momentum"), optim_ema_struct,
                    {{"decay", given["momentum"]},
                     {"debias", Value(false)},
                     {"accumulator_dtype", given["dtype_momentum"]}}),
      given.rule_if(!rate.is_nil(), optim_add_decayed_weights_struct, {{"weight_decay", rate}}),
      given.rule(optim_scale_struct, {{"step_size", Value(-1.0)}})};
}

Values lars(const OptimizerArgs& given) {
  const Value& mask = given["trust_ratio_mask"];
  Value trust = given.rule(optim_scale_by_trust_ratio_struct);
  if (!mask.is_nil()) {
    trust = make_rule(given.state(), optim_masked_struct,
                      {{"inner", trust}, {"mask", mask}, {"others", Value("pass")}});
  }
  return {given.rule(optim_add_decayed_weights_struct, {{"mask", given["weight_decay_mask"]}}),
          trust, given.learning_rate(),
          given.rule(optim_trace_struct, {{"decay", given["momentum"]}})};
}

Values fromage(const OptimizerArgs& given) { return {given.rule(optim_scale_by_fromage_struct)}; }

Values optimistic_gradient_descent(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_optimistic_gradient_struct), given.learning_rate()};
}

Values polyak_sgd(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_learning_rate_struct, {{"lr", given["scaling"]}}),
          given.rule(optim_scale_by_polyak_struct)};
}

// The line search that `linesearch` names, or the transformation that the caller passed.
Value search_of(const OptimizerArgs& given) {
  const Value& told = given["linesearch"];
  if (!told.is_string()) return told.is_nil() ? given.rule(optim_identity_struct) : told;
  if (told.string() == "zoom") {
    return make_rule(given.state(), optim_scale_by_zoom_linesearch_struct,
                     {{"max_linesearch_steps", Value(20)}, {"initial_guess_strategy", "one"}});
  }
  if (told.string() == "backtracking") {
    return make_rule(given.state(), optim_scale_by_backtracking_linesearch_struct,
                     {{"max_backtracking_steps", Value(20)}, {"store_grad", Value(true)}});
  }
  throw labelled(
      Error(Code::value,
            str("optim.lbfgs: `linesearch` is \"", told.string(),
                "\", expected \"zoom\", \"backtracking\", a gradient transformation or nil")),
      "linesearch");
}

Values lbfgs(const OptimizerArgs& given) {
  Value rate = given.has("lr") ? given.learning_rate()
                               : given.rule(optim_scale_struct, {{"step_size", Value(-1.0)}});
  return {given.rule(optim_scale_by_lbfgs_struct), rate, search_of(given)};
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_adafactor_builtin = {
    .signature =
        "optim.adafactor(params: tree = nil, lr: real or fn(step) = nil, min_dim_size_to_factor: "
        "int = 128, decay_rate: real = 0.8, decay_offset: int = 0, multiply_by_parameter_scale: "
        "bool = true, clipping_threshold: real or nil = 1.0, momentum: real = nil, dtype_momentum: "
        "dtype = f32, weight_decay_rate: real or fn(step) = nil, eps: real = 1e-30, factored: bool "
        "= true, mask: any = nil) -> optim.Optimizer",
    .brief =
        "Adafactor optimizer. It stores the second moment of a large leaf as averages over rows "
        "and over columns.",
    .params =
        {aliases::params,
         {"lr",
          "Learning rate, or a schedule: a function of the step count, which starts at 0. If nil, "
          "updates are not scaled by a learning rate."},
         {"min_dim_size_to_factor",
          "Minimum size of the two largest axes of a leaf for its second moment to be factored."},
         {"decay_rate",
          "Exponent of the decay schedule: the decay rate of the second moment at step `t`, "
          "counted from 1, is `1 - t^(-decay_rate)`."},
         {"decay_offset",
          "Number of steps that the decay schedule skips: it is subtracted from the step count."},
         {"multiply_by_parameter_scale",
          "If true, multiplies the update of each leaf by the root mean square of the leaf, at "
          "least 1e-3."},
         {"clipping_threshold",
          "Maximum root mean square of the update of a leaf, to which larger updates are scaled "
          "down. If nil, updates are not clipped."},
         {"momentum",
          "Exponential decay rate of the moving average of updates. If nil, no moving average is "
          "used."},
         {"dtype_momentum", "Dtype of the moving average of updates."},
         {"weight_decay_rate",
          "Weight decay coefficient, or a schedule: a function of the step count. Each update "
          "subtracts `weight_decay_rate * param`, independently of `lr`. If nil, no weight decay "
          "is used."},
         {"eps", "Epsilon added to each squared gradient, for numerical stability."},
         {"factored", "If false, the second moment is stored for each element."},
         aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adafactor(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); p  #> [0.5, 1.5]",
    .source = "Shazeer and Stern, arXiv 1804.04235, algorithm 4; optax.adafactor",
    .call = alias<&adafactor>,
};

extern const Builtin optim_lars_builtin = {
    .signature =
        "optim.lars(params: tree = nil, lr: real or fn(step) = 1e-3, weight_decay: real or "
        "fn(step) = 0.0, weight_decay_mask: any = nil, trust_coefficient: real = 1e-3, eps: real = "
        "0.0, trust_ratio_mask: any = nil, momentum: real = 0.9, nesterov: bool = false) -> "
        "optim.Optimizer",
    .brief =
        "LARS optimizer: momentum SGD with a layer-wise trust ratio. The update of each leaf is "
        "scaled to a fraction of the norm of the leaf.",
    .params = {aliases::params,
               aliases::lr,
               {"weight_decay", aliases::coupled_decay},
               {"weight_decay_mask",
                "Leaves to which weight decay applies: a predicate on the path of a leaf, or a "
                "tree of bools. If nil, it applies to all leaves."},
               {"trust_coefficient",
                "Norm of the update of a leaf before the learning rate, relative to the norm of "
                "the leaf."},
               {"eps", "Epsilon added to the norm of the update, for numerical stability."},
               {"trust_ratio_mask",
                "Leaves to which the trust ratio applies: a predicate on the path of a leaf, or a "
                "tree of bools. If nil, it applies to all leaves."},
               {"momentum", "Momentum coefficient, applied after the learning rate."},
               aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.lars(p, lr = 0.5, trust_coefficient = 1.0)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "You et al., arXiv 1708.03888, algorithm 1; optax.lars",
    .call = alias<&lars>,
};

extern const Builtin optim_fromage_builtin = {
    .signature =
        "optim.fromage(params: tree = nil, lr: real or fn(step) = 1e-3, min_norm: real = 1e-6) -> "
        "optim.Optimizer",
    .brief =
        "Fromage optimizer, with updates of a fixed size relative to each leaf. After the update, "
        "the leaf is divided by `√(1 + lr^2)`, so that its norm does not grow.",
    .params = {aliases::params,
               aliases::lr,
               {"min_norm", "Minimum value of the norms of leaves and of their gradients."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = [5.0, 0.0]; var opt = optim.fromage(p, lr = 0.75)\n"
        "opt.update!(&p, [0.0, 2.0]); p  #> [4, -3]",
    .source = "Bernstein et al., arXiv 2002.03432, algorithm 1; optax.fromage",
    .call = alias<&fromage>,
};

extern const Builtin optim_optimistic_gradient_descent_builtin = {
    .signature =
        "optim.optimistic_gradient_descent(params: tree = nil, lr: real or fn(step) = 1e-3, alpha: "
        "real = 1.0, beta: real = 1.0) -> optim.Optimizer",
    .brief =
        "Optimistic gradient descent optimizer. Each update is `-lr * (alpha * grad + beta * (grad "
        "- previous_grad))`.",
    .params = {aliases::params,
               aliases::lr,
               {"alpha", "Coefficient of the gradient."},
               {"beta", "Coefficient of the change of the gradient since the previous step."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.optimistic_gradient_descent(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Mokhtari et al., arXiv 1901.08511, eq. 8; optax.optimistic_gradient_descent",
    .call = alias<&optimistic_gradient_descent>,
};

extern const Builtin optim_polyak_sgd_builtin = {
    .signature =
        "optim.polyak_sgd(params: tree = nil, max_lr: real = 1.0, scaling: real or fn(step) = 1.0, "
        "f_min: real = 0.0, eps: real = 0.0, variant: \"sps\" or \"sps+\" = \"sps\") -> "
        "optim.Optimizer",
    .brief =
        "SGD optimizer with the Polyak step size. The learning rate is `(value - f_min) / "
        "(|grad|^2 + eps)`, at most `max_lr`.",
    .params = {aliases::params,
               {"max_lr", "Maximum learning rate."},
               {"scaling",
                "Factor of the gradient before the learning rate is computed, or a schedule: a "
                "function of the step count, which starts at 0."},
               {"f_min", "Lower bound of the objective function, usually its minimum."},
               {"eps", "Epsilon added to the squared norm of the gradient."},
               {"variant",
                "One of `\"sps\"`, `\"sps+\"`. With `\"sps+\"`, the learning rate is 0 if `value` "
                "is below `f_min`."}},
    .returns = "Optimizer; `opt.update!(&params, grads, value = f(params))` applies one update",
    .errors = "error[value] if an update is not given `value`, the objective value",
    .example =
        "var p = [3.0, 4.0]; var opt = optim.polyak_sgd(p)\n"
        "opt.update!(&p, [3.0, 4.0], value = 12.5); p  #> [1.5, 2]",
    .source = "Loizou et al., arXiv 2002.10542, eq. 3; optax.polyak_sgd",
    .call = alias<&polyak_sgd>,
};

extern const Builtin optim_lbfgs_builtin = {
    .signature =
        "optim.lbfgs(params: tree = nil, lr: real or fn(step) = nil, memory_size: int = 10, "
        "scale_init_precond: bool = true, linesearch: any = \"zoom\") -> optim.Optimizer",
    .brief = "L-BFGS optimizer: a limited-memory quasi-Newton method with a line search.",
    .params = {aliases::params,
               {"lr",
                "Factor of the search direction, or a schedule: a function of the step count, "
                "which starts at 0. If nil, 1."},
               {"memory_size",
                "Number of past steps stored to approximate the inverse Hessian, at least 1."},
               {"scale_init_precond",
                "If true, the initial inverse Hessian is scaled by the curvature along the last "
                "step; if false, it is the identity."},
               {"linesearch",
                "Line search: `\"zoom\"`, `\"backtracking\"`, or a gradient transformation. If "
                "nil, no line search is used."}},
    .returns =
        "Optimizer; `opt.update!(&params, grads, value = f(params), value_fn = f)` applies one "
        "update",
    .errors =
        "error[value] if `linesearch` is another string, if `memory_size` is below 1, or if an "
        "update is not given the arguments that its line search needs",
    .example =
        "fn f(p) = sum((p - [1.0, 2.0]) ^ 2)\n"
        "var p = zeros(2); var opt = optim.lbfgs(p)\n"
        "for i in 0..9 { opt.update!(&p, grad(f)(p), value = f(p), value_fn = f) }\n"
        "round(100.0 * p)  #> [100, 200]",
    .source = "Nocedal and Wright, Numerical Optimization, algorithm 7.5; optax.lbfgs",
    .call = alias<&lbfgs>,
};

}  // namespace rille
