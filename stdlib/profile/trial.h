// try_call: compiles a call, runs it, and measures it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "jit/estimate.h"
#include "stdlib/profile/describe.h"
#include "stdlib/profile/timeline.h"
#include "vm/function.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille::profile {

// The executions of a step of the plan in one run of the call.
struct StepRuns {
  int64_t count = 0, time = 0;  // ns
};

// A call as it was planned, and its fastest run. The vectors have one item for each step, in the
// order of estimate().
struct Trial {
  std::string name;  // of the function
  std::shared_ptr<Executable> executable;
  const Plan* plan = nullptr;  // of the executable
  Machine machine;
  PlanEstimate estimate;  // at the peaks of `machine`
  PlanFacts facts;
  PlanEstimate planned;  // as `rille plan` prints it
  std::vector<StepRuns> steps;
  int64_t run_time = 0;        // ns
  int64_t argument_bytes = 0;  // of the arguments and captures
  int64_t peak = 0;            // bytes of arrays in use during a run, with the arguments
};

// How often a call runs: at least `min_runs` times, and until `seconds` have passed.
struct TrialOptions {
  int min_runs = 1, max_runs = 1;
  double seconds = 0;
  bool warms_up = false;  // one more run that is not measured
};

// Each run gets copies of the arguments, which it may overwrite. `what` names the builtin. The
// errors of jit(f) at this call; error[value] if a capture is open; error[trace] if an argument is
// traced.
Trial try_call(State& state, const Function& f, const Values& args, std::string_view what,
               const TrialOptions& options);

// Operations, layer, and line of a step: "dot_general + add, layers[0], train.rille:12".
std::string step_text(const Trial& trial, size_t step);

}  // namespace rille::profile
