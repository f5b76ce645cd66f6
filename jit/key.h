// Key: what the code of a kernel is kept by.
#pragma once

#include <string>

#include "jit/serial.h"
#include "jit/target.h"

namespace rille {

// All that decides about the code beside the generator's build: the target, the loops, and how they
// are cut in turns, for the caller of a kernel counts turns by the same schedule. Code that is kept
// is kept by this and by generator_mark().
std::string key_of(const KernelSource& source, const Target& target);

// What of the machine decides about the code: a kernel without products never adds dots.
Target target_of(const KernelSource& source, const Target& target);

// What tells one build of librille-llvm.so from another: its build ID, read from the file without
// opening it. Empty where there is none; code is not kept then.
const std::string& generator_mark();

}  // namespace rille
