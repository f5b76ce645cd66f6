// Functions of floats, as straight vector code.
#pragma once

#include "jit/codegen/llvm.h"
#include "jit/scalars.h"
#include "vm/numbers/dtype.h"

namespace rille {

// The code of exp, log, tanh … over floats or doubles in registers (`dtype` says which small float
// they stand for; the caller rounds). The same code for one number and for many, so that a
// result does not depend on its place. Null where it is no such function.
llvm::Value* math_function(llvm::IRBuilder<>& b, Scalar name, Dtype dtype,
                           llvm::ArrayRef<llvm::Value*> in);

}  // namespace rille
