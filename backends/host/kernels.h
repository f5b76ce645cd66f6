// Kernels: machine code, one of a kind in the process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "jit/codegen.h"

namespace rille {

using KernelCode = std::shared_ptr<const MachineCode>;

// The code of each of them, made once for all who want it: plans, their regions, other jitted
// functions, eager code. What the process does not have is in the program's pack (pack.h), or it is
// read from the disk or compiled, on as many threads as pay; what somebody else compiles is waited
// for. Code lives while it is held, and a while longer for those who ask next. Not for threads that
// poll: what takes long takes long.
std::vector<KernelCode> kernels_of(std::span<const KernelSource> sources);

// The same of one, if the process or its pack has it at hand; else null.
KernelCode kernel_at_hand(const KernelSource& source);

// Whether kernels_of() would have it: a program that carries its kernels has no others.
bool has_code(const KernelSource& source);

// What became of kernels that were asked for so far, for tests and measurements.
struct KernelCounts {
  int64_t compiled, read, packed;  // anew; from the disk or the program's own file; from the pack
};
KernelCounts kernel_counts();

}  // namespace rille
