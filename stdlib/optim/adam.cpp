// optim.adam, optim.adamw: steps scaled by running moments.
#include "stdlib/optim/rule.h"
#include "vm/state.h"

namespace rille {
namespace {

struct Adam {
  static const Struct& record();
  Value lr;
  Array b1, b2, eps;
  std::optional<Array> weight_decay;  // nil is static: whether weights decay is structure

  Value init(State& state, const Value& params) const {
    return Value::record(
        state, {{"step", no_steps()}, {"m", zeros_for(params)}, {"v", zeros_for(params)}});
  }

  // The leaf's share of a step: m / (1 - b1^t), v / (1 - b2^t), in the order of Optax.
  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array step = part_of(old, "step").as_array();
    Value m = each({part_of(old, "m"), grads}, [&](const auto& at) {
      return kept_kind(at[0], (1.0 - b1) * at[1] + b1 * at[0]);
    });
    Value v = each({part_of(old, "v"), grads}, [&](const auto& at) {
      return kept_kind(at[0], (1.0 - b2) * (at[1] * at[1]) + b2 * at[0]);
    });
    Array t = convert(step + 1, Dtype::f32);
    Array m_share = 1.0 - pow(b1, t), v_share = 1.0 - pow(b2, t);
    Array rate = rate_at(state, lr, step);
    Value updates = each({grads, m, v, params}, [&](const auto& at) {
      const Array& g = at[0];
      auto fit = [&](const Array& x) { return g.is_weak() ? x : convert(x, g.dtype()); };
      Array move = at[1] / fit(m_share) / (sqrt(at[2] / fit(v_share)) + eps);
      if (weight_decay) move = move + *weight_decay * at[3];
      return -(rate.is_weak() ? rate : fit(rate)) * move;
    });
    return {updates, Value::record(state, {{"step", step + 1}, {"m", m}, {"v", v}})};
  }
};

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Optimizer adamw(State& state, const Value& params, const Value& lr, double b1, double b2,
                double eps, double weight_decay) {
  return optimizer(state, Adam{lr, b1, b2, eps, Array(weight_decay)}, params);
}

Optimizer adam(State& state, const Value& params, const Value& lr, double b1, double b2,
               double eps) {
  return optimizer(state, Adam{lr, b1, b2, eps, std::nullopt}, params);
}

constexpr std::string_view decay_text = "share of a parameter taken off, times lr";

}  // namespace

extern const Struct optim_adam_struct = {
    .name = "optim.Adam",
    .brief = "The rule Adam, with weight decay where wanted.",
    .fields = {field<&Adam::lr>("lr: real or fn(step) = 1e-3",
                                "step size, or a function of the step from 0"),
               field<&Adam::b1>("b1: real = 0.9", "decay of the mean of gradients, a step"),
               field<&Adam::b2>("b2: real = 0.999", "decay of the mean of their squares, a step"),
               field<&Adam::eps>("eps: real = 1e-8", "added to the root of the mean square"),
               field<&Adam::weight_decay>("weight_decay: real = nil", decay_text)},
    .methods = {init_method<&Adam::init>("Moments of each float leaf: 0."),
                update_method<&Adam::update>()},
    .example = "optim.Adam(lr = 0.1).b1  #> 0.9",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 1; optax.adam",
};
const Struct& Adam::record() { return optim_adam_struct; }

extern const Builtin optim_adam_builtin = {
    .signature =
        "optim.adam(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: "
        "real = 0.999, "
        "eps: real = 1e-8) -> optim.Optimizer",
    .brief = "The optimizer Adam.",
    .params = {{"params", "what will be trained; nil: the first update tells"},
               {"lr", "step size, or a function of the step from 0"},
               {"b1", "decay of the mean of gradients, a step"},
               {"b2", "decay of the mean of their squares, a step"},
               {"eps", "added to the root of the mean square"}},
    .returns = "opt.update!(&params, grads) takes a step",
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.adam(p, lr = 0.5)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); round(100.0 * p.w)  #> [50, 150]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 1; optax.adam",
    .call = bind<&adam>,
};

extern const Builtin optim_adamw_builtin = {
    .signature =
        "optim.adamw(params: tree = nil, lr: real or fn(step) = 1e-3, b1: real = 0.9, b2: "
        "real = "
        "0.999, eps: real = 1e-8, weight_decay: real = 1e-4) -> optim.Optimizer",
    .brief = "The optimizer Adam with weight decay apart from the gradient.",
    .params = {{"params", "what will be trained; nil: the first update tells"},
               {"lr", "step size, or a function of the step from 0"},
               {"b1", "decay of the mean of gradients, a step"},
               {"b2", "decay of the mean of their squares, a step"},
               {"eps", "added to the root of the mean square"},
               {"weight_decay", decay_text}},
    .returns = "opt.update!(&params, grads) takes a step",
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.adamw(p, lr = 0.5, weight_decay = 0.5)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); round(100.0 * p.w)  #> [25, 125]",
    .source = "Loshchilov and Hutter, arXiv 1711.05101, algorithm 2; optax.adamw",
    .call = bind<&adamw>,
};

}  // namespace rille
