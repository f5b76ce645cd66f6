// The plan that the host makes of a graph.
#pragma once

#include "backends/backend.h"
#include "jit/plan.h"

namespace rille {

// For those who look at it: what compile() of the host runs for the same graph and wishes.
Plan host_plan(const Graph& graph, const Wishes& wishes);

}  // namespace rille
