// trace, ema, apply_every: accumulated gradients.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Momentum {
  static const Struct& record();
  Array decay;
  bool nesterov = false;
  Value accumulator_dtype;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"trace", zeros_for(params, accumulator_dtype)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "trace");
    Value trace = each({before, grads},
                       [&](const auto& at) { return as_wide(at[1]) + fit(decay, at[0]) * at[0]; });
    Value updates = each({grads, trace}, [&](const auto& at) {
      return narrowed(at[0], nesterov ? at[0] + fit(decay, at[1]) * at[1] : at[1]);
    });
    return {updates, Value::record(state, {{"trace", kept(before, trace)}})};
  }
};

struct Ema {
  static const Struct& record();
  Array decay;
  bool debias = true;
  Value accumulator_dtype;

  Value init(State& state, const Value& params) const {
    return Value::record(state,
                         {{"count", no_steps()}, {"ema", zeros_for(params, accumulator_dtype)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "ema");
    Value ema = moment(before, grads, decay);
    Array count = next_step(part_of(old, "count").as_array());
    Value updates = debias ? corrected(ema, decay, count) : ema;
    return {narrowed_like(grads, updates),
            Value::record(state, {{"count", count}, {"ema", kept(before, ema)}})};
  }
};

struct ApplyEvery {
  static const Struct& record();
  Array k;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()}, {"grad_acc", zeros_for(params)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "grad_acc");
    Array count = mod(part_of(old, "count").as_array(), k);
    Value sums = each({before, grads},
                      [&](const auto& at) { return where(eq(count, 0), at[1], at[0] + at[1]); });
    Array is_last = eq(count, k - 1);
    Value updates = each({grads, sums}, [&](const auto& at) {
      return narrowed(at[0], where(is_last, at[1], zeros_like(at[1])));
    });
    Array next = convert(mod(count + 1, k), Dtype::i32);
    return {updates, Value::record(state, {{"count", next}, {"grad_acc", kept(before, sums)}})};
  }
};

constexpr std::string_view accumulator_text =
    "Dtype of the accumulator. If nil, the dtype of the parameter, at least f32.";

}  // namespace

extern const Struct optim_trace_struct = {
    .name = "optim.trace",
    .brief =
        "Momentum transformation. The updates are the decayed sum of gradients, `grad + decay * "
        "trace`.",
    .fields = {field<&Momentum::decay>("decay: real", "Momentum coefficient."),
               field<&Momentum::nesterov>("nesterov: bool = false", nesterov_text),
               field<&Momentum::accumulator_dtype>("accumulator_dtype: dtype = nil",
                                                   accumulator_text)},
    .methods = {init_method<&Momentum::init>("Returns the state `(trace,)`, all 0."),
                update_method<&Momentum::update>()},
    .example =
        "let rule = optim.trace(0.5); let p = [1.0]\n"
        "rule.update([3.0], rule.update([2.0], rule.init(p), p)[1], p)[0]  #> [4]",
    .source = "Sutskever et al., ICML 2013; optax.trace",
};
const Struct& Momentum::record() { return optim_trace_struct; }

extern const Struct optim_ema_struct = {
    .name = "optim.ema",
    .brief =
        "Gradient transformation that replaces gradients by their exponential moving average "
        "(EMA).",
    .fields = {field<&Ema::decay>("decay: real", "Decay rate: the weight of the previous average."),
               field<&Ema::debias>(
                   "debias: bool = true",
                   "If true, corrects the bias of the average toward its initial value 0."),
               field<&Ema::accumulator_dtype>("accumulator_dtype: dtype = nil", accumulator_text)},
    .methods = {init_method<&Ema::init>("Returns the state `(count, ema)`, all 0."),
                update_method<&Ema::update>()},
    .example =
        "let rule = optim.ema(0.5); let p = [1.0]\n"
        "rule.update([3.0], rule.init(p), p)[0]  #> [3]",
    .source = "optax.ema",
};
const Struct& Ema::record() { return optim_ema_struct; }

extern const Struct optim_apply_every_struct = {
    .name = "optim.apply_every",
    .brief =
        "Gradient transformation that accumulates `k` updates and then returns their sum. In "
        "between, the "
        "updates are 0.",
    .fields = {field<&ApplyEvery::k>("k: int = 1", "Number of updates that are accumulated, > 0.")},
    .methods = {init_method<&ApplyEvery::init>("Returns the state `(count, grad_acc)`, all 0."),
                update_method<&ApplyEvery::update>()},
    .example =
        "let rule = optim.apply_every(2); let p = [1.0]\n"
        "rule.update([3.0], rule.update([2.0], rule.init(p), p)[1], p)[0]  #> [5]",
    .source = "optax.apply_every",
};
const Struct& ApplyEvery::record() { return optim_apply_every_struct; }

}  // namespace rille
