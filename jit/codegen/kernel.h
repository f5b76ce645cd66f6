// The function of a kernel.
#pragma once

#include <string>

#include "jit/codegen/llvm.h"
#include "jit/schedule.h"
#include "jit/target.h"

namespace rille {

// A function with what all kernels take; it has no code yet.
llvm::Function* declare_kernel(llvm::Module& module, const Target& target, const std::string& name);
// Asks the runtime (backends/host/runtime.h) something that touches no memory of the kernel: an i1.
llvm::Value* ask(llvm::IRBuilder<>& b, const char* name, llvm::ArrayRef<llvm::Value*> args);

}  // namespace rille
