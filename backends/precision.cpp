// The precision of the products of a script.
#include "backends/precision.h"

#include "jit/transform.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {

std::optional<Precision> script_precision() {
  State* state = running().state;
  return state != nullptr ? state->part<ScriptPrecision>().precision : std::nullopt;
}

Graph with_script_precision(const Graph& graph) {
  std::optional<Precision> precision = script_precision();
  return precision ? with_precision(graph, *precision) : graph;
}

}  // namespace rille
