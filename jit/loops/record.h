// Records of the kernels that code is made of, for tests.
#pragma once

#include "jit/loop_program.h"
#include "jit/schedule.h"

namespace rille {

// Writes the text of a kernel to a file of its own in the directory RILLE_TEST_KERNELS;
// nothing where that is not set. `kernels` (tests/kernels) reads them.
void record(const ScheduledNest& kernel);
void record(const LoopProgram& program);

}  // namespace rille
