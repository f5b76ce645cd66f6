// From loop programs to LLVM.
#pragma once

#include <string>

#include "jit/codegen/llvm.h"
#include "jit/loop_program.h"
#include "jit/target.h"

namespace rille {

// Writes the program as a function of the module, operation by operation.
void write_program(llvm::Module& module, const LoopProgram& program, const Target& target,
                   const std::string& name);

}  // namespace rille
