// Checkpointed loops: reverse mode saves few loop states.
#pragma once

#include "jit/graph.h"

namespace rille {

// The same function with each long loop replaced by a tree of loops. Reverse mode saves the state
// at the beginning of each branch: about 32 states per level instead of one per iteration, for one
// more forward run per level. Values have the same bits; cotangents are summed branch by branch.
// Loops that print, and those that read or fill tapes, are kept.
Graph checkpointed(const Graph& graph);

// While one lives on this thread, reverse mode applies checkpointed() to each graph.
class FewTurns {
 public:
  FewTurns();
  ~FewTurns();
  FewTurns(const FewTurns&) = delete;
  FewTurns& operator=(const FewTurns&) = delete;

  static bool wished();

 private:
  bool before_;
};

}  // namespace rille
