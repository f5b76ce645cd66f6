// Recorded kernels against their loop programs.
#pragma once

#include <string_view>

#include "tests/diff/chance.h"
#include "tests/diff/near.h"

namespace rille::diff {

// What a recorded kernel came to. For each instruction set of this machine, the nest is scheduled,
// its loop program is interpreted, and its machine code runs: all with the bits of the interpreted
// scalar program. Of the program of a small loop, which is scheduled already, only the machine code
// differs.
struct KernelVerdict {
  Fault fault;
  std::string_view skipped = "";      // why nothing was compared
  bool is_program = false;            // of a small loop
  bool is_reduced = false;            // loops have fewer iterations
  bool is_scheduled_alike = false;    // for one of the instruction sets, as it was recorded
  int interpreted = 0, executed = 0;  // comparisons
};

struct KernelOptions {
  int64_t work = 1 << 15;   // about how many operations the scalar program may run
  bool is_planted = false;  // the machine code of nests stores one element too far
};

// `text`: what a file in the directory RILLE_TEST_KERNELS has (jit/loops/record.h).
KernelVerdict judge_kernel(std::string_view text, Chance& chance, const KernelOptions& options);

}  // namespace rille::diff
