// lowered: plans, loop nests, and code of graphs.
#include "repl/lowered.h"

#include "backends/host_plan.h"
#include "jit/codegen.h"
#include "jit/loops.h"
#include "jit/plan_kernels.h"
#include "repl/place.h"

namespace rille {
namespace {

// Returns the loop nest and the schedule of each kernel.
std::string nests_text(const Plan& plan) {
  std::string out;
  for (const ScheduledNest& kernel : plan.nests) out += str("# kernel: ", text(kernel));
  for (const PlanStep& step : plan.steps) {
    if (loop_in_one_kernel(plan, step)) out += "# one kernel: the nests of a loop\n";
    for (const auto& part : step.parts) out += nests_text(*part);
  }
  return out;
}

// Returns the loop program of each kernel that is generated from one.
std::string loops_text(const Plan& plan, const DynamicSizes& dynamic) {
  const Target& target = default_device().target();
  std::string out;
  int number = 0;
  for (const PlanKernel& kernel : plan_kernels(plan, target, dynamic)) {
    out += str(number == 0 ? "" : "\n", "# kernel ", number, ": ");
    out += text(loop_program(kernel.source, target));
    ++number;
  }
  return out;
}

}  // namespace

std::string lowered(State& state, const std::string& form, const Graph& graph,
                    const CompileOptions& compile_options) {
  Plan plan = host_plan(graph, compile_options);
  if (form == "plan") {
    return plan_text(plan, [&](const Origin& origin) { return place_of(state, origin); });
  }
  if (form == "nest") return nests_text(plan);
  if (form == "loops") return loops_text(plan, compile_options.dynamic);
  auto listing = form == "asm" ? Codegen::Listing::assembly : Codegen::Listing::llvm;
  std::string out;
  int number = 0;
  for (const PlanKernel& kernel :
       plan_kernels(plan, default_device().target(), compile_options.dynamic)) {
    out += str(number == 0 ? "" : "\n", "# kernel ", number, ": ", text(kernel.source));
    out += codegen().listing(kernel.source, default_device().target(), listing);
    ++number;
  }
  return out;
}

}  // namespace rille
