// From nests to loop programs.
#pragma once

#include <vector>

#include "jit/loop_program.h"
#include "jit/schedule.h"

namespace rille {

// The loops of a stage in a program: the counter of each, outermost first. A stage with independent
// parts (jit/nest/independent_parts.h) has the loops of each part, one after the other.
struct LoweredStage {
  std::vector<std::vector<Register>> counters = {};
};

// A nest as scalar operations in serial loops, each operation in the outermost possible loop. No
// decision is made here: vectors, tiles, and the division among threads are transformations.
struct LoweredNest {
  LoopProgram program;
  std::vector<LoweredStage> stages = {};
};
LoweredNest lower(const Nest& nest);

// The program of a kernel: the nest lowered, then transformed as its schedule says.
LoopProgram loop_program(const ScheduledNest& kernel, const Target& target);

}  // namespace rille
