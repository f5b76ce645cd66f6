// scale_by_adam, scale_by_amsgrad and others like Adam.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

// The step count and the moment estimates after the gradients of one step.
struct Moments {
  Array count;
  Value mu, nu;

  Moments(const Value& old, const Value& grads, const Array& b1, const Array& b2)
      : count(next_step(part_of(old, "count").as_array())),
        mu(moment(part_of(old, "mu"), grads, b1)),
        nu(square_moment(part_of(old, "nu"), grads, b2)) {}

  Value state(State& state, const Value& old) const {
    return Value::record(state, {{"count", count},
                                 {"mu", kept(part_of(old, "mu"), mu)},
                                 {"nu", kept(part_of(old, "nu"), nu)}});
  }

  Value steered(const Value& grads, const Array& b1, bool nesterov) const {
    return nesterov ? corrected_ahead(mu, grads, b1, count) : corrected(mu, b1, count);
  }
};

Value no_means(State& state, const Value& params, const Value& mu_dtype = {}) {
  return Value::record(
      state,
      {{"count", no_steps()}, {"mu", zeros_for(params, mu_dtype)}, {"nu", zeros_for(params)}});
}

struct Adam {
  static const Struct& record();
  Array b1, b2, eps, eps_root;
  Value mu_dtype;
  bool nesterov = false;

  Value init(State& state, const Value& params) const { return no_means(state, params, mu_dtype); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Moments now(old, grads, b1, b2);
    Value mu = now.steered(grads, b1, nesterov), nu = corrected(now.nu, b2, now.count);
    return {over_root(grads, mu, nu, eps, eps_root), now.state(state, old)};
  }
};

struct Amsgrad {
  static const Struct& record();
  Array b1, b2, eps, eps_root;
  Value mu_dtype;
  bool bias_correction_mu = true, bias_correction_nu = true;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()},
                                 {"mu", zeros_for(params, mu_dtype)},
                                 {"nu", zeros_for(params)},
                                 {"nu_max", zeros_for(params)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Moments now(old, grads, b1, b2);
    Value mu = bias_correction_mu ? corrected(now.mu, b1, now.count) : now.mu;
    Value nu = bias_correction_nu ? corrected(now.nu, b2, now.count) : now.nu;
    const Value& before = part_of(old, "nu_max");
    Value most = each({before, grads, nu}, [](const auto& at) { return maximum(at[0], at[2]); });
    Value next = Value::record(state, {{"count", now.count},
                                       {"mu", kept(part_of(old, "mu"), now.mu)},
                                       {"nu", kept(part_of(old, "nu"), now.nu)},
                                       {"nu_max", kept(before, most)}});
    return {over_root(grads, mu, most, eps, eps_root), next};
  }
};

struct Adamax {
  static const Struct& record();
  Array b1, b2, eps;

  Value init(State& state, const Value& params) const { return no_means(state, params); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    const Value &mu_before = part_of(old, "mu"), &nu_before = part_of(old, "nu");
    Value mu = moment(mu_before, grads, b1);
    Value nu = each({nu_before, grads}, [&](const auto& at) {
      Array size = abs(as_wide(at[1]));
      return maximum(size + fit(eps, size), fit(b2, at[0]) * at[0]);
    });
    Value updates = each({grads, corrected(mu, b1, count), nu},
                         [&](const auto& at) { return narrowed(at[0], over(at[1], at[2], eps)); });
    return {updates, Value::record(state, {{"count", count},
                                           {"mu", kept(mu_before, mu)},
                                           {"nu", kept(nu_before, nu)}})};
  }
};

// The second moment is that of `grad - mu`. `eps_root` is added to it at every step and stored in
// it.
struct Adabelief {
  static const Struct& record();
  Array b1, b2, eps, eps_root;
  bool nesterov = false;

  Value init(State& state, const Value& params) const { return no_means(state, params); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Moments now(old, grads, b1, b2);
    Value off = each({grads, now.mu}, [](const auto& at) { return at[0] - at[1]; });
    now.nu = square_moment(part_of(old, "nu"), off, b2);
    now.nu = each({now.nu, grads}, [&](const auto& at) { return at[0] + fit(eps_root, at[0]); });
    Value mu = now.steered(grads, b1, nesterov), nu = corrected(now.nu, b2, now.count);
    return {over_root(grads, mu, nu, eps, 0.0), now.state(state, old)};
  }
};

// `nu` moves toward the squared gradient by (1 - b2) times the squared gradient, not by a fraction
// of the distance.
struct Yogi {
  static const Struct& record();
  Array b1, b2, eps, eps_root, initial_accumulator_value;

