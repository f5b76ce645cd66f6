// optim.DynamicLossScale: loss scaling for f16 gradients.
#include "stdlib/core/either.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/optim/wrappers/conditions.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// x times a factor, in f32 or wider: a loss in f16 times the scale would overflow.
Value scaled_tree(const Value& tree, const Array& factor) {
  return map_leaves(tree, [&](const Value& leaf) {
    if (!is_inexact(leaf.as_array().dtype())) return leaf;
    Array x = as_wide(leaf.as_array());
    return Value::from_array(x * fit(factor, x));
  });
}

// Gradients keep their dtypes.
Value divided(const Value& tree, const Array& scale) {
  Array inverse = 1.0 / scale;
  return kept(tree, scaled_tree(tree, inverse));
}

Optimizer optimizer_in(const Value& given) {
  if (struct_of(given) == &Optimizer::record()) return record_from<Optimizer>(given);
  throw Error(Code::type, str("optim.DynamicLossScale.step: `optimizer` is ", kind_text(given),
                              ", expected an optim.Optimizer, such as optim.adam()"))
      .label(0);
}

// The arguments of an optimizer's update.
struct ScaledStep {
  Value grads, value, value_fn;
};

// Takes a step of the optimizer if all gradients are finite.
Array step_if_finite(State& state, Value& optimizer, Value& params, const ScaledStep& given) {
  Optimizer old = optimizer_in(optimizer);
  if (old.state.is_nil()) old.state = old.rule.init(state, params);
  Array finite = all_finite(given.grads);
  auto moved = [&] {
    Optimizer next = old;
    Value made = params;
    next.update(state, made, given.grads, given.value, given.value_fn);
    return Value::tuple({made, kept(old.state, next.state)});
  };
  auto skipped = [&] { return Value::tuple({params, old.state}); };
  Value made = either(state, finite, moved, skipped, {"the step", "the skipped step"});
  params = made.items()[0];
  old.state = made.items()[1];
  optimizer = changed_instance(Optimizer::record(), optimizer, &old);
  return finite;
}

struct DynamicLossScale {
  static const Struct& record();
  Array loss_scale = Array(65536.0), growth_tracker = Array(int64_t{0});
  double growth_factor = 2, backoff_factor = 0.5;
  int64_t growth_interval = 2000;
  double min_scale = 1;

  Value scale(const Value& tree) const { return scaled_tree(tree, loss_scale); }
  Value unscale(const Value& tree) const { return divided(tree, loss_scale); }

  // Products in f64 round once, so that a factor such as 1.1 has no rounding error of its own.
  void update(const Array& finite) {
    Array scale = convert(strong(loss_scale), Dtype::f64);
    Array grown = convert(scale * growth_factor, Dtype::f32);
    Array least = maximum(scale * backoff_factor, Array(min_scale));
    Array count = growth_tracker + 1, is_due = ge(count, growth_interval);
    Array next = where(logical_and(is_due, isfinite(grown)), grown, convert(scale, Dtype::f32));
    next = where(finite, next, convert(least, Dtype::f32));
    loss_scale = kept_kind(loss_scale, next);
    growth_tracker =
        kept_kind(growth_tracker, where(logical_and(finite, logical_not(is_due)), count, 0));
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  Array step(State& state, Value& optimizer, Value& params, const Value& grads, const Value& value,
             const Value& value_fn) {
    Array finite = step_if_finite(state, optimizer, params, {unscale(grads), value, value_fn});
    update(finite);
    return finite;
  }
};

struct StaticLossScale {
  static const Struct& record();
  double loss_scale = 1;

