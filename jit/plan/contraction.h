// Contraction: the loops and operands of a product.
#pragma once

#include <vector>

#include "jit/plan/fuse.h"

namespace rille {

// The extents of a product: batch axes, then i (left alone), j (right alone), k (summed). Where the
// right operand has one column only, the two change sides.
struct Extents {
  Ints batch;
  int64_t rows = 1, columns = 1, deep = 1;
  Ints rows_of, columns_of, deep_of;  // the axes that make them up
};

Extents extents_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);

// The dot of two vectors, and a product of numbers that have no vectors, is a fold.
bool is_fold(const Extents& extents, Dtype dtype);

// Items of a batch that products over the rows of a group take at least: each is one task.
constexpr int64_t min_items = 4;

// Whether a right operand of so many columns can stay near a task while its rows go by.
bool stays_near(int64_t columns, int64_t deep, Dtype dtype);

// The dtype that a sum of products is kept in.
Dtype sum_dtype_of(Dtype dtype);

// One operand, seen from the nest: which axes it has for batch, across and deep.
struct Side {
  Var value;
  Ints batch, across, deep;  // axes
};
Side left_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);
Side right_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);

// The stage of a product: its operands, and the step that is read where the sum is. `pull` has the
// loops batch…, i, j; where it hands on rows, i is the last of those that stages share (k where
// the operation gathers).
void pull_product(const LoweredGraph& lowered, Pull& pull, const FusedOp& op,
                  const Contraction& contract);

}  // namespace rille
