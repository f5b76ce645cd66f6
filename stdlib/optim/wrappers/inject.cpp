// optim.inject: scheduled hyperparameters in the state.
#include "stdlib/optim/rules/moments.h"
#include "vm/state.h"

namespace rille {
namespace {

bool is_rate(const Value& value) { return !value.is_leaf(); }

// A copy of `rule` with the field replaced. In a chain, the first transformation that has the field
// is changed. nil if no transformation has it.
Value with_field(const Value& rule, const std::string& name, const Value& value) {
  if (!rule.is_branch()) return {};
  if (struct_type(rule.layout()) == nullptr) {  // the transformations of a chain
    Values items = rule.items();
    for (Value& item : items) {
      Value changed = with_field(item, name, value);
      if (changed.is_nil()) continue;
      item = changed;
      return Value::like(rule.branch(), std::move(items));
    }
    return {};
  }
  const std::vector<std::string>& names = rule.layout()->names;
  Values items = rule.items();
  int at = rule.layout()->find(name);
  if (at >= 0 && name != "tx" && name != "transforms" && name != "inner") {
    items[static_cast<size_t>(at)] = value;
    return Value::like(rule.branch(), std::move(items));
  }
  for (size_t i = 0; i < items.size(); ++i) {
    bool is_within = names[i] == "tx" || names[i] == "transforms" || names[i] == "inner";
    Value changed = is_within ? with_field(items[i], name, value) : Value();
    if (changed.is_nil()) continue;
    items[i] = changed;
    return Value::like(rule.branch(), std::move(items));
  }
  return {};
}

struct InjectHyperparams {
  static const Struct& record();
  GradTransformation inner;
  Value hyperparams;

  // The hyperparameters at this step count. Host scalars become f32, as the state stores them.
  FieldValues numbers(State& state, const Array& count) const {
    if (hyperparams.is_tuple()) {
      throw Error(Code::type,
                  "optim.inject: `hyperparams` is a tuple, expected a record or a dict");
    }
    FieldValues out;
    for (size_t i = 0; i < hyperparams.items().size(); ++i) {
      Array now = rate_at(state, hyperparams.items()[i], count);
      if (now.is_weak()) now = convert(now, Dtype::f32);
      out.emplace_back(name_of(i), Value(now));
    }
    return out;
  }

  std::string name_of(size_t i) const {
    const Branch& branch = hyperparams.branch();
    if (branch.keys == nullptr) return branch.layout->names[i];
    const auto* name = std::get_if<std::string>(&branch.keys->list[i]);
    return name == nullptr ? text(value_of(branch.keys->list[i])) : *name;
  }

  GradTransformation rule_with(const FieldValues& fields) const {
    Value rule = inner.value();
    for (const auto& [name, value] : fields) {
      Value changed = with_field(rule, name, value);
      if (changed.is_nil()) {
        throw Error(Code::name, str("optim.inject: no transformation in ", kind_text(inner.value()),
                                    " has a field `", name, "`"));
      }
      rule = changed;
    }
    return GradTransformation(rule);
  }

  Value init(State& state, const Value& params) const {
    FieldValues now = numbers(state, no_steps());
    return Value::record(state, {{"count", no_steps()},
                                 {"hyperparams", Value::record(state, now)},
                                 {"inner_state", rule_with(now).init(state, params)}});
  }

  // Constant hyperparameters are read from the state, where the caller may have changed them.
  FieldValues numbers_now(State& state, const Value& old, const Array& count) const {
    FieldValues now = numbers(state, count);
    const Value& kept = part_of(old, "hyperparams");
    for (size_t i = 0; i < now.size(); ++i) {
      if (!is_rate(hyperparams.items()[i])) now[i].second = part_of(kept, now[i].first);
    }
    return now;
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array count = part_of(old, "count").as_array();
    FieldValues now = numbers_now(state, old, count);
    auto [updates, next] =
        rule_with(now).update(state, grads, part_of(old, "inner_state"), params, extra);
    return {updates, Value::record(state, {{"count", next_step(count)},
                                           {"hyperparams", Value::record(state, now)},
                                           {"inner_state", next}})};
  }
};

}  // namespace

extern const Struct optim_inject_struct = {
    .name = "optim.inject",
    .brief =
        "Gradient transformation that wraps another one and schedules its hyperparameters. Their "
        "current values are stored in the state, where constant ones can be changed.",
    .fields = {field<&InjectHyperparams::inner>("inner: any",
                                                "Optimizer or gradient transformation."),
               field<&InjectHyperparams::hyperparams>(
                   "hyperparams: record or dict",
                   "Hyperparameters by field name: numbers, or schedules (functions of the step "
                   "count, which starts at 0).")},
    .methods = {init_method<&InjectHyperparams::init>(
                    "Returns the state `(count, hyperparams, inner_state)`."),
                extra_method<&InjectHyperparams::update>()},
    .example =
        "let rule = optim.inject(optim.trace(0.5), (decay = t => 0.5 * t,)); let p = [1.0]\n"
        "let (_, s) = rule.update([2.0], rule.init(p), p)\n"
        "rule.update([2.0], s, p)[0]  #> [3]",
    .source = "optax.inject_hyperparams",
};
const Struct& InjectHyperparams::record() { return optim_inject_struct; }

}  // namespace rille
