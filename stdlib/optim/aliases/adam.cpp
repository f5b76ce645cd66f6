// optim.adam, adamw, lamb and others with moment estimates.
#include "stdlib/optim/aliases/alias.h"

namespace rille {
namespace {

Values scaled(const OptimizerArgs& given, const Struct& rule) {
  return {given.rule(rule), given.learning_rate()};
}

// With decoupled weight decay, which is added after the gradient is scaled.
Values decayed(const OptimizerArgs& given, const Struct& rule) {
  return {given.rule(rule), given.rule(optim_add_decayed_weights_struct), given.learning_rate()};
}

Values adam(const OptimizerArgs& given) { return scaled(given, optim_scale_by_adam_struct); }
Values nadam(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_adam_struct, {{"nesterov", Value(true)}}),
          given.learning_rate()};
}
Values adamw(const OptimizerArgs& given) { return decayed(given, optim_scale_by_adam_struct); }
Values nadamw(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_adam_struct, {{"nesterov", Value(true)}}),
          given.rule(optim_add_decayed_weights_struct), given.learning_rate()};
}
Values adamax(const OptimizerArgs& given) { return scaled(given, optim_scale_by_adamax_struct); }
Values adamaxw(const OptimizerArgs& given) { return decayed(given, optim_scale_by_adamax_struct); }
Values amsgrad(const OptimizerArgs& given) { return scaled(given, optim_scale_by_amsgrad_struct); }
Values adabelief(const OptimizerArgs& given) { return scaled(given, optim_scale_by_belief_struct); }
Values adan(const OptimizerArgs& given) { return decayed(given, optim_scale_by_adan_struct); }
Values radam(const OptimizerArgs& given) { return scaled(given, optim_scale_by_radam_struct); }
Values yogi(const OptimizerArgs& given) { return scaled(given, optim_scale_by_yogi_struct); }
Values novograd(const OptimizerArgs& given) {
  return scaled(given, optim_scale_by_novograd_struct);
}

Values lamb(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_adam_struct), given.rule(optim_add_decayed_weights_struct),
          make_rule(given.state(), optim_scale_by_trust_ratio_struct, {}), given.learning_rate()};
}

Values optimistic_adam(const OptimizerArgs& given) {
  const Value& lr = given["lr"];
  Value beta = given.has("optimism") ? given["optimism"] : lr;
  return {given.rule(optim_scale_by_adam_struct),
          given.rule(optim_scale_by_optimistic_gradient_struct, {{"alpha", lr}, {"beta", beta}}),
          given.rule(optim_scale_by_learning_rate_struct, {{"lr", Value(1.0)}})};
}

