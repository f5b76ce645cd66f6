// optim.ademamix, prodigy, momo and other newer optimizers.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/schedule.h"
#include "vm/calling.h"

namespace rille {
namespace {

Values decayed(const OptimizerArgs& given, const Struct& rule) {
  return {given.rule(rule), given.rule(optim_add_decayed_weights_struct), given.learning_rate()};
}

Values ademamix(const OptimizerArgs& given) {
  return decayed(given, optim_scale_by_ademamix_struct);
}
Values simplified_ademamix(const OptimizerArgs& given) {
  return decayed(given, optim_scale_by_simplified_ademamix_struct);
}
Values acprop(const OptimizerArgs& given) { return decayed(given, optim_scale_by_acprop_struct); }
Values adopt(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_adopt_struct), given.learning_rate()};
}
Values madgrad(const OptimizerArgs& given) {
  return {given.rule(optim_add_decayed_weights_struct), given.rule(optim_scale_by_madgrad_struct)};
}

Values by_distance(const OptimizerArgs& given, const Struct& rule) {
  return {given.rule_if(given.has("weight_decay"), optim_add_decayed_weights_struct),
          given.rule(rule), given.learning_rate()};
}
Values dog(const OptimizerArgs& given) { return by_distance(given, optim_scale_by_dog_struct); }
Values dowg(const OptimizerArgs& given) { return by_distance(given, optim_scale_by_dowg_struct); }

Values dadapt_adamw(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_dadapt_adamw_struct)};
}
Values prodigy(const OptimizerArgs& given) { return {given.rule(optim_scale_by_prodigy_struct)}; }

Values momo(const OptimizerArgs& given) { return {given.rule(optim_scale_by_momo_struct)}; }
Values momo_adam(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_momo_adam_struct)};
}

// The learning rate, with a linear warmup from 0 if `warmup_steps` is not nil.
Value warm_rate(const OptimizerArgs& given, std::string_view who) {
  const Value& lr = given["lr"];
  if (!given.has("warmup_steps")) return lr;
  const auto* steps = std::get_if<int64_t>(&given["warmup_steps"].any());
  if (steps == nullptr || *steps < 1) {
    throw labelled(Error(Code::value, str(who, ": `warmup_steps` is ", text(given["warmup_steps"]),
                                          ", expected an int above 0")),
                   "warmup_steps");
  }
  if (!lr.is_leaf() || lr.as_array().is_traced()) {
    throw labelled(Error(Code::type, str(who, ": with `warmup_steps`, `lr` is ", kind_text(lr),
                                         ", expected a number that is not traced")),
                   "lr");
  }
  return Value(warmup_constant(given.state(), 0, lr.as_array().number(), *steps));
}

