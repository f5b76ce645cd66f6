// scale_by_trust_ratio, scale_by_polyak and others with norms.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

// The maximum of `size` and `least`.
Array at_least(const Array& size, const Array& least) {
  return where(le(size, fit(least, size)), fit(least, size), size);
}

// The update times trust_coefficient * |param| / (|update| + eps). If one of the norms is 0, the
// update is unchanged.
struct TrustRatioScale {
  Array min_norm, trust_coefficient, eps;

  Array of(const Array& update, const Array& param) const {
    Array p = at_least(length(param), min_norm), u = at_least(length(update), min_norm);
    Array ratio = fit(trust_coefficient, p) * p / (u + fit(eps, u));
    Array is_zero = logical_or(eq(p, 0), eq(u, 0));
    Array moved = as_wide(update);
    return narrowed(update, moved * fit(where(is_zero, ones_like(ratio), ratio), moved));
  }
};

struct TrustRatio {
  static const Struct& record();
  Array min_norm, trust_coefficient, eps;

  Values update(const Value& grads, const Value& old, const Value& params) const {
    TrustRatioScale trust{min_norm, trust_coefficient, eps};
    return {each({grads, params}, [&](const auto& at) { return trust.of(at[0], at[1]); }), old};
  }
};

// The update has the norm of the parameters times the learning rate. Then the parameters are
// shrunk, so that their norm does not grow.
struct Fromage {
  static const Struct& record();
  Value lr;
  Array min_norm;

  Value init(State& state) const { return Value::record(state, {{"count", no_steps()}}); }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array count = part_of(old, "count").as_array(), rate = rate_at(state, lr, count);
    // In f64: `shrink` is so close to 1 that `shrink - 1` would lose bits in f32.
    if (!rate.is_weak()) rate = convert(rate, Dtype::f64);
    Array shrink = 1.0 / sqrt(1.0 + rate * rate);
    TrustRatioScale trust{min_norm, 1.0, 0.0};
    Value updates = each({grads, params}, [&](const auto& at) {
      Array step = fit(-(rate * shrink), at[0]) * trust.of(at[0], at[1]);
      return step + fit(shrink - 1.0, at[1]) * at[1];
    });
    return {updates, Value::record(state, {{"count", next_step(count)}})};
  }
};

struct BlockNorm {
  static const Struct& record();
  Array min_scale;

  Values update(const Value& grads, const Value& old, const Value& params) const {
    return {each({grads, params},
                 [&](const auto& at) {
                   Array g = as_wide(at[0]);
                   return narrowed(at[0], g * fit(at_least(length(at[1]), min_scale), g));
                 }),
            old};
  }
};

struct BlockRms {
  static const Struct& record();
  Array min_scale;

  Values update(const Value& grads, const Value& old, const Value& params) const {
    return {each({grads, params},
                 [&](const auto& at) {
                   Array g = as_wide(at[0]), size = root_mean_square(at[1]);
                   return narrowed(at[0], g * fit(at_least(size, min_scale), g));
                 }),
            old};
  }
};

struct UpdateNorm {
  static const Struct& record();
  Array scale_factor, eps;

  Values update(const Value& grads, const Value& old, const Value&) const {
    Array norm = global_norm(grads);
    norm = (norm + fit(eps, norm)) / fit(scale_factor, norm);
    Value updates = each({grads}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return narrowed(at[0], over(g, fit(norm, g), eps));
    });
    return {updates, old};
  }
};

UpdateNorm normalize() { return {1.0, 0.0}; }

struct Centralize {
  static const Struct& record();

  Values update(const Value& grads, const Value& old, const Value&) const {
    Value updates = each({grads}, [](const auto& at) {
      if (at[0].rank() < 2) return at[0];
      Ints axes;
      for (int i = 1; i < at[0].rank(); ++i) axes.push_back(i);
      return at[0] - mean(at[0], axes, true);
    });
    return {updates, old};
  }
};

