// optim.Optimizer: a rule with its state; wrappers.
#include <algorithm>

#include "stdlib/optim/rule.h"
#include "vm/state.h"

namespace rille {
namespace {

// params + updates, leaf by leaf; what has no update stays as it is. A weak update takes the
// parameter's dtype, and a number of the host stays one.
Value stepped(const Value& params, const Value& updates) {
  return map_leaves(Values{params, updates}, false, [](const Values& at) -> Value {
    Array old = at[0].as_array(), update = at[1].as_array();
    Array made = kept_kind(old, old + update);
    if (made.shape() != old.shape()) {
      throw Error(Code::shape, str("an update has the shape of its parameter ", old.type(),
                                   ", got ", update.type()));
    }
    return Value::from_array(made);
  });
}

// One rule after the other.
struct Chain {
  static const Struct& record();
  std::vector<UpdateRule> rules;

  Value init(State& state, const Value& params) const {
    Values out;
    for (const UpdateRule& rule : rules) out.push_back(rule.init(state, params));
    return Value::tuple(std::move(out));
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    if (!old.is_tuple() || old.items().size() != rules.size()) {
      throw Error(Code::type, str("the state of a chain of ", rules.size(), " is a tuple of ",
                                  rules.size(), ", got ", form_text(old)));
    }
    Value updates = grads;
    Values states = old.items();
    for (size_t i = 0; i < rules.size(); ++i) {
      if (states[i].is_nil()) states[i] = rules[i].init(state, params);
      std::tie(updates, states[i]) = rules[i].update(state, updates, states[i], params);
    }
    return {updates, Value::tuple(std::move(states))};
  }
};

// A rule for some leaves alone; the others stay as they are.
struct Masked {
  static const Struct& record();
  UpdateRule rule;
  Value where;

  // The leaves whose path `where` takes; nil for the others.
  Value chosen(State& state, const Value& tree) const {
    std::vector<std::string> names = paths(tree);
    Flat flat = flatten(tree);
    Values leaves;
    for (size_t i = 0; i < names.size(); ++i) {
      Value taken = call_value(state, where, Value(names[i]));
      const bool* is_taken = std::get_if<bool>(&taken.any());
      if (is_taken == nullptr) {
        throw Error(Code::type,
                    str("`where` of optim.masked gives a bool, got ", kind_text(taken)));
      }
      leaves.push_back(*is_taken ? Value::from_array(flat.leaves[i]) : Value());
    }
    return flat.shape.unflatten_values(std::move(leaves));
  }

  Value init(State& state, const Value& params) const {
    return rule.init(state, chosen(state, params));
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    auto [updates, next] = rule.update(state, chosen(state, grads), old, params);
    return {updates, next};
  }
};

Optimizer chained(State& state, const Values& parts) {
  Chain chain;
  Values states;
  bool has_state = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    Optimizer part = optimizer_of(state, parts[i], static_cast<int>(i));
    chain.rules.push_back(part.rule);
    has_state = has_state || !part.state.is_nil();
    states.push_back(part.state);
  }
  return {UpdateRule(make_instance(state, chain)),
          has_state ? Value::tuple(std::move(states)) : Value()};
}

Optimizer masked(State& state, const Value& rule, const Function& where) {
  Optimizer part = optimizer_of(state, rule, 0);
  Masked made{part.rule, Value(where)};
  return {UpdateRule(make_instance(state, made)), part.state};
}

Optimizer started(State& state, const Value& rule, const Value& params) {
  Optimizer out = optimizer_of(state, rule, 0);
  out.state = out.rule.init(state, params);
  return out;
}

}  // namespace

void Optimizer::update(State& lua, Value& params, const Value& grads) {
  params = stepped(params, transform(lua, grads, params));
}

Value Optimizer::transform(State& lua, const Value& grads, const Value& params) {
  if (state.is_nil()) state = rule.init(lua, params);
  auto [updates, next] = rule.update(lua, grads, state, params);
  state = next;
  return updates;
}

