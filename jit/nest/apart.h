// Apart: parts of a stage that have nothing in common.
#pragma once

#include <vector>

#include "jit/nest.h"

namespace rille {

// Which steps and buffers of a stage belong together. Parts share numbers alone (constants,
// elements that are the same in every turn, counters of loops), so that each may run in loops of
// its own, one part after the other, and a part's results may stand where it reads, but not where
// another part does.
struct Apart {
  int count = 0;                              // 0: the stage is one whole
  std::vector<int> steps = {}, buffers = {};  // each one's part, or -1
};

// `buffers`: how many its nest has.
Apart apart(const Stage& stage, size_t buffers);

}  // namespace rille
