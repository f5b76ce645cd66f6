// rille plan: what jit makes of a call, and what that costs.
#include <cstdio>

#include "jit/estimate.h"
#include "jit/isa.h"
#include "jit/pass.h"
#include "repl/plan_report.h"
#include "repl/planned_call.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

Machine machine_for(const std::string& isa) {
  if (isa.empty()) return measured(default_device().machine());
  auto named = isa_named(isa);
  if (!named) throw Error(Code::value, str("--isa is baseline, avx2 or avx512, got ", isa));
  return machine_of(*named);
}

void print_plan(const PlannedCall& call, const Machine& machine, bool as_json) {
  Values args(call.parts.begin() + 1, call.parts.end());
  Graph graph = optimize(graph_of(call.parts[0].function(), args));
  Plan plan = make_plan(graph, machine);
  PlanReport report{plan, estimate(plan, machine), machine, call.shown, call.state};
  std::fputs((as_json ? json_of(report) : text_of(report)).c_str(), stdout);
}

}  // namespace

// The arguments lend their types alone, and nothing is compiled.
Status plan_command(const Shared& shared, const PlanWish& wish) {
  return on_planned_call(shared, wish, [&](const PlannedCall& call) {
    print_plan(call, machine_for(wish.isa), shared.json);
  });
}

}  // namespace rille
