// Instrumentation of kernels in a build with sanitizers.
#pragma once

#include "jit/codegen/llvm.h"

namespace rille {

// Adds AddressSanitizer's checks to every function where the plugin is built with them; else
// nothing.
void instrument(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace rille
