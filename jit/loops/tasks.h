// Programs of kernels with products.
#pragma once

#include "jit/loops.h"

namespace rille {

// The program of a scheduled nest with products, which have their final form. The other stages are
// scalar loops, whose counters are in the result.
LoweredNest task_program(const ScheduledNest& kernel, const Target& target);

}  // namespace rille
