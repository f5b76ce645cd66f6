// optim.monitor, optim.snapshot: measurements of updates.
#include "stdlib/optim/rules/moments.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

// The result of a measure of updates. No type is weak, so that a state can store it.
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

// Returns the exponential moving average of a measure in place of updates.
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

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values measured(State& state, const Value& grads, const Values& states, const Value& params,
                  const Value& extra) const {
    Values said, next;
    for (size_t i = 0; i < measures.items().size(); ++i) {
      const Value& measure = measures.items()[i];
      auto [now, after] = is_rule(state, i) ? GradTransformation(measure).update(
                                                  state, grads, states[i], params, extra)
                                            : std::pair(said_of(state, measure, grads), states[i]);
      said.push_back(now);
      next.push_back(after);
    }
    return {Value::like(measures.branch(), std::move(said)), Value::tuple(std::move(next))};
  }

  Value init(State& state, const Value& params) const {
    Values states;
    for (size_t i = 0; i < measures.items().size(); ++i) {
      states.push_back(is_rule(state, i)
                           ? GradTransformation(measures.items()[i]).init(state, params)
                           : Value::tuple({}));
    }
    Values first = measured(state, params, states, params, Value());
    return Value::record(
        state, {{"measurements", first[0]}, {"measure_states", Value::tuple(std::move(states))}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    const Value& before = part_of(old, "measure_states");
    if (!before.is_tuple() || before.items().size() != measures.items().size()) {
      throw Error(Code::type,
                  str("optim.monitor: `measure_states` of the state is ", form_text(before),
                      ", expected one state for each measure of ", form_text(measures)));
    }
    Values made = measured(state, grads, before.items(), params, extra);
    return {grads,
            Value::record(state, {{"measurements", kept(part_of(old, "measurements"), made[0])},
                                  {"measure_states", made[1]}})};
  }
};

constexpr std::string_view measure_text =
    "Function of the updates that returns an array or a tree.";

}  // namespace

extern const Struct optim_snapshot_struct = {
    .name = "optim.snapshot",
    .brief =
        "Gradient transformation that stores a measurement of the updates and returns them "
        "unchanged.",
    .fields = {field<&Snapshot::measure_name>("measure_name: str",
                                              "Name of the measurement in the state."),
               field<&Snapshot::measure>("measure: fn(updates)", measure_text)},
    .methods = {init_method<&Snapshot::init>(
                    "Returns the state `(measurement,)`, with the measurement of the parameters."),
                update_method<&Snapshot::update>()},
    .example =
        "let rule = optim.snapshot(\"length\", norm)\n"
        "rule.update([3.0, 4.0], rule.init([1.0, 0.0]), nil)[1].measurement.length  #> 5",
    .source = "optax.snapshot",
};
const Struct& Snapshot::record() { return optim_snapshot_struct; }

extern const Struct optim_measure_with_ema_struct = {
    .name = "optim.measure_with_ema",
    .brief =
        "Measure for `optim.monitor`: the exponential moving average (EMA) of another measure.",
    .fields = {field<&MeasuredMean::measure>("measure: fn(updates)", measure_text),
               field<&MeasuredMean::decay>("decay: real", "Exponential decay rate of the average."),
               field<&MeasuredMean::debias>(
                   "debias: bool = true",
                   "If true, corrects the bias of the average toward its initial value 0."),
               field<&MeasuredMean::accumulator_dtype>(
                   "accumulator_dtype: dtype = nil",
                   "Dtype of the average. If nil, the dtype of the measurement, at least f32.")},
    .methods = {init_method<&MeasuredMean::init>("Returns the state `(count, ema)`, all 0."),
                update_method<&MeasuredMean::update>("Returns the average and the new state.")},
    .example =
        "let rule = optim.measure_with_ema(norm, 0.5); let s = rule.init([1.0])\n"
        "let (first, next) = rule.update([3.0, 4.0], s, nil)\n"
        "(first, round(100.0 * rule.update([6.0, 8.0], next, nil)[0]))  #> (5, 833)",
    .source = "optax.measure_with_ema",
};
const Struct& MeasuredMean::record() { return optim_measure_with_ema_struct; }

extern const Struct optim_monitor_struct = {
    .name = "optim.monitor",
    .brief =
        "Gradient transformation that stores several measurements of the updates and returns them "
        "unchanged.",
    .fields = {field<&Monitor::measures>("measures: record or dict",
                                         "Measures by name: functions of the updates, or "
                                         "transformations such as `optim.measure_with_ema`.")},
    .methods = {init_method<&Monitor::init>("Returns the state `(measurements, measure_states)`, "
                                            "with the measurements of the parameters."),
                extra_method<&Monitor::update>()},
    .example =
        "let rule = optim.monitor((length = norm, mean = optim.measure_with_ema(norm, 0.5)))\n"
        "let p = [1.0, 0.0]\n"
        "rule.update([3.0, 4.0], rule.init(p), p)[1].measurements  #> (length = 5, mean = 5)",
    .source = "optax.monitor",
};
const Struct& Monitor::record() { return optim_monitor_struct; }

}  // namespace rille
