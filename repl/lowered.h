// lowered: what the host's compiler makes of a graph, as text.
#pragma once

#include <string>

#include "backends/backend.h"
#include "jit/ir.h"
#include "vm/state.h"

namespace rille {

// `form` is plan, nest, llvm or asm. Places are in the sources of the state.
std::string lowered(State& state, const std::string& form, const Graph& graph,
                    const Wishes& wishes);

}  // namespace rille
