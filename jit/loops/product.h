// ProductLoops: the tiles of a product.
#pragma once

#include <optional>

#include "jit/loops/panels.h"
#include "jit/loops/sums.h"
#include "jit/target.h"

namespace rille {

// Writes a product as its schedule says. Each tile takes the terms of its sums in order, in blocks
// of SumOrder::products that are joined as PartialSums does, so a sum depends neither on tiles nor
// on threads nor on the lanes of vectors. Then its rows go through the code after the product.
class ProductLoops {
 public:
  ProductLoops(LoopBuilder& builder, const ScheduledNest& kernel, size_t stage,
               const Target& target);

  // A task: the item of the batch loops, and the columns from `first` to `last`, of which the right
  // operand is packed here.
  void enter(const std::vector<Register>& batch, Register first, Register last);
  void rows(Register from, Register to);

 private:
  // An operand as tiles read it: from panels, or in place, where `item` is the element (0, 0) of
  // this item of the batch.
  struct Operand {
    const Stage& stage;
    OperandSchedule schedule;
    std::optional<Panels> panels = {};
    const Access* access = nullptr;
    Dtype dtype = Dtype::f32;      // in memory
    int64_t across = 1, deep = 1;  // strides in elements
    Register item = -1;
  };
  // The first row of a tile, the panel of these rows, the first column and its panel, and the row
  // of the left operand that is prefetched.
  struct Tile {
    Register top, panel, column, right_panel;
    std::vector<Register> masks = {};  // of the columns of each vector; -1: all lanes
    std::optional<LoopOp> next = {};
  };

  Operand operand(size_t side, int64_t panels);
  int64_t panels_of(bool is_left) const;
  void pack_right();
  Register number_of(Register first, Register begin, int64_t tile);
  void each_row_of_tiles(Register from, Register to);
  Register top_of(Register first);
  void row_of_tiles(Register first, Register block, Register to);
  void prefetch_next_row(Tile& tile, Register first, Register column);
  void all_sums(const Tile& tile);
  void sums(const Tile& tile, Register from, Register to);
  std::vector<Register> begun(Register from);
  void products(const Tile& tile, Register p, int64_t offset, const std::vector<Register>& sums);
  Register column_vector(const Tile& tile, int64_t v, Register p, int64_t offset);
  Register row_number(const Tile& tile, int64_t row, Register p, int64_t offset);
  LoopOp access(const Operand& operand, LinearIndex row, const LinearIndex& p, Register panel);
  void prefetch_columns(const Tile& tile, Register p, int64_t offset);
  void epilogue(Register first, Register top, Register to, Register column);
  void row(Register in_tile, Register i, Register column);
  Register live(Register column, int64_t v);
  void chunks(Register from, Register to);
  void chunk_sums(const Tile& tile, Register first);
  bool is_short() const;
  int64_t column_tiles() const;
  void leave_where_stopping();
  Register splat(Register value);
  PartialSums::Place place(int64_t row, int64_t v) const {
    return {{.constant = row}, {.constant = v}};
  }

  LoopBuilder& b_;
  const Nest& nest_;
  const Schedule& kernel_;
  const Stage& stage_;
  const StageSchedule& schedule_;
  const Target& target_;
  int64_t lanes_, vectors_;
  size_t row_;                     // the loop of rows
  int64_t rows_, columns_, deep_;  // or what rows and p are taken for
  Register row_count_, deep_count_;
  RegisterType type_;
  int64_t blocks_;
  Operand left_, right_;
  StageCode code_;
  std::optional<PartialSums> sums_;
  Register first_column_ = -1, last_column_ = -1;
  // Of a chunk: its p, and the first row of the task.
  Register chunk_from_ = -1, chunk_to_ = -1, first_row_ = -1;
  bool is_whole_ = false;  // of a short chunk: it has all its p
};

}  // namespace rille
