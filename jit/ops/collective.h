// Rules that the collectives over a named vmap axis share.
#pragma once

#include "jit/ops/passed.h"
#include "jit/transforms/parts.h"

namespace rille {

// A collective combines the elements of the vmap whose axis it names; `me` is the index of this
// element. That vmap replaces the collective by its rule `over`. Builtins reject unknown axis
// names, so no other vmap sees it. On its own, an element sees zeros in place of the other
// elements.

void check_row_number(const OpCall& call);

// The index of a mapped element, clamped.
Var within(Builder& b, Var me, int64_t rows);

// The expansion of an op with `expand`, in a vmap in which each element has an index of its own.
std::vector<BatchedVar> alone_in_rows(Builder& b, const Node& node, const Batch& batch);

}  // namespace rille
