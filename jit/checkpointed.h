// Checkpointed loops: reverse mode keeps few of their turns.
#pragma once

#include "jit/graph.h"

namespace rille {

// The same function with each long loop as a tree of loops, of which reverse mode keeps what a
// branch begins with: some 32 states a level instead of one for each turn, for one more run
// forwards a level. Values are the same bits; sums of cotangents are taken branch by branch. Loops
// that print, and those that read or fill tapes, stay as they are.
Graph checkpointed(const Graph& graph);

// While one lives on this thread, reverse mode takes each graph so.
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
