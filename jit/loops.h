// From nests to loop programs.
#pragma once

#include <vector>

#include "jit/loop_program.h"
#include "jit/schedule.h"

namespace rille {

// The loops of a stage in a program: the counter of each, outermost first. A stage whose results
// have nothing in common (jit/nest/independent_parts.h) has several copies of its loops, one after the other.
struct LoweredStage {
  std::vector<std::vector<Register>> counters = {};
};

// A nest as one scalar operation after the other, in serial loops, each operation in as few loops
// as it can be. It decides nothing: vectors, tiles, and shares of threads are transformations.
struct LoweredNest {
  LoopProgram program;
  std::vector<LoweredStage> stages = {};
};
LoweredNest lower(const Nest& nest);

// The program of a kernel: the nest lowered, then transformed as its schedule says.
LoopProgram loop_program(const ScheduledNest& kernel, const Target& target);

}  // namespace rille
