// PartialResult: a reduction so far, as registers hold it.
#pragma once

#include "jit/loops/build.h"

namespace rille {

// Extremes of floats are integers that are ordered as the floats are, -0 below 0 and NaN beyond
// all: one instruction makes one of two, where floats take six, each waiting for the one before.
// The result is the float again; a NaN has the bits of the plain one. Where the position of an
// extreme is asked for, -0 and 0 are one number. A bool is a byte, since LLVM keeps a vector of
// single bits number by number from iteration to iteration. Everything else is kept as it is.
class PartialResult {
 public:
  PartialResult(LoopBuilder& builder, Scalar combiner, Dtype dtype);

  Dtype dtype() const { return kept_; }
  Register start(int lanes);   // before the first term
  Register of(Register term);  // of the reduction's dtype
  Register joined(Register x, Register y) { return b_.compute(combiner_, kept_, {x, y}); }
  Register result(Register x);  // of the reduction's dtype again

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
