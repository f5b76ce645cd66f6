// Estimate: the expected cost of a plan, step by step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/cost.h"
#include "jit/plan.h"

namespace rille {

// One step of a plan, or of a plan nested in it: one iteration of a loop or one branch of a
// conditional. The pointers are valid as long as the plan.
struct StepEstimate {
  const Plan* plan = nullptr;
  const PlanStep* step = nullptr;
  int depth = 0;          // number of enclosing loops and branches
  double iterations = 1;  // total iterations of these loops; `cost` and `time` cover all of them
  bool is_one_iteration =
      false;  // the estimate covers one iteration, because the trip count is unknown
  bool is_one_kernel = false;  // a loop whose iterations are one kernel
  bool is_counted = true;      // false for the device's own code, whose operations are not counted
  Cost cost = {};
  RooflineEstimate time = {};
  size_t scratch = 0;  // bytes of all threads together
};

// Bytes in memory at the same time.
struct PlanMemory {
  size_t arguments = 0, results = 0;
  size_t taken_over = 0;  // bytes of results stored in donated arguments
  size_t arena = 0;       // values between steps; values with disjoint lifetimes share memory
  size_t scratch = 0;     // of all threads together, for the step that needs most

  size_t peak() const { return arguments + results - taken_over + arena + scratch; }
};

struct PlanEstimate {
  std::vector<StepEstimate> steps;  // in order; for a branch, the steps of all branches
  Cost cost = {};                   // of one run; for a branch, the cost of the most expensive one
  double seconds = 0;
  PlanMemory memory = {};
};

// Estimates one run of the plan on the target that the plan was made for.
PlanEstimate estimate(const Plan& plan, const Target& target);

// The time of the step if its products of bf16 had the precision `fast`; none if that gains nothing
// on the target.
std::optional<double> seconds_if_fast(const StepEstimate& step, const Target& target);

// The nodes of the plan's graph that a step computes, in graph order.
std::vector<int> nodes_of(const Plan& plan, const PlanStep& step);
// The names of the operations that a step computes, each once; views only if it has no other.
std::vector<std::string> operations_of(const Plan& plan, const PlanStep& step);

}  // namespace rille
