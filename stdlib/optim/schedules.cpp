// optim.cosine_decay, optim.cosine: cosine decay.
#include <numbers>

#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

void check_steps(double steps) {
  if (steps > 0) return;
  throw labelled(Error(Code::value, str("`steps` is ", steps, ", expected a number above 0")),
                 "steps");
}

// The result is a host scalar for a host scalar, and f32 for an array, traced or not.
Array cosine_decay(Array step, double steps, double peak, double floor) {
  check_steps(steps);
  Array at = step.is_weak() ? convert(step, Dtype::f64) : convert(step, Dtype::f32);
  Array done = clip(at.with_weak(step.is_weak()) / steps, 0.0, 1.0);
  return floor + (peak - floor) * 0.5 * (1.0 + cos(std::numbers::pi * done));
}

Function cosine(State& state, double peak, double steps, double floor) {
  check_steps(steps);
  FunctionInfo info;
  info.name = "optim.cosine";
  info.params = {{.name = "step"}};
  auto run = [=](const Captures&, Values args) -> Values {
    if (args.size() != 1 || !args[0].is_leaf()) {
      throw Error(Code::type, "schedule: expected one argument, the step count");
    }
    return {Value::from_array(cosine_decay(args[0].as_array(), steps, peak, floor))};
  };
  static const char kind = 0;
  Closure closure{.prototype = &kind,
                  .captures = {{"settings", str(peak, " ", steps, " ", floor)}}};
  return make_native(state, std::move(info), run, std::move(closure));
}

}  // namespace

extern const Builtin optim_cosine_decay_builtin = {
    .signature =
        "optim.cosine_decay(step: number[...], steps: real, peak: real = 0.1, floor: real = "
        "0) -> float[...]",
    .brief =
        "Computes the learning rate of a cosine decay at a step. It decreases along a cosine curve "
        "from `peak` to `floor`.",
    .params = {{"step", "Step count, from 0. From `steps` on, the result stays at `floor`."},
               {"steps", "Number of steps of the decay, > 0."},
               {"peak", "Learning rate at step 0."},
               {"floor", "Learning rate at the end of the decay."}},
    .returns = "f32, or a host scalar if `step` is a host scalar",
    .errors = "error[value] if `steps` is not above 0; error[type] if an argument is not a number",
    .example = "optim.cosine_decay(50, 100, 0.1)  #> 0.05",
    .source = "SGDR, arXiv 1608.03983, eq. 5 with a floor; optax.cosine_decay_schedule",
    .call = bind<&cosine_decay>,
};

extern const Builtin optim_cosine_builtin = {
    .signature = "optim.cosine(peak: real, steps: real, floor: real = 0) -> fn",
    .brief =
        "Creates a cosine decay schedule. It is `optim.cosine_decay` as a function of the step "
        "count.",
    .params = {{"peak", "Learning rate at step 0."},
               {"steps", "Number of steps of the decay, > 0."},
               {"floor", "Learning rate at the end of the decay."}},
    .returns = "a schedule: a function of the step count, for the `lr` of an optimizer",
    .errors = "error[value] if `steps` is not above 0",
    .example = "optim.cosine(0.1, 100)(50)  #> 0.05",
    .source = "optax.cosine_decay_schedule",
    .call = bind<&cosine>,
};

}  // namespace rille