Values free(const OptimizerArgs& given, std::string_view who, Values rules) {
  Value rate = warm_rate(given, who);
  rules.push_back(given.rule(optim_scale_by_learning_rate_struct, {{"lr", rate}}));
  return {given.rule(optim_schedule_free_struct,
                     {{"inner", chain_of(given.state(), rules)}, {"lr", rate}})};
}
Values schedule_free_sgd(const OptimizerArgs& given) {
  return free(given, "optim.schedule_free_sgd",
              {given.rule_if(given.has("weight_decay"), optim_add_decayed_weights_struct)});
}
Values schedule_free_adamw(const OptimizerArgs& given) {
  FieldValues rms = {
      {"decay", given["b2"]}, {"eps_in_sqrt", Value(false)}, {"bias_correction", Value(true)}};
  return free(
      given, "optim.schedule_free_adamw",
      {given.rule(optim_scale_by_rms_struct, rms), given.rule(optim_add_decayed_weights_struct)});
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_ademamix_builtin = {
    .signature =
        "optim.ademamix(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real "
        "= 0.999, b3: real or fn(step) = 0.9999, alpha: real or fn(step) = 5.0, eps: real = 1e-8, "
        "eps_root: real = 0.0, mu_dtype: dtype = nil, weight_decay: real or fn(step) = 0.0, mask: "
        "any = nil) -> optim.Optimizer",
    .brief =
        "AdEMAMix optimizer: Adam with a second, slow moving average of gradients. Each update is "
        "`-lr * (m1 + alpha * m2) / (√(nu + eps_root) + eps)`, with the bias-corrected `m1` and "
        "`nu`.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               aliases::b2,
               {"b3",
                "β3, the exponential decay rate of the slow average `m2`, or a schedule: a "
                "function of the step count, which starts at 0."},
               {"alpha",
                "Coefficient of the slow average `m2`, or a schedule: a function of the step "
                "count, which starts at 0."},
               aliases::eps,
               aliases::eps_root,
               {"mu_dtype",
                "Dtype of all moment estimates. If nil, the dtype of the parameter, at least f32."},
               aliases::weight_decay,
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.ademamix(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Pagliardini et al., arXiv 2409.03137; optax.contrib.ademamix",
    .call = alias<&ademamix>,
};

extern const Builtin optim_simplified_ademamix_builtin = {
    .signature =
        "optim.simplified_ademamix(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = "
        "0.99, b2: real = 0.95, alpha: real or fn(step) = 0.0, eps: real = 1e-8, eps_root: real = "
        "0.0, weight_decay: real or fn(step) = 0.0, mask: any = nil) -> optim.Optimizer",
    .brief =
        "Simplified AdEMAMix optimizer, with one decayed sum of gradients. Each update is `-lr * "
        "(m + alpha * grad) / (√(n + eps_root) + eps)`, with the sum `m` and the bias-corrected "
        "second moment `n`.",
    .params = {aliases::params,
               aliases::lr,
               {"b1", "Decay rate of the sum of gradients: its new value is `grad + b1 * m`."},
               aliases::b2,
               {"alpha",
                "Coefficient of the last gradient, or a schedule: a function of the step count, "
                "which starts at 0."},
               aliases::eps,
               aliases::eps_root,
               aliases::weight_decay,
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.simplified_ademamix(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Morwani et al., arXiv 2502.02431; optax.contrib.simplified_ademamix",
    .call = alias<&simplified_ademamix>,
};

extern const Builtin optim_adopt_builtin = {
    .signature =
        "optim.adopt(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.9999, eps: real = 1e-6, mu_dtype: dtype = nil, nesterov: bool = false, use_clipping: "
        "bool = true, clip_value_fn: fn(step) = nil) -> optim.Optimizer",
    .brief =
        "ADOPT optimizer: Adam that normalizes by the second moment of previous steps. The first "
        "update is 0.",
    .params =
        {aliases::params,
         aliases::lr,
         aliases::b1,
         aliases::b2,
         {"eps", "Minimum value of the root of the second-moment estimate."},
         aliases::mu_dtype,
         aliases::nesterov,
         {"use_clipping",
          "If true, clips the elements of normalized gradients to the bound `clip_value_fn`."},
         {"clip_value_fn",
          "Schedule of the clipping bound: a function of the step count, which starts at 0. "
          "If nil, the bound is `step ^ 0.25`."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adopt(p, lr = 0.5)\n"
        "for i in 0..2 { opt.update!(&p, [1.0, -1.0]) }\n"
        "round(100.0 * p)  #> [95, 105]",
    .source = "Taniguchi et al., arXiv 2411.02853, algorithm 2; optax.contrib.adopt",
    .call = alias<&adopt>,
};

extern const Builtin optim_acprop_builtin = {
    .signature =
        "optim.acprop(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-16, eps_root: real = 1e-16, weight_decay: real or fn(step) = 0.0, "
        "mask: any = nil) -> optim.Optimizer",
    .brief =
        "ACProp optimizer: divides gradients by the root of previous second moments of `grad - "
        "mu`.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the second-moment estimate of `grad - mu`, 0 ≤ "
                "b2 < 1."},
               aliases::eps,
               {"eps_root",
                "Epsilon added to the second-moment estimate at every step, and stored in it."},
               aliases::weight_decay,
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.acprop(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Zhuang et al., arXiv 2110.05454, algorithm 1; optax.contrib.acprop",
    .call = alias<&acprop>,
};

extern const Builtin optim_madgrad_builtin = {
    .signature =
        "optim.madgrad(params: tree = nil, lr: real or fn(step) = 1e-3, momentum: real = 0.9, "
        "weight_decay: real = 0.0, eps: real = 1e-6) -> optim.Optimizer",
    .brief =
        "MADGRAD optimizer: momentumized, adaptive dual averaging. The dual average is `x0 - s / "
        "(∛grad_sum_sq + eps)`, with the weighted sums `s` of gradients and `grad_sum_sq` of "
        "squared gradients.",
    .params =
        {aliases::params,
         aliases::lr,
         {"momentum",
          "Momentum coefficient: the weight of the current parameters in the average with the dual "
          "average."},
         {"weight_decay",
          "L2 penalty coefficient: `weight_decay * param` is added to the gradient."},
         {"eps",
          "Epsilon added to the learning rate and to the cube root, for numerical stability."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.madgrad(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [94, 106]",
    .source = "Defazio and Jelassi, arXiv 2101.11075, algorithm 1; optax.contrib.madgrad",
    .call = alias<&madgrad>,
};

extern const Builtin optim_dog_builtin = {
    .signature =
        "optim.dog(params: tree = nil, lr: real or fn(step) = 1.0, init_step: \"heuristic\" or "
        "\"distance\" or \"learning_rate\" = \"heuristic\", init_value: real = 1e-6, eps: real = "
        "1e-8, weight_decay: real or fn(step) = nil, mask: any = nil) -> optim.Optimizer",
    .brief =
        "DoG optimizer (distance over gradients), with an estimated learning rate. The learning "
        "rate is `max_dist / √(sum + eps)`, with the largest distance `max_dist` from the initial "
        "parameters and the sum of all squared gradient norms.",
    .params =
        {aliases::params,
         {"lr",
          "Factor that multiplies the updates, or a schedule: a function of the step count, which "
          "starts at 0."},
         {"init_step",
          "Meaning of `init_value`. `\"heuristic\"`: the initial distance, relative to 1 plus the "
          "norm of the parameters. `\"distance\"`: the initial distance. `\"learning_rate\"`: the "
          "first learning rate."},
         {"init_value", "Initial distance or first learning rate, depending on `init_step`."},
         {"eps", "Epsilon added inside the square root, for numerical stability."},
         {"weight_decay",
          "L2 penalty coefficient, or a schedule: a function of the step count. `weight_decay * "
          "param` is added to the gradient. If nil, no weight decay is used."},
         aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = [3.0, 4.0]; var opt = optim.dog(p, init_step = \"distance\", init_value = 1.0)\n"
        "opt.update!(&p, [0.0, 2.0]); p  #> [3, 3]",
    .source = "Ivgi et al., arXiv 2302.12022; optax.contrib.dog",
    .call = alias<&dog>,
};

extern const Builtin optim_dowg_builtin = {
    .signature =
        "optim.dowg(params: tree = nil, lr: real or fn(step) = 1.0, init_estim_sq_dist: real = "
        "nil, eps: real = 1e-4, weight_decay: real or fn(step) = nil, mask: any = nil) -> "
        "optim.Optimizer",
    .brief =
        "DoWG optimizer (distance over weighted gradients), with an estimated learning rate. The "
        "learning rate is `d2 / (√sum + eps)`, with the largest squared distance `d2` from the "
        "initial parameters. The sum is that of all squared gradient norms, each times `d2` at its "
        "step.",
    .params =
        {aliases::params,
         {"lr",
          "Factor that multiplies the updates, or a schedule: a function of the step count, which "
          "starts at 0."},
         {"init_estim_sq_dist", "Initial estimate of the squared distance. If nil, `eps`."},
         {"eps", "Epsilon added outside the square root, for numerical stability."},
         {"weight_decay",
          "L2 penalty coefficient, or a schedule: a function of the step count. `weight_decay * "
          "param` is added to the gradient. If nil, no weight decay is used."},
         aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = [3.0, 4.0]; var opt = optim.dowg(p, init_estim_sq_dist = 4.0, eps = 0.0)\n"
        "opt.update!(&p, [0.0, 2.0]); p  #> [3, 2]",
    .source = "Khaled et al., arXiv 2305.16284; optax.contrib.dowg",
    .call = alias<&dowg>,
};

extern const Builtin optim_dadapt_adamw_builtin = {
    .signature =
        "optim.dadapt_adamw(params: tree = nil, lr: real or fn(step) = 1.0, b1: real = 0.9, b2: "
        "real = 0.999, eps: real = 1e-8, estim_lr0: real = 1e-6, weight_decay: real = 0.0) -> "
        "optim.Optimizer",
    .brief =
        "D-Adaptation AdamW optimizer, with an estimated learning rate. The learning rate is a "
        "non-decreasing estimate of the distance to the solution.",
    .params = {aliases::params,
               {"lr",
                "Multiplier of the estimated learning rate, or a schedule: a function of the step "
                "count, which starts at 0."},
               aliases::b1,
               aliases::b2,
               aliases::eps,
               {"estim_lr0", "Initial estimate of the learning rate."},
               {"weight_decay",
                "Decoupled weight decay coefficient: each update subtracts `rate * weight_decay * "
                "param`, with the estimated learning rate `rate`."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.dadapt_adamw(p, estim_lr0 = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Defazio and Mishchenko, arXiv 2301.07733, algorithm 5; optax.contrib.dadapt_adamw",
    .call = alias<&dadapt_adamw>,
};

extern const Builtin optim_prodigy_builtin = {
    .signature =
        "optim.prodigy(params: tree = nil, lr: real or fn(step) = 1.0, b1: real = 0.9, b2: real = "
        "0.999, beta3: real = nil, eps: real = 1e-8, estim_lr0: real = 1e-6, estim_lr_coef: real = "
        "1.0, weight_decay: real = 0.0, safeguard_warmup: bool = false) -> optim.Optimizer",
    .brief =
        "Prodigy optimizer: AdamW with an estimated learning rate. The learning rate is a "
        "non-decreasing estimate of the distance to the solution.",
    .params = {aliases::params,
               {"lr",
                "Multiplier of the estimated learning rate, or a schedule: a function of the step "
                "count, which starts at 0."},
               aliases::b1,
               aliases::b2,
               {"beta3",
                "Exponential decay rate of the sums from which the learning rate is estimated. If "
                "nil, the square root of `b2`."},
               aliases::eps,
               {"estim_lr0", "Initial estimate of the learning rate."},
               {"estim_lr_coef",
                "Multiplier of the estimated learning rate, for each estimate after `estim_lr0`."},
               {"weight_decay",
                "Decoupled weight decay coefficient: each update subtracts `rate * weight_decay * "
                "param`, with the estimated learning rate `rate`."},
               {"safeguard_warmup",
                "If true, the denominator of the estimate does not include `lr`, so that small "
                "learning rates in a warmup do not raise the estimate."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.prodigy(p, estim_lr0 = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Mishchenko and Defazio, arXiv 2306.06101, algorithm 4; optax.contrib.prodigy",
    .call = alias<&prodigy>,
};

extern const Builtin optim_schedule_free_sgd_builtin = {
    .signature =
        "optim.schedule_free_sgd(params: tree = nil, lr: real or fn(step) = 1.0, warmup_steps: int "
        "or nil = nil, b1: real = 0.9, "
        "weight_decay: real or fn(step) = nil, weight_lr_power: real = 2.0, state_dtype: dtype = "
        "nil) -> optim.Optimizer",
    .brief =
        "Schedule-free SGD optimizer: averages parameters instead of decaying the learning rate. "
        "`optim.schedule_free_eval_params` returns the averaged parameters.",
    .params =
        {aliases::params,
         aliases::lr,
         {"warmup_steps",
          "Number of steps of a linear warmup of the learning rate from 0 to `lr`, > 0. `lr` must "
          "be a number. If nil, no warmup is used."},
         {"b1",
          "Weight of the averaged parameters in the parameters at which gradients are evaluated."},
         {"weight_decay",
          "L2 penalty coefficient, or a schedule: a function of the step count. `weight_decay * "
          "param` is added to the gradient. If nil, no weight decay is used."},
         {"weight_lr_power",
          "Exponent of the weights: a step has the weight `max_lr ^ weight_lr_power` in the "
          "average, where `max_lr` is the largest learning rate so far."},
         {"state_dtype",
          "Dtype of the state `z`. If nil, the dtype of the parameter, at least f32."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.schedule_free_sgd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Defazio et al., arXiv 2405.15682; optax.contrib.schedule_free_sgd",
    .call = alias<&schedule_free_sgd>,
};

extern const Builtin optim_schedule_free_adamw_builtin = {
    .signature =
        "optim.schedule_free_adamw(params: tree = nil, lr: real or fn(step) = 2.5e-3, "
        "warmup_steps: int or nil = nil, b1: real = "
        "0.9, b2: real = 0.999, eps: real = 1e-8, weight_decay: real or fn(step) = 0.0, "
        "weight_lr_power: real = 2.0, state_dtype: dtype = nil) -> optim.Optimizer",
    .brief =
        "Schedule-free AdamW optimizer: averages parameters instead of decaying the learning rate. "
        "`optim.schedule_free_eval_params` returns the averaged parameters.",
    .params =
        {aliases::params,
         aliases::lr,
         {"warmup_steps",
          "Number of steps of a linear warmup of the learning rate from 0 to `lr`, > 0. `lr` must "
          "be a number. If nil, no warmup is used."},
         {"b1",
          "Weight of the averaged parameters in the parameters at which gradients are evaluated."},
         aliases::b2,
         aliases::eps,
         aliases::weight_decay,
         {"weight_lr_power",
          "Exponent of the weights: a step has the weight `max_lr ^ weight_lr_power` in the "
          "average, where `max_lr` is the largest learning rate so far."},
         {"state_dtype",
          "Dtype of the state `z`. If nil, the dtype of the parameter, at least f32."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.schedule_free_adamw(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Defazio et al., arXiv 2405.15682; optax.contrib.schedule_free_adamw",
    .call = alias<&schedule_free_adamw>,
};

extern const Builtin optim_momo_builtin = {
    .signature =
        "optim.momo(params: tree = nil, lr: real or fn(step) = 1.0, beta: real = 0.9, lower_bound: "
        "real = 0.0, weight_decay: real = 0.0, adapt_lower_bound: bool = false) -> optim.Optimizer",
    .brief =
        "MoMo optimizer: momentum SGD with an adaptive, Polyak-type learning rate. The learning "
        "rate is that at which a linear model of the objective reaches the lower bound, at most "
        "`lr`.",
    .params =
        {aliases::params,
         {"lr",
          "Maximum learning rate, or a schedule: a function of the step count, which starts at 0."},
         {"beta", "Exponential decay rate of all moving averages."},
         {"lower_bound", "Lower bound of the objective function."},
         {"weight_decay",
          "Weight decay coefficient: each update divides the parameters by `1 + lr * "
          "weight_decay`."},
         {"adapt_lower_bound",
          "If true, estimates a lower bound during training, which is at least `lower_bound`."}},
    .returns = "Optimizer; `opt.update!(&params, grads, value = f(params))` applies one update",
    .errors = "error[value] if an update is not given `value`, the objective value",
    .example =
        "var p = [3.0, 4.0]; var opt = optim.momo(p)\n"
        "opt.update!(&p, [3.0, 4.0], value = 12.5); p  #> [1.5, 2]",
    .source = "Schaipp et al., arXiv 2305.07583, algorithm 1; optax.contrib.momo",
    .call = alias<&momo>,
};

extern const Builtin optim_momo_adam_builtin = {
    .signature =
        "optim.momo_adam(params: tree = nil, lr: real or fn(step) = 1e-2, b1: real = 0.9, b2: real "
        "= 0.999, eps: real = 1e-8, lower_bound: real = 0.0, weight_decay: real = 0.0, "
        "adapt_lower_bound: bool = false) -> optim.Optimizer",
    .brief =
        "MoMo-Adam optimizer: Adam with an adaptive, Polyak-type learning rate. The learning rate "
        "is that at which a linear model of the objective reaches the lower bound, at most `lr`.",
    .params =
        {aliases::params,
         {"lr",
          "Maximum learning rate, or a schedule: a function of the step count, which starts at 0."},
         aliases::b1,
         aliases::b2,
         aliases::eps,
         {"lower_bound", "Lower bound of the objective function."},
         {"weight_decay",
          "Weight decay coefficient: each update divides the parameters by `1 + lr * "
          "weight_decay`."},
         {"adapt_lower_bound",
          "If true, estimates a lower bound during training, which is at least `lower_bound`."}},
    .returns = "Optimizer; `opt.update!(&params, grads, value = f(params))` applies one update",
    .errors = "error[value] if an update is not given `value`, the objective value",
    .example =
        "var p = ones(2); var opt = optim.momo_adam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0], value = 9.0); round(100.0 * p)  #> [50, 150]",
    .source = "Schaipp et al., arXiv 2305.07583, algorithm 2; optax.contrib.momo_adam",
    .call = alias<&momo_adam>,
};

}  // namespace rille