Values optimistic_adam_v2(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_adam_struct),
          given.rule(optim_scale_by_optimistic_gradient_struct), given.learning_rate()};
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_adam_builtin = {
    .signature =
        "optim.adam(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil, nesterov: bool = "
        "false) -> optim.Optimizer",
    .brief =
        "Adam optimizer. Each update is `-lr * mu / (√(nu + eps_root) + eps)`, with the "
        "bias-corrected moment estimates `mu` and `nu`.",
    .params = {aliases::params, aliases::lr, aliases::b1, aliases::b2, aliases::eps,
               aliases::eps_root, aliases::mu_dtype, aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 1; optax.adam",
    .call = alias<&adam>,
};

extern const Builtin optim_nadam_builtin = {
    .signature =
        "optim.nadam(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil) -> optim.Optimizer",
    .brief = "Adam optimizer with Nesterov momentum (NAdam).",
    .params = {aliases::params, aliases::lr, aliases::b1, aliases::b2, aliases::eps,
               aliases::eps_root, aliases::mu_dtype},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.nadam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [26, 174]",
    .source = "Dozat, ICLR 2016 workshop, algorithm 2; optax.nadam",
    .call = alias<&nadam>,
};

extern const Builtin optim_adamw_builtin = {
    .signature =
        "optim.adamw(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil, weight_decay: real "
        "or fn(step) = 1e-4, mask: any = nil, nesterov: bool = false) -> optim.Optimizer",
    .brief =
        "Adam optimizer with decoupled weight decay (AdamW). Each update is `-lr * (mu / (√(nu + "
        "eps_root) + eps) + weight_decay * param)`, with the bias-corrected moment estimates `mu` "
        "and `nu`.",
    .params = {aliases::params, aliases::lr, aliases::b1, aliases::b2, aliases::eps,
               aliases::eps_root, aliases::mu_dtype, aliases::weight_decay, aliases::mask,
               aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adamw(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Loshchilov and Hutter, arXiv 1711.05101, algorithm 2; optax.adamw",
    .call = alias<&adamw>,
};

extern const Builtin optim_nadamw_builtin = {
    .signature =
        "optim.nadamw(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil, weight_decay: real "
        "or fn(step) = 1e-4, mask: any = nil) -> optim.Optimizer",
    .brief = "NAdam optimizer with decoupled weight decay (NAdamW).",
    .params = {aliases::params, aliases::lr, aliases::b1, aliases::b2, aliases::eps,
               aliases::eps_root, aliases::mu_dtype, aliases::weight_decay, aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.nadamw(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [26, 174]",
    .source = "Dozat, ICLR 2016 workshop; Loshchilov and Hutter, arXiv 1711.05101; optax.nadamw",
    .call = alias<&nadamw>,
};

extern const Builtin optim_adamax_builtin = {
    .signature =
        "optim.adamax(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8) -> optim.Optimizer",
    .brief =
        "AdaMax optimizer: Adam with the infinity norm. The first-moment estimate is divided by a "
        "decayed maximum of absolute gradients instead of a root mean square.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the maximum of absolute gradients, 0 ≤ b2 < 1."},
               {"eps", "Epsilon added to the absolute gradient, for numerical stability."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adamax(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 2; optax.adamax",
    .call = alias<&adamax>,
};

extern const Builtin optim_adamaxw_builtin = {
    .signature =
        "optim.adamaxw(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, weight_decay: real or fn(step) = 1e-4, mask: any = nil) -> "
        "optim.Optimizer",
    .brief = "AdaMax optimizer with decoupled weight decay (AdaMaxW).",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the maximum of absolute gradients, 0 ≤ b2 < 1."},
               {"eps", "Epsilon added to the absolute gradient, for numerical stability."},
               aliases::weight_decay,
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adamaxw(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Loshchilov and Hutter, arXiv 1711.05101; optax.adamaxw",
    .call = alias<&adamaxw>,
};

extern const Builtin optim_amsgrad_builtin = {
    .signature =
        "optim.amsgrad(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil, bias_correction_mu: "
        "bool = true, bias_correction_nu: bool = true) -> optim.Optimizer",
    .brief = "AMSGrad optimizer: Adam that divides by the largest second-moment estimate so far.",
    .params =
        {aliases::params,
         aliases::lr,
         aliases::b1,
         aliases::b2,
         aliases::eps,
         aliases::eps_root,
         aliases::mu_dtype,
         {"bias_correction_mu", "If true, corrects the bias of the first-moment estimate."},
         {"bias_correction_nu",
          "If true, corrects the bias of the second-moment estimate before the maximum is taken."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.amsgrad(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Reddi et al., arXiv 1904.09237, algorithm 2; optax.amsgrad",
    .call = alias<&amsgrad>,
};

extern const Builtin optim_adabelief_builtin = {
    .signature =
        "optim.adabelief(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real "
        "= 0.999, eps: real = 1e-16, eps_root: real = 1e-16, nesterov: bool = false) -> "
        "optim.Optimizer",
    .brief =
        "AdaBelief optimizer. It divides by the root mean square of `grad - mu`, the deviation of "
        "the gradient from its moving average.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the second-moment estimate of `grad - mu`, 0 ≤ "
                "b2 < 1."},
               aliases::eps,
               {"eps_root",
                "Epsilon added to the second-moment estimate at every step, and stored in it."},
               aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adabelief(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [44, 156]",
    .source = "Zhuang et al., arXiv 2010.07468, algorithm 2; optax.adabelief",
    .call = alias<&adabelief>,
};

extern const Builtin optim_adan_builtin = {
    .signature =
        "optim.adan(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.98, b2: real = "
        "0.92, b3: real = 0.99, eps: real = 1e-8, eps_root: real = 1e-8, weight_decay: real or "
        "fn(step) = 0.0, mask: any = nil) -> optim.Optimizer",
    .brief =
        "Adan optimizer (adaptive Nesterov momentum). It keeps moment estimates of gradients and "
        "of gradient differences.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the moving average of gradient differences, 0 ≤ "
                "b2 < 1."},
               {"b3", "β3, the exponential decay rate of the second-moment estimate, 0 ≤ b3 < 1."},
               aliases::eps,
               aliases::eps_root,
               aliases::weight_decay,
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adan(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Xie et al., arXiv 2208.06677, algorithm 1; optax.adan",
    .call = alias<&adan>,
};

extern const Builtin optim_radam_builtin = {
    .signature =
        "optim.radam(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-8, eps_root: real = 0.0, threshold: real = 5.0, nesterov: bool = "
        "false) -> optim.Optimizer",
    .brief =
        "Rectified Adam optimizer (RAdam). In the first steps, in which the variance of the "
        "adaptive learning rate is unbounded, each update is `-lr * mu`, with the bias-corrected "
        "`mu`.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               aliases::b2,
               aliases::eps,
               aliases::eps_root,
               {"threshold",
                "Length of the approximated moving average from which on the rectified adaptive "
                "update is used."},
               aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.radam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Liu et al., arXiv 1908.03265, algorithm 2; optax.radam",
    .call = alias<&radam>,
};

extern const Builtin optim_yogi_builtin = {
    .signature =
        "optim.yogi(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-3) -> optim.Optimizer",
    .brief =
        "Yogi optimizer: Adam with additive updates of the second-moment estimate. The estimate "
        "moves toward `grad^2` by `(1 - b2) * grad^2` at each step.",
    .params = {aliases::params, aliases::lr, aliases::b1, aliases::b2, aliases::eps},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.yogi(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Zaheer et al., NeurIPS 2018, algorithm 2; optax.yogi",
    .call = alias<&yogi>,
};

extern const Builtin optim_novograd_builtin = {
    .signature =
        "optim.novograd(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real "
        "= 0.25, eps: real = 1e-6, eps_root: real = 0.0, weight_decay: real = 0.0) -> "
        "optim.Optimizer",
    .brief =
        "NovoGrad optimizer: momentum over gradients that are normalized for each leaf. Each "
        "gradient is divided by the root of a moving average of the squared norms of its leaf.",
    .params =
        {aliases::params,
         aliases::lr,
         {"b1", "Momentum coefficient."},
         {"b2", "Exponential decay rate of the moving average of squared gradient norms."},
         {"eps", "Epsilon added to the root of the average squared norm, for numerical stability."},
         {"eps_root", "Epsilon added to the average squared norm inside the square root."},
         {"weight_decay",
          "Weight decay coefficient: `weight_decay * param` is added to the normalized gradient."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.novograd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [65, 135]",
    .source = "Ginsburg et al., arXiv 1905.11286, algorithm 1; optax.novograd",
    .call = alias<&novograd>,
};

extern const Builtin optim_lamb_builtin = {
    .signature =
        "optim.lamb(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.999, eps: real = 1e-6, eps_root: real = 0.0, weight_decay: real or fn(step) = 0.0, "
        "mask: any = nil) -> optim.Optimizer",
    .brief =
        "LAMB optimizer: Adam with a layer-wise trust ratio. The update of each leaf is scaled to "
        "the norm of the leaf.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               aliases::b2,
               aliases::eps,
               aliases::eps_root,
               {"weight_decay",
                "Weight decay coefficient, or a schedule: a function of the step count. "
                "`weight_decay * param` is added before the trust ratio is applied."},
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.lamb(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "You et al., arXiv 1904.00962, algorithm 2; optax.lamb",
    .call = alias<&lamb>,
};

extern const Builtin optim_optimistic_adam_builtin = {
    .signature =
        "optim.optimistic_adam(params: tree = nil, lr: real = 1e-3, optimism: real = nil, b1: real "
        "= 0.9, b2: real = 0.999, eps: real = 1e-8, eps_root: real = 0.0, mu_dtype: dtype = nil, "
        "nesterov: bool = true) -> optim.Optimizer",
    .brief =
        "Optimistic Adam optimizer. With the Adam direction `u`, each update is `-(lr * u + "
        "optimism * (u - previous_u))`.",
    .params =
        {aliases::params,
         {"lr", "Learning rate."},
         {"optimism",
          "Coefficient of the change of the Adam direction since the previous step. If nil, `lr`."},
         aliases::b1,
         aliases::b2,
         aliases::eps,
         aliases::eps_root,
         aliases::mu_dtype,
         aliases::nesterov},
    .returns = returns,
    .errors = aliases::number_errors,
    .example =
        "var p = ones(2); var opt = optim.optimistic_adam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [26, 174]",
    .source = "Daskalakis et al., arXiv 1711.00141, algorithm 1; optax.optimistic_adam",
    .call = alias<&optimistic_adam>,
};

extern const Builtin optim_optimistic_adam_v2_builtin = {
    .signature =
        "optim.optimistic_adam_v2(params: tree = nil, lr: real or fn(step) = 1e-3, alpha: real = "
        "1.0, beta: real = 1.0, b1: real = 0.9, b2: real = 0.999, eps: real = 1e-8, eps_root: real "
        "= 0.0, mu_dtype: dtype = nil, nesterov: bool = true) -> optim.Optimizer",
    .brief =
        "Optimistic Adam optimizer whose learning rate may be a schedule. With the Adam direction "
        "`u`, each update is `-lr * (alpha * u + beta * (u - previous_u))`.",
    .params = {aliases::params,
               aliases::lr,
               {"alpha", "Coefficient of the Adam direction."},
               {"beta", "Coefficient of the change of the Adam direction since the previous step."},
               aliases::b1,
               aliases::b2,
               aliases::eps,
               aliases::eps_root,
               aliases::mu_dtype,
               aliases::nesterov},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.optimistic_adam_v2(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [26, 174]",
    .source = "Daskalakis et al., arXiv 1711.00141, algorithm 1; optax.optimistic_adam_v2",
    .call = alias<&optimistic_adam_v2>,
};

}  // namespace rille
