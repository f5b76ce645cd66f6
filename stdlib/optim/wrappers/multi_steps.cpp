// optim.multi_steps: gradient accumulation.
#include "stdlib/core/either.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/optim/wrappers/conditions.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {
namespace {

struct MultiSteps {
  static const Struct& record();
  GradTransformation inner;
  Value every_k_schedule;
  bool use_grad_mean = true;
  Value should_skip_update_fn, accumulator_dtype;

  // Whether these gradients are skipped, and the further information that the function returns.
  std::pair<Array, Value> skipped(const Value& grads, const Array& step,
                                  const Value& params) const {
    if (should_skip_update_fn.is_nil()) return {truth(false), Value::tuple({})};
    Value answer = call(should_skip_update_fn.function(), {grads, Value(step), params});
    bool is_pair = answer.is_tuple() && answer.items().size() == 2;
    return {condition_of(is_pair ? answer.items()[0] : answer, "`should_skip_update_fn`"),
            is_pair ? map_leaves(answer.items()[1], strong_leaf) : Value::tuple({})};
  }

  static Value strong_leaf(const Value& leaf) { return Value(strong(leaf.as_array())); }

  Value init(State& state, const Value& params) const {
    Value zeros = zeros_for(params, accumulator_dtype), none = zeros_for(params);
    return Value::record(state, {{"mini_step", no_steps()},
                                 {"gradient_step", no_steps()},
                                 {"inner_opt_state", inner.init(state, params)},
                                 {"acc_grads", zeros},
                                 {"skip_state", skipped(none, no_steps(), params).second}});
  }

  Value gathered(const Value& old, const Value& grads, const Array& mini_step) const {
    return each({old, grads}, [&](const auto& at) {
      Array count = mini_step + 1;
      Array sum = use_grad_mean ? at[0] + (at[1] - at[0]) / fit(count, at[0]) : at[1] + at[0];
      return kept_kind(at[0], sum);
    });
  }

