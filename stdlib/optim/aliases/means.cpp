// optim.sgd, optim.rmsprop and kin: one mean or none.
#include "stdlib/optim/aliases/alias.h"

namespace rille {
namespace {

Value momentum(const Given& given) {
  return given.rule_if(given.has("momentum"), optim_trace_struct, {{"decay", given["momentum"]}});
}

Values sgd(const Given& given) { return {momentum(given), given.learning_rate()}; }

Values noisy_sgd(const Given& given) {
  return {given.rule(optim_add_noise_struct), given.learning_rate()};
}

Values sign_sgd(const Given& given) {
  return {given.rule(optim_scale_by_sign_struct), given.learning_rate()};
}

Values signum(const Given& given) {
  return {given.rule(optim_ema_struct, {{"decay", given["beta"]}, {"debias", Value(false)}}),
          given.rule(optim_scale_by_sign_struct), given.learning_rate()};
}

Values lion(const Given& given) {
  return {given.rule(optim_scale_by_lion_struct), given.rule(optim_add_decayed_weights_struct),
          given.learning_rate()};
}

Values rprop(const Given& given) {
  return {given.rule(optim_scale_by_rprop_struct),
          given.rule(optim_scale_struct, {{"step_size", Value(-1.0)}})};
}

Values rmsprop(const Given& given) {
  bool centered = given.is("centered");
  return {given.rule(centered ? optim_scale_by_stddev_struct : optim_scale_by_rms_struct),
          given.learning_rate(), momentum(given)};
}

Values adagrad(const Given& given) {
  return {given.rule(optim_scale_by_rss_struct), given.learning_rate()};
}

Values adadelta(const Given& given) {
  return {given.rule(optim_add_decayed_weights_struct), given.rule(optim_scale_by_adadelta_struct),
          given.learning_rate()};
}

Values sm3(const Given& given) {
  return {given.rule(optim_scale_by_sm3_struct, {{"b1", given["momentum"]}}),
          given.learning_rate()};
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_sgd_builtin = {
    .signature =
        "optim.sgd(params: tree = nil, lr: real or fn(step) = 1e-2, momentum: real = nil, "
        "nesterov: bool = false, accumulator_dtype: dtype = nil) -> optim.Optimizer",
    .brief = "Gradient descent, with momentum where wanted.",
    .params = {aliases::params,
               aliases::lr,
               {"momentum", "share of the last step that goes on; nil: none, and no state of it"},
               aliases::nesterov,
               {"accumulator_dtype", "of the momentum; nil: the parameter's"}},
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
    .brief = "Gradient descent with noise of the variance eta / t ^ gamma at step t, from 1.",
    .params = {aliases::params,
               aliases::lr,
               {"eta", "the variance at the first step"},
               {"gamma", "how fast it falls"},
               {"key", "where draws begin; nil: rng.key(0)"}},
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
    .brief = "Descent by the signs of gradients.",
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
    .brief = "Descent by the signs of the mean of gradients.",
    .params = {aliases::params,
               aliases::lr,
               {"beta", "decay of the mean, a step"},
               {"accumulator_dtype", "of the mean; nil: the parameter's"}},
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
    .brief = "The optimizer Lion: signs of a mean of gradients.",
    .params = {aliases::params,
               aliases::lr,
               {"b1", "share of the mean in what gives the sign"},
               {"b2", "decay of the mean of gradients, a step"},
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
    .brief = "The optimizer Rprop: signs with a step size of each element. The first step is 0.",
    .params = {aliases::params,
               {"lr", "the step sizes at first"},
               {"eta_minus", "factor where the sign changes"},
               {"eta_plus", "factor where it stays"},
               {"min_step_size", "no step is smaller"},
               {"max_step_size", "no step is larger"}},
    .returns = returns,
    .errors = errors,
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
    .brief = "The optimizer RMSProp.",
    .params = {aliases::params,
               aliases::lr,
               {"decay", "of the means, a step"},
               aliases::eps,
               {"initial_scale", "where the mean of squares begins"},
               {"eps_in_sqrt", "eps is added below the root"},
               {"centered", "by the deviation from the mean of gradients"},
               {"momentum", "share of the last step that goes on; nil: none"},
               aliases::nesterov,
               {"bias_correction", "means over the steps that they are made of"}},
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
    .brief = "The optimizer AdaGrad: over the root of the sum of squares.",
    .params = {aliases::params,
               aliases::lr,
               {"initial_accumulator_value", "where the sum begins"},
               {"eps", "added to the sum, below the root"}},
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
        "optim.adadelta(params: tree = nil, lr: real or fn(step) = nil, rho: real = 0.9, eps: real "
        "= 1e-6, weight_decay: real or fn(step) = 0.0, mask: any = nil) -> optim.Optimizer",
    .brief = "The optimizer AdaDelta: steps of the usual size of the steps before them.",
    .params = {aliases::params,
               {"lr",
                "a factor of the step, or a function of the step from 0; nil: 1, upwards as Optax "
                "has it"},
               {"rho", "decay of the means, a step"},
               {"eps", "added below both roots"},
               {"weight_decay", "share of a parameter added to its gradient, or a function"},
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
    .brief = "The optimizer SM3: squares kept for each row and column alone.",
    .params = {aliases::params,
               {"lr", "step size"},
               {"momentum", "decay of the mean of updates, a step"}},
    .returns = returns,
    .errors = errors,
    .example =
        "var p = ones(2); var opt = optim.sm3(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0]); round(100.0 * p)  #> [95, 105]",
    .source = "Anil et al., arXiv 1901.11150, algorithm SM3-II; optax.sm3",
    .call = alias<&sm3>,
};

}  // namespace rille
