// ProductLoops: the tiles of a product.
#pragma once

#include <functional>
#include <optional>

#include "jit/loops/needed.h"
#include "jit/loops/panels.h"
#include "jit/loops/sums.h"
#include "jit/target.h"

namespace rille {

// Writes a matrix product with the tiles of its schedule. Each tile adds the terms of its sums in
// order, in blocks of SumOrder::products that PartialSums combines, so that a sum does not depend
// on tiles, threads, or vectors. Then the code after the product runs on the rows of the tile.
class ProductLoops {
 public:
  ProductLoops(LoopBuilder& builder, const ScheduledNest& kernel, size_t stage,
               const Target& target);

  // Begins a task, one item of the batch and the columns from `first` to `last`, and packs its
  // right operand.
  void enter(const std::vector<Register>& batch, Register first, Register last);
  // Rows [from, to). Of a nest of several stages, locals have the rows from `block` on.
  void rows(Register from, Register to, Register block = -1);
  // Of Stage::sums_outer_products: the terms of k in [from, to), whose rows are in locals.
  void gather(Register from, Register to);

  const NeededElements& needed() const { return needed_; }

 private:
  // An operand as tiles read it: from panels, or in place. `item` is the element (0, 0) of the item
  // of the batch. A right operand that is transposed in registers is read in place as well.
  struct Operand {
    const Stage& stage;
    OperandSchedule schedule;
    std::optional<Panels> panels = {};
    const Access* access = nullptr;
    Dtype dtype = Dtype::f32;      // in memory
    int64_t across = 1, deep = 1;  // strides in elements
    Register item = -1;
    bool is_local = false;
    bool is_written = false;  // by a stage of the kernel, perhaps in other tasks
  };
  // The first row of a tile, the panel of these rows, the first column and its panel, and the row
  // of the left operand that is prefetched. Of a right operand that is transposed: the element
  // (column, 0) of each column.
  struct Tile {
    Register top, panel, column, right_panel = -1;
    std::vector<Register> masks = {};  // of the columns of each vector; -1: all lanes
    std::optional<LoopOp> next = {};
    std::vector<LinearIndex> columns = {};
  };
  using Sums = std::vector<Register>;  // variables, row by row
  using Sum = std::function<Register(int64_t v)>;

  // Operands and tiles (product.cpp).
  Operand operand(size_t side, int64_t panels);
  int64_t column_tiles() const;
  bool has_whole_tiles() const;
  LinearIndex item_of(const Operand& operand) const;
  void begin_sums(int64_t rows);
  void pack_right();
  Register number_of(Register first, Register begin, int64_t tile);
  void each_row_of_tiles(Register from, Register to);
  void pack_left(Register first, int64_t count);
  Register top_of(Register first);
  void row_of_tiles(Register first, Register block, Register to);
  Tile tile_at(Register top, Register panel, Register column);
  void tile(Register first, Register to, Tile tile);
  void prefetch_next_row(Tile& tile, Register first);
  Register live(Register column, int64_t v);
  // Sums of a strip of columns, in a buffer, and the first one of these columns.
  struct Strip {
    int buffer;
    Register first;
  };
  void epilogue(Register first, Register top, Register to, Register column,
                std::optional<Strip> strip = {});
  void row(Register i, Register column, const Sum& sum);

  // Sums (product_sums.cpp).
  void needed_sums(const Tile& tile, Register column, int64_t count);
  void all_sums(const Tile& tile);
  void sums(const Tile& tile, Register from, Register to);
  Sums begun(Register from);
  void deep(const Tile& tile, Register from, Register to, const Sums& sums);
  void products(const Tile& tile, Register k, int64_t offset, const Sums& sums);
  Register column_vector(const Tile& tile, int64_t v, Register k, int64_t offset);
  Register row_number(const Tile& tile, int64_t row, Register k, int64_t offset);
  LoopOp access(const Operand& operand, LinearIndex row, const LinearIndex& k, Register panel);
  void prefetch_columns(const Tile& tile, Register k, int64_t offset);
  void add_product(Register sum, Register row, Register column);
  void chunks(Register from, Register to);
  void take(Register from, Register to);
  void chunk_sums(const Tile& tile, Register first);
  bool is_short() const;
  Register get(Register variable);
  void set(Register variable, Register value) {
    b_.add({.kind = LoopOpKind::set, .in = {variable, value}});
  }

  // 8-bit and 16-bit operands, four or two values of k in a lane (product_groups.cpp).
  bool is_grouped() const { return schedule_.group > 1; }
  bool are_small() const;
  Register deep_here();
  Register in_groups(Register k, int64_t more = 0);
  void grouped(const Tile& tile, Register from, Register to, const Sums& sums);

  // Sums in tile registers (product_tiles.cpp).
  void each_tile_register(LoopOpKind kind);
  void tile_sums(const Tile& tile, Register from, Register to);

  // Columns that are transposed in registers (product_transposed.cpp).
  bool is_transposed() const { return schedule_.right.reading == Reading::transposed; }
  std::vector<LinearIndex> columns_of(Register column, int64_t apart);
  int64_t p_at_once() const;
  void transposed_sums(const Tile& tile, Register from, Register to, const Sums& sums);
  std::vector<Register> transposed(const Tile& tile, int64_t v, Register k, int64_t offset);
  void prefetch_far(const Tile& tile, Register k);
  void one_p(const Tile& tile, Register k, const Sums& sums);
  Register strips(Register first, Register top, Register panel, Register to);

  // Skipping of zeros in the left operand (product_zeros.cpp).
  bool may_skip() const;
  Register are_finite();
  Register any_left(const Tile& tile, Register from, Register to);
  Register changes_nothing(const Tile& tile, Register from, Register to, const Sums& sums);
  void skipping(const Tile& tile, Register from, Register to, Register may, const Sums& sums);
  void pieces(const Tile& tile, Register from, Register to, const Sums& sums);

  PartialSums::Place place(int64_t row, int64_t v) const {
    return {{.constant = row}, {.constant = v}};
  }

  LoopBuilder& b_;
  const Nest& nest_;
  const Tasks& tasks_;
  const Stage& stage_;
  const StageSchedule& own_;
  const TilesSchedule& schedule_;
  const Target& target_;
  int lanes_;
  int64_t vectors_;
  size_t row_;                       // the loop of rows
  int64_t rows_, columns_, k_size_;  // or the size classes of rows and k
  Register row_count_, deep_count_;
  RegisterType type_;
  int64_t blocks_;
  NeededElements needed_;
  Operand left_, right_;
  bool may_skip_, are_small_;
  StageCode code_;
  std::optional<PartialSums> sums_;
  Register first_column_ = -1, last_column_ = -1;
  Register block_ = -1;       // the row that is the first one of locals
  Register are_finite_ = -1;  // all elements of the right operand
  // Of a chunk: its range of k, and the first row of the task.
  Register chunk_from_ = -1, chunk_to_ = -1, first_row_ = -1;
  bool is_whole_ = false;  // the chunk is short and complete
};

}  // namespace rille
