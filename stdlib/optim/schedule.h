// Schedules: functions of the count of steps.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/function.h"

namespace rille {

// What a count of steps, an f32 array or a host number, gives.
using AtCount = std::function<Array(const Array& count)>;
using Settings = std::vector<std::pair<std::string, Value>>;

// `optim.NAME` of these settings, by which one is told from others. error[type] where what it is
// called with is no number.
Function make_schedule(State& state, std::string_view name, Settings settings, AtCount at);

// What a schedule is called with. error[type] where it is no number.
Array count_of(const Values& args);

AtCount constant_at(double value);
// (init - end) (1 - done) ^ power + end, `done` the part of `steps` behind `begin`.
struct Polynomial {
  double init, end, power = 1;
  int64_t steps, begin = 0;
};
AtCount polynomial_at(Polynomial of);
struct Exponential {
  double init;
  int64_t steps;
  double rate;
  int64_t begin = 0;
  bool staircase = false;
  std::optional<double> end = {};
};
AtCount exponential_at(Exponential of);
struct Cosine {
  double init;
  int64_t steps;
  double alpha = 0, exponent = 1;
};
AtCount cosine_at(Cosine of);  // error[value] where steps is not above 0

// optim.warmup_constant_schedule.
Function warmup_constant(State& state, double init, double peak, int64_t steps);

// Each from its boundary on, where it counts from 0 again; the first from the start.
AtCount joined_at(std::vector<AtCount> schedules, Ints boundaries);

}  // namespace rille
