// SerialLoop: a loop with a small body, as one kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "jit/plan.h"

namespace rille {

// A scan or while_loop whose iterations are too short for separate steps and threads. One kernel
// runs all iterations in sequence, each with all loop nests of the body. The results have the same
// bits as separate steps.
//
// The kernel's buffers are the inputs and results of the loop, the memory of its step
// (PlanStep::scratch), and the numbers that its plans list as Slot::Home::constants. It runs the
// iterations [0, end); a while_loop stops earlier if its condition is false. Checks are numbered
// across all of its plans: checks_of().
struct SerialLoop {
  LoopShape shape;
  std::shared_ptr<const Plan> condition;  // null for a scan
  std::shared_ptr<const Plan> body;
};

// The loop of a region's step, if one kernel is faster.
std::optional<SerialLoop> serial_loop(const Plan& plan, const PlanStep& step);

// The plans of a loop's kernel, in the order that numbers its checks.
std::vector<const Plan*> plans_of(const SerialLoop& loop);
std::vector<PlanCheck> checks_of(const SerialLoop& loop);

// Everything that determines its code except the lengths of the loop.
std::string text(const SerialLoop& loop);

// The input of the code generator.
using KernelSource = std::variant<ScheduledNest, SerialLoop>;
std::string text(const KernelSource& source);

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

// The kernels of a plan: its loop nests without duplicates; then, step by step, the loop that a
// region is, or the kernels of its parts.
std::vector<PlanKernel> plan_kernels(const Plan& plan, const Target& target,
                                     const DynamicSizes& dynamic);

}  // namespace rille