  // Accumulates the gradients, and applies `inner` after the last gradient of its step.
  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values step(State& state, const Value& grads, const Value& old, const Value& params,
              const Value& extra) const {
    Array mini = part_of(old, "mini_step").as_array();
    Array steps = part_of(old, "gradient_step").as_array();
    Array k = rate_at(state, every_k_schedule, steps);
    Value sums = gathered(part_of(old, "acc_grads"), grads, mini);
    Array emits = eq(mini, k - 1);
    const Value& before = part_of(old, "inner_opt_state");
    auto moved = [&] {
      Value narrow = each({grads, sums}, [](const auto& at) { return kept_kind(at[0], at[1]); });
      return inner.update(state, narrow, before, params, extra);
    };
    auto [updates, next] = moved_if(state, emits, moved, no_updates(grads), before);
    Value left =
        each({sums}, [&](const auto& at) { return where(emits, zeros_like(at[0]), at[0]); });
    return {updates, Value::tuple({Value(convert(mod(next_step(mini), k), Dtype::i32)),
                                   Value(where(emits, next_step(steps), steps)), next, left})};
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    auto [skips, said] = skipped(grads, part_of(old, "gradient_step").as_array(), params);
    auto moved = [&]() -> std::pair<Value, Value> {
      Values out = step(state, grads, old, params, extra);
      return {out[0], out[1]};
    };
    Value before = Value::tuple({part_of(old, "mini_step"), part_of(old, "gradient_step"),
                                 part_of(old, "inner_opt_state"), part_of(old, "acc_grads")});
    auto [updates, next] =
        should_skip_update_fn.is_nil()
            ? moved()
            : moved_if(state, logical_not(skips), moved, no_updates(grads), before);
    return {updates, Value::record(state, {{"mini_step", next.items()[0]},
                                           {"gradient_step", next.items()[1]},
                                           {"inner_opt_state", next.items()[2]},
                                           {"acc_grads", next.items()[3]},
                                           {"skip_state", said}})};
  }
};

Array has_updated(const Value& of) {
  const Value& state = struct_of(of) == &Optimizer::record() ? *of.field("state") : of;
  Array mini = part_of(state, "mini_step").as_array();
  Array steps = part_of(state, "gradient_step").as_array();
  return logical_and(eq(mini, 0), gt(steps, 0));
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value skip_not_finite(State& state, const Value& updates, const Value&, const Value&) {
  Array bad = truth(false), count = no_steps();
  for (const Array& leaf : flatten(updates).leaves) {
    count = count + sum(convert(logical_not(isfinite(leaf)), Dtype::i32));
  }
  bad = gt(count, 0);
  return Value::tuple(
      {Value(bad), Value::record(state, {{"should_skip", bad}, {"num_not_finite", count}})});
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the builtin
Value skip_large_updates(State& state, const Value& updates, const Value&, const Value&,
                         const Array& max_squared_norm) {
  Array square = strong(global_square(updates));
  Array bad = logical_not(lt(square, fit(max_squared_norm, square)));
  return Value::tuple(
      {Value(bad), Value::record(state, {{"should_skip", bad}, {"norm_squared", square}})});
}

constexpr ParamText grads_param = {"updates", "Gradients of one step."};
constexpr ParamText step_param = {"gradient_step", "Step count, which is not used."};
constexpr ParamText params_param = {"params", "Parameters, which are not used."};

}  // namespace

extern const Struct optim_multi_steps_struct = {
    .name = "optim.multi_steps",
    .brief =
        "Gradient accumulation: applies another transformation once for every `k` gradients. It "
        "receives the mean of the gradients. In between, the updates are 0.",
    .fields =
        {field<&MultiSteps::inner>("inner: any", "Optimizer or gradient transformation."),
         field<&MultiSteps::every_k_schedule>(
             "every_k_schedule: int or fn(step)",
             "Number `k` of gradients for one update, or a schedule: a function of the number of "
             "updates so far."),
         field<&MultiSteps::use_grad_mean>(
             "use_grad_mean: bool = true",
             "If true, accumulates the mean of the gradients; if false, their sum."),
         field<&MultiSteps::should_skip_update_fn>(
             "should_skip_update_fn: fn(grads, step, params) = nil",
             "Function that returns whether gradients are skipped: a bool, or a pair of a bool and "
             "a tree that is stored in `skip_state`. If nil, no gradients are skipped."),
         field<&MultiSteps::accumulator_dtype>("accumulator_dtype: dtype or nil = f32",
                                               "Dtype of the accumulated gradients. If nil, the "
                                               "dtype of the parameter, at least f32.")},
    .methods = {init_method<&MultiSteps::init>("Returns the state `(mini_step, gradient_step, "
                                               "inner_opt_state, acc_grads, skip_state)`."),
                extra_method<&MultiSteps::update>()},
    .example =
        "let rule = optim.multi_steps(optim.scale(0.5), 2); let p = [1.0]\n"
        "let (first, s) = rule.update([2.0], rule.init(p), p)\n"
        "(first, rule.update([4.0], s, p)[0])  #> ([0], [1.5])",
    .source = "optax.MultiSteps",
};
const Struct& MultiSteps::record() { return optim_multi_steps_struct; }

extern const Builtin optim_has_updated_builtin = {
    .signature = "optim.has_updated(state: any) -> bool",
    .brief = "Returns whether the last gradients of `optim.multi_steps` completed an update.",
    .params = {{"state", "State of the transformation, or the optimizer."}},
    .errors = "error[type] if `state` belongs to another transformation",
    .example =
        "let rule = optim.multi_steps(optim.scale(0.5), 2)\n"
        "optim.has_updated(rule.init([1.0]))  #> false",
    .source = "optax.MultiSteps.has_updated",
    .call = bind<&has_updated>,
};

extern const Builtin optim_skip_not_finite_builtin = {
    .signature =
        "optim.skip_not_finite(updates: tree, gradient_step: int = 0, params: tree = nil) -> "
        "(bool, (should_skip = bool, num_not_finite = int))",
    .brief =
        "Returns whether an element is inf or NaN, and how many are. It is a "
        "`should_skip_update_fn` of `optim.multi_steps`.",
    .params = {grads_param, step_param, params_param},
    .errors = "none",
    .example =
        "optim.skip_not_finite([inf, 1.0])  #> (true, (num_not_finite = 1, should_skip = true))",
    .source = "optax.skip_not_finite",
    .call = bind<&skip_not_finite>,
};

extern const Builtin optim_skip_large_updates_builtin = {
    .signature =
        "optim.skip_large_updates(updates: tree, gradient_step: int = 0, params: tree = nil, "
        "max_squared_norm: real = 1.0) -> (bool, (should_skip = bool, norm_squared = float))",
    .brief =
        "Returns whether the squared L2 norm of the gradients reaches a bound, and that norm. NaN "
        "counts as reaching it. It is a `should_skip_update_fn` of `optim.multi_steps`.",
    .params = {grads_param,
               step_param,
               params_param,
               {"max_squared_norm", "Bound of the squared norm of all gradients together."}},
    .errors = "none",
    .example =
        "optim.skip_large_updates([3.0, 4.0], max_squared_norm = 30.0)"
        "  #> (false, (norm_squared = 25, should_skip = false))",
    .source = "optax.skip_large_updates",
    .call = bind<&skip_large_updates>,
};

}  // namespace rille
