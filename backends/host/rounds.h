// Rounds: neighbouring steps that threads share as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rille {

struct Program;

// So many turns of one step, by one thread.
struct TurnRange {
  size_t step;
  int64_t begin, end;
};

// Steps [first, first + count) of a plan, none of which touches what another of them writes: their
// pieces may run in any order and at once. Threads are called together for all of them and not for
// each, and steps that are too short to share are shared with each other.
struct Round {
  size_t first = 0, count = 0;
  std::vector<TurnRange> pieces = {};  // those of a step as parallel_for would hand them out
};

// In the plan's order. `donors`: per result the param whose memory it takes over, or -1. None goes
// across step `commit`, and none has a step with checks, whose failures come one by one.
std::vector<Round> rounds_of(const Program& program, std::span<const int> donors, size_t commit);

}  // namespace rille
