// optim.Optimizer: a transformation and its state; chains.
#include <algorithm>

#include "stdlib/optim/leafwise.h"
#include "stdlib/optim/rule.h"
#include "vm/state.h"

namespace rille {
namespace {

// params + updates, leaf by leaf, in the dtypes of the params. A leaf without an update is
// unchanged.
Value stepped(const Value& params, const Value& updates) {
  return map_leaves(Values{params, updates}, false, [](const Values& at) -> Value {
    Array old = at[0].as_array(), update = at[1].as_array();
    Array made = old + update;
    if (made.shape() != old.shape()) {
      throw Error(Code::shape, str("the update of a parameter is ", update.type(),
                                   ", expected the shape of the parameter, ", old.type()));
    }
    bool is_narrowed = is_float(old.dtype()) || is_complex(old.dtype()) || old.is_weak();
    return Value::from_array(is_narrowed ? kept_kind(old, made) : made);
  });
}

// Transformations, each applied to the updates of the previous one.
struct OptimizerChain {
  static const Struct& record();
  std::vector<GradTransformation> rules;

  Value init(State& state, const Value& params) const {
    Values out;
    for (const GradTransformation& rule : rules) out.push_back(rule.init(state, params));
    return Value::tuple(std::move(out));
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of a transformation
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    if (!old.is_tuple() || old.items().size() != rules.size()) {
      throw Error(Code::type,
                  str("optim.Chain: the state is ", form_text(old), ", expected a tuple of ",
                      rules.size(), ", one state for each transformation"));
    }
    Value updates = grads;
    Values states = old.items();
    for (size_t i = 0; i < rules.size(); ++i) {
      if (states[i].is_nil()) states[i] = rules[i].init(state, params);
      std::tie(updates, states[i]) = rules[i].update(state, updates, states[i], params, extra);
    }
    return {updates, Value::tuple(std::move(states))};
  }
};

Optimizer chained(State& state, const Values& parts) {
  Values rules, states;
  bool has_state = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    Optimizer part = optimizer_of(state, parts[i], static_cast<int>(i));
    rules.push_back(part.rule.value());
    has_state = has_state || !part.state.is_nil();
    states.push_back(part.state);
  }
  return {GradTransformation(chain_of(state, rules)),
          has_state ? Value::tuple(std::move(states)) : Value()};
}

Optimizer started(State& state, const Value& rule, const Value& params) {
  Optimizer out = optimizer_of(state, rule, 0);
  out.state = out.rule.init(state, params);
  return out;
}

}  // namespace

Value chain_of(State& state, const Values& rules) {
  OptimizerChain chain;
  for (const Value& rule : rules) chain.rules.emplace_back(rule);
  return make_instance(state, chain);
}

Optimizer optimizer(State& state, const Value& rule, const Value& params) {
  GradTransformation made(rule);
  Value first = params.is_nil() ? Value() : made.init(state, params);
  return {std::move(made), std::move(first)};
}

void Optimizer::update(State& lua, Value& params, const Value& grads, const Value& value,
                       const Value& value_fn) {
  Values made = near_readers(lua, [&]() -> Values {
    Value moved = stepped(params, transform(lua, grads, params, value, value_fn));
    return {moved, state};
  });
  params = made[0];
  state = made[1];
}

Value Optimizer::transform(State& lua, const Value& grads, const Value& params, const Value& value,
                           const Value& value_fn) {
  if (state.is_nil()) state = rule.init(lua, params);
  Value extra = Value::record(lua, {{"grad", grads}, {"value", value}, {"value_fn", value_fn}});
  auto [updates, next] = rule.update(lua, grads, state, params, extra);
  state = next;
  return updates;
}

Optimizer optimizer_of(State& state, const Value& part, int argument) {
  if (struct_of(part) == &Optimizer::record()) return record_from<Optimizer>(part);
  GradTransformation rule(part);
  rule.check(state, argument);
  Value first = rule.needs_params(state) ? Value() : rule.init(state, Value());
  return {std::move(rule), std::move(first)};
}

extern const Struct optim_optimizer_struct = {
    .name = "optim.Optimizer",
    .brief =
        "Optimizer: a gradient transformation and its state. The call opt.update!(&params, grads) "
        "takes one step.",
    .fields = {field<&Optimizer::rule>(
                   "tx: any",
                   "Gradient transformation: an object with the methods `init` and `update`."),
               field<&Optimizer::state>(
                   "state: tree = nil",
                   "State of the transformation. If nil, the first update initializes it.")},
    .methods =
        {method<&Optimizer::update>(
             "update(inout params: tree, grads: tree, value: real = nil, value_fn: fn(params) = "
             "nil) -> nil",
             "Takes one step: adds the updates to `params`. Some transformations need `value`, the "
             "value of the objective function, or `value_fn`, the function itself."),
         method<&Optimizer::transform>(
             "transform(grads: tree, params: tree, value: real = nil, value_fn: fn(params) = nil) "
             "-> tree",
             "Returns the updates without applying them. The state is advanced.")},
    .example =
        "var p = [1.0]; var opt = optim.sgd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0]); p  #> [0.5]",
    .source = "flax.nnx.Optimizer",
};
const Struct& Optimizer::record() { return optim_optimizer_struct; }

extern const Struct optim_chain_struct = {
    .name = "optim.Chain",
    .brief =
        "Chain of gradient transformations. Each one is applied to the updates of the previous "
        "one.",
    .fields = {field<&OptimizerChain::rules>(
        "transforms: tuple",
        "Gradient transformations, each with the methods `init` and `update`.")},
    .methods = {init_method<&OptimizerChain::init>(), extra_method<&OptimizerChain::update>()},
    .example =
        "optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(lr = 0.1)).tx.transforms.len()  #> "
        "2",
    .source = "optax.chain",
};
const Struct& OptimizerChain::record() { return optim_chain_struct; }

extern const Builtin optim_chain_builtin = {
    .signature = "optim.chain(...parts: any) -> optim.Optimizer",
    .brief = "Creates an optimizer that applies several gradient transformations in sequence.",
    .params =
        {{"parts",
          "Optimizers and gradient transformations, of the library or of a script. The first one "
          "is applied to the gradients, each other one to the updates of the previous one."}},
    .errors = "error[type] if a part does not have the methods `init` and `update`",
    .example =
        "var p = ones(2); var opt = optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(p, lr = "
        "0.5))\n"
        "opt.update!(&p, [3.0, 4.0]); p  #> [0.7, 0.6]",
    .source = "optax.chain",
    .call = bind<&chained>,
};

extern const Builtin optim_optimizer_builtin = {
    .signature = "optim.optimizer(tx: any, params: tree) -> optim.Optimizer",
    .brief =
        "Creates an optimizer from a gradient transformation, with its state for the parameters.",
    .params = {{"tx",
                "Gradient transformation: an object with the methods `init` and `update`; or an "
                "optimizer."},
               {"params", "Parameters that initialize the state."}},
    .errors = "error[type] if `tx` does not have the methods `init` and `update`",
    .example =
        "struct Signs { rate\n"
        "  fn init(self) = ()\n"
        "  fn update(self, grads, state, params) = (tree.map(g => -self.rate * sign(g), grads), "
        "state)\n"
        "}\n"
        "var p = [1.0, 2.0]; var opt = optim.optimizer(Signs(0.5), p)\n"
        "opt.update!(&p, [3.0, -4.0]); p  #> [0.5, 2.5]",
    .source = "flax.nnx.Optimizer",
    .call = bind<&started>,
};

}  // namespace rille