  Value init(State& state, const Value& params) const {
    Value start = filled_for(params, initial_accumulator_value);
    return Value::record(state, {{"count", no_steps()}, {"mu", start}, {"nu", start}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Moments now(old, grads, b1, b2);
    now.nu = each({part_of(old, "nu"), grads}, [&](const auto& at) {
      Array square = squared(at[1]);
      return at[0] - fit(1.0 - b2, at[0]) * sign(at[0] - square) * square;
    });
    Value mu = corrected(now.mu, b1, now.count), nu = corrected(now.nu, b2, now.count);
    return {over_root(grads, mu, nu, eps, eps_root), now.state(state, old)};
  }
};

// Uses the adaptive update only from a length `threshold` of the moving average on: below, the
// variance of the adaptive learning rate has no bound.
struct Radam {
  static const Struct& record();
  Array b1, b2, eps, eps_root, threshold;
  bool nesterov = false;

  Value init(State& state, const Value& params) const { return no_means(state, params); }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Moments now(old, grads, b1, b2);
    Array t = convert(now.count, Dtype::f64), decay = convert(b2, Dtype::f64);
    Array most = 2.0 / (1.0 - decay) - 1.0, left = pow(decay, t);
    Array length = most - 2.0 * t * left / (1.0 - left);
    Array r = sqrt((length - 4.0) * (length - 2.0) * most / ((most - 4.0) * (most - 2.0) * length));
    Array is_long = ge(length, convert(threshold, Dtype::f64));
    Value mu = now.steered(grads, b1, nesterov), nu = corrected(now.nu, b2, now.count);
    Value updates = each({mu, over_root(mu, mu, nu, eps, eps_root)}, [&](const auto& at) {
      Array share = at[0].is_weak() ? r.with_weak(true) : convert(r, at[0].dtype());
      return where(is_long, share * at[1], at[0]);
    });
    return {narrowed_like(grads, updates), now.state(state, old)};
  }
};

}  // namespace

extern const Struct optim_scale_by_adam_struct = {
    .name = "optim.scale_by_adam",
    .brief =
        "Adam gradient transformation. The updates are `mu / (√(nu + eps_root) + eps)`, with the "
        "bias-corrected moment estimates `mu` and `nu`.",
    .fields = {field<&Adam::b1>("b1: real = 0.9", b1_text),
               field<&Adam::b2>("b2: real = 0.999", b2_text),
               field<&Adam::eps>("eps: real = 1e-8", eps_text),
               field<&Adam::eps_root>("eps_root: real = 0.0", eps_root_text),
               field<&Adam::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
               field<&Adam::nesterov>("nesterov: bool = false", nesterov_text)},
    .methods = {init_method<&Adam::init>("Returns the state `(count, mu, nu)`: step count 0 and "
                                         "moment estimates 0 for every float leaf."),
                update_method<&Adam::update>()},
    .example =
        "let rule = optim.scale_by_adam(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 1; optax.scale_by_adam",
};
const Struct& Adam::record() { return optim_scale_by_adam_struct; }

extern const Struct optim_scale_by_amsgrad_struct = {
    .name = "optim.scale_by_amsgrad",
    .brief =
        "AMSGrad transformation: Adam that divides by the largest second-moment estimate so far.",
    .fields = {field<&Amsgrad::b1>("b1: real = 0.9", b1_text),
               field<&Amsgrad::b2>("b2: real = 0.999", b2_text),
               field<&Amsgrad::eps>("eps: real = 1e-8", eps_text),
               field<&Amsgrad::eps_root>("eps_root: real = 0.0", eps_root_text),
               field<&Amsgrad::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
               field<&Amsgrad::bias_correction_mu>(
                   "bias_correction_mu: bool = true",
                   "If true, corrects the bias of the first-moment estimate."),
               field<&Amsgrad::bias_correction_nu>(
                   "bias_correction_nu: bool = true",
                   "If true, corrects the bias of the second-moment estimate before the maximum is "
                   "taken.")},
    .methods = {init_method<&Amsgrad::init>("Returns the state `(count, mu, nu, nu_max)`, all 0."),
                update_method<&Amsgrad::update>()},
    .example =
        "let rule = optim.scale_by_amsgrad(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Reddi et al., arXiv 1904.09237, algorithm 2; optax.scale_by_amsgrad",
};
const Struct& Amsgrad::record() { return optim_scale_by_amsgrad_struct; }

