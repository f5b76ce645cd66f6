// One place: of algebra, what a scatter to it becomes.
#pragma once

#include "jit/passes/rewrite.h"

namespace rille {

// Of a fill: each element of a row is the update or the fill, as its place is the one that is
// indexed, bit for bit what the scatter gives. Threads share all of it, and neighbours read it
// where they are: the gradient of `take_along_axis`, of `x[arange(n), i]` or of `vmap` over `x[i]`.
Vars one_place_rule(Rewriter& r, const Node& node);

}  // namespace rille
