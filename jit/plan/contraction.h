// Contraction: the operands and tiles of a contract nest.
#pragma once

#include <vector>

#include "jit/machine.h"
#include "jit/plan/fuse.h"

namespace rille {

// The extents of a product: batch axes, then i (left alone), j (right alone), p (summed).
struct Extents {
  Ints batch;
  int64_t rows = 1, columns = 1, deep = 1;
  Ints rows_of, columns_of, deep_of;  // the axes that make them up
};

Extents extents_of(const Lowered& lowered, const Node& node, const Contract& contract);

// A product with one row or one column, or of numbers that have no vectors, is a fold.
bool is_fold(const Extents& extents, Dtype dtype);

// The dtype that a sum of products is kept in.
Dtype sum_dtype_of(Dtype dtype);

// Rows and columns of the register tile.
struct Tile {
  int rows, columns;
};
Tile tile_of(const Machine& machine, Dtype sum, int64_t rows, int64_t columns);

// One operand, seen from the nest: which axes it has for batch, across and deep.
struct Side {
  Var value;
  Ints batch, across, deep;  // axes
};
Side left_of(const Lowered& lowered, const Node& node, const Contract& contract);
Side right_of(const Lowered& lowered, const Node& node, const Contract& contract);

// The operand as it stands; none where its axes do not fold into one stride each.
std::optional<Operand> direct(const Lowered& lowered, const InMemory& memory, const Side& side);

// A nest that copies the operand into panels of `panel` elements across, zeros in the last one's
// rest; `out_slot` is where to. The operand that reads it comes with it.
struct Packed {
  Nest nest;
  std::vector<int> slots;
  Operand operand;
  int64_t elements;
};
Packed packed(const Lowered& lowered, const InMemory& memory, const Side& side, Dtype sum,
              int64_t panel, int out_slot);

}  // namespace rille
