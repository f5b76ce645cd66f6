// scale_by_sign, scale_by_lion, scale_by_rprop: signs alone.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Sign {
  static const Struct& record();

  Values update(const Value& grads, const Value& old, const Value&) const {
    return {each({grads}, [](const auto& at) { return sign(at[0]); }), old};
  }
};

struct Lion {
  static const Struct& record();
  Array b1, b2;
  Value mu_dtype;
  std::string mode = "hard";
  Array smooth_beta;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()}, {"mu", zeros_for(params, mu_dtype)}});
  }

  Array direction(const Array& x) const {
    if (mode == "hard") return sign(x);
    if (mode == "smooth") return tanh(fit(smooth_beta, x) * x);
    return where(lt(abs(x), 1.0), x, sign(x));
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value& before = part_of(old, "mu");
    Value updates = each({grads, before}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return narrowed(at[0], direction(fit(1.0 - b1, g) * g + fit(b1, at[1]) * at[1]));
    });
    Value mu = kept(before, moment(before, grads, b2));
    Array count = next_step(part_of(old, "count").as_array());
    return {updates, Value::record(state, {{"count", count}, {"mu", mu}})};
  }
};

// An update is the one that the step before found, as in Optax: where the gradient turns, there is
// none.
struct Rprop {
  static const Struct& record();
  Array lr, eta_minus, eta_plus, min_step_size, max_step_size;

  Value init(State& state, const Value& params) const {
    return Value::record(
        state, {{"step_sizes", filled_for(params, lr)}, {"prev_updates", zeros_for(params)}});
  }

  Array grown(const Array& turn, const Array& size) const {
    // Two host numbers would give an f32 array.
    Array factor = where(gt(turn, 0), kept_kind(size, eta_plus), kept_kind(size, eta_minus));
    Array next = clip(size * factor, fit(min_step_size, size), fit(max_step_size, size));
    return where(eq(turn, 0), size, next);
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    const Value &sizes_before = part_of(old, "step_sizes"), &before = part_of(old, "prev_updates");
    Value turns = each({grads, before}, [](const auto& at) { return at[0] * at[1]; });
    Value sizes = each({sizes_before, turns}, [&](const auto& at) { return grown(at[1], at[0]); });
    Value next = each({before, turns, grads, sizes}, [](const auto& at) {
      return where(lt(at[1], 0), zeros_like(at[2]), at[3] * sign(at[2]));
    });
    Value updates = each({grads, turns, before}, [](const auto& at) {
      return narrowed(at[0], where(lt(at[1], 0), zeros_like(at[2]), at[2]));
    });
    return {updates, Value::record(state, {{"step_sizes", kept(sizes_before, sizes)},
                                           {"prev_updates", kept(before, next)}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_sign_struct = {
    .name = "optim.scale_by_sign",
    .brief = "The rule that takes the signs of gradients.",
    .fields = {},
    .methods = {no_state, update_method<&Sign::update>()},
    .example = "optim.scale_by_sign().update([3.0, -0.5, 0.0], (), nil)[0]  #> [1, -1, 0]",
    .source = "Bernstein et al., arXiv 1802.04434, algorithm 1; optax.scale_by_sign",
};
const Struct& Sign::record() { return optim_scale_by_sign_struct; }

extern const Struct optim_scale_by_lion_struct = {
    .name = "optim.scale_by_lion",
    .brief = "The rule that takes the sign of a mean of gradients.",
    .fields = {field<&Lion::b1>("b1: real = 0.9", "share of the mean in what gives the sign"),
               field<&Lion::b2>("b2: real = 0.99", b1_text),
               field<&Lion::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
               field<&Lion::mode>("mode: \"hard\" or \"smooth\" or \"refined\" = \"hard\"",
                                  "the sign; tanh; the mean itself where it is below 1"),
               field<&Lion::smooth_beta>("smooth_beta: real = 1.0", "slope of tanh at 0")},
    .methods = {init_method<&Lion::init>("(count, mu), 0."), update_method<&Lion::update>()},
    .example =
        "let rule = optim.scale_by_lion(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Chen et al., arXiv 2302.06675, program 1; optax.scale_by_lion",
};
const Struct& Lion::record() { return optim_scale_by_lion_struct; }

extern const Struct optim_scale_by_rprop_struct = {
    .name = "optim.scale_by_rprop",
    .brief = "The rule of signs with a step size of each element, which grows until it turns.",
    .fields = {field<&Rprop::lr>("lr: real", "the step sizes at first"),
               field<&Rprop::eta_minus>("eta_minus: real = 0.5", "factor where the sign changes"),
               field<&Rprop::eta_plus>("eta_plus: real = 1.2", "factor where it stays"),
               field<&Rprop::min_step_size>("min_step_size: real = 1e-6", "no step is smaller"),
               field<&Rprop::max_step_size>("max_step_size: real = 50.0", "no step is larger")},
    .methods = {init_method<&Rprop::init>("(step_sizes, prev_updates)."),
                update_method<&Rprop::update>(
                    "The step that the call before this one found; the first is 0.")},
    .example =
        "let rule = optim.scale_by_rprop(0.5); let p = [1.0, 2.0]\n"
        "let s = rule.update([3.0, -0.5], rule.init(p), p)[1]\n"
        "rule.update([3.0, 1.0], s, p)[0]  #> [0.5, 0]",
    .source = "Riedmiller and Braun, ICNN 1993; optax.scale_by_rprop",
};
const Struct& Rprop::record() { return optim_scale_by_rprop_struct; }

}  // namespace rille
