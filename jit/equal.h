// Equality of graphs, where a hash alone is not trusted.
#pragma once

#include "jit/ir.h"

namespace rille {

// Whether both compute the same: values may have other numbers, origins do not count. What it
// finds equal has one canonical_hash.
bool same_graph(const Graph& a, const Graph& b);

}  // namespace rille
