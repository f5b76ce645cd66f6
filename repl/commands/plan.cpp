// rille plan: the plan of a compiled call and its cost.
#include <cstdio>

#include "backends/precision.h"
#include "jit/estimate.h"
#include "jit/isa.h"
#include "jit/pass.h"
#include "repl/commands/call_options.h"
#include "repl/plan_report.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

struct PlanOptions {
  PlannedCallOptions call = {.command = "plan"};
  std::string isa;  // plan for a core with this ISA; "" is this machine
};

Target target_for(const std::string& isa) {
  if (isa.empty()) return measured(default_device().target());
  auto named = isa_named(isa);
  if (!named) throw Error(Code::value, str("--isa must be baseline, avx2, or avx512, got ", isa));
  return target_of(*named);
}

void print_plan(const PlannedCall& call, const Target& target, bool as_json) {
  Values args(call.parts.begin() + 1, call.parts.end());
  Graph graph = optimize(with_script_precision(graph_of(call.parts[0].function(), args)));
  Plan plan = make_plan(graph, target);
  PlanReport report{plan, estimate(plan, target), target, call.shown, call.state};
  std::fputs((as_json ? json_of(report) : text_of(report)).c_str(), stdout);
}

// Only the types of the arguments are used, and nothing is compiled.
Status report_plan(const SharedOptions& shared, const PlanOptions& options) {
  return on_planned_call(shared, options.call, [&](const PlannedCall& call) {
    print_plan(call, target_for(options.isa), shared.json);
  });
}

}  // namespace

void add_plan_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<PlanOptions>();
  auto* plans = app.add_subcommand(
      "plan", "predict the cost of a compiled function: kernels, memory, time, and reasons");
  add_call_options(
      *plans, options->call,
      "the arguments: values of the script and types of arrays, as in 'init(), f32[8, 784]'; "
      "default: from the annotations");
  plans->add_option("--isa", options->isa,
                    "baseline, avx2, or avx512: plan for one such core at its nominal peak; "
                    "default: this machine");
  set_act(*plans, invocation,
          [options, &invocation] { return report_plan(invocation.shared, *options); });
}

}  // namespace rille
