// scale_by_sign, scale_by_lion, scale_by_rprop: sign updates.
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

// The update that a step returns is the one that the previous step computed, as in Optax. It is 0
// where the gradient has changed its sign.
struct Rprop {
  static const Struct& record();
  Array lr, eta_minus, eta_plus, min_step_size, max_step_size;

  Value init(State& state, const Value& params) const {
    return Value::record(
        state, {{"step_sizes", filled_for(params, lr)}, {"prev_updates", zeros_for(params)}});
  }

  Array grown(const Array& turn, const Array& size) const {
    // `where` of two scalars would return an f32 array.
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
    .brief = "Gradient transformation that replaces gradients by their signs. The sign of 0 is 0.",
    .fields = {},
    .methods = {no_state, update_method<&Sign::update>()},
    .example = "optim.scale_by_sign().update([3.0, -0.5, 0.0], (), nil)[0]  #> [1, -1, 0]",
    .source = "Bernstein et al., arXiv 1802.04434, algorithm 1; optax.scale_by_sign",
};
const Struct& Sign::record() { return optim_scale_by_sign_struct; }

extern const Struct optim_scale_by_lion_struct = {
    .name = "optim.scale_by_lion",
    .brief =
        "Lion transformation. The updates are the signs of `b1 * mu + (1 - b1) * grad`, with the "
        "moving average `mu` of gradients.",
    .fields = {field<&Lion::b1>("b1: real = 0.9",
                                "Weight of the moving average in the interpolation with the "
                                "gradient whose sign is the update."),
               field<&Lion::b2>("b2: real = 0.99",
                                "Exponential decay rate of the moving average of gradients."),
               field<&Lion::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text),
               field<&Lion::mode>("mode: \"hard\" or \"smooth\" or \"refined\" = \"hard\"",
                                  "Function applied to the interpolation. `\"hard\"`: the sign. "
                                  "`\"smooth\"`: tanh, scaled by `smooth_beta`. `\"refined\"`: the "
                                  "value itself where its magnitude is below 1, else the sign."),
               field<&Lion::smooth_beta>(
                   "smooth_beta: real = 1.0",
                   "Derivative of the scaled tanh at 0, for the mode `\"smooth\"`.")},
    .methods = {init_method<&Lion::init>("Returns the state `(count, mu)`, all 0."),
                update_method<&Lion::update>()},
    .example =
        "let rule = optim.scale_by_lion(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Chen et al., arXiv 2302.06675, program 1; optax.scale_by_lion",
};
const Struct& Lion::record() { return optim_scale_by_lion_struct; }

extern const Struct optim_scale_by_rprop_struct = {
    .name = "optim.scale_by_rprop",
    .brief = "Rprop transformation: signs of gradients times a step size for each element.",
    .fields = {field<&Rprop::lr>("lr: real", "Initial step size of every element."),
               field<&Rprop::eta_minus>(
                   "eta_minus: real = 0.5",
                   "Factor of the step size of an element whose gradient changes its sign."),
               field<&Rprop::eta_plus>(
                   "eta_plus: real = 1.2",
                   "Factor of the step size of an element whose gradient keeps its sign."),
               field<&Rprop::min_step_size>("min_step_size: real = 1e-6", "Minimum step size."),
               field<&Rprop::max_step_size>("max_step_size: real = 50.0", "Maximum step size.")},
    .methods = {init_method<&Rprop::init>("Returns the state `(step_sizes, prev_updates)`."),
                update_method<&Rprop::update>("Returns the update that the previous call computed, "
                                              "and the new state. The first update is 0.")},
    .example =
        "let rule = optim.scale_by_rprop(0.5); let p = [1.0, 2.0]\n"
        "let s = rule.update([3.0, -0.5], rule.init(p), p)[1]\n"
        "rule.update([3.0, 1.0], s, p)[0]  #> [0.5, 0]",
    .source = "Riedmiller and Braun, ICNN 1993; optax.scale_by_rprop",
};
const Struct& Rprop::record() { return optim_scale_by_rprop_struct; }

}  // namespace rille