// The largest distance from the initial parameters over the root of the sum of squared gradients.
// Sums are at least f32.
struct DistanceOverGradients {
  static const Struct& record();
  Array reps_rel, eps;
  Value param_dtype;
  Array global_scale;

  Value init(State& state, const Value& params) const {
    Value dist = for_moving(params, [&](const Array& x) {
      return Value::from_array(kept_kind(as_wide(x), reps_rel * (1.0 + length(x))));
    });
    Value sums = for_moving(
        params, [&](const Array& x) { return Value::from_array(zeros_like(sum(as_wide(x)))); });
    std::optional<Dtype> dtype = named_dtype(param_dtype);
    Value from = for_moving(params, [&](const Array& x) {
      return Value::from_array(dtype && !x.is_weak() ? convert(x, *dtype) : x);
    });
    return Value::record(
        state, {{"max_dist", dist}, {"grad_sum_of_squares", sums}, {"init_params", from}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    const Value &dist_before = part_of(old, "max_dist"), &from = part_of(old, "init_params");
    const Value& sums_before = part_of(old, "grad_sum_of_squares");
    Value dist = each({dist_before, grads, params, from},
                      [](const auto& at) { return maximum(at[0], length(at[2] - at[3])); });
    Value sums =
        each({sums_before, grads}, [](const auto& at) { return at[0] + sum(squared(at[1])); });
    Value updates = each({grads, dist, sums}, [&](const auto& at) {
      Array root = sqrt(at[2] + fit(eps, at[2])), g = as_wide(at[0]);
      Array eta = fit(global_scale, at[1]) * over(at[1], root, eps);
      return narrowed(at[0], fit(eta, g) * g);
    });
    return {updates, Value::record(state, {{"max_dist", kept(dist_before, dist)},
                                           {"grad_sum_of_squares", kept(sums_before, sums)},
                                           {"init_params", from}})};
  }
};

// The Polyak step size, at which the linear model of the objective reaches `f_min`.
struct Polyak {
  static const Struct& record();
  Array f_min, max_lr, eps;
  std::string variant = "sps";

  Values update(const Value& grads, const Value& old, const Value&, const Value& extra) const {
    Array square = global_square(grads);
    Array gap = needed_value(extra, "optim.scale_by_polyak") - f_min;
    if (!square.is_weak()) gap = convert(gap, square.dtype());
    if (variant == "sps+") gap = maximum(gap, zeros_like(gap));
    Array below = square + fit(eps, square);
    Array step = minimum(gap / below, fit(max_lr, gap));
    step = where(le(below, 0x1p-52), zeros_like(step), step);
    Value updates = each({grads}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return narrowed(at[0], fit(step, g) * g);
    });
    return {updates, old};
  }
};

}  // namespace

extern const Struct optim_scale_by_trust_ratio_struct = {
    .name = "optim.scale_by_trust_ratio",
    .brief =
        "Gradient transformation that scales the update of each leaf by a trust ratio. The ratio "
        "is "
        "`trust_coefficient * |param| / (|update| + eps)`, of L2 norms.",
    .fields = {field<&TrustRatio::min_norm>("min_norm: real = 0.0", "Minimum value of both norms."),
               field<&TrustRatio::trust_coefficient>("trust_coefficient: real = 1.0",
                                                     "Factor of the trust ratio."),
               field<&TrustRatio::eps>(
                   "eps: real = 0.0",
                   "Epsilon added to the norm of the update, for numerical stability.")},
    .methods = {no_state, update_method<&TrustRatio::update>(
                              "Returns the updates and the state. If one of the norms is 0, the "
                              "update of the leaf is unchanged.")},
    .example = "optim.scale_by_trust_ratio().update([3.0, 4.0], (), [10.0, 0.0])[0]  #> [6, 8]",
    .source = "You et al., arXiv 1904.00962, algorithm 2; optax.scale_by_trust_ratio",
};
const Struct& TrustRatio::record() { return optim_scale_by_trust_ratio_struct; }

