// Loop programs on arrays: interpreted, and as machine code.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "backends/host/kernels.h"
#include "jit/loop_program.h"
#include "jit/target.h"
#include "tests/diff/chance.h"

namespace rille::diff {

// The instruction sets of this machine as targets, with its caches, cores, and units.
std::vector<Target> targets_here();

// Machine code for any of them, compiled again for each call.
KernelCode machine_code(const KernelSource& source, const Target& target);

// A function whose bits are those of our code (LoopInput::function), by machine code of the
// baseline.
Array by_machine(Scalar name, Dtype dtype, std::span<const Array> in);

// How a kernel is run.
struct KernelRun {
  std::vector<bool> has_contents = {};  // of each buffer; empty: all have
  std::vector<int64_t> sizes = {};
  int64_t begin = 0, middle = 0, end = 1;  // machine code runs the second range first
  int64_t shared = 0, scratch = 0;         // bytes
};

// The buffers after a run, and the first check that failed, if one did: of machine code the least
// by its number and then its element, of an interpreted program the first in its order.
struct KernelResult {
  Arrays buffers;
  std::optional<std::pair<int64_t, int64_t>> failure = {};
};
KernelResult interpreted(const LoopProgram& program, const Arrays& start, const KernelRun& run);
// error[index] where the code writes outside of the buffers.
KernelResult executed(const MachineCode& code, const Arrays& start, const KernelRun& run);

}  // namespace rille::diff
