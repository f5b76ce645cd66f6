// Programs of kernels with products.
#pragma once

#include "jit/loops.h"

namespace rille {

// The program of a scheduled nest with products: its products run as their schedules say. The
// stages between them are scalar loops, whose counters are those of the result.
LoweredNest task_program(const ScheduledNest& kernel, const Target& target);

}  // namespace rille
