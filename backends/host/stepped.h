// SteppedExecutable: a graph without machine code.
#pragma once

#include <memory>

#include "backends/backend.h"

namespace rille {

// An executable for a program that has no compiled code for the graph. It does not use donation.
std::shared_ptr<Executable> stepped(Graph graph);

}  // namespace rille
