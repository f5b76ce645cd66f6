// Regions: cond, switch, while, scan and call at run time.
#pragma once

#include <vector>

#include "backends/host/program.h"

namespace rille {

struct RegionCall {
  std::vector<char*> in, out;
  char* scratch;       // as much as the plan asked for
  size_t parts_bytes;  // of it, what the largest part takes; a loop's second carry follows
};

void run_region(const Node& node, const Graph& graph, std::span<const Program> parts,
                const RegionCall& call, Run& run);

}  // namespace rille
