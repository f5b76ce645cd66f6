// PlanReport: a plan and its estimate in text form or JSON.
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
  State& state;  // has the sources that the plan refers to
};

std::string text_of(const PlanReport& report);  // tables with rounded numbers
std::string json_of(const PlanReport& report);  // one JSON object on one line

// The source locations of the operations of a step, and the layers of a model that they belong to,
// each once and in the order of the graph.
std::vector<std::string> places_of(const PlanReport& report, const Plan& plan,
                                   const PlanStep& step);
std::vector<std::string> layers_of(const Plan& plan, const PlanStep& step);
// Returns what produces a value: an operation such as "exp", or "argument 0".
std::string maker_of(const Plan& plan, Var v);
// Returns where a slot is stored: "argument 0", "result 1", "at 256" (an offset in the arena), or
// "tape"; "" for constants and slots without memory.
std::string home_of(const Slot& slot);
// Returns the numbers of the slots that are buffers in memory, in ascending order.
std::vector<int> buffers_of(const Plan& plan);

}  // namespace rille
