// One place: the rewrite of a scatter, used by algebra.
#pragma once

#include "jit/passes/rewrite.h"

namespace rille {

// Rewrites a scatter into a fill: each element of a row is the update if its index is the given
// one, or else the fill. The bits are those of the scatter. The select can be divided among threads
// and fused into its readers: it occurs in gradients of `take_along_axis`, of `x[arange(n), i]`,
// and of `x[i]` under `vmap`.
Vars one_place_rule(Rewriter& r, const Node& node);

}  // namespace rille
