// Partial results of a fold, and how they stand in registers.
#pragma once

#include "jit/codegen/emit.h"

namespace rille {

// Extremes of floats stand as whole numbers that are ordered as the floats are, -0 below 0 and NaN
// beyond all: one instruction makes one of two, where floats take six, each waiting for the one
// before. Results are the floats again; a NaN has the bits of the plain one. Where the place of an
// extreme is asked for, -0 and 0 are one number, and nobody asks for the float. Of bool each stands
// as a byte that is 0 or 1: LLVM keeps a vector of single bits number by number from turn to turn.
// Whatever else is folded stands as itself.
class Partial {
 public:
  explicit Partial(Emit& emit);

  llvm::Type* type(int lanes) const { return wide(element_, lanes); }
  llvm::Constant* start(int lanes) const;  // before the first term
  llvm::Value* of(llvm::Value* term);      // of the sum's dtype, as a register holds it
  llvm::Value* joined(llvm::Value* x, llvm::Value* y);
  llvm::Value* result(llvm::Value* x);
  llvm::Value* beats(llvm::Value* x, llvm::Value* y);  // of places: whether x is the better one
  // Whether every term of a fold for places beats start().
  bool starts_beyond_all() const { return is_ordered_; }

 private:
  llvm::Value* turned(llvm::Value* bits);

  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  bool gives_place_, is_greatest_, is_ordered_, is_byte_;
  llvm::Type *element_, *float_;  // in registers here, and of the dtype
};

}  // namespace rille
