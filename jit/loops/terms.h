// TermVectors: the terms of a reduction, in vectors.
#pragma once

#include <vector>

#include "jit/loops/vectorizer.h"

namespace rille {

// Loops over terms, and the reduction that these are of.
struct Terms {
  std::vector<Register> extents = {};  // of the loops, outermost first
  const LoopOp* fold = nullptr;
};
Terms find_terms(const LoopProgram& program, const std::vector<Register>& counters);

// Writes the innermost loop over terms, whose iterations are the lanes of vectors. Blocks of
// SumOrder end where they have to.
class TermVectors {
 public:
  // `loops`: how many loops the terms have.
  TermVectors(LoopBuilder& builder, const LoopOp& loop, const VectorOptions& options,
              const LoopOp& fold, size_t loops);

  // Terms [from, to) of the only loop, or of one whose rows begin at lane 0.
  void run(Register from, Register to);
  // A row of terms that continues a reduction at any lane: what is left of a vector, whole vectors,
  // and the first lanes of one more. `first`: the number of the term of iteration 0.
  void row(Register first, Register from, Register to);

 private:
  void between(Register from, Register to);
  void vector(Register at, Register mask, Register end);
  void end_block();

  LoopBuilder& b_;
  int lanes_;
  Vectorizer body_;
  const LoopOp& fold_;
  bool is_only_, is_long_;
  Register first_ = -1;
};

}  // namespace rille
