// PartialResult: a partial result in registers.
#pragma once

#include "jit/loops/build.h"

namespace rille {

// The maximum or minimum of floats is computed on integers with the same order (-0 below 0, NaN
// above all): one instruction per term, where floats need six dependent ones. The result is
// converted back; a NaN becomes the default NaN. For argmax and argmin, -0 equals 0. A bool is kept
// as a byte, because LLVM scalarizes vectors of bits that loops carry. Other dtypes are kept
// unchanged.
class PartialResult {
 public:
  PartialResult(LoopBuilder& builder, Scalar combiner, Dtype dtype);

  Dtype dtype() const { return kept_; }
  Register start(int lanes);   // before the first term
  Register of(Register term);  // of the reduction's dtype
  Register joined(Register x, Register y) { return b_.compute(combiner_, kept_, {x, y}); }
  Register result(Register x);  // converted back

  // Of positions (argmax, argmin): whether x is the better one, and whether every term is better
  // than start().
  Register beats(Register x, Register y);
  bool starts_beyond_all() const { return is_ordered_; }

 private:
  Register integer(int64_t value) { return b_.constant({kept_, 1}, value); }
  int width() const { return bits(kept_); }
  int64_t others() const { return width() == 64 ? INT64_MAX : INT32_MAX; }
  int64_t bits_of(double value) const;
  int64_t ordered(double value) const;
  Register turned(Register bits);

  LoopBuilder& b_;
  Scalar combiner_;
  Dtype dtype_, float_, kept_;
  bool is_max_, gives_position_, is_ordered_, is_byte_;
};

}  // namespace rille
