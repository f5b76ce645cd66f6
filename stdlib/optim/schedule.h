// Schedules: functions of the step count.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/function.h"

namespace rille {

// The value of a schedule at a step count, which is an f32 array or a host scalar.
using ScheduleFn = std::function<Array(const Array& count)>;
using Settings = std::vector<std::pair<std::string, Value>>;

// The schedule `optim.NAME`. Schedules with different settings are different functions for the
// caches. Its call is an error[type] if the argument is not a number.
Function make_schedule(State& state, std::string_view name, Settings settings, ScheduleFn at);

// The step count with which a schedule is called. error[type] if it is not a number.
Array count_of(const Values& args);

ScheduleFn constant_at(double value);
// (init - end) (1 - done) ^ power + end, where `done` is the completed fraction of `steps`, counted
// from `begin`.
struct PolynomialDecay {
  double init, end, power = 1;
  int64_t steps, begin = 0;
};
ScheduleFn polynomial_at(PolynomialDecay of);
struct Exponential {
  double init;
  int64_t steps;
  double rate;
  int64_t begin = 0;
  bool staircase = false;
  std::optional<double> end = {};
};
ScheduleFn exponential_at(Exponential of);
struct Cosine {
  double init;
  int64_t steps;
  double alpha = 0, exponent = 1;
};
ScheduleFn cosine_at(Cosine of);  // error[value] if steps is not above 0

// optim.warmup_constant_schedule.
Function warmup_constant(State& state, double init, double peak, int64_t steps);

// Each schedule applies from its boundary on and counts from 0 there; the first applies from 0.
ScheduleFn joined_at(std::vector<ScheduleFn> schedules, Ints boundaries);

}  // namespace rille
