// Programs of kernels with products.
#pragma once

#include "jit/loop_program.h"
#include "jit/schedule.h"

namespace rille {

// The program of a scheduled nest with products, whether there is one.
LoopProgram task_program(const ScheduledNest& kernel, const Target& target);
bool has_task_program(const ScheduledNest& kernel);

}  // namespace rille
