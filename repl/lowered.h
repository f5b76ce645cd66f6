// lowered: the text of each stage of compiling a graph.
#pragma once

#include <string>

#include "backends/backend.h"
#include "jit/ir.h"
#include "vm/state.h"

namespace rille {

// Returns the plan, the loop nests, the LLVM IR, or the assembly of a graph: `form` is plan, nest,
// llvm, or asm. The sources of `state` give the source locations in a plan.
std::string lowered(State& state, const std::string& form, const Graph& graph,
                    const CompileOptions& compile_options);

}  // namespace rille
