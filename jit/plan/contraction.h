// Contraction: the loops and operands of a product.
#pragma once

#include <vector>

#include "jit/plan/fuse.h"

namespace rille {

// The extents of a product: batch axes, m (only left), n (only right), k (contracted). If the right
// operand has a single column, the operands are swapped.
struct Extents {
  Ints batch;
  int64_t rows = 1, columns = 1, deep = 1;
  Ints rows_of, columns_of, deep_of;  // their axes
};

Extents extents_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);

// Whether a product is computed as a reduction: the dot product of two vectors, or a product of a
// dtype without vectors.
bool is_fold(const Extents& extents, Dtype dtype);

// The minimum batch size for products that share rows with other operations: each item is a task.
constexpr int64_t min_items = 4;

// Whether a right operand of this size stays in the cache of a task.
bool stays_near(int64_t columns, int64_t deep, Dtype dtype);

// The dtype of the sums of a product.
Dtype sum_dtype_of(Dtype dtype);

// The axes of an operand: of the batch, of its rows or columns, and contracted ones.
struct Side {
  Var value;
  Ints batch, across, deep;  // axes
};
Side left_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);
Side right_of(const LoweredGraph& lowered, const Node& node, const Contraction& contract);

// The stage of a product: its operands, and the step that reads the sum. `builder` has the loops
// batch…, m, n. If it passes on rows, m is the last of the shared loops, or k if the operation sums
// outer products.
void pull_product(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                  const Contraction& contract);

}  // namespace rille
