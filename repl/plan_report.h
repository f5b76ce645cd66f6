// PlanReport: a plan and its estimate, to be shown.
#pragma once

#include <string>

#include "jit/estimate.h"
#include "vm/state.h"

namespace rille {

struct PlanReport {
  const Plan& plan;
  PlanEstimate estimate;
  const Target& target;
  std::string call;
  State& state;  // whose sources the plan's places are in
};

std::string text_of(const PlanReport& report);  // rounded, for people
std::string json_of(const PlanReport& report);  // one object in a line, for programs

// What a step computes, in the order of the graph: the names of its operations, each once, views
// where there is nothing else; where in the sources they come from, and in which layers of a model.
std::vector<std::string> operations_of(const Plan& plan, const PlanStep& step);
std::vector<std::string> places_of(const PlanReport& report, const Plan& plan,
                                   const PlanStep& step);
std::vector<std::string> layers_of(const Plan& plan, const PlanStep& step);
// What makes a value: "exp", "argument 0".
std::string maker_of(const Plan& plan, Var v);
// "argument 0", "result 1", "arena".
std::string home_of(const Slot& slot);
// Slots that stand in memory while it runs, in their order.
std::vector<int> buffers_of(const Plan& plan);

}  // namespace rille
