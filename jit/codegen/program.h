// From loop programs to LLVM.
#pragma once

#include <string>

#include "jit/codegen/llvm.h"
#include "jit/loop_program.h"
#include "jit/schedule.h"
#include "jit/target.h"

namespace rille {

// Writes the program as a function of the module, operation by operation.
void write_program(llvm::Module& module, const LoopProgram& program, const Target& target,
                   const std::string& name);

// Writes a scheduled nest: by its loop program, or, if it has products, from the nest.
void write_scheduled(llvm::Module& module, const ScheduledNest& kernel, const Target& target,
                     const std::string& name);

}  // namespace rille
