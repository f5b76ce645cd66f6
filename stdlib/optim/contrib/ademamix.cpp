// scale_by_ademamix, scale_by_adopt, scale_by_acprop.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Ademamix {
  static const Struct& record();
  Array b1, b2;
  Value b3, alpha;
  Array eps, eps_root;
  Value mu_dtype;

  Value init(State& state, const Value& params) const {
    Value none = zeros_for(params, mu_dtype);
    return Value::record(state, {{"count", no_steps()},
                                 {"count_m2", no_steps()},
                                 {"m1", none},
                                 {"m2", none},
                                 {"nu", none}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = next_step(part_of(old, "count").as_array());
    Array slow = part_of(old, "count_m2").as_array();
    Array share = rate_at(state, alpha, slow);
    const Value &m1_before = part_of(old, "m1"), &m2_before = part_of(old, "m2");
    const Value& nu_before = part_of(old, "nu");
    Value m1 = moment(m1_before, grads, b1);
    Value m2 = moment(m2_before, grads, rate_at(state, b3, slow));
    Value nu = square_moment(nu_before, grads, b2);
    Value both = each({grads, corrected(m1, b1, count), m2},
                      [&](const auto& at) { return at[1] + fit(share, at[2]) * at[2]; });
    Value next = Value::record(state, {{"count", count},
                                       {"count_m2", next_step(slow)},
                                       {"m1", kept(m1_before, m1)},
                                       {"m2", kept(m2_before, m2)},
                                       {"nu", kept(nu_before, nu)}});
    return {over_root(grads, both, corrected(nu, b2, count), eps, eps_root), next};
  }
};

// The decayed sum of gradients, plus `alpha` times the last gradient.
struct SimplifiedAdemamix {
  static const Struct& record();
  Array b1, b2;
  Value alpha;
  Array eps, eps_root;

  Value init(State& state, const Value& params) const {
    return Value::record(state,
                         {{"t", no_steps()}, {"m", zeros_for(params)}, {"n", zeros_for(params)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array before = part_of(old, "t").as_array(), t = next_step(before);
    Array share = rate_at(state, alpha, before);
    const Value &m_before = part_of(old, "m"), &n_before = part_of(old, "n");
    Value m = each({m_before, grads},
                   [&](const auto& at) { return as_wide(at[1]) + fit(b1, at[0]) * at[0]; });
    Value n = each({n_before, grads}, [&](const auto& at) {
      Array square = as_wide(at[1]) * as_wide(at[1]);
      return square + fit(b2, square) * (at[0] - square);
    });
    Value both = each({grads, m}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return at[1] + fit(share, g) * g;
    });
    return {over_root(grads, both, corrected(n, b2, t), eps, eps_root),
            Value::record(state, {{"t", t}, {"m", kept(m_before, m)}, {"n", kept(n_before, n)}})};
  }
};

// Divides by the second-moment estimate before this step, so that no gradient normalizes itself.
struct Adopt {
  static const Struct& record();
  Array b1, b2, eps;
  Value mu_dtype;
  bool nesterov = false, use_clipping = true;
  Value clip_value_fn;

  Value init(State& state, const Value& params) const {
    return Value::record(
        state,
        {{"count", no_steps()}, {"mu", zeros_for(params, mu_dtype)}, {"nu", zeros_for(params)}});
  }

  Value divided(State& state, const Value& grads, const Value& nu, const Array& count) const {
    Array t = convert(count, Dtype::f64);
    Array most = clip_value_fn.is_nil() ? pow(t, 0.25) : rate_at(state, clip_value_fn, count);
    return each({grads, nu}, [&](const auto& at) {
      Array root = sqrt(at[1]), x = over(as_wide(at[0]), maximum(root, kept_kind(root, eps)), eps);
      Array bound = kept_kind(x, most);
      return use_clipping ? clip(x, -bound, bound) : x;
    });
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = part_of(old, "count").as_array(), goes = gt(count, 0);
    Array first = where(goes, convert(b1, Dtype::f64), Array::scalar(Dtype::f64, 1));
    Array second = where(goes, convert(b2, Dtype::f64), Array::scalar(Dtype::f64, 0));
    const Value &mu_before = part_of(old, "mu"), &nu_before = part_of(old, "nu");
    Value moves = divided(state, grads, nu_before, count);
    Value mu = moment(mu_before, moves, first), nu = square_moment(nu_before, grads, second);
    Value ahead = nesterov ? moment(mu, moves, first) : mu;
    Value next = Value::record(
        state,
        {{"count", next_step(count)}, {"mu", kept(mu_before, mu)}, {"nu", kept(nu_before, nu)}});
    return {narrowed_like(grads, ahead), next};
  }
};

// Divides by the root of the second moment of `grad - mu` before this step.
struct Acprop {
  static const Struct& record();
  Array b1, b2, eps, eps_root;

  Value init(State& state, const Value& params) const {
    return Value::record(
        state, {{"count", no_steps()}, {"mu", zeros_for(params)}, {"nu", zeros_for(params)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = part_of(old, "count").as_array(), is_first = eq(count, 0);
    const Value &mu_before = part_of(old, "mu"), &nu_before = part_of(old, "nu");
    Value off = each({grads, mu_before}, [](const auto& at) { return at[0] - at[1]; });
    Value nu = each({square_moment(nu_before, off, b2), grads},
                    [&](const auto& at) { return at[0] + fit(eps_root, at[0]); });
    Value past = corrected(nu_before, b2, maximum(count, 1));
    Value updates = each({grads, past}, [&](const auto& at) {
      Array n = where(is_first, ones_like(at[1]), at[1]);
      return narrowed(at[0], over(as_wide(at[0]), sqrt(n) + fit(eps, n), eps));
    });
    return {updates, Value::record(state, {{"count", next_step(count)},
                                           {"mu", kept(mu_before, moment(mu_before, grads, b1))},
                                           {"nu", kept(nu_before, nu)}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_ademamix_struct = {
    .name = "optim.scale_by_ademamix",
    .brief =
        "AdEMAMix transformation: Adam with a second, slow moving average of gradients. The "
        "updates are `(m1 + alpha * m2) / (√(nu + eps_root) + eps)`, with the bias-corrected `m1` "
        "and `nu`.",
    .fields =
        {field<&Ademamix::b1>("b1: real = 0.9", b1_text),
         field<&Ademamix::b2>("b2: real = 0.999", b2_text),
         field<&Ademamix::b3>("b3: real or fn(step) = 0.9999",
                              "β3, the exponential decay rate of the slow average `m2`, or a "
                              "schedule: a function of the step count, which starts at 0."),
         field<&Ademamix::alpha>("alpha: real or fn(step) = 6.0",
                                 "Coefficient of the slow average `m2`, or a schedule: a function "
                                 "of the step count, which starts at 0."),
         field<&Ademamix::eps>("eps: real = 1e-8", eps_text),
         field<&Ademamix::eps_root>("eps_root: real = 0.0", eps_root_text),
         field<&Ademamix::mu_dtype>(
             "mu_dtype: dtype = nil",
             "Dtype of all moment estimates. If nil, the dtype of the parameter, at least f32.")},
    .methods = {init_method<&Ademamix::init>(
                    "Returns the state `(count, count_m2, m1, m2, nu)`, all 0."),
                update_method<&Ademamix::update>()},
    .example =
        "let rule = optim.scale_by_ademamix(alpha = 0.0); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Pagliardini et al., arXiv 2409.03137; optax.contrib.scale_by_ademamix",
};
const Struct& Ademamix::record() { return optim_scale_by_ademamix_struct; }

extern const Struct optim_scale_by_simplified_ademamix_struct = {
    .name = "optim.scale_by_simplified_ademamix",
    .brief =
        "Simplified AdEMAMix transformation, with one decayed sum of gradients. The updates are "
        "`(m + alpha * grad) / (√(n + eps_root) + eps)`, with the sum `m` and the bias-corrected "
        "second moment `n`.",
    .fields = {field<&SimplifiedAdemamix::b1>(
                   "b1: real = 0.99",
                   "Decay rate of the sum of gradients: its new value is `grad + b1 * m`."),
               field<&SimplifiedAdemamix::b2>("b2: real = 0.95", b2_text),
               field<&SimplifiedAdemamix::alpha>(
                   "alpha: real or fn(step) = 0.0",
                   "Coefficient of the last gradient, or a schedule: a "
                   "function of the step count, which starts at 0."),
               field<&SimplifiedAdemamix::eps>("eps: real = 1e-8", eps_text),
               field<&SimplifiedAdemamix::eps_root>("eps_root: real = 0.0", eps_root_text)},
    .methods = {init_method<&SimplifiedAdemamix::init>(
                    "Returns the state `(t, m, n)`, all 0. `t` is the step count."),
                update_method<&SimplifiedAdemamix::update>()},
    .example =
        "let rule = optim.scale_by_simplified_ademamix(); let p = [1.0, 2.0]\n"
        "round(rule.update([3.0, -0.5], rule.init(p), p)[0])  #> [1, -1]",
    .source = "Morwani et al., arXiv 2502.02431; optax.contrib.scale_by_simplified_ademamix",
};
const Struct& SimplifiedAdemamix::record() { return optim_scale_by_simplified_ademamix_struct; }

extern const Struct optim_scale_by_adopt_struct = {
    .name = "optim.scale_by_adopt",
    .brief = "ADOPT transformation: Adam that normalizes by the second moment of previous steps.",
    .fields =
        {field<&Adopt::b1>("b1: real = 0.9", b1_text),
         field<&Adopt::b2>("b2: real = 0.9999", b2_text),
         field<&Adopt::eps>("eps: real = 1e-6",
                            "Minimum value of the root of the second-moment estimate."),
         field<&Adopt::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
         field<&Adopt::nesterov>("nesterov: bool = false", nesterov_text),
         field<&Adopt::use_clipping>(
             "use_clipping: bool = true",
             "If true, clips the elements of normalized gradients to the bound `clip_value_fn`."),
         field<&Adopt::clip_value_fn>(
             "clip_value_fn: fn(step) = nil",
             "Schedule of the clipping bound: a function of the step count, which starts at 0. If "
             "nil, the bound is `step ^ 0.25`.")},
    .methods = {init_method<&Adopt::init>("Returns the state `(count, mu, nu)`, all 0."),
                update_method<&Adopt::update>(
                    "Returns the updates and the new state. The first updates are 0.")},
    .example =
        "let rule = optim.scale_by_adopt(b1 = 0.5); let p = [1.0]\n"
        "rule.update([3.0], rule.update([3.0], rule.init(p), p)[1], p)[0]  #> [0.5]",
    .source = "Taniguchi et al., arXiv 2411.02853, algorithm 2; optax.contrib.scale_by_adopt",
};
const Struct& Adopt::record() { return optim_scale_by_adopt_struct; }

extern const Struct optim_scale_by_acprop_struct = {
    .name = "optim.scale_by_acprop",
    .brief =
        "ACProp transformation: divides by the root of previous second moments of `grad - mu`.",
    .fields = {field<&Acprop::b1>("b1: real = 0.9", b1_text),
               field<&Acprop::b2>("b2: real = 0.999",
                                  "β2, the exponential decay rate of the second-moment estimate of "
                                  "`grad - mu`, 0 ≤ b2 < 1."),
               field<&Acprop::eps>("eps: real = 1e-16", eps_text),
               field<&Acprop::eps_root>(
                   "eps_root: real = 1e-16",
                   "Epsilon added to the second-moment estimate at every step, and stored in it.")},
    .methods = {init_method<&Acprop::init>("Returns the state `(count, mu, nu)`, all 0."),
                update_method<&Acprop::update>("Returns the updates and the new state. The first "
                                               "updates are the gradients divided by `1 + eps`.")},
    .example =
        "let rule = optim.scale_by_acprop(); let p = [1.0]\n"
        "round(rule.update([6.0], rule.update([3.0], rule.init(p), p)[1], p)[0])  #> [2]",
    .source = "Zhuang et al., arXiv 2110.05454, algorithm 1; optax.contrib.scale_by_acprop",
};
const Struct& Acprop::record() { return optim_scale_by_acprop_struct; }

}  // namespace rille
