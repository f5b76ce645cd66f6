// Key: the cache key of the code of a kernel.
#pragma once

#include <string>

#include "jit/plan_kernels.h"
#include "jit/target.h"

namespace rille {

// Everything that determines the code of a kernel except the build of the code generator: the
// target, the loops, and their partition into iterations, because the caller of a kernel counts
// iterations by the same schedule. Code is cached by this key and generator_mark().
std::string key_of(const KernelSource& source, const Target& target);

// The parts of the target that determine the code: a kernel without a GEMM has no dot instructions.
Target target_of(const KernelSource& source, const Target& target);

// Distinguishes builds of librille-llvm.so: the build ID, read from the file without opening the
// library. If it is empty, the file has none, and code is not cached.
const std::string& generator_mark();

}  // namespace rille
