// Nodes: the inner nodes of trees, with their paths.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/value.h"

namespace rille {

// All tuples, records, dicts, and instances of the tree with their paths, outer nodes first, in
// path order. The path of the tree itself is "". error[limit] if the tree exceeds 1000 levels.
std::vector<std::pair<std::string, Value>> nodes_of(const Value& tree);

}  // namespace rille
