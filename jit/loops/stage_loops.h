// StageLoops: a stage as scalar operations in serial loops.
#pragma once

#include <vector>

#include "jit/loops/stage.h"
#include "jit/loops/sums.h"

namespace rille {

// The loops of a stage, or of one of its parts, inside of the loops that stages share.
class StageLoops {
 public:
  StageLoops(LoopBuilder& builder, const Nest& nest, const Stage& stage,
             const std::vector<Register>& shared);

  // The current row of locals, which have a row for each of several iterations of the shared loops.
  void take_row(LinearIndex row) { code_.take_row(std::move(row)); }

  // `part` of `parts`; -1: all of it. Returns the counters of the loops.
  std::vector<Register> write(const IndependentParts& parts, int part);

  // Of Stage::sums_outer_products: adds the terms of k to all sums; runs the code after the
  // product.
  void add_terms(PartialSums& sums, Register k);
  void finish(PartialSums& sums);

 private:
  void level(int depth);
  void loop(int depth, const LoopBuilder::Body& body);
  void after(Register result, int depth);
  void fold();
  void scan();
  void partial_results(int depth, Register sum);
  void terms(int depth, Register sum);
  Register position();
  void product();
  Register element(const Stage& operand, Register across, Register k);
  static void bind_digits(LoopBuilder& b, StageCode& code, const Stage& operand, size_t from,
                          size_t to, Register number);

  LoopBuilder& b_;
  const Nest& nest_;
  const Stage& stage_;
  int shared_;
  StageCode code_;
};

}  // namespace rille
