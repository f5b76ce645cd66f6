// scale_by_rms, stddev, rss, adadelta: adaptive scaling.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

// 1 / sqrt(n + eps) or 1 / (sqrt(n) + eps), and 0 where the denominator is 0.
Array inverse_root(const Array& n, const Array& eps, bool eps_in_sqrt) {
  Array root = eps_in_sqrt ? sqrt(n + fit(eps, n)) : sqrt(n) + fit(eps, n);
  return over(ones_like(root), root, eps);
}

Array inverse_root_or_zero(const Array& n, const Array& eps) {
  return where(gt(n, 0), inverse_root(n, eps, true), zeros_like(n));
}

struct Rms {
  static const Struct& record();
  Array decay, eps, initial_scale;
  bool eps_in_sqrt = true, bias_correction = false;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()}, {"nu", filled_for(params, initial_scale)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    Value nu = square_moment(part_of(old, "nu"), grads, decay);
    Value hat = bias_correction ? corrected(nu, decay, count) : nu;
    Value updates = each({grads, hat}, [&](const auto& at) {
      return narrowed(at[0], inverse_root(at[1], eps, eps_in_sqrt) * at[0]);
    });
    return {updates,
            Value::record(state, {{"count", count}, {"nu", kept(part_of(old, "nu"), nu)}})};
  }
};

struct Stddev {
  static const Struct& record();
  Array decay, eps, initial_scale;
  bool eps_in_sqrt = true, bias_correction = false;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()},
                                 {"mu", zeros_for(params)},
                                 {"nu", filled_for(params, initial_scale)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    Value mu = moment(part_of(old, "mu"), grads, decay);
    Value nu = square_moment(part_of(old, "nu"), grads, decay);
    Value m = bias_correction ? corrected(mu, decay, count) : mu;
    Value n = bias_correction ? corrected(nu, decay, count) : nu;
    Value updates = each({grads, m, n}, [&](const auto& at) {
      Array variance = at[2] - squared(at[1]);  // rounding can make it negative
      variance = maximum(variance, zeros_like(variance));
      return narrowed(at[0], inverse_root(variance, eps, eps_in_sqrt) * at[0]);
    });
    return {updates, Value::record(state, {{"count", count},
                                           {"mu", kept(part_of(old, "mu"), mu)},
                                           {"nu", kept(part_of(old, "nu"), nu)}})};
  }
};

struct Rss {
  static const Struct& record();
  Array initial_accumulator_value, eps;

  Value init(State& state, const Value& params) const {
    return Value::record(state,
                         {{"sum_of_squares", filled_for(params, initial_accumulator_value)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "sum_of_squares");
    Value sums = each({before, grads}, [](const auto& at) { return squared(at[1]) + at[0]; });
    Value updates = each({grads, sums}, [&](const auto& at) {
      return narrowed(at[0], inverse_root_or_zero(at[1], eps) * at[0]);
    });
    return {updates, Value::record(state, {{"sum_of_squares", kept(before, sums)}})};
  }
};

struct Adadelta {
  static const Struct& record();
  Array rho, eps;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"e_g", zeros_for(params)}, {"e_x", zeros_for(params)}});
  }

  Value means(const Value& old, const Value& moves) const {
    return each({old, moves}, [&](const auto& at) {
      Array x = as_wide(at[1]);
      return fit(1.0 - rho, x) * (x * x) + fit(rho, at[0]) * at[0];
    });
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value &g_before = part_of(old, "e_g"), &x_before = part_of(old, "e_x");
    Value e_g = means(g_before, grads);
    Value updates = each({grads, e_g, x_before}, [&](const auto& at) {
      Array root = sqrt(at[1] + fit(eps, at[1]));
      return over(sqrt(at[2] + fit(eps, at[2])), root, eps) * at[0];
    });
    Value e_x = means(x_before, updates);
    return {narrowed_like(grads, updates),
            Value::record(state, {{"e_g", kept(g_before, e_g)}, {"e_x", kept(x_before, e_x)}})};
  }
};

constexpr std::string_view decay_text = "Exponential decay rate of the moving averages.";
constexpr std::string_view denominator_text =
    "Epsilon added to the denominator, for numerical stability.";
constexpr std::string_view scale_text = "Initial value of the moving average of squared gradients.";
constexpr std::string_view in_sqrt_text =
    "If true, `eps` is added inside the square root; if false, outside.";
constexpr std::string_view bias_text = "If true, corrects the bias of the moving averages.";

}  // namespace

