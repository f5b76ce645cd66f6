// Stepped: a call that runs node by node, for an observer.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "jit/graph.h"
#include "stdlib/transform/traced.h"
#include "vm/run/observer.h"

namespace rille {

// Traces f and runs the graph without fusion or rewriting, so that each node is an operation of the
// script or of a derivative. The observer `who` receives these operations and the run. The values
// are those of eager code. Inside a trace, f is called directly and no event is sent.
Values call_stepped(const Function& f, const Values& args, std::string_view name, Observer& who);

// The source location of a node: "model.rille:12:7", the text of that line, and the transforms that
// derived the node, innermost first: "jvp < transpose". A part that is unknown is empty.
struct StepLocation {
  std::string place, code, through;
};
StepLocation place_of(const State& state, const Origin& origin);

}  // namespace rille
