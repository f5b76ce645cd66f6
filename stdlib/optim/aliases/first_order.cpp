// optim.sgd, rmsprop, adagrad and other first-order methods.
#include "stdlib/optim/aliases/alias.h"

namespace rille {
namespace {

Value momentum(const OptimizerArgs& given) {
  return given.rule_if(given.has("momentum"), optim_trace_struct, {{"decay", given["momentum"]}});
}

Values sgd(const OptimizerArgs& given) { return {momentum(given), given.learning_rate()}; }

Values noisy_sgd(const OptimizerArgs& given) {
  return {given.rule(optim_add_noise_struct), given.learning_rate()};
}

Values sign_sgd(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_sign_struct), given.learning_rate()};
}

Values signum(const OptimizerArgs& given) {
  return {given.rule(optim_ema_struct, {{"decay", given["beta"]}, {"debias", Value(false)}}),
          given.rule(optim_scale_by_sign_struct), given.learning_rate()};
}

Values lion(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_lion_struct), given.rule(optim_add_decayed_weights_struct),
          given.learning_rate()};
}

Values rprop(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_rprop_struct),
          given.rule(optim_scale_struct, {{"step_size", Value(-1.0)}})};
}

Values rmsprop(const OptimizerArgs& given) {
  bool centered = given.is("centered");
  return {given.rule(centered ? optim_scale_by_stddev_struct : optim_scale_by_rms_struct),
          given.learning_rate(), momentum(given)};
}

Values adagrad(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_rss_struct), given.learning_rate()};
}

Values adadelta(const OptimizerArgs& given) {
  return {given.rule(optim_add_decayed_weights_struct), given.rule(optim_scale_by_adadelta_struct),
          given.learning_rate()};
}

