// What collectives over a named axis of vmap share.
#pragma once

#include "jit/ops/passed.h"
#include "jit/transforms/parts.h"

namespace rille {

// A collective joins the rows of the vmap whose axis it names; `me` is this row's number. That vmap
// puts `over` in its place, and no other meets it: builtins refuse a name that none has. For itself
// a row is alone: what the others give is zero.

void check_row_number(const Call& call);

// The number of a row, clamped.
Var within(Builder& b, Var me, int64_t rows);

// Of an op with `expand`, in rows of which each has a number of its own: what it is made of.
std::vector<Batched> alone_in_rows(Builder& b, const Node& node, const Batch& batch);

}  // namespace rille
