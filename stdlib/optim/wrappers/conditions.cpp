// optim.apply_if_finite and others: conditional updates.
#include "stdlib/optim/wrappers/conditions.h"

#include "stdlib/core/either.h"
#include "stdlib/optim/rules/moments.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {

Array all_finite(const Value& tree) {
  Array out = truth(true);
  for (const Array& leaf : flatten(tree).leaves) {
    if (is_inexact(leaf.dtype())) out = logical_and(out, all(isfinite(leaf)));
  }
  return out;
}

Array condition_of(const Value& answer, std::string_view who) {
  if (const bool* known = std::get_if<bool>(&answer.any())) return truth(*known);
  if (answer.is_array() && answer.array().dtype() == Dtype::boolean && answer.array().rank() == 0) {
    return answer.array();
  }
  throw Error(Code::type, str(who, " returned ", kind_text(answer), ", expected one bool"));
}

std::pair<Value, Value> moved_if(State& state, const Array& condition,
                                 const ConditionalUpdateFn& moved, const Value& otherwise,
                                 const Value& old) {
  auto step = [&] {
    auto [updates, next] = moved();
    return Value::tuple({kept(otherwise, updates), kept(old, next)});
  };
  Value made = either(state, condition, step, [&] { return Value::tuple({otherwise, old}); },
                      {"the update of the inner transformation", "the skipped update"});
  return {made.items()[0], made.items()[1]};
}

Value no_updates(const Value& grads) {
  return each({grads}, [](const auto& at) { return zeros_like(at[0]); });
}

namespace {

// Skips updates with inf or NaN gradients, except after too many consecutive ones.
struct ApplyIfFinite {
  static const Struct& record();
  GradTransformation inner;
  Array max_consecutive_errors;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"notfinite_count", no_steps()},
                                 {"last_finite", truth(true)},
                                 {"total_notfinite", no_steps()},
                                 {"inner_state", inner.init(state, params)}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array finite = all_finite(grads);
    Array missed = next_step(part_of(old, "notfinite_count").as_array());
    Array total = part_of(old, "total_notfinite").as_array();
    missed = where(finite, 0, missed);
    Array goes = logical_or(finite, gt(missed, max_consecutive_errors));
    const Value& before = part_of(old, "inner_state");
    auto moved = [&] { return inner.update(state, grads, before, params, extra); };
    auto [updates, next] = moved_if(state, goes, moved, no_updates(grads), before);
    return {updates,
            Value::record(state, {{"notfinite_count", missed},
                                  {"last_finite", finite},
                                  {"total_notfinite", where(finite, total, next_step(total))},
                                  {"inner_state", next}})};
  }
};

// Applies `inner` if a predicate on the step count holds. Otherwise the updates are the gradients
// or 0.
struct ConditionalUpdate {
  GradTransformation inner;
  Value should_transform_fn;
  bool forward_extra_args = false;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"inner_state", inner.init(state, params)}, {"step", no_steps()}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values moved(State& state, const Value& grads, const Value& old, const Value& params,
               const Value& extra, const Value& otherwise) const {
    Array step = part_of(old, "step").as_array();
    Values args = {Value(step)};
    if (forward_extra_args) args.push_back(extra);
    Value answer = should_transform_fn.is_function()
                       ? call(should_transform_fn.function(), args)
                       : call_method(state, should_transform_fn, "call", args)[0];
    const Value& before = part_of(old, "inner_state");
    auto run = [&] { return inner.update(state, grads, before, params, extra); };
    auto [updates, next] =
        moved_if(state, condition_of(answer, "`should_transform_fn`"), run, otherwise, before);
    return {updates, Value::record(state, {{"inner_state", next}, {"step", next_step(step)}})};
  }
};

struct ConditionalTransform : ConditionalUpdate {
  static const Struct& record();
  Value init(State& state, const Value& params) const {
    return ConditionalUpdate::init(state, params);
  }
  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    return moved(state, grads, old, params, extra, grads);
  }
};

struct ConditionalMask : ConditionalUpdate {
  static const Struct& record();
  Value init(State& state, const Value& params) const {
    return ConditionalUpdate::init(state, params);
  }
  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    return moved(state, grads, old, params, extra, no_updates(grads));
  }
};

// Concatenates all leaves of a tree to one vector, in their common dtype.
struct Flatten {
  static const Struct& record();
  GradTransformation inner;

  static Value line(const Value& tree) {
    Arrays parts;
    for (const Array& leaf : flatten(tree).leaves) parts.push_back(flatten_array(leaf));
    if (parts.empty()) return zeros({Extent(0)});
    return strong(concat(parts));
  }