extern const Struct optim_scale_by_fromage_struct = {
    .name = "optim.scale_by_fromage",
    .brief =
        "Fromage transformation: updates of a fixed size relative to each leaf. They include `-lr` "
        "and a shrinkage of the leaf by `√(1 + lr^2)`, so that its norm does not grow.",
    .fields = {field<&Fromage::lr>("lr: real or fn(step)", lr_text),
               field<&Fromage::min_norm>(
                   "min_norm: real = 1e-6",
                   "Minimum value of the norms of leaves and of their gradients.")},
    .methods = {method<&Fromage::init>("init() -> tree",
                                       "Returns the state `(count,)`: step count 0."),
                update_method<&Fromage::update>()},
    .example =
        "let rule = optim.scale_by_fromage(0.75)\n"
        "rule.update([0.0, 2.0], rule.init(), [5.0, 0.0])[0]  #> [-1, -3]",
    .source = "Bernstein et al., arXiv 2002.03432, algorithm 1; optax.fromage",
};
const Struct& Fromage::record() { return optim_scale_by_fromage_struct; }

extern const Struct optim_scale_by_param_block_norm_struct = {
    .name = "optim.scale_by_param_block_norm",
    .brief =
        "Gradient transformation that multiplies the update of each leaf by the leaf's L2 norm.",
    .fields = {field<&BlockNorm::min_scale>("min_scale: real = 1e-3", "Minimum factor.")},
    .methods = {no_state, update_method<&BlockNorm::update>()},
    .example =
        "optim.scale_by_param_block_norm().update([1.0, 2.0], (), [3.0, 4.0])[0]  #> [5, 10]",
    .source = "optax.scale_by_param_block_norm",
};
const Struct& BlockNorm::record() { return optim_scale_by_param_block_norm_struct; }

extern const Struct optim_scale_by_param_block_rms_struct = {
    .name = "optim.scale_by_param_block_rms",
    .brief =
        "Gradient transformation that multiplies the update of each leaf by the leaf's root mean "
        "square.",
    .fields = {field<&BlockRms::min_scale>("min_scale: real = 1e-3", "Minimum factor.")},
    .methods = {no_state, update_method<&BlockRms::update>()},
    .example = "optim.scale_by_param_block_rms().update([1.0, 2.0], (), [3.0, -3.0])[0]  #> [3, 6]",
    .source = "Shazeer and Stern, arXiv 1804.04235, section 8; optax.scale_by_param_block_rms",
};
const Struct& BlockRms::record() { return optim_scale_by_param_block_rms_struct; }

extern const Struct optim_normalize_by_update_norm_struct = {
    .name = "optim.normalize_by_update_norm",
    .brief =
        "Gradient transformation that scales all updates together to the L2 norm `scale_factor`. "
        "The factor "
        "is `scale_factor / (norm + eps)`.",
    .fields = {field<&UpdateNorm::scale_factor>("scale_factor: real = 1.0",
                                                "L2 norm of all updates together."),
               field<&UpdateNorm::eps>(
                   "eps: real = 1e-6",
                   "Epsilon added to the norm of the incoming updates, for numerical stability.")},
    .methods = {no_state, update_method<&UpdateNorm::update>()},
    .example =
        "optim.normalize_by_update_norm(10.0, 0.0).update([3.0, 4.0], (), nil)[0]  #> [6, 8]",
    .source = "optax.normalize_by_update_norm",
};
const Struct& UpdateNorm::record() { return optim_normalize_by_update_norm_struct; }

extern const Builtin optim_normalize_builtin = {
    .signature = "optim.normalize() -> optim.normalize_by_update_norm",
    .brief =
        "Creates the gradient transformation that scales all updates together to an L2 norm of 1.",
    .errors = "none; updates that are all 0 stay 0",
    .example = "optim.normalize().update([3.0, 4.0], (), nil)[0]  #> [0.6, 0.8]",
    .source = "optax.contrib.normalize",
    .call = bind<&normalize>,
};

