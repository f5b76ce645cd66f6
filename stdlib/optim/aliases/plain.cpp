// optim.adafactor, optim.lars and kin: sizes of leaves.
#include "stdlib/optim/aliases/alias.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

Values adafactor(const Given& given) {
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

Values lars(const Given& given) {
  const Value& mask = given["trust_ratio_mask"];
  Value trust = given.rule(optim_scale_by_trust_ratio_struct);
  if (!mask.is_nil()) {
    trust = make_rule(given.state(), optim_masked_struct,
                      {{"rule", trust}, {"mask", mask}, {"others", Value("pass")}});
  }
  return {given.rule(optim_add_decayed_weights_struct, {{"mask", given["weight_decay_mask"]}}),
          trust, given.learning_rate(),
          given.rule(optim_trace_struct, {{"decay", given["momentum"]}})};
}

Values fromage(const Given& given) { return {given.rule(optim_scale_by_fromage_struct)}; }

Values optimistic_gradient_descent(const Given& given) {
  return {given.rule(optim_scale_by_optimistic_gradient_struct), given.learning_rate()};
}

Values polyak_sgd(const Given& given) {
  return {given.rule(optim_scale_by_learning_rate_struct, {{"lr", given["scaling"]}}),
          given.rule(optim_scale_by_polyak_struct)};
}

// The search that is told, or a rule of one's own.
Value search_of(const Given& given) {
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
      Error(Code::value, str("`linesearch` is \"zoom\", \"backtracking\", a rule or nil, "
                             "got \"",
                             told.string(), "\"")),
      "linesearch");
}

Values lbfgs(const Given& given) {
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
        "dtype "
        "= f32, weight_decay_rate: real or fn(step) = nil, eps: real = 1e-30, factored: bool = "
        "true, mask: any = nil) -> optim.Optimizer",
    .brief = "The optimizer Adafactor: squares kept as rows and columns.",
    .params = {aliases::params,
               {"lr", "factor of the step, or a function of the step from 0; nil: 1"},
               {"min_dim_size_to_factor", "leaves with two axes of this are factored"},
               {"decay_rate", "the decay at step t, from 1, is 1 - t ^ -decay_rate"},
               {"decay_offset", "steps that do not count"},
               {"multiply_by_parameter_scale", "steps of the size of each leaf"},
               {"clipping_threshold", "root mean square of a step at most; nil: any"},
               {"momentum", "decay of the mean of steps; nil: none"},
               {"dtype_momentum", "of that mean"},
               {"weight_decay_rate", "share of a parameter taken off, not times lr; nil: none"},
               {"eps", "added to each square"},
               {"factored", "false: squares are kept for each element"},
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
    .brief = "The optimizer LARS: momentum with steps of the size of each leaf.",
    .params = {aliases::params,
               aliases::lr,
               {"weight_decay", "share of a parameter added to its gradient, or a function"},
               {"weight_decay_mask", "which leaves decay, by path or by bools; nil: all"},
               {"trust_coefficient", "size of a step, of that of its leaf"},
               {"eps", "added to the update's size"},
               {"trust_ratio_mask", "which steps have the size of their leaf; nil: all"},
               {"momentum", "share of the last step that goes on"},
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
    .brief = "The optimizer Fromage: steps of the size of each leaf, which does not grow by them.",
    .params = {aliases::params, aliases::lr, {"min_norm", "sizes are at least this"}},
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
    .brief = "Gradient descent, as if the change of gradients went on.",
    .params = {aliases::params,
               aliases::lr,
               {"alpha", "factor of the gradient"},
               {"beta", "factor of its change"}},
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
    .brief = "Gradient descent whose steps end where a straight line reaches f_min.",
    .params = {aliases::params,
               {"max_lr", "the largest step"},
               {"scaling", "factor of the step, or a function of the step from 0"},
               {"f_min", "the least value"},
               {"eps", "added to the squared norm"},
               {"variant", "sps+: no step below f_min"}},
    .returns = returns,
    .errors = "error[value] where a step is not given `value`, what is made small",
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
    .brief = "The optimizer L-BFGS: steps by a curvature that the last ones tell, and a search.",
    .params = {aliases::params,
               {"lr", "factor of the step, or a function of the step from 0; nil: 1"},
               {"memory_size", "steps that are kept, > 0"},
               {"scale_init_precond", "begin from the curvature along the last step"},
               {"linesearch", "\"zoom\", \"backtracking\", a rule, or nil for none"}},
    .returns = "opt.update!(&params, grads, value = f(params), value_fn = f) takes a step",
    .errors = "error[value] where a step is not given what its search needs",
    .example =
        "fn f(p) = sum((p - [1.0, 2.0]) ^ 2)\n"
        "var p = zeros(2); var opt = optim.lbfgs(p)\n"
        "for i in 0..9 { opt.update!(&p, grad(f)(p), value = f(p), value_fn = f) }\n"
        "round(100.0 * p)  #> [100, 200]",
    .source = "Nocedal and Wright, Numerical Optimization, algorithm 7.5; optax.lbfgs",
    .call = alias<&lbfgs>,
};

}  // namespace rille
