// optim.adam, optim.adamw: steps scaled by running moments.
#include "stdlib/optim/rule.h"
#include "vm/bind.h"

namespace rille {
namespace {

// The leaf's share of a step: m / (1 - b1^t), v / (1 - b2^t), in the order of Optax.
Value adam_transform(Value& self, const Value& grads, const Value& params) {
  Array b1 = field_of(self, "b1").as_array(), b2 = field_of(self, "b2").as_array();
  Array eps = field_of(self, "eps").as_array(), step = field_of(self, "step").as_array();
  Value m = each({field_of(self, "m"), grads},
                 [&](const auto& at) { return kept_kind(at[0], (1.0 - b1) * at[1] + b1 * at[0]); });
  Value v = each({field_of(self, "v"), grads}, [&](const auto& at) {
    return kept_kind(at[0], (1.0 - b2) * (at[1] * at[1]) + b2 * at[0]);
  });
  Array t = convert(step + 1, Dtype::f32);
  Array m_share = 1.0 - pow(b1, t), v_share = 1.0 - pow(b2, t);
  Array rate = rate_at(field_of(self, "lr"), step);
  const Value& decay = field_of(self, "weight_decay");
  Value updates = each({grads, m, v, params}, [&](const auto& at) {
    const Array& g = at[0];
    auto fit = [&](const Array& x) { return g.is_weak() ? x : convert(x, g.dtype()); };
    Array move = at[1] / fit(m_share) / (sqrt(at[2] / fit(v_share)) + eps);
    if (!decay.is_nil()) move = move + decay.as_array() * at[3];
    return -(rate.is_weak() ? rate : fit(rate)) * move;
  });
  set_field(self, "m", m);
  set_field(self, "v", v);
  set_field(self, "step", step + 1);
  return updates;
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Value made(State& state, Value params, Value lr, double b1, double b2, double eps,
           Value weight_decay) {
  Array step(Type(Dtype::i32, Shape{}));
  step.edit<int32_t>()[0] = 0;
  return make_instance(state, adam_rule.type,
                       {{"lr", lr},
                        {"b1", b1},
                        {"b2", b2},
                        {"eps", eps},
                        {"weight_decay", weight_decay},
                        {"step", step},
                        {"m", zeros_for(params)},
                        {"v", zeros_for(params)}});
}

Value adamw(State& state, Value params, Value lr, double b1, double b2, double eps,
            double weight_decay) {
  return made(state, std::move(params), std::move(lr), b1, b2, eps, weight_decay);
}

// nil is static: whether weights decay is decided by the structure, never by a number's value.
Value adam(State& state, Value params, Value lr, double b1, double b2, double eps) {
  return made(state, std::move(params), std::move(lr), b1, b2, eps, Value());
}

constexpr std::string_view decay_text = "share of a parameter taken off, times lr";

}  // namespace

extern const UpdateRule adam_rule = {
    optimizer("optim.Adam", {"lr", "b1", "b2", "eps", "weight_decay", "step", "m", "v"}),
    adam_transform};

extern const Builtin optim_adam_builtin = {
    .signature =
        "optim.adam(params: tree, lr: number or fn = 1e-3, b1: number = 0.9, b2: number = 0.999, "
        "eps: number = 1e-8) -> optim.Adam",
    .brief = "The optimizer Adam.",
    .params = {{"params", "what will be trained; its float leaves get moments"},
               {"lr", "step size, or a function of the step from 0"},
               {"b1", "decay of the mean of gradients, a step"},
               {"b2", "decay of the mean of their squares, a step"},
               {"eps", "added to the root of the mean square"}},
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.adam(p, lr = 0.5)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); round(100.0 * p.w)  #> [50, 150]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 1; optax.adam",
    .call = bind<&adam>,
};

extern const Builtin optim_adamw_builtin = {
    .signature =
        "optim.adamw(params: tree, lr: number or fn = 1e-3, b1: number = 0.9, b2: number = "
        "0.999, eps: number = 1e-8, weight_decay: number = 1e-4) -> optim.Adam",
    .brief = "The optimizer Adam with weight decay apart from the gradient.",
    .params = {{"params", "what will be trained; its float leaves get moments"},
               {"lr", "step size, or a function of the step from 0"},
               {"b1", "decay of the mean of gradients, a step"},
               {"b2", "decay of the mean of their squares, a step"},
               {"eps", "added to the root of the mean square"},
               {"weight_decay", decay_text}},
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.adamw(p, lr = 0.5, weight_decay = 0.5)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); round(100.0 * p.w)  #> [25, 125]",
    .source = "Loshchilov and Hutter, arXiv 1711.05101, algorithm 2; optax.adamw",
    .call = bind<&adamw>,
};

}  // namespace rille