  Value scale(const Value& tree) const { return scaled_tree(tree, Array(loss_scale)); }
  Value unscale(const Value& tree) const { return divided(tree, Array(loss_scale)); }
  void update(const Array&) {}
  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  Array step(State& state, Value& optimizer, Value& params, const Value& grads, const Value& value,
             const Value& value_fn) {
    return step_if_finite(state, optimizer, params, {unscale(grads), value, value_fn});
  }
};

void need_number(bool fits, std::string_view name, double given, std::string_view expected) {
  if (fits) return;
  Error error(Code::value, str(calling_name("optim.dynamic_loss_scale"), ": `", name, "` is ",
                               given, ", expected ", expected));
  throw labelled(std::move(error), name);
}

// NOLINTNEXTLINE(*-easily-swappable-parameters): the parameters of the builtin
DynamicLossScale dynamic_loss_scale(double init_scale, double growth_factor, double backoff_factor,
                                    int64_t growth_interval, double min_scale) {
  need_number(init_scale > 0, "init_scale", init_scale, "a number above 0");
  need_number(growth_factor >= 1, "growth_factor", growth_factor, "a number of at least 1");
  need_number(backoff_factor > 0 && backoff_factor <= 1, "backoff_factor", backoff_factor,
              "0 < backoff_factor <= 1");
  need_number(growth_interval >= 1, "growth_interval", static_cast<double>(growth_interval),
              "at least 1");
  need_number(min_scale >= 0, "min_scale", min_scale, "a number of at least 0");
  DynamicLossScale out;
  out.loss_scale = full(Shape{}, Array(init_scale), Dtype::f32);
  out.growth_tracker = zeros({}, Dtype::i32);
  out.growth_factor = growth_factor;
  out.backoff_factor = backoff_factor;
  out.growth_interval = growth_interval;
  out.min_scale = min_scale;
  return out;
}

StaticLossScale static_loss_scale(double loss_scale) {
  need_number(loss_scale > 0, "loss_scale", loss_scale, "a number above 0");
  return {loss_scale};
}

constexpr std::string_view scale_head = "scale(tree: tree) -> tree";
constexpr std::string_view scale_brief =
    "Multiplies the loss, or each number of a tree, by the scale. Floats of less than 32 bits "
    "become f32, so that the product does not overflow.";
constexpr std::string_view unscale_head = "unscale(tree: tree) -> tree";
constexpr std::string_view unscale_brief =
    "Divides the gradients, or each number of a tree, by the scale.";
constexpr std::string_view loss_scale_step_head =
    "step(inout optimizer: any, inout params: tree, grads: tree, value: real = nil, value_fn: "
    "fn(params) = nil) -> bool";
constexpr std::string_view growth_text =
    "Factor of the scale after `growth_interval` finite steps in succession, at least 1.";
constexpr std::string_view backoff_text =
    "Factor of the scale after a step with non-finite gradients, above 0 and at most 1.";
constexpr std::string_view interval_text =
    "Number of finite steps in succession after which the scale grows.";
constexpr std::string_view min_scale_text = "Minimum of the scale.";

}  // namespace

extern const Struct optim_dynamic_loss_scale_struct = {
    .name = "optim.DynamicLossScale",
    .brief =
        "Dynamic loss scaling, for gradients that would underflow in f16. The scale falls after a "
        "step with non-finite gradients and grows after many finite ones.",
    .fields =
        {field<&DynamicLossScale::loss_scale>("var loss_scale: float[]", "Scale of the loss."),
         field<&DynamicLossScale::growth_tracker>(
             "var growth_tracker: int = 0",
             "Number of finite steps in succession since the scale last changed."),
         field<&DynamicLossScale::growth_factor>("const growth_factor: real = 2.0", growth_text),
         field<&DynamicLossScale::backoff_factor>("const backoff_factor: real = 0.5", backoff_text),
         field<&DynamicLossScale::growth_interval>("const growth_interval: int = 2000",
                                                   interval_text),
         field<&DynamicLossScale::min_scale>("const min_scale: real = 1.0", min_scale_text)},
    .methods = {method<&DynamicLossScale::scale>(scale_head, scale_brief),
                method<&DynamicLossScale::unscale>(unscale_head, unscale_brief),
                method<&DynamicLossScale::update>(
                    "update(grads_finite: bool) -> nil",
                    "Adjusts the scale after a step: whether all its gradients were finite."),
                method<&DynamicLossScale::step>(
                    loss_scale_step_head,
                    "Divides the gradients by the scale and takes a step of the optimizer. If a "
                    "gradient is inf or NaN, `params` and the state of the optimizer, with its "
                    "keys and step counts, remain unchanged. Then it adjusts the scale. Returns "
                    "whether the step was taken.")},
    .example =
        "var s = optim.dynamic_loss_scale(1024.0); var p = [1.0]; var opt = optim.sgd(p, lr = "
        "0.5)\n"
        "(s.step!(&opt, &p, [1024.0]), p, s.step!(&opt, &p, [inf]), p, s.loss_scale)\n"
        "#> (true, [0.5], false, [0.5], 512)",
    .source = "jmp.DynamicLossScale; torch.amp.GradScaler",
};
const Struct& DynamicLossScale::record() { return optim_dynamic_loss_scale_struct; }

