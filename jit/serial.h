// SerialLoop: a loop with a small body, as one kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "jit/plan.h"
#include "jit/schedule.h"

namespace rille {

// A scan or while_loop whose turns are too short for steps and threads of their own: one kernel
// runs them one after the other, each with all nests of its body. Its bits are those of the steps.
//
// Its buffers are what stands in the loop's inputs, in its results, the memory of its step
// (PlanStep::scratch), and numbers that its plans name as Slot::Home::constants. It takes turns [0,
// end); a while_loop ends before, when its condition says so. Its checks are numbered through all
// of its plans: checks_of().
struct SerialLoop {
  LoopShape shape;
  std::shared_ptr<const Plan> condition;  // null: a scan
  std::shared_ptr<const Plan> body;
};

// The loop of a region's step, if it is one that pays to run so.
std::optional<SerialLoop> serial_loop(const Plan& plan, const PlanStep& step);

// The plans of a loop's kernel, in the order in which its checks are numbered.
std::vector<const Plan*> plans_of(const SerialLoop& loop);
std::vector<PlanCheck> checks_of(const SerialLoop& loop);

// All that decides about its code but the lengths of the loop itself.
std::string text(const SerialLoop& loop);

// What a kernel is made of.
using KernelSource = std::variant<Nest, SerialLoop>;
std::string text(const KernelSource& source);

// A kernel of a plan. Its code is that of `source`; the rest is this plan's own, and what others
// share the code with.
struct PlanKernel {
  KernelSource source;
  Schedule schedule = {};
  SizeArguments sizes = {};
  Constants constants = {};  // the last buffers, those of a loop as one
};

// The kernels of a plan: its nests, as they are shared, then, step by step, the loop that a region
// is or the kernels of its parts.
std::vector<PlanKernel> plan_kernels(const Plan& plan, const Target& target,
                                     const DynamicSizes& dynamic);

}  // namespace rille
