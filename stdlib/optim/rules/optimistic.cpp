// scale_by_optimistic_gradient: extrapolated gradients.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct OptimisticGradient {
  static const Struct& record();
  Array alpha, beta;

  Value init(State& state, const Value& params) const {
    return Value::record(
        state, {{"is_initial_step", truth(true)}, {"previous_gradient", zeros_for(params)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array is_first = part_of(old, "is_initial_step").as_array();
    const Value& before = part_of(old, "previous_gradient");
    Value updates = each({grads, before}, [&](const auto& at) {
      Array now = as_wide(at[0]), past = where(is_first, now, at[1]);
      return narrowed(at[0], fit(alpha + beta, now) * now - fit(beta, past) * past);
    });
    Value now = each({before, grads}, [](const auto& at) { return kept_kind(at[0], at[1]); });
    return {updates,
            Value::record(state, {{"is_initial_step", truth(false)}, {"previous_gradient", now}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_optimistic_gradient_struct = {
    .name = "optim.scale_by_optimistic_gradient",
    .brief =
        "Optimistic gradient transformation. The updates are `alpha * grad + beta * (grad - "
        "previous_grad)`.",
    .fields = {field<&OptimisticGradient::alpha>("alpha: real = 1.0",
                                                 "Coefficient of the gradient."),
               field<&OptimisticGradient::beta>(
                   "beta: real = 1.0",
                   "Coefficient of the change of the gradient since the previous step.")},
    .methods = {init_method<&OptimisticGradient::init>(
                    "Returns the state `(is_initial_step, previous_gradient)`."),
                update_method<&OptimisticGradient::update>()},
    .example =
        "let rule = optim.scale_by_optimistic_gradient(); let p = [1.0]\n"
        "rule.update([3.0], rule.update([2.0], rule.init(p), p)[1], p)[0]  #> [4]",
    .source = "Mokhtari et al., arXiv 1901.08511, eq. 8; optax.scale_by_optimistic_gradient",
};
const Struct& OptimisticGradient::record() { return optim_scale_by_optimistic_gradient_struct; }

}  // namespace rille