extern const Struct optim_static_loss_scale_struct = {
    .name = "optim.StaticLossScale",
    .brief = "Loss scaling by a constant, with the methods of `optim.DynamicLossScale`.",
    .fields = {field<&StaticLossScale::loss_scale>("const loss_scale: real = 1.0",
                                                   "Scale of the loss. 1 disables loss scaling.")},
    .methods = {method<&StaticLossScale::scale>(scale_head, scale_brief),
                method<&StaticLossScale::unscale>(unscale_head, unscale_brief),
                method<&StaticLossScale::update>("update(grads_finite: bool) -> nil",
                                                 "Has no effect: the scale is constant."),
                method<&StaticLossScale::step>(
                    loss_scale_step_head,
                    "Divides the gradients by the scale and takes a step of the optimizer, unless "
                    "a gradient is inf or NaN. Returns whether the step was taken.")},
    .example = "optim.static_loss_scale(128.0).scale(0.5)  #> 64",
    .source = "jmp.StaticLossScale",
};
const Struct& StaticLossScale::record() { return optim_static_loss_scale_struct; }

extern const Builtin optim_dynamic_loss_scale_builtin = {
    .signature =
        "optim.dynamic_loss_scale(init_scale: real = 65536.0, growth_factor: real = 2.0, "
        "backoff_factor: real = 0.5, growth_interval: int = 2000, min_scale: real = 1.0) -> "
        "optim.DynamicLossScale",
    .brief = "Creates a dynamic loss scale, for training whose gradients are computed in f16.",
    .params = {{"init_scale", "Initial scale, above 0."},
               {"growth_factor", growth_text},
               {"backoff_factor", backoff_text},
               {"growth_interval", interval_text},
               {"min_scale", min_scale_text}},
    .errors = "error[value] if an argument is out of its range",
    .example =
        "var s = optim.dynamic_loss_scale(growth_interval = 2)\n"
        "s.update!(true); s.update!(true); s.loss_scale  #> 131072",
    .source = "torch.amp.GradScaler; jmp.DynamicLossScale, with its min_loss_scale",
    .call = bind<&dynamic_loss_scale>,
};

extern const Builtin optim_static_loss_scale_builtin = {
    .signature = "optim.static_loss_scale(loss_scale: real = 1.0) -> optim.StaticLossScale",
    .brief = "Creates a constant loss scale. A scale of 1 disables loss scaling.",
    .params = {{"loss_scale", "Scale of the loss, above 0."}},
    .errors = "error[value] if `loss_scale` is not above 0",
    .example = "optim.static_loss_scale(8.0).unscale([16.0])  #> [2]",
    .source = "jmp.StaticLossScale, jmp.NoOpLossScale",
    .call = bind<&static_loss_scale>,
};

extern const Builtin optim_all_finite_builtin = {
    .signature = "optim.all_finite(tree: tree) -> bool",
    .brief = "Returns whether all numbers of a tree are finite, for example all gradients.",
    .params = {{"tree", "Tree of arrays and numbers."}},
    .errors = "none",
    .example = "optim.all_finite((w = [1.0, inf], b = 0.0))  #> false",
    .source = "jmp.all_finite",
    .call = bind<&all_finite>,
};

}  // namespace rille
