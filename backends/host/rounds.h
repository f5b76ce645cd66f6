// Rounds: adjacent steps that run in parallel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rille {

struct Program;

// A range of iterations of one step, for one thread.
struct IterationRange {
  size_t step;
  int64_t begin, end;
};

// Steps [first, first + count) of a plan, none of which accesses memory that another one writes, so
// their pieces may run in any order and in parallel. Threads are woken once for all steps, and
// steps that are too short for several threads run in parallel with each other.
struct Round {
  size_t first = 0, count = 0;
  std::vector<IterationRange> pieces = {};  // ranges as parallel_for would create them
};

// The rounds in the order of the plan. `donors` has, per result, the parameter whose buffer it
// reuses, or -1. No round extends across step `commit` or contains a step with checks, since
// failures are reported in order.
std::vector<Round> rounds_of(const Program& program, std::span<const int> donors, size_t commit);

}  // namespace rille
