// Loops over plans as loop programs.
#pragma once

#include <memory>

#include "jit/loop_program.h"
#include "jit/plan.h"
#include "jit/target.h"

namespace rille {

// A scan or while_loop of a plan whose iterations are too short for separate steps and threads: one
// kernel runs all of them in sequence, each with all steps of the body. The results have the same
// bits as separate steps.
//
// Checks are numbered across all of its plans, the condition before the body, each plan before the
// parts of its steps.
struct PlanLoop {
  LoopShape shape;
  std::shared_ptr<const Plan> condition;  // null for a scan
  std::shared_ptr<const Plan> body;
};

// The plans of a loop, in the order that numbers their checks.
std::vector<const Plan*> plans_of(const PlanLoop& loop);

// The program of the loop's kernel. It runs the iterations [0, end); a while_loop stops earlier if
// its condition is false. Its buffers are bytes: the inputs and results of the loop, the memory of
// its step (PlanStep::scratch), and `constants`, which slots of the plans refer to
// (Slot::Home::constants). The nests of the plans are functions of the program, with the schedules
// that they have.
LoopProgram loop_program(const PlanLoop& loop, size_t constants, const Target& target);

}  // namespace rille
