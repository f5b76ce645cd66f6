// Stepped: a call, node by node, for an observer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "jit/graph.h"
#include "stdlib/transform/traced.h"
#include "vm/run/observer.h"

namespace rille {

// Calls f as it is traced, without fusing or rewriting anything, so that each node is an operation
// of the script or of a derivative: `who` is told of these and of the run. The values are those of
// eager code. Within a trace f is called as it is, and nobody is told.
Values call_stepped(const Function& f, const Values& args, std::string_view name, Observer& who);

// Where a node stands: "model.rille:12:7", the text of that line, and through which transforms it
// came to be, innermost first: "jvp < transpose"; "" each where that is not known.
struct StepPlace {
  std::string place, code, through;
};
StepPlace place_of(const State& state, const Origin& origin);

}  // namespace rille