extern const Struct optim_scale_by_rms_struct = {
    .name = "optim.scale_by_rms",
    .brief =
        "RMSProp transformation. The updates are `grad / √(nu + eps)`, with the moving average "
        "`nu` of squared gradients.",
    .fields = {field<&Rms::decay>("decay: real = 0.9", decay_text),
               field<&Rms::eps>("eps: real = 1e-8", denominator_text),
               field<&Rms::initial_scale>("initial_scale: real = 0.0", scale_text),
               field<&Rms::eps_in_sqrt>("eps_in_sqrt: bool = true", in_sqrt_text),
               field<&Rms::bias_correction>("bias_correction: bool = false", bias_text)},
    .methods = {init_method<&Rms::init>("Returns the state `(count, nu)`."),
                update_method<&Rms::update>()},
    .example =
        "let rule = optim.scale_by_rms(0.75, eps = 0.0); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [2, -2]",
    .source = "Hinton, lecture 6e of Neural Networks for Machine Learning; optax.scale_by_rms",
};
const Struct& Rms::record() { return optim_scale_by_rms_struct; }

extern const Struct optim_scale_by_stddev_struct = {
    .name = "optim.scale_by_stddev",
    .brief =
        "Centered RMSProp transformation: divides by an estimate of the gradients' standard "
        "deviation. The updates are `grad / √(nu - mu^2 + eps)`, with moving averages `mu` of "
        "gradients and `nu` of squared gradients.",
    .fields = {field<&Stddev::decay>("decay: real = 0.9", decay_text),
               field<&Stddev::eps>("eps: real = 1e-8", denominator_text),
               field<&Stddev::initial_scale>("initial_scale: real = 0.0", scale_text),
               field<&Stddev::eps_in_sqrt>("eps_in_sqrt: bool = true", in_sqrt_text),
               field<&Stddev::bias_correction>("bias_correction: bool = false", bias_text)},
    .methods = {init_method<&Stddev::init>("Returns the state `(count, mu, nu)`."),
                update_method<&Stddev::update>()},
    .example =
        "let rule = optim.scale_by_stddev(0.5, eps = 0.0); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [2, -2]",
    .source = "Hinton, lecture 6e of Neural Networks for Machine Learning; optax.scale_by_stddev",
};
const Struct& Stddev::record() { return optim_scale_by_stddev_struct; }

extern const Struct optim_scale_by_rss_struct = {
    .name = "optim.scale_by_rss",
    .brief =
        "AdaGrad transformation: divides by the root of the sum of squared gradients. The updates "
        "are `grad / √(sum + eps)`.",
    .fields = {field<&Rss::initial_accumulator_value>(
                   "initial_accumulator_value: real = 0.1",
                   "Initial value of the sum of squared gradients."),
               field<&Rss::eps>("eps: real = 1e-7",
                                "Epsilon added inside the square root, for numerical stability.")},
    .methods = {init_method<&Rss::init>(
                    "Returns the state `(sum_of_squares,)`, an array for each leaf."),
                update_method<&Rss::update>("Returns the updates and the new state. An update is 0 "
                                            "where the sum is not above 0.")},
    .example =
        "let rule = optim.scale_by_rss(7.0, 0.0); let p = [1.0]\n"
        "rule.update([3.0], rule.init(p), p)[0]  #> [0.75]",
    .source = "Duchi et al., JMLR 12 (2011), section 1.1; optax.scale_by_rss",
};
const Struct& Rss::record() { return optim_scale_by_rss_struct; }

extern const Struct optim_scale_by_adadelta_struct = {
    .name = "optim.scale_by_adadelta",
    .brief =
        "AdaDelta transformation. The updates are `grad * √(e_x + eps) / √(e_g + eps)`, with "
        "moving averages `e_g` of squared gradients and `e_x` of squared updates.",
    .fields = {field<&Adadelta::rho>("rho: real = 0.9", decay_text),
               field<&Adadelta::eps>("eps: real = 1e-6",
                                     "Epsilon added inside both square roots.")},
    .methods = {init_method<&Adadelta::init>("Returns the state `(e_g, e_x)`, all 0."),
                update_method<&Adadelta::update>()},
    .example =
        "let rule = optim.scale_by_adadelta(0.75, 1.0); let p = [1.0]\n"
        "round(100.0 * rule.update([2.0], rule.init(p), p)[0])  #> [141]",
    .source = "Zeiler, arXiv 1212.5701, algorithm 1; optax.scale_by_adadelta",
};
const Struct& Adadelta::record() { return optim_scale_by_adadelta_struct; }

}  // namespace rille
