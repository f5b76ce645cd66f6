// Control between kernels.
#include "backends/host/region.h"

#include "jit/op.h"

namespace rille {

void run_region(const Node& node, const Graph& graph, std::span<const Program>,
                const RegionCall& call, Run&) {
  run_structured(node, graph, call.in, call.out);
}

}  // namespace rille
