// optim.monitor, optim.snapshot: what updates are like.
#include "stdlib/optim/rules/moments.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

// What a function says of updates, in types that a state can keep.
Value said_of(State& state, const Value& measure, const Value& updates) {
  return map_leaves(call_value(state, measure, updates),
                    [](const Value& leaf) { return Value(strong(leaf.as_array())); });
}

struct Snapshot {
  static const Struct& record();
  std::string measure_name;
  Value measure;

  Value taken(State& state, const Value& tree) const {
    Value said = said_of(state, measure, tree);
    return Value::record(state, {{"measurement", Value::record(state, {{measure_name, said}})}});
  }

  Value init(State& state, const Value& params) const { return taken(state, params); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    return {grads, kept(old, taken(state, grads))};
  }
};

// A mean of what a function says, which fades; what it gives is that.
struct MeasuredMean {
  static const Struct& record();
  Value measure;
  Array decay;
  bool debias = true;
  Value accumulator_dtype;

  Value said(State& state, const Value& tree) const {
    return map_leaves(said_of(state, measure, tree),
                      [](const Value& leaf) { return Value(inexact(leaf.as_array())); });
  }

  Value init(State& state, const Value& params) const {
    Value none = zeros_for(said(state, params), accumulator_dtype);
    return Value::record(state, {{"count", no_steps()}, {"ema", none}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "ema");
    Array count = next_step(part_of(old, "count").as_array());
    Value mean = moment(before, said(state, grads), decay);
    return {debias ? corrected(mean, decay, count) : mean,
            Value::record(state, {{"count", count}, {"ema", kept(before, mean)}})};
  }
};

struct Monitor {
  static const Struct& record();
  Value measures;

  bool is_rule(State& state, size_t i) const {
    return has_method(state, measures.items()[i], "update");
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of a rule
  Values measured(State& state, const Value& grads, const Values& states, const Value& params,
                  const Value& extra) const {
    Values said, next;
    for (size_t i = 0; i < measures.items().size(); ++i) {
      const Value& measure = measures.items()[i];
      auto [now, after] = is_rule(state, i)
                              ? UpdateRule(measure).update(state, grads, states[i], params, extra)
                              : std::pair(said_of(state, measure, grads), states[i]);
      said.push_back(now);
      next.push_back(after);
    }
    return {Value::like(measures.branch(), std::move(said)), Value::tuple(std::move(next))};
  }

  Value init(State& state, const Value& params) const {
    Values states;
    for (size_t i = 0; i < measures.items().size(); ++i) {
      states.push_back(is_rule(state, i) ? UpdateRule(measures.items()[i]).init(state, params)
                                         : Value::tuple({}));
    }
    Values first = measured(state, params, states, params, Value());
    return Value::record(
        state, {{"measurements", first[0]}, {"measure_states", Value::tuple(std::move(states))}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of a rule
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    const Value& before = part_of(old, "measure_states");
    if (!before.is_tuple() || before.items().size() != measures.items().size()) {
      throw Error(Code::type, str("the state of optim.monitor has `measure_states` for ",
                                  form_text(measures), ", got ", form_text(before)));
    }
    Values made = measured(state, grads, before.items(), params, extra);
    return {grads,
            Value::record(state, {{"measurements", kept(part_of(old, "measurements"), made[0])},
                                  {"measure_states", made[1]}})};
  }
};

constexpr std::string_view measure_text = "of the updates; it gives an array or a tree";

}  // namespace

extern const Struct optim_snapshot_struct = {
    .name = "optim.snapshot",
    .brief = "The rule that leaves updates as they are, and keeps what a function says of them.",
    .fields = {field<&Snapshot::measure_name>("measure_name: str", "a name in the state"),
               field<&Snapshot::measure>("measure: fn(updates)", measure_text)},
    .methods = {init_method<&Snapshot::init>("(measurement,): what it says of the params."),
                update_method<&Snapshot::update>()},
    .example =
        "let rule = optim.snapshot(\"length\", norm)\n"
        "rule.update([3.0, 4.0], rule.init([1.0, 0.0]), nil)[1].measurement.length  #> 5",
    .source = "optax.snapshot",
};
const Struct& Snapshot::record() { return optim_snapshot_struct; }

extern const Struct optim_measure_with_ema_struct = {
    .name = "optim.measure_with_ema",
    .brief = "The rule that gives a fading mean of what a function says, for optim.monitor.",
    .fields = {field<&MeasuredMean::measure>("measure: fn(updates)", measure_text),
               field<&MeasuredMean::decay>("decay: real", "of the mean, a step"),
               field<&MeasuredMean::debias>("debias: bool = true",
                                            "over the steps that it was made of"),
               field<&MeasuredMean::accumulator_dtype>(
                   "accumulator_dtype: dtype = nil", "of the mean; nil: what the function gives")},
    .methods = {init_method<&MeasuredMean::init>("(count, ema)."),
                update_method<&MeasuredMean::update>("The mean, and the state.")},
    .example =
        "let rule = optim.measure_with_ema(norm, 0.5); let s = rule.init([1.0])\n"
        "let (first, next) = rule.update([3.0, 4.0], s, nil)\n"
        "(first, round(100.0 * rule.update([6.0, 8.0], next, nil)[0]))  #> (5, 833)",
    .source = "optax.measure_with_ema",
};
const Struct& MeasuredMean::record() { return optim_measure_with_ema_struct; }

extern const Struct optim_monitor_struct = {
    .name = "optim.monitor",
    .brief = "The rule that leaves updates as they are, and keeps what several measures say.",
    .fields = {field<&Monitor::measures>("measures: record or dict",
                                         "functions of the updates, or rules, by names")},
    .methods = {init_method<&Monitor::init>(
                    "(measurements, measure_states): what they say of the params."),
                extra_method<&Monitor::update>()},
    .example =
        "let rule = optim.monitor((length = norm, mean = optim.measure_with_ema(norm, 0.5)))\n"
        "let p = [1.0, 0.0]\n"
        "rule.update([3.0, 4.0], rule.init(p), p)[1].measurements  #> (length = 5, mean = 5)",
    .source = "optax.monitor",
};
const Struct& Monitor::record() { return optim_monitor_struct; }

}  // namespace rille
