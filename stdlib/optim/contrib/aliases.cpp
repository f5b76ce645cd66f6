// optim.ademamix, optim.prodigy and kin: newer optimizers.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/schedule.h"
#include "vm/calling.h"

namespace rille {
namespace {

Values decayed(const Given& given, const Struct& rule) {
  return {given.rule(rule), given.rule(optim_add_decayed_weights_struct), given.learning_rate()};
}

Values ademamix(const Given& given) { return decayed(given, optim_scale_by_ademamix_struct); }
Values simplified_ademamix(const Given& given) {
  return decayed(given, optim_scale_by_simplified_ademamix_struct);
}
Values acprop(const Given& given) { return decayed(given, optim_scale_by_acprop_struct); }
Values adopt(const Given& given) {
  return {given.rule(optim_scale_by_adopt_struct), given.learning_rate()};
}
Values madgrad(const Given& given) {
  return {given.rule(optim_add_decayed_weights_struct), given.rule(optim_scale_by_madgrad_struct)};
}

Values by_distance(const Given& given, const Struct& rule) {
  return {given.rule_if(given.has("weight_decay"), optim_add_decayed_weights_struct),
          given.rule(rule), given.learning_rate()};
}
Values dog(const Given& given) { return by_distance(given, optim_scale_by_dog_struct); }
Values dowg(const Given& given) { return by_distance(given, optim_scale_by_dowg_struct); }

Values dadapt_adamw(const Given& given) { return {given.rule(optim_scale_by_dadapt_adamw_struct)}; }
Values prodigy(const Given& given) { return {given.rule(optim_scale_by_prodigy_struct)}; }

Values momo(const Given& given) { return {given.rule(optim_scale_by_momo_struct)}; }
Values momo_adam(const Given& given) { return {given.rule(optim_scale_by_momo_adam_struct)}; }

// The step size, which may grow from 0 over a few steps.
Value warm_rate(const Given& given) {
  const Value& lr = given["lr"];
  if (!given.has("warmup_steps")) return lr;
  const auto* steps = std::get_if<int64_t>(&given["warmup_steps"].any());
  if (steps == nullptr || *steps < 1) {
    throw labelled(Error(Code::value, str("warmup_steps needs an int above 0, got ",
                                          text(given["warmup_steps"]))),
                   "warmup_steps");
  }
  if (!lr.is_leaf() || lr.as_array().is_traced()) {
    throw labelled(Error(Code::type, str("with warmup_steps lr is a number that is known, got ",
                                         kind_text(lr))),
                   "lr");
  }
  return Value(warmup_constant(given.state(), 0, lr.as_array().number(), *steps));
}

Values free(const Given& given, Values rules) {
  Value rate = warm_rate(given);
  rules.push_back(given.rule(optim_scale_by_learning_rate_struct, {{"lr", rate}}));
  return {given.rule(optim_schedule_free_struct,
                     {{"inner", chain_of(given.state(), rules)}, {"lr", rate}})};
}
Values schedule_free_sgd(const Given& given) {
  return free(given, {given.rule_if(given.has("weight_decay"), optim_add_decayed_weights_struct)});
}
Values schedule_free_adamw(const Given& given) {
  Fields rms = {
      {"decay", given["b2"]}, {"eps_in_sqrt", Value(false)}, {"bias_correction", Value(true)}};
  return free(given, {given.rule(optim_scale_by_rms_struct, rms),
                      given.rule(optim_add_decayed_weights_struct)});
}

using aliases::errors, aliases::returns;

}  // namespace

extern const Builtin optim_ademamix_builtin = {
    .signature =
        "optim.ademamix(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: real "
        "= 0.999, b3: real or fn(step) = 0.9999, alpha: real or fn(step) = 5.0, eps: real = 1e-8, "
        "eps_root: real = 0.0, mu_dtype: dtype = nil, weight_decay: real or fn(step) = 0.0, mask: "
        "any = nil) -> optim.Optimizer",
    .brief = "The optimizer AdEMAMix: Adam with a second mean that goes far back.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               aliases::b2,
               {"b3", "decay of the slow mean, a step, or a function"},
               {"alpha", "share of the slow mean, or a function of the step"},
               aliases::eps,
               aliases::eps_root,
               {"mu_dtype", "of the means"},
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
    .brief = "The optimizer AdEMAMix with one sum of gradients and the last of them.",
    .params = {aliases::params,
               aliases::lr,
               {"b1", "how the sum fades, a step"},
               aliases::b2,
               {"alpha", "share of the last gradient, or a function of the step"},
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
    .brief = "The optimizer ADOPT: Adam with the squares before this step. The first step is 0.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               aliases::b2,
               {"eps", "the least root of the mean square"},
               aliases::mu_dtype,
               aliases::nesterov,
               {"use_clipping", "steps have a bound"},
               {"clip_value_fn", "the bound at a step; nil: step ^ 0.25"}},
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
    .brief = "The optimizer ACProp: over how far earlier gradients were from their mean.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2", "decay of the mean of squares, a step"},
               aliases::eps,
               {"eps_root", "added to the squares, and kept"},
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
    .brief = "The optimizer MADGRAD: sums of gradients over cube roots of sums of squares.",
    .params = {aliases::params,
               aliases::lr,
               {"momentum", "share of a parameter that stays"},
               {"weight_decay", "share of a parameter added to its gradient"},
               {"eps", "added to the rate and to the root"}},
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
    .brief = "The optimizer DoG: the greatest distance gone over the root of all squares.",
    .params = {aliases::params,
               {"lr", "a factor of the step, or a function of the step from 0"},
               {"init_step",
                "what init_value is: a part of 1 and the norm, a distance, the first step"},
               {"init_value", "where it begins"},
               {"eps", "added to the squares, or their root"},
               {"weight_decay", "share of a parameter added to its gradient; nil: none"},
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
    .brief = "The optimizer DoWG: DoG with squares that weigh by the distance gone then.",
    .params = {aliases::params,
               {"lr", "a factor of the step, or a function of the step from 0"},
               {"init_estim_sq_dist", "the first squared distance; nil: eps"},
               {"eps", "added to the squares, or their root"},
               {"weight_decay", "share of a parameter added to its gradient; nil: none"},
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
    .brief = "The optimizer AdamW whose rate is a growing estimate of the distance to go.",
    .params = {aliases::params,
               {"lr", "a factor of the estimate, or a function of the step from 0"},
               aliases::b1,
               aliases::b2,
               aliases::eps,
               {"estim_lr0", "the first estimate"},
               {"weight_decay", "share of a parameter taken off, times the rate"}},
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
    .brief = "The optimizer Prodigy: AdamW whose rate is an estimate of the distance to go.",
    .params = {aliases::params,
               {"lr", "a factor of the estimate, or a function of the step from 0"},
               aliases::b1,
               aliases::b2,
               {"beta3", "decay of the estimate's sums; nil: the root of b2"},
               aliases::eps,
               {"estim_lr0", "the first estimate"},
               {"estim_lr_coef", "a factor of later estimates"},
               {"weight_decay", "share of a parameter taken off, times the rate"},
               {"safeguard_warmup", "small rates at the start do not raise it"}},
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
    .brief = "Gradient descent with means in place of a falling step size.",
    .params = {aliases::params,
               {"lr", "step size, or a function of the step"},
               {"warmup_steps", "steps in which lr, a number, grows from 0, > 0; nil: none"},
               {"b1", "share of the mean in the params"},
               {"weight_decay", "share of a parameter added to its gradient; nil: none"},
               {"weight_lr_power", "a step weighs by its size to this power"},
               {"state_dtype", "of z; nil: the parameter's"}},
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
    .brief = "The optimizer AdamW with means in place of a falling step size.",
    .params = {aliases::params,
               {"lr", "step size, or a function of the step"},
               {"warmup_steps", "steps in which lr, a number, grows from 0, > 0; nil: none"},
               {"b1", "share of the mean in the params"},
               aliases::b2,
               {"eps", "added to the root of the mean square"},
               {"weight_decay", "share of a parameter taken off, times lr"},
               {"weight_lr_power", "a step weighs by its size to this power"},
               {"state_dtype", "of z; nil: the parameter's"}},
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
    .brief = "Momentum whose step ends where a model reaches a lower bound.",
    .params = {aliases::params,
               {"lr", "the largest step, or a function of the step from 0"},
               {"beta", "decay of all means, a step"},
               {"lower_bound", "no value is lower"},
               {"weight_decay", "share of a parameter taken off, times lr"},
               {"adapt_lower_bound", "raise the bound where the means say so"}},
    .returns = returns,
    .errors = "error[value] where a step is not given `value`, what is made small",
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
    .brief = "The optimizer Adam whose step ends where a model reaches a lower bound.",
    .params = {aliases::params,
               {"lr", "the largest step, or a function of the step from 0"},
               aliases::b1,
               aliases::b2,
               aliases::eps,
               {"lower_bound", "no value is lower"},
               {"weight_decay", "share of a parameter taken off, times lr"},
               {"adapt_lower_bound", "raise the bound where the means say so"}},
    .returns = returns,
    .errors = "error[value] where a step is not given `value`, what is made small",
    .example =
        "var p = ones(2); var opt = optim.momo_adam(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0, -1.0], value = 9.0); round(100.0 * p)  #> [50, 150]",
    .source = "Schaipp et al., arXiv 2305.07583, algorithm 2; optax.contrib.momo_adam",
    .call = alias<&momo_adam>,
};

}  // namespace rille
