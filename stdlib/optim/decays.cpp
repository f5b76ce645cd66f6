// optim.linear_schedule and other simple schedules.
#include <algorithm>
#include <numbers>

#include "stdlib/optim/schedule.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {

Array count_of(const Values& args) {
  if (args.size() != 1 || !args[0].is_leaf()) {
    throw Error(Code::type, "schedule: expected one argument, the step count");
  }
  return args[0].as_array();
}

Function make_schedule(State& state, std::string_view name, Settings settings, ScheduleFn at) {
  FunctionInfo info;
  info.name = str("optim.", name);
  info.params = {{.name = "count"}};
  auto run = [at = std::move(at)](const Captures&, const Values& args) -> Values {
    Array count = count_of(args);
    Dtype dtype = count.is_weak() ? Dtype::f64 : Dtype::f32;
    return {Value::from_array(at(convert(count, dtype).with_weak(count.is_weak())))};
  };
  static const char kind = 0;
  // Strings, because `at` holds the numbers: compiled code must not take them as inputs.
  for (auto& [word, value] : settings) value = Value(text(value));
  settings.insert(settings.begin(), {"schedule", Value(std::string(name))});
  return make_native(state, std::move(info), run, {.prototype = &kind, .captures = settings});
}

ScheduleFn constant_at(double value) {
  return [value](const Array& count) { return count * 0.0 + value; };
}

ScheduleFn polynomial_at(PolynomialDecay of) {
  if (of.steps <= 0) return constant_at(of.init);
  of.begin = std::max<int64_t>(of.begin, 0);
  return [of](const Array& count) {
    auto steps = static_cast<double>(of.steps), begin = static_cast<double>(of.begin);
    Array left = 1.0 - clip(count - begin, Array(0.0), Array(steps)) / steps;
    Array bent = of.power == 1 ? left : pow(left, Array(of.power));
    return (of.init - of.end) * bent + of.end;
  };
}

ScheduleFn exponential_at(Exponential of) {
  if (of.steps <= 0 || of.rate == 0) return constant_at(of.init);
  of.begin = std::max<int64_t>(of.begin, 0);
  return [of](const Array& count) {
    Array behind = count - static_cast<double>(of.begin);
    Array turns = behind / static_cast<double>(of.steps);
    if (of.staircase) turns = floor(turns);
    Array value = where(le(behind, 0.0), of.init, of.init * pow(Array(of.rate), turns));
    if (!of.end) return value;
    return of.rate < 1 ? maximum(value, *of.end) : minimum(value, *of.end);
  };
}

ScheduleFn cosine_at(Cosine of) {
  if (of.steps <= 0) {
    throw labelled(Error(Code::value, str("`decay_steps` leaves ", of.steps,
                                          " steps for the decay, expected more than 0")),
                   "decay_steps");
  }
  return [of](const Array& count) {
    auto steps = static_cast<double>(of.steps);
    Array done = minimum(count, Array(steps)) / steps;
    Array fall = 0.5 * (1.0 + cos(std::numbers::pi * done));
    if (of.exponent != 1) fall = pow(fall, Array(of.exponent));
    return of.init * ((1 - of.alpha) * fall + of.alpha);
  };
}

namespace {

Function constant_schedule(State& state, double value) {
  return make_schedule(state, "constant_schedule", {{"value", Value(value)}}, constant_at(value));
}

Function polynomial_schedule(State& state, double init, double end, double power, int64_t steps,
                             int64_t begin) {
  return make_schedule(state, "polynomial_schedule",
                       {{"init_value", Value(init)},
                        {"end_value", Value(end)},
                        {"power", Value(power)},
                        {"transition_steps", Value(steps)},
                        {"transition_begin", Value(begin)}},
                       polynomial_at({init, end, power, steps, begin}));
}

Function linear_schedule(State& state, double init, double end, int64_t steps, int64_t begin) {
  return make_schedule(state, "linear_schedule",
                       {{"init_value", Value(init)},
                        {"end_value", Value(end)},
                        {"transition_steps", Value(steps)},
                        {"transition_begin", Value(begin)}},
                       polynomial_at({init, end, 1, steps, begin}));
}

Value or_nil(const std::optional<double>& x) { return x ? Value(*x) : Value(); }

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Function exponential_decay(State& state, double init, int64_t steps, double rate, int64_t begin,
                           bool staircase, const std::optional<double>& end) {
  return make_schedule(state, "exponential_decay",
                       {{"init_value", Value(init)},
                        {"transition_steps", Value(steps)},
                        {"decay_rate", Value(rate)},
                        {"transition_begin", Value(begin)},
                        {"staircase", Value(staircase)},
                        {"end_value", or_nil(end)}},
                       exponential_at({init, steps, rate, begin, staircase, end}));
}

Function cosine_decay_schedule(State& state, double init, int64_t steps, double alpha,
                               double exponent) {
  return make_schedule(state, "cosine_decay_schedule",
                       {{"init_value", Value(init)},
                        {"decay_steps", Value(steps)},
                        {"alpha", Value(alpha)},
                        {"exponent", Value(exponent)}},
                       cosine_at({init, steps, alpha, exponent}));
}

constexpr std::string_view gives =
    "a schedule: a function of the step count, for the `lr` of an optimizer";
constexpr std::string_view init_text = "Initial value.";
constexpr std::string_view end_text = "Final value.";
constexpr std::string_view begin_text = "Step count at which the transition begins.";
constexpr std::string_view no_errors = "";

}  // namespace

