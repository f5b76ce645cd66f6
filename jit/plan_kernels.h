// PlanKernel: the kernels of a plan, and what code is made of.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "jit/loops/control.h"
#include "jit/plan.h"

namespace rille {

// The loop of a region's step, if one kernel is faster than its separate steps.
std::optional<PlanLoop> loop_in_one_kernel(const Plan& plan, const PlanStep& step);
std::vector<PlanCheck> checks_of(const PlanLoop& loop);

// A loop program, and its text, by which caches identify it.
struct ProgramSource {
  LoopProgram program;
  std::string text;
};

// The input of the code generator: a loop program, or a nest whose program loop_program() makes
// when code is needed, so that kernels in a cache need none.
using KernelSource = std::variant<ScheduledNest, std::shared_ptr<const ProgramSource>>;
std::string text(const KernelSource& source);
LoopProgram loop_program(const KernelSource& source, const Target& target);

// How a kernel is run: iterations [0, iterations) in ranges that begin at multiples of `align`.
struct Launch {
  int64_t iterations = 1, align = 1;
  int64_t scratch = 0;  // bytes that each thread lends to the kernel
  int64_t shared = 0;   // bytes that all ranges of a run share
};

// A kernel of a plan. Plans may share the code of `source`; the other members belong to this plan.
struct PlanKernel {
  KernelSource source;
  Launch launch = {};
  SizeArguments sizes = {};
  Constants constants = {};  // stored in the last buffers, those of a loop in one buffer
};

// The kernel of a loop: its code runs on one thread.
PlanKernel kernel_of(PlanLoop loop, const Target& target, const DynamicSizes& dynamic);

// The kernels of a plan: its loop nests without duplicates; then, step by step, the loop that a
// region is, or the kernels of its parts.
std::vector<PlanKernel> plan_kernels(const Plan& plan, const Target& target,
                                     const DynamicSizes& dynamic);

}  // namespace rille
