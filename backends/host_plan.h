// The plan of a graph on the host.
#pragma once

#include "backends/backend.h"
#include "jit/plan.h"

namespace rille {

// For inspection: the plan that compile() of the host runs for the same graph and options.
Plan host_plan(const Graph& graph, const CompileOptions& compile_options);

}  // namespace rille
