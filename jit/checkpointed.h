// Checkpointed loops: reverse mode saves few iterations.
#pragma once

#include "jit/graph.h"

namespace rille {

// Returns the same function with each long loop as a tree of loops. Reverse mode saves only the
// carry at the start of each branch: about 32 states per level instead of one per iteration, at the
// cost of one more forward run per level. Values have the same bits; sums of cotangents are taken
// branch by branch. Loops that print and loops that read or fill tapes are left unchanged.
Graph checkpointed(const Graph& graph);

// While an instance lives on this thread, reverse mode applies checkpointed() to each graph.
class LoopCheckpointing {
 public:
  LoopCheckpointing();
  ~LoopCheckpointing();
  LoopCheckpointing(const LoopCheckpointing&) = delete;
  LoopCheckpointing& operator=(const LoopCheckpointing&) = delete;

  static bool is_enabled();

 private:
  bool before_;
};

}  // namespace rille
