// IndependentParts: parts without common values.
#pragma once

#include <vector>

#include "jit/nest.h"

namespace rille {

// The steps and buffers of a stage by part. Parts have only constants, elements that do not change
// between iterations, and loop counters in common. So each part may run in loops of its own, one
// part after the other, and the results of a part may overwrite what the same part reads, but not
// what another part reads.
struct IndependentParts {
  int count = 0;                              // 0: the stage has no such parts
  std::vector<int> steps = {}, buffers = {};  // the part of each, or -1
};

// `buffers`: the number of buffers of its nest.
IndependentParts independent_parts(const Stage& stage, size_t buffers);

}  // namespace rille
