// optim.cosine_decay, optim.cosine: step sizes that fall.
#include <numbers>

#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

void check_steps(double steps) {
  if (steps > 0) return;
  throw labelled(Error(Code::value, str("steps must be above 0, got ", steps)), "steps");
}

// Host numbers give a host number; an array step, traced or not, an f32 one.
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
      throw Error(Code::type, "a schedule needs the number of the step");
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
    .brief = "The step size at a step of a run that ends after `steps` steps.",
    .params = {{"step", "0 at the start; above `steps` the result stays at floor"},
               {"steps", "length of the fall, in updates, > 0"},
               {"peak", "step size at step 0, per update"},
               {"floor", "step size at the end, per update"}},
    .returns = "f32, a number for a number",
    .errors = "error[value] where steps is not above 0; error[type] where one is no number",
    .example = "optim.cosine_decay(50, 100, 0.1)  #> 0.05",
    .source = "SGDR, arXiv 1608.03983, eq. 5 with a floor; optax.cosine_decay_schedule",
    .call = bind<&cosine_decay>,
};

extern const Builtin optim_cosine_builtin = {
    .signature = "optim.cosine(peak: real, steps: real, floor: real = 0) -> fn",
    .brief = "The schedule step => cosine_decay(step, steps, peak, floor), for an optimizer's lr.",
    .params = {{"peak", "step size at step 0, per update"},
               {"steps", "length of the fall, in updates, > 0"},
               {"floor", "step size at the end, per update"}},
    .returns = "a function of the step",
    .errors = "error[value] where steps is not above 0",
    .example = "optim.cosine(0.1, 100)(50)  #> 0.05",
    .source = "optax.cosine_decay_schedule",
    .call = bind<&cosine>,
};

}  // namespace rille
