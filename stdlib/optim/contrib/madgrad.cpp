// scale_by_madgrad: dual averaging with cube roots.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Madgrad {
  static const Struct& record();
  Value lr;
  Array momentum, eps;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()},
                                 {"grad_sum_sq", zeros_for(params)},
                                 {"s", zeros_for(params)},
                                 {"x0", params}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array count = part_of(old, "count").as_array();
    Array rate = rate_at(state, lr, count) + eps;
    Array weight = convert(rate, Dtype::f64) * sqrt(convert(next_step(count), Dtype::f64));
    const Value &squares = part_of(old, "grad_sum_sq"), &sums = part_of(old, "s");
    const Value& from = part_of(old, "x0");
    Value square = each({squares, grads}, [&](const auto& at) {
      Array g = as_wide(at[1]);
      return kept_kind(at[0], at[0] + fit(weight, g) * (g * g));
    });
    Value sum = each({sums, grads}, [&](const auto& at) {
      Array g = as_wide(at[1]);
      return kept_kind(at[0], at[0] + fit(weight, g) * g);
    });
    Value updates = each({grads, params, from, sum, square}, [&](const auto& at) {
      Array z = at[2] - over(at[3], cbrt(at[4]) + fit(eps, at[4]), eps), p = as_wide(at[1]);
      return narrowed(at[0], fit(1.0 - momentum, z) * z + fit(momentum, p) * p - p);
    });
    return {updates,
            Value::record(
                state,
                {{"count", next_step(count)}, {"grad_sum_sq", square}, {"s", sum}, {"x0", from}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_madgrad_struct = {
    .name = "optim.scale_by_madgrad",
    .brief =
        "MADGRAD transformation: momentumized, adaptive dual averaging. The dual average is `x0 - "
        "s / (∛grad_sum_sq + eps)`, with the weighted sums `s` of gradients and `grad_sum_sq` of "
        "squared gradients. The updates include the learning rate.",
    .fields =
        {field<&Madgrad::lr>("lr: real or fn(step)", lr_text),
         field<&Madgrad::momentum>("momentum: real = 0.9",
                                   "Momentum coefficient: the weight of the current parameters in "
                                   "the average with the dual average."),
         field<&Madgrad::eps>(
             "eps: real = 1e-6",
             "Epsilon added to the learning rate and to the cube root, for numerical stability.")},
    .methods = {init_method<&Madgrad::init>("Returns the state `(count, grad_sum_sq, s, x0)`."),
                update_method<&Madgrad::update>()},
    .example =
        "let rule = optim.scale_by_madgrad(1.0, 0.0, 0.0); let p = [1.0]\n"
        "round(rule.update([8.0], rule.init(p), p)[0])  #> [-2]",
    .source = "Defazio and Jelassi, arXiv 2101.11075, algorithm 1; optax.contrib.madgrad",
};
const Struct& Madgrad::record() { return optim_scale_by_madgrad_struct; }

}  // namespace rille
