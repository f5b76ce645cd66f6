// add_decayed_weights, zero_nans, add_noise and others.
#include "stdlib/optim/masks.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/rng.h"

namespace rille {
namespace {

struct AddDecayedWeights {
  static const Struct& record();
  Value weight_decay, mask;

  Value init(State& state) const { return Value::record(state, {{"count", no_steps()}}); }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array count = part_of(old, "count").as_array(), rate = rate_at(state, weight_decay, count);
    Value moved = LeafMask{mask, "optim.add_decayed_weights", "mask"}.chosen(state, grads);
    Value decayed =
        each({moved, params}, [&](const auto& at) { return at[0] + fit(rate, at[1]) * at[1]; });
    return {mask.is_nil() ? decayed : merged(decayed, grads),
            Value::record(state, {{"count", next_step(count)}})};
  }
};

struct KeepNonnegative {
  static const Struct& record();

  Values update(const Value& grads, const Value& old, const Value& params) const {
    Value updates = each({grads, params},
                         [](const auto& at) { return where(lt(at[1] + at[0], 0), -at[1], at[0]); });
    return {updates, old};
  }
};

struct ZeroNans {
  static const Struct& record();

  Value init(State& state, const Value& params) const {
    Value found = for_moving(params, [](const Array&) { return Value(truth(false)); });
    return Value::record(state, {{"found_nan", found}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Value found = each({part_of(old, "found_nan"), grads},
                       [](const auto& at) { return any(isnan(at[1])).with_weak(false); });
    Value updates =
        each({grads}, [](const auto& at) { return where(isnan(at[0]), zeros_like(at[0]), at[0]); });
    return {updates, Value::record(state, {{"found_nan", found}})};
  }
};

// Gaussian noise of the annealed variance eta / t ^ gamma.
struct GradientNoise {
  static const Struct& record();
  Array eta, gamma;
  Value key;

  Value init(State& state) const {
    Array start = key.is_nil() ? rng::key(Array(0)) : key.as_array();
    return Value::record(state, {{"count", no_steps()}, {"rng_key", start}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    Array key = part_of(old, "rng_key").as_array(), drawn = rng::next(key);
    Array deviation = sqrt(eta / pow(convert(count, Dtype::f64), gamma));
    auto leaves = static_cast<int64_t>(flatten(grads).leaves.size());
    Array keys = rng::split(drawn, {Extent(leaves)});
    int64_t next = 0;
    Value updates = each({grads}, [&](const auto& at) {
      Array own = index(keys, {{.form = Subscript::Kind::index, .index = Array(next++)}});
      Array noise = rng::normal(own, at[0].shape(), at[0].dtype());
      return kept_kind(at[0], at[0] + fit(deviation, at[0]) * noise);
    });
    return {updates, Value::record(state, {{"count", count}, {"rng_key", key}})};
  }
};

}  // namespace

extern const Struct optim_add_decayed_weights_struct = {
    .name = "optim.add_decayed_weights",
    .brief = "Gradient transformation that adds `weight_decay * param` to the updates.",
    .fields = {field<&AddDecayedWeights::weight_decay>(
                   "weight_decay: real or fn(step) = 0.0",
                   "Weight decay coefficient, or a schedule: a function of "
                   "the step count, which starts at 0."),
               field<&AddDecayedWeights::mask>("mask: any = nil", mask_text)},
    .methods = {method<&AddDecayedWeights::init>("init() -> tree",
                                                 "Returns the state `(count,)`: step count 0."),
                update_method<&AddDecayedWeights::update>()},
    .example =
        "let rule = optim.add_decayed_weights(0.5)\n"
        "rule.update([3.0, 4.0], rule.init(), [2.0, -2.0])[0]  #> [4, 3]",
    .source = "Loshchilov and Hutter, arXiv 1711.05101; optax.add_decayed_weights",
};
const Struct& AddDecayedWeights::record() { return optim_add_decayed_weights_struct; }

extern const Struct optim_keep_params_nonnegative_struct = {
    .name = "optim.keep_params_nonnegative",
    .brief =
        "Gradient transformation that keeps parameters non-negative. An update that would make a "
        "parameter "
        "negative is replaced by `-param`.",
    .fields = {},
    .methods = {no_state, update_method<&KeepNonnegative::update>()},
    .example =
        "optim.keep_params_nonnegative().update([-3.0, -1.0], (), [2.0, 2.0])[0]  #> [-2, -1]",
    .source = "optax.keep_params_nonnegative",
};
const Struct& KeepNonnegative::record() { return optim_keep_params_nonnegative_struct; }

extern const Struct optim_zero_nans_struct = {
    .name = "optim.zero_nans",
    .brief = "Gradient transformation that replaces NaN updates by 0.",
    .fields = {},
    .methods = {init_method<&ZeroNans::init>("Returns the state `(found_nan,)`: for each leaf, "
                                             "whether its last update contained NaN."),
                update_method<&ZeroNans::update>()},
    .example =
        "let rule = optim.zero_nans()\n"
        "rule.update([nan, 2.0], rule.init([1.0, 1.0]), nil)[0]  #> [0, 2]",
    .source = "optax.zero_nans",
};
const Struct& ZeroNans::record() { return optim_zero_nans_struct; }

extern const Struct optim_add_noise_struct = {
    .name = "optim.add_noise",
    .brief =
        "Gradient transformation that adds annealed Gaussian noise. The variance at step `t`, "
        "counted from "
        "1, is `eta / t^gamma`.",
    .fields = {field<&GradientNoise::eta>("eta: real", "Variance of the noise at the first step."),
               field<&GradientNoise::gamma>("gamma: real", "Decay exponent of the variance."),
               field<&GradientNoise::key>(
                   "key: key = nil", "Key from which the noise is sampled. If nil, `rng.key(0)`.")},
    .methods = {method<&GradientNoise::init>("init() -> tree",
                                             "Returns the state `(count, rng_key)`."),
                update_method<&GradientNoise::update>()},
    .example =
        "let rule = optim.add_noise(0.0, 0.55, rng.key(1))\n"
        "rule.update([3.0, 4.0], rule.init(), nil)[0]  #> [3, 4]",
    .source = "Neelakantan et al., arXiv 1511.06807, eq. 1; optax.add_noise",
};
const Struct& GradientNoise::record() { return optim_add_noise_struct; }

}  // namespace rille
