// Reduce: a smaller graph of which an oracle says the same.
#pragma once

#include "tests/diff/grow.h"
#include "tests/diff/oracles.h"

namespace rille::diff {

struct Trial {
  Graph graph;
  Arrays args;
};

// The graph of a seed, and its arguments.
Trial trial_of(uint64_t seed, const Bounds& bounds);

// Smaller extents and fewer steps by the same choices, one result, values instead of nodes,
// bodies instead of ops that hold them: as long as the oracle still finds a fault. Few params are
// left.
Trial reduced(const Oracle& oracle, uint64_t seed, Bounds bounds);

std::string described(const Trial& trial);

}  // namespace rille::diff
