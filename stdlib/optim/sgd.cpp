// optim.sgd: steps against the gradient, with momentum.
#include "stdlib/optim/rule.h"
#include "vm/state.h"

namespace rille {
namespace {

struct Sgd {
  static const Struct& record();
  Value lr;
  std::optional<Array> momentum;  // nil is static: whether there is a trace is structure
  bool nesterov = false;

  Value init(State& state, const Value& params) const {
    return Value::record(state,
                         {{"step", no_steps()}, {"trace", momentum ? zeros_for(params) : Value()}});
  }

  // Optax's trace: t = g + momentum * t, and with Nesterov g + momentum * t once more.
  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array step = part_of(old, "step").as_array();
    Array rate = rate_at(state, lr, step);
    Value moved = grads, trace = part_of(old, "trace");
    if (momentum) {
      trace = each({trace, grads},
                   [&](const auto& at) { return kept_kind(at[0], at[1] + *momentum * at[0]); });
      moved = nesterov
                  ? each({grads, trace}, [&](const auto& at) { return at[0] + *momentum * at[1]; })
                  : trace;
    }
    Value updates = each({grads, moved}, [&](const auto& at) {
      bool fits = rate.is_weak() || at[1].is_weak();
      return -(fits ? rate : convert(rate, at[1].dtype())) * at[1];
    });
    return {updates, Value::record(state, {{"step", step + 1}, {"trace", trace}})};
  }
};

Optimizer sgd(State& state, const Value& params, const Value& lr, double momentum, bool nesterov) {
  Sgd rule{lr, std::nullopt, nesterov};
  if (momentum != 0) rule.momentum = Array(momentum);
  return optimizer(state, rule, params);
}

}  // namespace

extern const Struct optim_sgd_struct = {
    .name = "optim.Sgd",
    .brief = "The rule of gradient descent, with momentum where wanted.",
    .fields = {field<&Sgd::lr>("lr: real or fn(step)", "step size, or a function of the step"),
               field<&Sgd::momentum>("momentum: real = nil", "share of the last step that goes on"),
               field<&Sgd::nesterov>("nesterov: bool = false", "look ahead along the momentum")},
    .methods = {init_method<&Sgd::init>("Zeros for each float leaf."),
                update_method<&Sgd::update>()},
    .example = "optim.sgd(lr = 0.1).rule  #> optim.Sgd(lr = 0.1, momentum = nil, nesterov = false)",
    .source = "Sutskever et al., ICML 2013; optax.sgd",
};
const Struct& Sgd::record() { return optim_sgd_struct; }

extern const Builtin optim_sgd_builtin = {
    .signature =
        "optim.sgd(params: tree = nil, lr: real or fn(step) = 1e-2, momentum: real = 0, "
        "nesterov: bool = false) -> optim.Optimizer",
    .brief = "Gradient descent, with momentum where wanted.",
    .params = {{"params", "what will be trained; nil: the first update tells"},
               {"lr", "step size, or a function of the step from 0"},
               {"momentum", "share of the last step that goes on; 0: no state is kept"},
               {"nesterov", "look ahead along the momentum"}},
    .returns = "opt.update!(&params, grads) takes a step",
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.sgd(p, lr = 0.5, momentum = 0.9)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); p.w  #> [0.5, 1.5]",
    .source = "Sutskever et al., ICML 2013; optax.sgd",
    .call = bind<&sgd>,
};

}  // namespace rille