Optimizer optimizer_of(State& state, const Value& part, int argument) {
  if (struct_of(part) == &Optimizer::record()) return record_from<Optimizer>(part);
  UpdateRule rule(part);
  rule.check(state, argument);
  Value first = rule.needs_params(state) ? Value() : rule.init(state, Value());
  return {std::move(rule), std::move(first)};
}

extern const Struct optim_optimizer_struct = {
    .name = "optim.Optimizer",
    .brief = "A rule and its state: opt.update!(&params, grads) takes a step.",
    .fields = {field<&Optimizer::rule>("rule: any", "anything with `init` and `update`"),
               field<&Optimizer::state>("state: tree = nil", "the rule's; nil: not begun")},
    .methods = {method<&Optimizer::update>("update(inout params: tree, grads: tree) -> nil",
                                           "Takes a step: adds the rule's updates to the params."),
                method<&Optimizer::transform>("transform(grads: tree, params: tree) -> tree",
                                              "The updates alone; the state goes on.")},
    .example =
        "var p = [1.0]; var opt = optim.sgd(p, lr = 0.5)\n"
        "opt.update!(&p, [1.0]); p  #> [0.5]",
    .source = "flax.nnx.Optimizer",
};
const Struct& Optimizer::record() { return optim_optimizer_struct; }

extern const Struct optim_chain_struct = {
    .name = "optim.Chain",
    .brief = "The rule that applies several, each to the updates of the one before it.",
    .fields = {field<&Chain::rules>("rules: tuple", "each has `init` and `update`")},
    .methods = {init_method<&Chain::init>(), update_method<&Chain::update>()},
    .example =
        "optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(lr = 0.1)).rule.rules.len()"
        "  #> 2",
    .source = "optax.chain",
};
const Struct& Chain::record() { return optim_chain_struct; }

extern const Struct optim_masked_struct = {
    .name = "optim.Masked",
    .brief = "The rule that applies another to some leaves and leaves the rest alone.",
    .fields = {field<&Masked::rule>("rule: any", "it has `init` and `update`"),
               field<&Masked::where>("where: fn(path)", "whether the leaf of this path is taken")},
    .methods = {init_method<&Masked::init>(), update_method<&Masked::update>()},
    .example =
        "optim.masked(optim.sgd(lr = 0.1), path => path == \"b\").rule.where(\"b\")  #> true",
    .source = "optax.masked",
};
const Struct& Masked::record() { return optim_masked_struct; }

extern const Builtin optim_chain_builtin = {
    .signature = "optim.chain(...parts: any) -> optim.Optimizer",
    .brief = "An optimizer that applies several rules one after the other.",
    .params = {{"parts",
                "optimizers and rules, of the library or of a script; each is given what "
                "the one before it made of the gradients"}},
    .errors = "error[type] where a part has not `init` and `update`",
    .example =
        "var p = ones(2); var opt = optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(p, "
        "lr = 0.5))\n"
        "opt.update!(&p, [3.0, 4.0]); p  #> [0.7, 0.6]",
    .source = "optax.chain",
    .call = bind<&chained>,
};

extern const Builtin optim_masked_builtin = {
    .signature = "optim.masked(rule: any, where: fn(path)) -> optim.Optimizer",
    .brief = "An optimizer that moves some leaves alone: the others are frozen.",
    .params = {{"rule", "an optimizer or a rule"},
               {"where", "whether a leaf moves, by its path: \"layers[0].w\""}},
    .errors = "error[type] where `where` gives no bool",
    .example =
        "var p = (w = [1.0], b = [1.0])\n"
        "var opt = optim.masked(optim.sgd(lr = 0.5), path => path == \"b\")\n"
        "opt.update!(&p, (w = [1.0], b = [1.0])); p  #> (b = [0.5], w = [1])",
    .source = "optax.masked, with what is not chosen left as it is",
    .call = bind<&masked>,
};

extern const Builtin optim_optimizer_builtin = {
    .signature = "optim.optimizer(rule: any, params: tree) -> optim.Optimizer",
    .brief = "A rule with its state for these params: how a script's own rule is used.",
    .params = {{"rule", "anything with `init` and `update`, or an optimizer"},
               {"params", "what will be trained"}},
    .errors = "error[type] where the rule has not `init` and `update`",
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
