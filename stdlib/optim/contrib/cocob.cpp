// scale_by_cocob, cocob: coin betting.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Cocob {
  static const Struct& record();
  Array alpha, eps;

  Value init(State& state, const Value& params) const {
    Value none = zeros_for(params);
    return Value::record(state, {{"init_particles", params},
                                 {"cumulative_gradients", none},
                                 {"scale", filled_for(params, eps)},
                                 {"subgradients", none},
                                 {"reward", none}});
  }

  // The new value of a leaf. at[2] to at[5] are the negative sum of gradients, the largest absolute
  // gradient, the sum of absolute gradients and the reward.
  Array place(const Array& start, const std::vector<Array>& at) const {
    const Array &sums = at[2], &most = at[3], &sizes = at[4], &gain = at[5];
    Array least = maximum(sizes + most, fit(alpha, most) * most);
    return start + over(sums, most * least) * (most + gain);
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    const Value &from = part_of(old, "init_particles"), &gained = part_of(old, "reward");
    Value most = each({part_of(old, "scale"), grads},
                      [](const auto& at) { return kept_kind(at[0], maximum(at[0], abs(at[1]))); });
    Value sizes = each({part_of(old, "subgradients"), grads},
                       [](const auto& at) { return kept_kind(at[0], at[0] + abs(at[1])); });
    Value gain = each({gained, grads, params, from}, [](const auto& at) {
      Array now = at[0] - as_wide(at[1]) * (at[2] - at[3]);
      return kept_kind(at[0], maximum(now, zeros_like(now)));
    });
    Value sums = each({part_of(old, "cumulative_gradients"), grads},
                      [](const auto& at) { return kept_kind(at[0], at[0] - at[1]); });
    Value updates = each({grads, params, sums, most, sizes, gain, from},
                         [&](const auto& at) { return narrowed(at[0], place(at[6], at) - at[1]); });
    return {updates, Value::record(state, {{"init_particles", from},
                                           {"cumulative_gradients", sums},
                                           {"scale", most},
                                           {"subgradients", sizes},
                                           {"reward", gain}})};
  }
};

Values cocob(const OptimizerArgs& given) {
  return {
      given.rule(optim_add_decayed_weights_struct),
      given.rule(optim_scale_by_learning_rate_struct, {{"flip_sign", Value(false)}}),
      given.rule(optim_scale_by_cocob_struct),
  };
}

constexpr std::string_view alpha_text =
    "Lower bound of the sum of absolute gradients, in units of the largest absolute gradient.";
constexpr std::string_view start_text = "Initial value of the largest absolute gradient.";

}  // namespace

extern const Struct optim_scale_by_cocob_struct = {
    .name = "optim.scale_by_cocob",
    .brief =
        "COCOB transformation: coin betting, without a learning rate. It bets a fraction of the "
        "accumulated reward on the sign of the next gradient.",
    .fields = {field<&Cocob::alpha>("alpha: real = 100.0", alpha_text),
               field<&Cocob::eps>("eps: real = 1e-8", start_text)},
    .methods = {init_method<&Cocob::init>("Returns the state `(init_particles, "
                                          "cumulative_gradients, scale, subgradients, reward)`."),
                update_method<&Cocob::update>()},
    .example =
        "let rule = optim.scale_by_cocob(2.0); let p = [3.0]\n"
        "rule.update([4.0], rule.init(p), p)[0]  #> [-0.5]",
    .source = "Orabona and Tommasi, arXiv 1705.07795, algorithm 2; optax.contrib.scale_by_cocob",
};
const Struct& Cocob::record() { return optim_scale_by_cocob_struct; }

extern const Builtin optim_cocob_builtin = {
    .signature =
        "optim.cocob(params: tree = nil, lr: real or fn(step) = 1.0, alpha: real = 100.0, eps: "
        "real = 1e-8, weight_decay: real or fn(step) = 0.0, mask: any = nil) -> optim.Optimizer",
    .brief = "COCOB optimizer: coin betting, without a learning rate to tune.",
    .params = {aliases::params,
               {"lr",
                "Factor of the gradients, or a schedule: a function of the step count, which "
                "starts at 0."},
               {"alpha", alpha_text},
               {"eps", start_text},
               {"weight_decay", aliases::coupled_decay},
               aliases::mask},
    .returns = aliases::returns,
    .errors = aliases::errors,
    .example =
        "var p = [3.0]; var opt = optim.cocob(p, alpha = 2.0)\n"
        "opt.update!(&p, [4.0]); p  #> [2.5]",
    .source = "Orabona and Tommasi, arXiv 1705.07795, algorithm 2; optax.contrib.cocob",
    .call = alias<&cocob>,
};

}  // namespace rille
