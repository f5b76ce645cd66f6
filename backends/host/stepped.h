// SteppedExecutable: a graph without machine code.
#pragma once

#include <memory>

#include "backends/backend.h"

namespace rille {

// What stands for compiled code in a program that has none for the graph. It gives nothing away.
std::shared_ptr<Executable> stepped(Graph graph);

}  // namespace rille
