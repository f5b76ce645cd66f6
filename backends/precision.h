// The precision of the products of a script.
#pragma once

#include <optional>

#include "jit/ir.h"
#include "jit/precision.h"

namespace rille {

// Part of a State: the precision of products that neither name one nor are in a `jit` that does. It
// is set before the first run. Traces do not have it: compilers add it to whole graphs.
struct ScriptPrecision {
  std::optional<Precision> precision;
};

// That of the State that runs; none if it has none.
std::optional<Precision> script_precision();
// The graph with that precision in the products that have none.
Graph with_script_precision(const Graph& graph);

}  // namespace rille
