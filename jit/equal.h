// Structural equality of graphs, where a hash is not enough.
#pragma once

#include "jit/ir.h"

namespace rille {

// Returns whether both graphs compute the same: the numbering of values and the origins are
// ignored. Equal graphs have the same canonical_hash.
bool same_graph(const Graph& a, const Graph& b);

}  // namespace rille