extern const Builtin optim_constant_schedule_builtin = {
    .signature = "optim.constant_schedule(value: real) -> fn",
    .brief = "Creates a constant schedule.",
    .params = {{"value", "Value at every step."}},
    .returns = gives,
    .errors = no_errors,
    .example = "optim.constant_schedule(0.1)(50)  #> 0.1",
    .source = "optax.constant_schedule",
    .call = bind<&constant_schedule>,
};

extern const Builtin optim_linear_schedule_builtin = {
    .signature =
        "optim.linear_schedule(init_value: real, end_value: real, transition_steps: int, "
        "transition_begin: int = 0) -> fn",
    .brief = "Creates a schedule that interpolates linearly between two values.",
    .params =
        {{"init_value", init_text},
         {"end_value", end_text},
         {"transition_steps",
          "Number of steps of the transition. With 0, the value is `init_value` at every step."},
         {"transition_begin", begin_text}},
    .returns = gives,
    .errors = no_errors,
    .example = "optim.linear_schedule(1.0, 0.0, 10)(4)  #> 0.6",
    .source = "optax.linear_schedule",
    .call = bind<&linear_schedule>,
};

extern const Builtin optim_polynomial_schedule_builtin = {
    .signature =
        "optim.polynomial_schedule(init_value: real, end_value: real, power: real, "
        "transition_steps: int, transition_begin: int = 0) -> fn",
    .brief =
        "Creates a schedule with polynomial decay. The value is (init_value - end_value) * (1 - t) "
        "^ power + end_value, where t is the completed fraction of the transition.",
    .params =
        {{"init_value", init_text},
         {"end_value", end_text},
         {"power", "Exponent. 1 is linear; a larger exponent changes faster at first."},
         {"transition_steps",
          "Number of steps of the transition. With 0, the value is `init_value` at every step."},
         {"transition_begin", begin_text}},
    .returns = gives,
    .errors = no_errors,
    .example = "optim.polynomial_schedule(1.0, 0.0, 2.0, 10)(5)  #> 0.25",
    .source = "optax.polynomial_schedule",
    .call = bind<&polynomial_schedule>,
};

extern const Builtin optim_exponential_decay_builtin = {
    .signature =
        "optim.exponential_decay(init_value: real, transition_steps: int, decay_rate: real, "
        "transition_begin: int = 0, staircase: bool = false, end_value: real = nil) -> fn",
    .brief =
        "Creates a schedule with exponential decay. The value is init_value * decay_rate ^ ((count "
        "- transition_begin) / transition_steps).",
    .params = {{"init_value", init_text},
               {"transition_steps",
                "Number of steps in which the value is multiplied once by `decay_rate`. With 0, "
                "the value is `init_value` at every step."},
               {"decay_rate",
                "Decay factor for `transition_steps` steps. With 0, the value is `init_value` at "
                "every step."},
               {"transition_begin", begin_text},
               {"staircase", "If true, the exponent is rounded down to an integer."},
               {"end_value",
                "Bound of the value: a lower bound if `decay_rate` is below 1, else an upper "
                "bound. If nil, the value has no bound."}},
    .returns = gives,
    .errors = no_errors,
    .example = "optim.exponential_decay(1.0, 10, 0.5)(20)  #> 0.25",
    .source = "optax.exponential_decay",
    .call = bind<&exponential_decay>,
};

extern const Builtin optim_cosine_decay_schedule_builtin = {
    .signature =
        "optim.cosine_decay_schedule(init_value: real, decay_steps: int, alpha: real = 0, "
        "exponent: "
        "real = 1) -> fn",
    .brief =
        "Creates a cosine decay schedule. The value decreases along a cosine curve from "
        "`init_value` to `alpha * init_value`.",
    .params = {{"init_value", init_text},
               {"decay_steps", "Number of steps of the decay, > 0."},
               {"alpha", "Final value, as a fraction of `init_value`."},
               {"exponent", "Exponent of the cosine factor."}},
    .returns = gives,
    .errors = "error[value] if `decay_steps` is not above 0",
    .example = "optim.cosine_decay_schedule(0.1, 100)(50)  #> 0.05",
    .source = "SGDR, arXiv 1608.03983; optax.cosine_decay_schedule",
    .call = bind<&cosine_decay_schedule>,
};

}  // namespace rille
