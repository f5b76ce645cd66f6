// optim.sgd: steps against the gradient, with momentum.
#include "stdlib/optim/rule.h"
#include "vm/bind.h"

namespace rille {
namespace {

// Optax's trace: t = g + momentum * t, and with Nesterov g + momentum * t once more.
Value sgd_transform(Value& self, const Value& grads, const Value&) {
  Array step = field_of(self, "step").as_array();
  Array rate = rate_at(field_of(self, "lr"), step);
  Array momentum = field_of(self, "momentum").as_array();
  bool nesterov = std::get<bool>(field_of(self, "nesterov").any());
  auto scaled = [&](const Array& g) {
    bool fits = rate.is_weak() || g.is_weak();
    return -(fits ? rate : convert(rate, g.dtype())) * g;
  };
  Value moved = grads;
  if (!field_of(self, "trace").is_nil()) {
    Value trace = each({field_of(self, "trace"), grads},
                       [&](const auto& at) { return kept_kind(at[0], at[1] + momentum * at[0]); });
    set_field(self, "trace", trace);
    moved = nesterov
                ? each({grads, trace}, [&](const auto& at) { return at[0] + momentum * at[1]; })
                : trace;
  }
  set_field(self, "step", step + 1);
  return each({grads, moved}, [&](const auto& at) { return scaled(at[1]); });
}

Value sgd(State& state, Value params, Value lr, double momentum, bool nesterov) {
  Array step(Type(Dtype::i32, Shape{}));
  step.edit<int32_t>()[0] = 0;
  return make_instance(state, sgd_rule.type,
                       {{"lr", lr},
                        {"momentum", momentum},
                        {"nesterov", nesterov},
                        {"step", step},
                        {"trace", momentum == 0 ? Value() : zeros_for(params)}});
}

}  // namespace

extern const UpdateRule sgd_rule = {
    optimizer("optim.Sgd", {"lr", "momentum", "nesterov", "step", "trace"}), sgd_transform};

extern const Builtin optim_sgd_builtin = {
    .signature =
        "optim.sgd(params: tree, lr: number or fn, momentum: number = 0, nesterov: bool = false) "
        "-> optim.Sgd",
    .brief = "Gradient descent, with momentum where wanted.",
    .params = {{"params", "what will be trained"},
               {"lr", "step size, or a function of the step from 0"},
               {"momentum", "share of the last step that goes on; 0: no state is kept"},
               {"nesterov", "look ahead along the momentum"}},
    .errors = "error[type] where lr is neither number nor function",
    .example =
        "var p = (w = ones(2)); var opt = optim.sgd(p, lr = 0.5, momentum = 0.9)\n"
        "opt.update!(&p, (w = [1.0, -1.0])); p.w  #> [0.5, 1.5]",
    .source = "Sutskever et al., ICML 2013; optax.sgd",
    .call = bind<&sgd>,
};

}  // namespace rille
