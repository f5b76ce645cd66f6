// PositionReduction: which term of a reduction is the extreme.
#pragma once

#include "jit/loops/partial.h"

namespace rille {

// The reductions argmax and argmin: two variables, the extreme so far and its position. Position
// 2^32 - 1, after all others, means that there is no term yet. Of equal terms the first one counts,
// and NaN is more extreme than any number.
class PositionReduction {
 public:
  PositionReduction(LoopBuilder& builder, const LoopOp& fold);

  void accumulate(const LoopOp& op);
  Register total(const LoopOp& op);

 private:
  struct Best {
    Register value, position;
  };
  Best now();
  Best better(Best x, Best y);
  Register get(Register variable);
  Register half(Register whole, int from, int lanes);
  Register none() { return b_.constant({Dtype::u32, 1}, int64_t{UINT32_MAX}); }

  LoopBuilder& b_;
  PartialResult partial_;
  int lanes_;
  bool is_together_;
  Best variables_;
};

}  // namespace rille
