// Quotients by one number, of many lanes.
#pragma once

#include "jit/codegen/llvm.h"

namespace rille {

// x / divisor, of float or double lanes, rounded as a division is: for a machine that fuses
// multiplications and additions.
llvm::Value* divided_by(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Value* divisor);

}  // namespace rille
