// optim.join_schedules: schedules composed of others.
#include <algorithm>
#include <numbers>

#include "stdlib/optim/schedule.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"
#include "vm/struct.h"

namespace rille {

ScheduleFn joined_at(std::vector<ScheduleFn> schedules, Ints boundaries) {
  return
      [schedules = std::move(schedules), boundaries = std::move(boundaries)](const Array& count) {
        Array out = schedules[0](count);
        for (size_t i = 0; i < boundaries.size(); ++i) {
          auto begin = static_cast<double>(boundaries[i]);
          out = where(lt(count, begin), out, schedules[i + 1](count - begin));
        }
        return out;
      };
}

namespace {

// A value that is multiplied by a scale at each boundary; the boundaries are in ascending order.
struct PiecewiseScales {
  double init;
  std::vector<std::pair<int64_t, double>> steps;

  Settings settings() const {
    Values bounds, scales;
    for (auto [bound, scale] : steps) {
      bounds.emplace_back(bound);
      scales.emplace_back(scale);
    }
    return {{"init_value", Value(init)},
            {"boundaries", Value::tuple(std::move(bounds))},
            {"scales", Value::tuple(std::move(scales))}};
  }
};

std::vector<double> numbers_of(const Value& tuple) {
  std::vector<double> out;
  take(tuple, out);
  return out;
}

PiecewiseScales pieces_of(double init, const Ints& boundaries, const std::vector<double>& scales) {
  if (boundaries.size() != scales.size()) {
    throw labelled(Error(Code::value, str("`scales` has ", scales.size(), " elements, expected ",
                                          boundaries.size(), ", one for each boundary")),
                   "scales");
  }
  PiecewiseScales out{init, {}};
  for (size_t i = 0; i < scales.size(); ++i) {
    if (!(scales[i] >= 0)) {
      throw labelled(
          Error(Code::value, str("`scales` contains ", scales[i], ", expected values >= 0")),
          "scales");
    }
    out.steps.emplace_back(boundaries[i], scales[i]);
  }
  std::ranges::sort(out.steps);
  return out;
}

Function piecewise_constant(State& state, double init, const Ints& boundaries,
                            const Value& scales) {
  PiecewiseScales of = pieces_of(init, boundaries, numbers_of(scales));
  auto at = [of](const Array& count) {
    Array out = count * 0.0 + of.init;
    for (auto [bound, scale] : of.steps) {
      out = where(lt(count, static_cast<double>(bound)), out, out * scale);
    }
    return out;
  };
  return make_schedule(state, "piecewise_constant_schedule", of.settings(), at);
}

ScheduleFn interpolated_at(bool by_cosine, PiecewiseScales of) {
  return [of = std::move(of), by_cosine](const Array& count) {
    double value = of.init, before = 0;
    std::vector<std::pair<double, Array>> pieces;  // the end and the value of each piece
    for (auto [bound, scale] : of.steps) {
      double next = value * scale, end = static_cast<double>(bound);
      Array done = (count - before) / std::max(end - before, 1.0);
      Array between = by_cosine ? next + (value - next) / 2 * (cos(std::numbers::pi * done) + 1.0)
                                : (next - value) * done + value;
      pieces.emplace_back(end, between);
      value = next;
      before = end;
    }
    Array out = count * 0.0 + value;
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
      out = where(lt(count, piece->first), piece->second, out);
    }
    return out;
  };
}

Function piecewise_interpolate(State& state, const std::string& kind, double init,
                               const Ints& boundaries, const Value& scales) {
  PiecewiseScales of = pieces_of(init, boundaries, numbers_of(scales));
  Settings settings = of.settings();
  settings.emplace_back("interpolate_type", Value(kind));
  return make_schedule(state, "piecewise_interpolate_schedule", std::move(settings),
                       interpolated_at(kind == "cosine", of));
}

void need_steps(int64_t steps) {
  if (steps > 0) return;
  throw labelled(
      Error(Code::value, str("`transition_steps` is ", steps, ", expected an int above 0")),
      "transition_steps");
}
int64_t part_of(double share, int64_t steps) {
  return static_cast<int64_t>(share * static_cast<double>(steps));
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Function linear_onecycle(State& state, int64_t steps, double peak, double start, double final_,
                         double div, double final_div) {
  need_steps(steps);
  PiecewiseScales of{
      peak / div,
      {{part_of(start, steps), div}, {part_of(final_, steps), 1 / div}, {steps, 1 / final_div}}};
  std::ranges::sort(of.steps);
  return make_schedule(state, "linear_onecycle_schedule", of.settings(),
                       interpolated_at(false, of));
}

Function cosine_onecycle(State& state, int64_t steps, double peak, double start, double div,
                         double final_div) {
  need_steps(steps);
  PiecewiseScales of{peak / div, {{part_of(start, steps), div}, {steps, 1 / (div * final_div)}}};
  std::ranges::sort(of.steps);
  return make_schedule(state, "cosine_onecycle_schedule", of.settings(), interpolated_at(true, of));
}

}  // namespace

Function warmup_constant(State& state, double init, double peak, int64_t steps) {
  return make_schedule(
      state, "warmup_constant_schedule",
      {{"init_value", Value(init)}, {"peak_value", Value(peak)}, {"warmup_steps", Value(steps)}},
      polynomial_at({init, peak, 1, steps, 0}));
}

namespace {

struct WarmupCycle {
  double init, peak;
  int64_t warmup, decay;
  double end = 0, exponent = 1;
};

ScheduleFn cycle_at(const WarmupCycle& of) {
  double alpha = of.peak == 0 ? 0 : of.end / of.peak;
  return joined_at({polynomial_at({of.init, of.peak, 1, of.warmup, 0}),
                    cosine_at({of.peak, of.decay - of.warmup, alpha, of.exponent})},
                   {of.warmup});
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Function warmup_cosine(State& state, double init, double peak, int64_t warmup, int64_t decay,
                       double end, double exponent) {
  return make_schedule(state, "warmup_cosine_decay_schedule",
                       {{"init_value", Value(init)},
                        {"peak_value", Value(peak)},
                        {"warmup_steps", Value(warmup)},
                        {"decay_steps", Value(decay)},
                        {"end_value", Value(end)},
                        {"exponent", Value(exponent)}},
                       cycle_at({init, peak, warmup, decay, end, exponent}));
}

// NOLINTNEXTLINE(*-function-size): the parameters of the builtin
Function warmup_exponential(State& state, double init, double peak, int64_t warmup, int64_t steps,
                            double rate, int64_t begin, bool staircase,
                            const std::optional<double>& end) {
  ScheduleFn fall = exponential_at({peak, steps, rate, begin, staircase, end});
  return make_schedule(state, "warmup_exponential_decay_schedule",
                       {{"init_value", Value(init)},
                        {"peak_value", Value(peak)},
                        {"warmup_steps", Value(warmup)},
                        {"transition_steps", Value(steps)},
                        {"decay_rate", Value(rate)},
                        {"transition_begin", Value(begin)},
                        {"staircase", Value(staircase)},
                        {"end_value", end ? Value(*end) : Value()}},
                       joined_at({polynomial_at({init, peak, 1, warmup, 0}), fall}, {warmup}));
}

// A number of a cycle: a record with the parameter names of warmup_cosine_decay_schedule.
double number_of(const Value& cycle, std::string_view name, std::optional<double> otherwise = {}) {
  const Value* found = cycle.is_branch() && !cycle.is_dict() ? cycle.field(name) : nullptr;
  if (found != nullptr && found->is_leaf()) return found->as_array().number();
  if (found == nullptr && otherwise) return *otherwise;
  throw Error(Code::type, str("optim.sgdr_schedule: a cycle is ", kind_text(cycle),
                              ", expected a record with the number `", name, "`"));
}

Function sgdr(State& state, const Values& cycles) {
  if (cycles.empty()) throw Error(Code::value, "optim.sgdr_schedule: expected at least one cycle");
  std::vector<ScheduleFn> parts;
  Ints bounds;
  Settings settings;
  int64_t begin = 0;
  for (const Value& given : cycles) {
    WarmupCycle of{.init = number_of(given, "init_value"),
                   .peak = number_of(given, "peak_value"),
                   .warmup = static_cast<int64_t>(number_of(given, "warmup_steps")),
                   .decay = static_cast<int64_t>(number_of(given, "decay_steps")),
                   .end = number_of(given, "end_value", 0),
                   .exponent = number_of(given, "exponent", 1)};
    parts.push_back(cycle_at(of));
    begin += of.decay;
    bounds.push_back(begin);
    settings.emplace_back(str("cycle ", bounds.size()), given);
  }
  bounds.pop_back();
  return make_schedule(state, "sgdr_schedule", std::move(settings),
                       joined_at(std::move(parts), std::move(bounds)));
}

// This is not a ScheduleFn, because the functions of a script are captured as values of Lua.
Function join_schedules(State& state, const Value& schedules, const Ints& boundaries) {
  bool are_functions =
      schedules.is_tuple() && !schedules.items().empty() &&
      std::ranges::all_of(schedules.items(), [](const Value& x) { return x.is_function(); });
  if (!are_functions) {
    throw labelled(
        Error(Code::type,
              str("optim.join_schedules: `schedules` is ", kind_text(schedules),
                  ", expected a tuple of at least one schedule, a function of the step count")),
        "schedules");
  }
  size_t count = schedules.items().size();
  if (boundaries.size() + 1 != count) {
    throw labelled(
        Error(Code::value, str("optim.join_schedules: `boundaries` has ", boundaries.size(),
                               " elements, expected ", count - 1, " for ", count, " schedules")),
        "boundaries");
  }
  Closure closure;
  static const char kind = 0;
  closure.prototype = &kind;
  for (const Value& schedule : schedules.items())
    closure.captures.emplace_back("schedule", schedule);
  closure.captures.emplace_back("boundaries", Value(str(boundaries.size())));
  for (int64_t bound : boundaries)
    closure.captures.emplace_back("boundary", Value(std::to_string(bound)));
  FunctionInfo info{.name = "optim.join_schedules", .params = {{.name = "count"}}};
  auto run = [count, boundaries](const Captures& captures, const Values& args) -> Values {
    std::vector<ScheduleFn> parts;
    for (size_t i = 0; i < count; ++i) {
      parts.emplace_back([part = captures.function(i)](const Array& at) {
        return call_value(part.state(), Value(part), Value::from_array(at)).as_array();
      });
    }
    return {Value::from_array(joined_at(std::move(parts), boundaries)(count_of(args)))};
  };
  return make_native(state, std::move(info), run, std::move(closure));
}

constexpr std::string_view joined_gives =
    "a schedule: a function of the step count, for the `lr` of an optimizer";
constexpr std::string_view joined_init_text = "Initial value.";
constexpr std::string_view peak_text = "Peak value.";
constexpr std::string_view warmup_text = "Number of steps of the linear warmup.";
constexpr std::string_view bounds_text = "Step counts at which the value changes.";
constexpr std::string_view scales_text = "Factor of the value at each boundary, ≥ 0.";
constexpr std::string_view piece_errors =
    "error[value] if `boundaries` and `scales` differ in length, or a scale is negative";
constexpr std::string_view step_errors = "error[value] if `transition_steps` is not above 0";

}  // namespace

extern const Builtin optim_piecewise_constant_schedule_builtin = {
    .signature =
        "optim.piecewise_constant_schedule(init_value: real, boundaries: (int, ...) = (), scales: "
        "(real, ...) = ()) -> fn",
    .brief =
        "Creates a piecewise constant schedule. The value is multiplied by a scale at each "
        "boundary.",
    .params = {{"init_value", joined_init_text},
               {"boundaries", bounds_text},
               {"scales", scales_text}},
    .returns = joined_gives,
    .errors = piece_errors,
    .example = "optim.piecewise_constant_schedule(1.0, (10, 20), (0.5, 0.1))(15)  #> 0.5",
    .source = "optax.piecewise_constant_schedule",
    .call = bind<&piecewise_constant>,
};

extern const Builtin optim_piecewise_interpolate_schedule_builtin = {
    .signature =
        "optim.piecewise_interpolate_schedule(interpolate_type: \"linear\" or \"cosine\", "
        "init_value: real, boundaries: (int, ...) = (), scales: (real, ...) = ()) -> fn",
    .brief =
        "Creates a schedule that interpolates between the values at boundaries. The value at a "
        "boundary is the previous one times the scale of the boundary.",
    .params = {{"interpolate_type",
                "Interpolation between two boundaries: one of `\"linear\"`, `\"cosine\"`."},
               {"init_value", joined_init_text},
               {"boundaries", bounds_text},
               {"scales", scales_text}},
    .returns = joined_gives,
    .errors = piece_errors,
    .example = "optim.piecewise_interpolate_schedule(\"linear\", 1.0, (10,), (0.5,))(5)  #> 0.75",
    .source = "optax.piecewise_interpolate_schedule",
    .call = bind<&piecewise_interpolate>,
};

extern const Builtin optim_linear_onecycle_schedule_builtin = {
    .signature =
        "optim.linear_onecycle_schedule(transition_steps: int, peak_value: real, pct_start: real = "
        "0.3, pct_final: real = 0.85, div_factor: real = 25.0, final_div_factor: real = 10000.0) "
        "-> "
        "fn",
    .brief =
        "Creates a linear one-cycle schedule. The value rises to the peak, falls back to the "
        "initial value, and then decreases to the final value.",
    .params = {{"transition_steps", "Number of steps of the whole cycle, > 0."},
               {"peak_value", peak_text},
               {"pct_start", "Fraction of the steps in which the value rises."},
               {"pct_final", "Fraction of the steps after which the final decrease begins."},
               {"div_factor", "Ratio of `peak_value` to the initial value."},
               {"final_div_factor", "Ratio of the initial value to the final value."}},
    .returns = joined_gives,
    .errors = step_errors,
    .example = "optim.linear_onecycle_schedule(100, 1.0)(30)  #> 1",
    .source = "Smith and Topin, arXiv 1708.07120; optax.linear_onecycle_schedule",
    .call = bind<&linear_onecycle>,
};

extern const Builtin optim_cosine_onecycle_schedule_builtin = {
    .signature =
        "optim.cosine_onecycle_schedule(transition_steps: int, peak_value: real, pct_start: real = "
        "0.3, div_factor: real = 25.0, final_div_factor: real = 10000.0) -> fn",
    .brief =
        "Creates a cosine one-cycle schedule. The value rises to the peak and then decreases to "
        "the final value.",
    .params = {{"transition_steps", "Number of steps of the whole cycle, > 0."},
               {"peak_value", peak_text},
               {"pct_start", "Fraction of the steps in which the value rises."},
               {"div_factor", "Ratio of `peak_value` to the initial value."},
               {"final_div_factor", "Ratio of the initial value to the final value."}},
    .returns = joined_gives,
    .errors = step_errors,
    .example = "optim.cosine_onecycle_schedule(100, 1.0)(30)  #> 1",
    .source = "Smith and Topin, arXiv 1708.07120; optax.cosine_onecycle_schedule",
    .call = bind<&cosine_onecycle>,
};

extern const Builtin optim_warmup_constant_schedule_builtin = {
    .signature =
        "optim.warmup_constant_schedule(init_value: real, peak_value: real, warmup_steps: int) -> "
        "fn",
    .brief = "Creates a schedule with a linear warmup. After it, the value stays at the peak.",
    .params = {{"init_value", joined_init_text},
               {"peak_value", peak_text},
               {"warmup_steps", warmup_text}},
    .returns = joined_gives,
    .errors = "",
    .example = "optim.warmup_constant_schedule(0.0, 1.0, 10)(5)  #> 0.5",
    .source = "optax.warmup_constant_schedule",
    .call = bind<&warmup_constant>,
};

extern const Builtin optim_warmup_cosine_decay_schedule_builtin = {
    .signature =
        "optim.warmup_cosine_decay_schedule(init_value: real, peak_value: real, warmup_steps: int, "
        "decay_steps: int, end_value: real = 0, exponent: real = 1) -> fn",
    .brief = "Creates a schedule with a linear warmup and a cosine decay.",
    .params = {{"init_value", joined_init_text},
               {"peak_value", peak_text},
               {"warmup_steps", warmup_text},
               {"decay_steps",
                "Number of steps of warmup and decay together, more than `warmup_steps`."},
               {"end_value", "Final value."},
               {"exponent", "Exponent of the cosine factor."}},
    .returns = joined_gives,
    .errors = "error[value] if `decay_steps` is not above `warmup_steps`",
    .example = "optim.warmup_cosine_decay_schedule(0.0, 1.0, 10, 110)(60)  #> 0.5",
    .source = "optax.warmup_cosine_decay_schedule",
    .call = bind<&warmup_cosine>,
};

extern const Builtin optim_warmup_exponential_decay_schedule_builtin = {
    .signature =
        "optim.warmup_exponential_decay_schedule(init_value: real, peak_value: real, warmup_steps: "
        "int, transition_steps: int, decay_rate: real, transition_begin: int = 0, staircase: bool "
        "= false, end_value: real = nil) -> fn",
    .brief = "Creates a schedule with a linear warmup and an exponential decay.",
    .params = {{"init_value", joined_init_text},
               {"peak_value", peak_text},
               {"warmup_steps", warmup_text},
               {"transition_steps",
                "Number of steps in which the value is multiplied once by `decay_rate`. With 0, "
                "the value stays at the peak."},
               {"decay_rate",
                "Decay factor for `transition_steps` steps. With 0, the value stays at the peak."},
               {"transition_begin",
                "Number of steps between the warmup and the decay, in which the value stays at the "
                "peak."},
               {"staircase", "If true, the exponent of the decay is rounded down to an integer."},
               {"end_value",
                "Bound of the value after the warmup: a lower bound if `decay_rate` is below 1, "
                "else an upper bound. If nil, the value has no bound."}},
    .returns = joined_gives,
    .errors = "",
    .example = "optim.warmup_exponential_decay_schedule(0.0, 1.0, 10, 20, 0.5)(30)  #> 0.5",
    .source = "optax.warmup_exponential_decay_schedule",
    .call = bind<&warmup_exponential>,
};

extern const Builtin optim_sgdr_schedule_builtin = {
    .signature = "optim.sgdr_schedule(...cycles: any) -> fn",
    .brief =
        "Creates a schedule of cosine decays with warm restarts (SGDR). Each cycle is a linear "
        "warmup and a cosine decay.",
    .params = {{"cycles",
                "Records with the arguments of `optim.warmup_cosine_decay_schedule`, one for each "
                "cycle. `end_value` and `exponent` are optional."}},
    .returns = joined_gives,
    .errors =
        "error[type] if a cycle is not a record of these numbers; error[value] if there is no "
        "cycle",
    .example =
        "let once = (init_value = 0.0, peak_value = 1.0, warmup_steps = 2, decay_steps = 10)\n"
        "optim.sgdr_schedule(once, once)(12)  #> 1",
    .source = "Loshchilov and Hutter, arXiv 1608.03983; optax.sgdr_schedule",
    .call = bind<&sgdr>,
};

extern const Builtin optim_join_schedules_builtin = {
    .signature = "optim.join_schedules(schedules: tuple, boundaries: (int, ...)) -> fn",
    .brief = "Creates a schedule that switches to the next of several schedules at each boundary.",
    .params =
        {{"schedules",
          "Schedules: functions of the step count. Each one counts from 0 at its own beginning."},
         {"boundaries",
          "Step counts at which the next schedule begins, one fewer than schedules."}},
    .returns = joined_gives,
    .errors =
        "error[type] if a schedule is not a function; error[value] if there is not one boundary "
        "fewer than schedules",
    .example =
        "optim.join_schedules((optim.constant_schedule(1.0), step => 0.5), (10,))(12)  #> 0.5",
    .source = "optax.join_schedules",
    .call = bind<&join_schedules>,
};

}  // namespace rille
