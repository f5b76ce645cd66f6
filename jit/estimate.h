// Estimate: what a plan should take, step by step.
#pragma once

#include <vector>

#include "jit/cost.h"
#include "jit/plan.h"

namespace rille {

// One step of a plan, or of the plan that one turn of its loop or one of its branches is. What it
// points to lives as long as the plan.
struct StepEstimate {
  const Plan* plan = nullptr;
  const PlanStep* step = nullptr;
  int depth = 0;               // in so many loops and branches
  double turns = 1;            // of these together: `cost` and `time` are of all
  bool is_turn = false;        // of one turn, since nobody knows how many there are
  bool is_one_kernel = false;  // a loop whose turns are a kernel
  bool is_counted = true;      // or it is the device's own code, whose operations are not counted
  Cost cost = {};
  Expected time = {};
};

// Bytes that stand in memory at once.
struct PlanMemory {
  size_t arguments = 0, results = 0;
  size_t taken_over = 0;  // of the results: stand in arguments that the caller gives away
  size_t arena = 0;       // values between steps; those with disjoint lives share room
  size_t scratch = 0;     // of all threads together, for the step that needs most

  size_t peak() const { return arguments + results - taken_over + arena + scratch; }
};

struct PlanEstimate {
  std::vector<StepEstimate> steps;  // in order; of a branch, all sides
  Cost cost = {};                   // of a run; of branches, that of the dearest
  double seconds = 0;
  PlanMemory memory = {};
};

// Of one run of the plan on a machine. The plan was made for it.
PlanEstimate estimate(const Plan& plan, const Target& target);

// The nodes of the plan's graph that a step computes, in their order.
std::vector<int> nodes_of(const Plan& plan, const PlanStep& step);

}  // namespace rille
