// rille plan: what jit makes of a call, and what that costs.
#include <cstdio>

#include "jit/estimate.h"
#include "jit/isa.h"
#include "jit/pass.h"
#include "repl/plan_report.h"
#include "repl/planned_call.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

Machine machine_for(const std::string& isa) {
  if (isa.empty()) return measured(host_machine());
  auto named = isa_named(isa);
  if (!named) throw Error(Code::value, str("--isa is baseline, avx2 or avx512, got ", isa));
  return machine_of(*named);
}

void print_plan(State& state, const PlannedCall& call, const Value& made, const Machine& machine,
                bool as_json) {
  const Values& parts = made.items();
  Graph graph = optimize(graph_of(parts[0].function(), {parts.begin() + 1, parts.end()}));
  Plan plan = make_plan(graph, machine);
  PlanReport report{plan, estimate(plan, machine), machine, call.shown, state};
  std::fputs((as_json ? json_of(report) : text_of(report)).c_str(), stdout);
}

}  // namespace

// The arguments lend their types alone, and nothing is compiled.
Status plan_command(const Shared& shared, const PlanWish& wish) {
  Session session(shared);
  Interpreter& interpreter = session.interpreter();
  PlannedCall call;
  Machine machine;
  Outcome outcome = interpreter.act([&] {
    call = planned_call(wish);
    machine = machine_for(wish.isa);
  });
  if (outcome.ok()) outcome = interpreter.run_text(call.path, call.text);
  if (outcome.ok()) {
    outcome = interpreter.act([&] {
      Value made = interpreter.value_of(call.name);
      print_plan(interpreter.state(), call, made, machine, shared.json);
    });
  }
  Status status = session.report(outcome);
  size_t colon = wish.call.empty() ? wish.target.rfind(':') : std::string::npos;
  bool is_missing = status == Status::script && !file_exists(wish.target.substr(0, colon));
  return is_missing ? Status::file : status;
}

}  // namespace rille
