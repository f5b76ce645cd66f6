// Kernels: machine code, shared within the process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "jit/codegen.h"

namespace rille {

using KernelCode = std::shared_ptr<const MachineCode>;

// The code of each kernel, created once and shared by plans, their regions, and eager code. A
// kernel that the process lacks is taken from the prebuilt library (pack.h), read from disk, or
// compiled, on several threads if that pays. A kernel that another thread compiles is waited for.
// Code lives while it is referenced, and some time longer for later requests. Threads that must
// poll should not call this function, since it may take long. `is_compiled` receives whether it
// compiled a kernel, or waited for a thread that did.
std::vector<KernelCode> kernels_of(std::span<const KernelSource> sources,
                                   bool* is_compiled = nullptr);

// The code of a kernel if the process or its prebuilt library has it; else null.
KernelCode kernel_at_hand(const KernelSource& source);

// Whether kernels_of() would succeed. A program that carries its kernels has no others.
bool has_code(const KernelSource& source);

// The origins of the kernels requested so far, for tests and measurements.
struct KernelCounts {
  int64_t compiled;
  int64_t read;    // from disk, or carried by the program
  int64_t packed;  // from the prebuilt library
};
KernelCounts kernel_counts();

}  // namespace rille
