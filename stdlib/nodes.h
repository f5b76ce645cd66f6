// Nodes: the inner nodes of trees, with their paths.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/value.h"

namespace rille {

// All tuples, records, dicts and instances of the tree, the outer ones first, in the order of their
// paths; "" is the tree's own. error[limit] beyond 1000 levels.
std::vector<std::pair<std::string, Value>> nodes_of(const Value& tree);

}  // namespace rille
