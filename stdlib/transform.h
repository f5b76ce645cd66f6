// Transforms: who wants to see the graphs that they compile.
#pragma once

#include <functional>
#include <string>

#include "jit/ir.h"

namespace rille {

// A State's part. `see` is given every graph just before it is compiled, with the name of the
// transform that made it.
struct GraphWatch {
  std::function<void(const std::string& name, const Graph& graph)> see;
};

}  // namespace rille