  Value init(State& state, const Value& params) const { return inner.init(state, line(params)); }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Value moving = each({grads, params}, [](const auto& at) { return at[1]; });
    auto [updates, next] = inner.update(state, line(grads), old, line(moving), extra);
    Array flat = updates.as_array();
    int64_t from = 0;
    Value out = each({grads}, [&](const auto& at) {
      auto count = static_cast<int64_t>(at[0].size());
      Array part = reshape_to(slice_axis(flat, 0, from, count), at[0].shape());
      from += count;
      return kept_kind(at[0], part);
    });
    return {out, next};
  }
};

constexpr std::string_view inner_text = "Optimizer or gradient transformation.";
constexpr std::string_view when_text =
    "Predicate on the step count, which starts at 0: whether `inner` is applied.";
constexpr std::string_view forward_text =
    "If true, the predicate also receives the record `(grad, value, value_fn)` of the update.";

}  // namespace

extern const Struct optim_apply_if_finite_struct = {
    .name = "optim.apply_if_finite",
    .brief =
        "Gradient transformation that skips updates with non-finite gradients. If a gradient is "
        "inf or NaN, "
        "the updates are 0 and the state of `inner` does not change.",
    .fields = {field<&ApplyIfFinite::inner>("inner: any", inner_text),
               field<&ApplyIfFinite::max_consecutive_errors>(
                   "max_consecutive_errors: int",
                   "Maximum number of consecutive skipped updates. The next update is applied "
                   "regardless.")},
    .methods =
        {init_method<&ApplyIfFinite::init>(
             "Returns the state `(notfinite_count, last_finite, total_notfinite, inner_state)`."),
         extra_method<&ApplyIfFinite::update>()},
    .example =
        "let rule = optim.apply_if_finite(optim.sgd(lr = 1.0), 3); let p = [1.0]\n"
        "(rule.update([inf], rule.init(p), p)[0], rule.update([2.0], rule.init(p), p)[0])"
        "  #> ([0], [-2])",
    .source = "optax.apply_if_finite",
};
const Struct& ApplyIfFinite::record() { return optim_apply_if_finite_struct; }

extern const Struct optim_conditionally_transform_struct = {
    .name = "optim.conditionally_transform",
    .brief =
        "Gradient transformation that applies another one if a predicate on the step count holds. "
        "Otherwise "
        "the gradients pass through unchanged.",
    .fields = {field<&ConditionalTransform::inner>("inner: any", inner_text),
               field<&ConditionalTransform::should_transform_fn>("should_transform_fn: fn",
                                                                 when_text),
               field<&ConditionalTransform::forward_extra_args>("forward_extra_args: bool = false",
                                                                forward_text)},
    .methods = {init_method<&ConditionalTransform::init>(
                    "Returns the state `(inner_state, step)`."),
                extra_method<&ConditionalTransform::update>()},
    .example =
        "let rule = optim.conditionally_transform(optim.scale(0.5), t => t > 0); let p = [1.0]\n"
        "let (first, s) = rule.update([2.0], rule.init(p), p)\n"
        "(first, rule.update([2.0], s, p)[0])  #> ([2], [1])",
    .source = "optax.conditionally_transform",
};
const Struct& ConditionalTransform::record() { return optim_conditionally_transform_struct; }

extern const Struct optim_conditionally_mask_struct = {
    .name = "optim.conditionally_mask",
    .brief =
        "Gradient transformation that applies another one if a predicate on the step count holds. "
        "Otherwise "
        "the updates are 0.",
    .fields = {field<&ConditionalMask::inner>("inner: any", inner_text),
               field<&ConditionalMask::should_transform_fn>("should_transform_fn: fn", when_text),
               field<&ConditionalMask::forward_extra_args>("forward_extra_args: bool = false",
                                                           forward_text)},
    .methods = {init_method<&ConditionalMask::init>("Returns the state `(inner_state, step)`."),
                extra_method<&ConditionalMask::update>()},
    .example =
        "let rule = optim.conditionally_mask(optim.scale(0.5), t => t > 0); let p = [1.0]\n"
        "let (first, s) = rule.update([2.0], rule.init(p), p)\n"
        "(first, rule.update([2.0], s, p)[0])  #> ([0], [1])",
    .source = "optax.conditionally_mask",
};
const Struct& ConditionalMask::record() { return optim_conditionally_mask_struct; }

extern const Struct optim_flatten_struct = {
    .name = "optim.flatten",
    .brief =
        "Gradient transformation that applies another one to all leaves as one concatenated "
        "vector.",
    .fields = {field<&Flatten::inner>("inner: any", inner_text)},
    .methods = {init_method<&Flatten::init>(
                    "Returns the state of `inner` for the concatenated parameters."),
                extra_method<&Flatten::update>()},
    .example =
        "let rule = optim.flatten(optim.scale(0.5)); let p = (w = [1.0], b = [2.0])\n"
        "rule.update(p, rule.init(p), p)[0]  #> (b = [1], w = [0.5])",
    .source = "optax.flatten",
};
const Struct& Flatten::record() { return optim_flatten_struct; }

}  // namespace rille
