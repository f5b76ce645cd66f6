// optim.schedule_free: averaged parameters.
#include "stdlib/optim/rules/line.h"
#include "vm/bind.h"

namespace rille {
namespace {

// Returns the averaged parameters x. The trained parameters are y = b1 * x + (1 - b1) * z, where
// `inner` updates z.
Value weighted_mean(const Value& y, const Value& z, const Array& b1) {
  return each({y, z}, [&](const auto& at) {
    return (at[0] - fit(1.0 - b1, at[1]) * at[1]) / fit(b1, at[0]);
  });
}

struct ScheduleFree {
  static const Struct& record();
  GradTransformation inner;
  Value lr;
  Array b1, weight_lr_power;
  Value state_dtype;

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    std::optional<Dtype> wanted = named_dtype(state_dtype);
    Value z = for_moving(params, [&](const Array& x) {
      return Value::from_array(wanted && !x.is_weak() ? convert(x, *wanted) : as_wide(x));
    });
    Array one = next_step(no_steps());
    return Value::record(state, {{"b1", convert(b1, dtype)},
                                 {"weight_sum", Array::scalar(dtype, 0)},
                                 {"step_count", one},
                                 {"max_lr", Array::scalar(dtype, 0)},
                                 {"base_optimizer_state", inner.init(state, params)},
                                 {"z", z}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array count = part_of(old, "step_count").as_array();
    Array most = part_of(old, "max_lr").as_array(), sums = part_of(old, "weight_sum").as_array();
    most = maximum(most, convert(rate_at(state, lr, count), most.dtype()));
    Array weight = pow(most, convert(weight_lr_power, most.dtype()));
    sums = sums + weight;
    Array share = where(eq(sums, 0), zeros_like(sums), weight / sums);
    const Value &before = part_of(old, "z"), &base = part_of(old, "base_optimizer_state");
    auto [moves, next] = inner.update(state, grads, base, params, extra);
    Value z = each({before, moves}, [](const auto& at) { return kept_kind(at[0], at[0] + at[1]); });
    Value moving = each({grads, params}, [](const auto& at) { return at[1]; });
    Value x = each({weighted_mean(moving, before, b1), z}, [&](const auto& at) {
      return fit(1.0 - share, at[0]) * at[0] + fit(share, at[1]) * at[1];
    });
    Value updates = each({grads, x, z, params}, [&](const auto& at) {
      return narrowed(at[0], fit(b1, at[1]) * at[1] + fit(1.0 - b1, at[2]) * at[2] - at[3]);
    });
    return {updates, Value::record(state, {{"b1", part_of(old, "b1")},
                                           {"weight_sum", sums},
                                           {"step_count", next_step(count)},
                                           {"max_lr", most},
                                           {"base_optimizer_state", next},
                                           {"z", z}})};
  }
};

// The averaged parameters. Leaves that are not trained are returned unchanged.
Value eval_params(const Value& of, const Value& params) {
  const Value& state = struct_of(of) == &Optimizer::record() ? *of.field("state") : of;
  Array b1 = part_of(state, "b1").as_array();
  Value mean = weighted_mean(params, part_of(state, "z"), b1);
  return map_leaves(Values{params, mean}, false, [](const Values& at) {
    return Value::from_array(kept_kind(at[0].as_array(), at[1].as_array()));
  });
}

}  // namespace

extern const Struct optim_schedule_free_struct = {
    .name = "optim.schedule_free",
    .brief =
        "Schedule-free transformation: averages the parameters of another one instead of decaying "
        "the learning rate. `optim.schedule_free_eval_params` returns the averaged parameters.",
    .fields = {field<&ScheduleFree::inner>("inner: any", "Optimizer or gradient transformation."),
               field<&ScheduleFree::lr>("lr: real or fn(step)",
                                        "Learning rate of `inner`, or a schedule: a function of "
                                        "the step count, which starts at 1."),
               field<&ScheduleFree::b1>("b1: real = 0.9",
                                        "Weight of the averaged parameters in the parameters at "
                                        "which gradients are evaluated."),
               field<&ScheduleFree::weight_lr_power>(
                   "weight_lr_power: real = 2.0",
                   "Exponent of the weights: a step has the weight `max_lr ^ weight_lr_power` in "
                   "the average, where `max_lr` is the largest learning rate so far."),
               field<&ScheduleFree::state_dtype>(
                   "state_dtype: dtype = nil",
                   "Dtype of the state `z`. If nil, the dtype of the parameter, at least f32.")},
    .methods =
        {init_method<&ScheduleFree::init>(
             "Returns the state `(b1, weight_sum, step_count, max_lr, base_optimizer_state, z)`."),
         extra_method<&ScheduleFree::update>()},
    .example =
        "var p = [1.0]\n"
        "var opt = optim.optimizer(optim.schedule_free(optim.sgd(lr = 0.5), 0.5), p)\n"
        "opt.update!(&p, [1.0]); optim.schedule_free_eval_params(opt, p)  #> [0.5]",
    .source = "Defazio et al., arXiv 2405.15682, eq. 3 to 5; optax.contrib.schedule_free",
};
const Struct& ScheduleFree::record() { return optim_schedule_free_struct; }

extern const Builtin optim_schedule_free_eval_params_builtin = {
    .signature = "optim.schedule_free_eval_params(state: any, params: tree) -> tree",
    .brief = "Returns the averaged parameters of `optim.schedule_free`, for evaluation.",
    .params = {{"state", "State of the transformation, or the optimizer."},
               {"params", "Parameters that are trained."}},
    .errors = "error[type] if `state` belongs to another transformation",
    .example =
        "let rule = optim.schedule_free(optim.sgd(lr = 0.5), 0.5)\n"
        "round(optim.schedule_free_eval_params(rule.init([3.0]), [3.0]))  #> [3]",
    .source = "optax.contrib.schedule_free_eval_params",
    .call = bind<&eval_params>,
};

}  // namespace rille
