// Records of the kernels that code is made of, for tests.
#pragma once

#include "jit/loop_program.h"
#include "jit/schedule.h"

namespace rille {

// Writes the text of a kernel to a file of its own in the folder that RILLE_TEST_KERNELS names;
// nothing where that is not set. `diff --kernels` reads these files.
void record(const ScheduledNest& kernel);
void record(const LoopProgram& program);

}  // namespace rille