extern const Struct optim_centralize_struct = {
    .name = "optim.centralize",
    .brief =
        "Gradient transformation that subtracts the mean of each gradient over all axes except the "
        "first. "
        "Leaves with fewer than two axes are unchanged.",
    .fields = {},
    .methods = {no_state, update_method<&Centralize::update>()},
    .example = "optim.centralize().update([[3.0, 5.0]], (), nil)[0]  #> [[-1, 1]]",
    .source = "Yong et al., arXiv 2004.01461, eq. 1; optax.centralize",
};
const Struct& Centralize::record() { return optim_centralize_struct; }

extern const Struct optim_scale_by_distance_over_gradients_struct = {
    .name = "optim.scale_by_distance_over_gradients",
    .brief =
        "Distance over gradients (DoG) transformation for each leaf. The updates are `grad * "
        "max_dist / √(grad_sum_of_squares + eps)`, where `max_dist` is the largest distance of the "
        "leaf from its initial value.",
    .fields = {field<&DistanceOverGradients::reps_rel>(
                   "reps_rel: real = 1e-6",
                   "Relative initial distance: `max_dist` starts at `reps_rel * (1 + norm)`, with "
                   "the L2 norm of the leaf."),
               field<&DistanceOverGradients::eps>(
                   "eps: real = 1e-8",
                   "Epsilon added inside the square root, for numerical stability."),
               field<&DistanceOverGradients::param_dtype>(
                   "param_dtype: dtype or nil = f32",
                   "Dtype of the stored initial parameters. If nil, the dtype of the parameter."),
               field<&DistanceOverGradients::global_scale>("global_scale: real = 1.0",
                                                           "Factor that multiplies the updates.")},
    .methods = {init_method<&DistanceOverGradients::init>(
                    "Returns the state `(max_dist, grad_sum_of_squares, init_params)`."),
                update_method<&DistanceOverGradients::update>()},
    .example =
        "let rule = optim.scale_by_distance_over_gradients(0.5, 0.0); let p = [3.0, 4.0]\n"
        "rule.update([0.0, 2.0], rule.init(p), p)[0]  #> [0, 3]",
    .source = "Ivgi et al., arXiv 2302.12022; optax.scale_by_distance_over_gradients",
};
const Struct& DistanceOverGradients::record() {
  return optim_scale_by_distance_over_gradients_struct;
}

extern const Struct optim_scale_by_polyak_struct = {
    .name = "optim.scale_by_polyak",
    .brief =
        "Gradient transformation that scales updates by the Polyak step size. The factor is "
        "`(value - "
        "f_min) / (|grad|^2 + eps)`, at most `max_lr`.",
    .fields = {field<&Polyak::f_min>("f_min: real = 0.0",
                                     "Lower bound of the objective function, usually its minimum."),
               field<&Polyak::max_lr>("max_lr: real = 1.0", "Maximum factor."),
               field<&Polyak::eps>("eps: real = 0.0",
                                   "Epsilon added to the squared norm of the gradient."),
               field<&Polyak::variant>("variant: \"sps\" or \"sps+\" = \"sps\"",
                                       "One of `\"sps\"`, `\"sps+\"`. With `\"sps+\"`, the factor "
                                       "is 0 if `value` is below `f_min`.")},
    .methods =
        {no_state,
         extra_method<&Polyak::update>(
             "Returns the updates and the state. `extra` must have `value`, the objective value.")},
    .example =
        "optim.scale_by_polyak().update([3.0, 4.0], (), nil, (value = 12.5))[0]  #> [1.5, 2]",
    .source = "Loizou et al., arXiv 2002.10542, eq. 3; optax.scale_by_polyak",
};
const Struct& Polyak::record() { return optim_scale_by_polyak_struct; }

}  // namespace rille