Values sm3(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_sm3_struct, {{"b1", given["momentum"]}}),
          given.learning_rate()};
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_sgd_builtin = {
    .signature =
        "optim.sgd(params: tree = nil, lr: real or fn(step) = 1e-2, momentum: real = nil, "
        "nesterov: bool = false, accumulator_dtype: dtype = nil) -> optim.Optimizer",
    .brief =
        "Stochastic gradient descent (SGD) optimizer, with optional momentum. Without momentum, "
        "each update is `-lr * grad`.",
    .params =
        {aliases::params,
         aliases::lr,
         {"momentum",
          "Momentum coefficient. If nil, no momentum is used and the state has no momentum "
          "accumulator."},
         aliases::nesterov,
         {"accumulator_dtype",
          "Dtype of the momentum accumulator. If nil, the dtype of the parameter, at least f32."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.sgd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Sutskever et al., ICML 2013; optax.sgd",
    .call = alias<&sgd>,
};

extern const Builtin optim_noisy_sgd_builtin = {
    .signature =
        "optim.noisy_sgd(params: tree = nil, lr: real or fn(step) = 1e-3, eta: real = 0.01, gamma: "
        "real = 0.55, key: key = nil) -> optim.Optimizer",
    .brief =
        "SGD optimizer with annealed Gaussian gradient noise. The variance of the noise at step "
        "`t`, counted from 1, is `eta / t^gamma`.",
    .params = {aliases::params,
               aliases::lr,
               {"eta", "Variance of the noise at the first step."},
               {"gamma", "Decay exponent of the variance."},
               {"key", "Key from which the noise is sampled. If nil, `rng.key(0)`."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.noisy_sgd(p, lr = 0.5, eta = 0.0)\n"
        "opt.update!(&p, [1.0, -1.0]); p  #> [0.5, 1.5]",
    .source = "Neelakantan et al., arXiv 1511.06807; optax.noisy_sgd",
    .call = alias<&noisy_sgd>,
};

extern const Builtin optim_sign_sgd_builtin = {
    .signature =
        "optim.sign_sgd(params: tree = nil, lr: real or fn(step) = 1e-3) -> optim.Optimizer",
    .brief =
        "SGD optimizer by the signs of the gradients (signSGD). Each element moves by `lr` against "
        "the sign of its gradient.",
    .params = {aliases::params, aliases::lr},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.sign_sgd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Bernstein et al., arXiv 1802.04434, algorithm 1; optax.sign_sgd",
    .call = alias<&sign_sgd>,
};

extern const Builtin optim_signum_builtin = {
    .signature =
        "optim.signum(params: tree = nil, lr: real or fn(step) = 1e-3, beta: real = 0.9, "
        "accumulator_dtype: dtype = nil) -> optim.Optimizer",
    .brief =
        "SGD optimizer by the sign of the momentum (Signum). Each element moves by `lr` against "
        "the sign of the moving average of its gradients.",
    .params = {aliases::params,
               aliases::lr,
               {"beta", "Exponential decay rate of the moving average of gradients."},
               {"accumulator_dtype",
                "Dtype of the moving average. If nil, the dtype of the parameter, at least f32."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.signum(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Bernstein et al., arXiv 1802.04434, algorithm 2; optax.signum",
    .call = alias<&signum>,
};

extern const Builtin optim_lion_builtin = {
    .signature =
        "optim.lion(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real = "
        "0.99, mu_dtype: dtype = nil, weight_decay: real or fn(step) = 1e-3, mask: any = nil) -> "
        "optim.Optimizer",
    .brief =
        "Lion optimizer (evolved sign momentum). Each element moves by `lr` against the sign of "
        "`b1 * mu + (1 - b1) * grad`.",
    .params =
        {aliases::params,
         aliases::lr,
         {"b1",
          "Weight of the moving average in the update, the sign of b1 * mu + (1 - b1) * grad."},
         {"b2", "Exponential decay rate of the moving average of gradients."},
         aliases::mu_dtype,
         aliases::weight_decay,
         aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.lion(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [50, 150]",
    .source = "Chen et al., arXiv 2302.06675, program 1; optax.lion",
    .call = alias<&lion>,
};

extern const Builtin optim_rprop_builtin = {
    .signature =
        "optim.rprop(params: tree = nil, lr: real = 1e-3, eta_minus: real = 0.5, eta_plus: real = "
        "1.2, min_step_size: real = 1e-6, max_step_size: real = 50.0) -> optim.Optimizer",
    .brief =
        "Rprop optimizer (resilient backpropagation), with a step size for each element. Only the "
        "signs of the gradients are used. The first update is 0.",
    .params = {aliases::params,
               {"lr", "Initial step size of every element."},
               {"eta_minus",
                "Factor of the step size of an element whose gradient changes its sign."},
               {"eta_plus", "Factor of the step size of an element whose gradient keeps its sign."},
               {"min_step_size", "Minimum step size."},
               {"max_step_size", "Maximum step size."}},
    .returns = returns,
    .errors = aliases::number_errors,
    .example =
        "var p = ones(2); var opt = optim.rprop(p, lr = 0.5)\n"
        "for i in 0..2 { opt.update!(&p, [1.0, -1.0]) }\n"
        "p  #> [0.5, 1.5]",
    .source = "Riedmiller and Braun, ICNN 1993; optax.rprop",
    .call = alias<&rprop>,
};

extern const Builtin optim_rmsprop_builtin = {
    .signature =
        "optim.rmsprop(params: tree = nil, lr: real or fn(step) = 1e-3, decay: real = 0.9, eps: "
        "real = 1e-8, initial_scale: real = 0.0, eps_in_sqrt: bool = true, centered: bool = false, "
        "momentum: real = nil, nesterov: bool = false, bias_correction: bool = false) -> "
        "optim.Optimizer",
    .brief =
        "RMSProp optimizer. Each update is `-lr * grad / √(nu + eps)`, with the moving average "
        "`nu` of squared gradients.",
    .params =
        {aliases::params,
         aliases::lr,
         {"decay", "Exponential decay rate of the moving averages."},
         {"eps", "Epsilon added to the denominator, for numerical stability."},
         {"initial_scale", "Initial value of the moving average of squared gradients."},
         {"eps_in_sqrt", "If true, `eps` is added inside the square root; if false, outside."},
         {"centered",
          "If true, divides by an estimate of the standard deviation of the gradients instead of "
          "their root mean square."},
         {"momentum",
          "Momentum coefficient, applied after the learning rate. If nil, no momentum is used."},
         aliases::nesterov,
         {"bias_correction", "If true, corrects the bias of the moving averages."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.rmsprop(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [-58, 258]",
    .source = "Hinton, lecture 6e of Neural Networks for Machine Learning; optax.rmsprop",
    .call = alias<&rmsprop>,
};

extern const Builtin optim_adagrad_builtin = {
    .signature =
        "optim.adagrad(params: tree = nil, lr: real or fn(step) = 1e-3, initial_accumulator_value: "
        "real = 0.1, eps: real = 1e-7) -> optim.Optimizer",
    .brief =
        "AdaGrad optimizer. Each update is `-lr * grad / √(sum + eps)`, with the sum of all "
        "squared gradients so far.",
    .params = {aliases::params,
               aliases::lr,
               {"initial_accumulator_value", "Initial value of the sum of squared gradients."},
               {"eps", "Epsilon added inside the square root, for numerical stability."}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.adagrad(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [52, 148]",
    .source = "Duchi et al., JMLR 12 (2011), section 1.1; optax.adagrad",
    .call = alias<&adagrad>,
};

extern const Builtin optim_adadelta_builtin = {
    .signature =
        "optim.adadelta(params: tree = nil, lr: real or fn(step) = 1.0, rho: real = 0.9, eps: real "
        "= 1e-6, weight_decay: real or fn(step) = 0.0, mask: any = nil) -> optim.Optimizer",
    .brief =
        "AdaDelta optimizer, with step sizes from a moving average of squared updates. The "
        "gradient is scaled by the ratio of the root mean squares of past updates and of "
        "gradients.",
    .params = {aliases::params,
               {"lr",
                "Learning rate, or a schedule: a function of the step count, which starts at 0. "
                "Optax has no default: without a learning rate, it adds the scaled gradient with a "
                "positive sign."},
               {"rho",
                "Exponential decay rate of the moving averages of squared gradients and squared "
                "updates."},
               {"eps", "Epsilon added inside both square roots."},
               {"weight_decay", aliases::coupled_decay},
               aliases::mask},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(1); var opt = optim.adadelta(p, lr = 1.0, rho = 0.75, eps = 1.0)\n"
        "opt.update!(&p, [2.0]); round(100.0 * p)  #> [-41]",
    .source = "Zeiler, arXiv 1212.5701, algorithm 1; optax.adadelta",
    .call = alias<&adadelta>,
};

extern const Builtin optim_sm3_builtin = {
    .signature =
        "optim.sm3(params: tree = nil, lr: real = 1e-3, momentum: real = 0.9) -> optim.Optimizer",
    .brief =
        "SM3 optimizer: memory-efficient AdaGrad. It stores one accumulator of squared gradients "
        "for each index along each axis, instead of one for each element.",
    .params = {aliases::params,
               {"lr", "Learning rate."},
               {"momentum", "Exponential decay rate of the moving average of updates."}},
    .returns = returns,
    .errors = aliases::number_errors,
    .example =
        "var p = ones(2); var opt = optim.sm3(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [95, 105]",
    .source = "Anil et al., arXiv 1901.11150, algorithm SM3-II; optax.sm3",
    .call = alias<&sm3>,
};

}  // namespace rille