extern const Struct optim_scale_by_adamax_struct = {
    .name = "optim.scale_by_adamax",
    .brief =
        "AdaMax transformation: Adam with the infinity norm. The first-moment estimate is divided "
        "by a decayed maximum of absolute gradients.",
    .fields =
        {field<&Adamax::b1>("b1: real = 0.9", b1_text),
         field<&Adamax::b2>(
             "b2: real = 0.999",
             "β2, the exponential decay rate of the maximum of absolute gradients, 0 ≤ b2 < 1."),
         field<&Adamax::eps>("eps: real = 1e-8",
                             "Epsilon added to the absolute gradient, for numerical stability.")},
    .methods = {init_method<&Adamax::init>(
                    "Returns the state `(count, mu, nu)`, all 0. `nu` is the decayed maximum."),
                update_method<&Adamax::update>()},
    .example =
        "let rule = optim.scale_by_adamax(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Kingma and Ba, arXiv 1412.6980, algorithm 2; optax.scale_by_adamax",
};
const Struct& Adamax::record() { return optim_scale_by_adamax_struct; }

extern const Struct optim_scale_by_belief_struct = {
    .name = "optim.scale_by_belief",
    .brief =
        "AdaBelief transformation. It divides by the root mean square of `grad - mu`, the "
        "deviation of the gradient from its moving average.",
    .fields = {field<&Adabelief::b1>("b1: real = 0.9", b1_text),
               field<&Adabelief::b2>(
                   "b2: real = 0.999",
                   "β2, the exponential decay rate of the second-moment estimate of "
                   "`grad - mu`, 0 ≤ b2 < 1."),
               field<&Adabelief::eps>("eps: real = 1e-16", eps_text),
               field<&Adabelief::eps_root>(
                   "eps_root: real = 1e-16",
                   "Epsilon added to the second-moment estimate at every step, and stored in it."),
               field<&Adabelief::nesterov>("nesterov: bool = false", nesterov_text)},
    .methods = {init_method<&Adabelief::init>(
                    "Returns the state `(count, mu, nu)`: step count 0 and moment estimates 0."),
                update_method<&Adabelief::update>()},
    .example =
        "let rule = optim.scale_by_belief(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1.111111, -1.1111112]",
    .source = "Zhuang et al., arXiv 2010.07468, algorithm 2; optax.scale_by_belief",
};
const Struct& Adabelief::record() { return optim_scale_by_belief_struct; }

extern const Struct optim_scale_by_yogi_struct = {
    .name = "optim.scale_by_yogi",
    .brief =
        "Yogi transformation: Adam with additive updates of the second-moment estimate. The "
        "estimate moves toward `grad^2` by `(1 - b2) * grad^2` at each step.",
    .fields = {field<&Yogi::b1>("b1: real = 0.9", b1_text),
               field<&Yogi::b2>("b2: real = 0.999", b2_text),
               field<&Yogi::eps>("eps: real = 1e-3", eps_text),
               field<&Yogi::eps_root>("eps_root: real = 0.0", eps_root_text),
               field<&Yogi::initial_accumulator_value>("initial_accumulator_value: real = 1e-6",
                                                       "Initial value of both moment estimates.")},
    .methods =
        {init_method<&Yogi::init>(
             "Returns the state `(count, mu, nu)`: step count 0 and the initial moment estimates."),
         update_method<&Yogi::update>()},
    .example =
        "let rule = optim.scale_by_yogi(); let p = [1.0, 2.0]\n"
        "round(10.0 * rule.update([3.0, -0.5], rule.init(p), p)[0])  #> [10, -10]",
    .source = "Zaheer et al., NeurIPS 2018, algorithm 2; optax.scale_by_yogi",
};
const Struct& Yogi::record() { return optim_scale_by_yogi_struct; }

extern const Struct optim_scale_by_radam_struct = {
    .name = "optim.scale_by_radam",
    .brief =
        "Rectified Adam transformation (RAdam). In the first steps, in which the variance of the "
        "adaptive learning rate is unbounded, the updates are the bias-corrected `mu`.",
    .fields = {field<&Radam::b1>("b1: real = 0.9", b1_text),
               field<&Radam::b2>("b2: real = 0.999", b2_text),
               field<&Radam::eps>("eps: real = 1e-8", eps_text),
               field<&Radam::eps_root>("eps_root: real = 0.0", eps_root_text),
               field<&Radam::threshold>("threshold: real = 5.0",
                                        "Length of the approximated moving average from which on "
                                        "the rectified adaptive update is used."),
               field<&Radam::nesterov>("nesterov: bool = false", nesterov_text)},
    .methods = {init_method<&Radam::init>(
                    "Returns the state `(count, mu, nu)`: step count 0 and moment estimates 0."),
                update_method<&Radam::update>()},
    .example =
        "let rule = optim.scale_by_radam(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [3, -0.5]",
    .source = "Liu et al., arXiv 1908.03265, algorithm 2; optax.scale_by_radam",
};
const Struct& Radam::record() { return optim_scale_by_radam_struct; }

}  // namespace rille
