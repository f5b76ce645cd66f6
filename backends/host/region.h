// Regions: cond, switch, while, scan, and call at run time.
#pragma once

#include <vector>

#include "backends/host/program.h"

namespace rille {

struct RegionCall {
  std::vector<char*> in, out;
  char* scratch;       // of the size that the plan requested
  size_t parts_bytes;  // bytes of the largest region in it; the second carry of a loop follows
};

void run_region(const Node& node, const Graph& graph, std::span<const Program> parts,
                const RegionCall& call, RunState& run);

}  // namespace rille
