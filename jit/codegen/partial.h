// Partial results of a fold, and how they stand in registers.
#pragma once

#include "jit/codegen/emit.h"

namespace rille {

// Extremes of floats stand as whole numbers that are ordered as the floats are, -0 below 0 and NaN
// beyond all: one instruction makes one of two, where floats take six, each waiting for the one
// before. Whatever else is folded stands as itself. Results are the floats again; a NaN has the
// bits of the plain one.
class Partial {
 public:
  explicit Partial(Emit& emit);

  llvm::Type* type(int lanes) const { return wide(element_, lanes); }
  llvm::Constant* start(int lanes) const;  // before the first term
  llvm::Value* of(llvm::Value* term);      // of the sum's dtype, as a register holds it
  llvm::Value* joined(llvm::Value* x, llvm::Value* y);
  llvm::Value* result(llvm::Value* x);

 private:
  llvm::Value* turned(llvm::Value* bits);

  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  bool is_ordered_, is_greatest_;
  llvm::Type *float_, *element_;
};

}  // namespace rille
