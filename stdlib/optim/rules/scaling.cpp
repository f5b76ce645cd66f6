// scale, scale_by_learning_rate, scale_by_schedule and others.
#include "stdlib/optim/rules/moments.h"
#include "vm/call.h"

namespace rille {
namespace {

Value scaled(const Value& grads, const Array& by) {
  return each({grads}, [&](const auto& at) { return fit(by, at[0]) * at[0]; });
}

struct Identity {
  static const Struct& record();
  Values update(const Value& grads, const Value& old, const Value&) const { return {grads, old}; }
};

struct SetToZero {
  static const Struct& record();
  Values update(const Value& grads, const Value& old, const Value&) const {
    return {each({grads}, [](const auto& at) { return zeros_like(at[0]); }), old};
  }
};

struct Scale {
  static const Struct& record();
  Array step_size;
  Values update(const Value& grads, const Value& old, const Value&) const {
    return {scaled(grads, step_size), old};
  }
};

struct LearningRate {
  static const Struct& record();
  Value lr;
  bool flip_sign = true;

  Value init(State& state) const { return Value::record(state, {{"count", no_steps()}}); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = part_of(old, "count").as_array(), rate = rate_at(state, lr, count);
    return {scaled(grads, flip_sign ? -rate : rate),
            Value::record(state, {{"count", next_step(count)}})};
  }
};

struct ScaleBySchedule {
  static const Struct& record();
  Value step_size_fn;

  Value init(State& state) const { return Value::record(state, {{"count", no_steps()}}); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = part_of(old, "count").as_array();
    return {scaled(grads, rate_at(state, step_size_fn, count)),
            Value::record(state, {{"count", next_step(count)}})};
  }
};

struct StatelessTransform {
  static const Struct& record();
  Value f;
  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    if (f.is_function()) return {call(f.function(), {grads, params}), old};
    return {call_method(state, f, "call", {grads, params})[0], old};
  }
};

}  // namespace

extern const Struct optim_identity_struct = {
    .name = "optim.identity",
    .brief = "Gradient transformation that returns the gradients unchanged.",
    .fields = {},
    .methods = {no_state, update_method<&Identity::update>()},
    .example = "optim.identity().update([3.0], (), nil)[0]  #> [3]",
    .source = "optax.identity",
};
const Struct& Identity::record() { return optim_identity_struct; }

extern const Struct optim_set_to_zero_struct = {
    .name = "optim.set_to_zero",
    .brief = "Gradient transformation whose updates are all 0.",
    .fields = {},
    .methods = {no_state, update_method<&SetToZero::update>()},
    .example = "optim.set_to_zero().update([3.0], (), nil)[0]  #> [0]",
    .source = "optax.set_to_zero",
};
const Struct& SetToZero::record() { return optim_set_to_zero_struct; }

extern const Struct optim_scale_struct = {
    .name = "optim.scale",
    .brief = "Gradient transformation that multiplies updates by a constant.",
    .fields = {field<&Scale::step_size>("step_size: real", "Factor that multiplies the updates.")},
    .methods = {no_state, update_method<&Scale::update>()},
    .example = "optim.scale(-0.5).update([3.0, 4.0], (), nil)[0]  #> [-1.5, -2]",
    .source = "optax.scale",
};
const Struct& Scale::record() { return optim_scale_struct; }

extern const Struct optim_scale_by_learning_rate_struct = {
    .name = "optim.scale_by_learning_rate",
    .brief = "Gradient transformation that multiplies updates by the negative learning rate.",
    .fields = {field<&LearningRate::lr>("lr: real or fn(step)", lr_text),
               field<&LearningRate::flip_sign>(
                   "flip_sign: bool = true",
                   "If true, multiplies by `-lr`, for descent; if false, by `lr`.")},
    .methods = {method<&LearningRate::init>("init() -> tree",
                                            "Returns the state `(count,)`: step count 0."),
                update_method<&LearningRate::update>()},
    .example =
        "let rule = optim.scale_by_learning_rate(t => 0.5 / (t + 1.0))\n"
        "rule.update([3.0, 4.0], rule.init(), nil)[0]  #> [-1.5, -2]",
    .source = "optax.scale_by_learning_rate",
};
const Struct& LearningRate::record() { return optim_scale_by_learning_rate_struct; }

extern const Struct optim_scale_by_schedule_struct = {
    .name = "optim.scale_by_schedule",
    .brief = "Gradient transformation that multiplies updates by a schedule.",
    .fields = {field<&ScaleBySchedule::step_size_fn>(
        "step_size_fn: fn(step)",
        "Schedule: the factor as a function of the step count, which starts at 0.")},
    .methods = {method<&ScaleBySchedule::init>("init() -> tree",
                                               "Returns the state `(count,)`: step count 0."),
                update_method<&ScaleBySchedule::update>()},
    .example =
        "let rule = optim.scale_by_schedule(t => t + 2.0)\n"
        "rule.update([3.0, 4.0], rule.init(), nil)[0]  #> [6, 8]",
    .source = "optax.scale_by_schedule",
};
const Struct& ScaleBySchedule::record() { return optim_scale_by_schedule_struct; }

extern const Struct optim_stateless_struct = {
    .name = "optim.stateless",
    .brief =
        "Gradient transformation without state, given by a function of gradients and parameters.",
    .fields = {field<&StatelessTransform::f>("f: fn(grads, params)",
                                             "Function that returns the updates, a tree.")},
    .methods = {no_state, update_method<&StatelessTransform::update>()},
    .example =
        "let rule = optim.stateless((g, p) => tree.map(x => -0.5 * x, g))\n"
        "rule.update([3.0, 4.0], (), [1.0, 1.0])[0]  #> [-1.5, -2]",
    .source = "optax.stateless",
};
const Struct& StatelessTransform::record() { return optim_stateless_struct; }

}  // namespace rille
