// Product: register tiles over operands in place or packed.
#pragma once

#include <optional>

#include "jit/codegen/blocks.h"
#include "jit/codegen/needed.h"
#include "jit/codegen/panels.h"

namespace rille {

// The code of a contract stage. Each tile runs down the summed axis in order, in blocks of
// SumOrder::products that meet as Blocks says, so a sum does not depend on tiles, threads or the
// width of the vectors; then its rows pass the epilogue.
class ProductCode {
 public:
  ProductCode(KernelFunction& function, const Stage& stage, const StageSchedule& schedule);

  // A task: the item of the batch loops, and the columns from `first` to `last`, of which the right
  // operand is packed here.
  void enter(const std::vector<llvm::Value*>& batch, llvm::Value* first, llvm::Value* last);
  void rows(llvm::Value* from, llvm::Value* to);
  // Of one that gathers: the terms of p in [from, to), of which there are a block's rows.
  void gather(llvm::Value* from, llvm::Value* to);

  const Needed& needed() const { return needed_; }

 private:
  // An operand as tiles read it: element (row or column, p) from its start on.
  struct Read {
    OperandSchedule schedule;
    std::optional<PanelCode> panels;  // where it is packed
    const Access* access = nullptr;   // where it is not
    Dtype dtype = Dtype::f32;         // as it stands there
    int64_t across = 1, deep = 1;     // strides in elements
    llvm::Value* start = nullptr;     // of the batch item, or of the panels
  };
  // What stands for a tile's rows or columns: where they begin.
  struct Tile {
    llvm::Value *left, *right;
    std::vector<llvm::Value*> masks = {};    // of the right one's vectors; null: all lanes
    std::vector<llvm::Value*> columns = {};  // of a turned one: where each column stands
    llvm::Value* next = nullptr;             // a row of the left operand that comes near, if any
    Dtype next_dtype = Dtype::f32;
  };

  Read read(size_t side);
  bool is_local(const Read& read) const;
  llvm::Value* item(const Access& access);
  llvm::Value* start(const Read& read);
  llvm::Value* at(const Read& read, llvm::Value* base, llvm::Value* index);
  llvm::Value* panel(const Read& read, llvm::Value* first, llvm::Value* begin, int64_t tile);
  llvm::Value* right_panel(llvm::Value* column);
  void pack_right();
  void each_row_of_tiles(llvm::Value* from, llvm::Value* to);
  void row_of_tiles(llvm::Value* first, llvm::Value* block, llvm::Value* to);
  void chunks(llvm::Value* from, llvm::Value* to);
  bool is_short() const;
  void take(llvm::Value* from, llvm::Value* to);
  llvm::Value* from_chunk(const Read& read, llvm::Value* base);
  void stand_in(int64_t rows);
  void stand_at(llvm::Value* first, llvm::Value* column);
  void chunk_sums(Tile tile, llvm::Value* first, llvm::Value* column);
  int64_t column_tiles() const;
  llvm::Value* count_of_deep();
  llvm::Value* block_count();
  llvm::Value* top_of(llvm::Value* first);
  llvm::Value* least(llvm::Value* a, llvm::Value* b);
  void look_ahead(Tile& tile, llvm::Value* first, llvm::Value* column);
  void bring_next(const Tile& tile, llvm::Value* from, llvm::Value* to);
  void epilogue(llvm::Value* first, llvm::Value* top, llvm::Value* to, llvm::Value* column);
  void needed_sums(const Tile& tile, llvm::Value* top, llvm::Value* column, int64_t count);
  llvm::Value* sum_at(llvm::Value* in_tile, int64_t v);
  void all_sums(const Tile& tile);
  std::vector<llvm::Value*> begun(llvm::Value* from);
  void sums(const Tile& tile, llvm::Value* from, llvm::Value* to);
  void bring_rows(const Tile& tile, llvm::Value* p);
  std::vector<llvm::Value*> products(const Tile& tile, llvm::Value* p,
                                     const std::vector<llvm::Value*>& sum);
  std::vector<llvm::Value*> columns_at(const Tile& tile, llvm::Value* p);
  Tile tile_at(llvm::Value* left, llvm::Value* column);
  using Turn = std::function<std::vector<llvm::Value*>(llvm::Value* p,
                                                       const std::vector<llvm::Value*>& values)>;
  std::vector<llvm::Value*> looped(llvm::Value* from, llvm::Value* to, int64_t step,
                                   const std::vector<llvm::Value*>& start, const Turn& body);
  std::vector<llvm::Value*> deep(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                 const std::vector<llvm::Value*>& start);
  std::vector<llvm::Value*> short_chunk(Tile tile, llvm::Value* from,
                                        std::vector<llvm::Value*> sums);
  // Of zeros on the left (zeros.cpp).
  bool may_skip() const;
  llvm::Value* are_finite();
  llvm::Type* bits_type();
  llvm::Value* any_left(const Tile& tile, llvm::Value* from, llvm::Value* to);
  llvm::Value* changes_nothing(const Tile& tile, llvm::Value* from, llvm::Value* to,
                               const std::vector<llvm::Value*>& sums);
  std::vector<llvm::Value*> looked_at(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                      llvm::Value* may, std::vector<llvm::Value*> sums);
  std::vector<llvm::Value*> pieces(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                   const std::vector<llvm::Value*>& start);
  llvm::Value* number(const Tile& tile, llvm::Value* p, int64_t row);
  std::vector<llvm::Value*> columns_of(llvm::Value* column, int64_t apart);
  int64_t p_of_turn() const;
  std::vector<llvm::Value*> turned(const Tile& tile, int v, llvm::Value* p);
  llvm::Value* added(llvm::Value* sum, llvm::Value* row, llvm::Value* column);
  llvm::Value* pair_product(llvm::Value* row, llvm::Value* column);
  bool are_small() const;
  // Of panels with several p in a lane (dots.cpp).
  bool is_grouped() const { return schedule_.group > 1; }
  bool flips_left() const;
  llvm::Value* deep_here();
  void group_left(llvm::Value* panels);
  llvm::Value* dots(llvm::Value* sum, llvm::Value* row, llvm::Value* column);
  std::vector<llvm::Value*> grouped(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                    const std::vector<llvm::Value*>& start);
  void turned_sums(const Tile& tile, llvm::Value* from, llvm::Value* to);
  std::vector<llvm::Value*> turned_turns(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                         const std::vector<llvm::Value*>& start);
  void bring_columns(const Tile& tile, llvm::Value* p);
  llvm::Value* strips(llvm::Value* left, llvm::Value* first, llvm::Value* top, llvm::Value* to);
  void wait(llvm::Value* strip, llvm::Value* in_strip);
  void turned_one(const Tile& tile, llvm::Value* p);
  void look(llvm::Value* p);
  llvm::Value* live(llvm::Value* column, int v);
  void row(llvm::Value* in_tile, llvm::Value* i, llvm::Value* column);
  llvm::Constant* nothing();

  KernelFunction& function_;
  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  const StageSchedule& schedule_;
  Emit e_;
  int lanes_, vectors_;
  size_t row_;
  int64_t rows_, columns_, deep_;  // or what rows and p are taken for: how many there are is
  llvm::Value *row_count_, *deep_count_;
  llvm::Type* type_;
  int64_t blocks_;
  Blocks tile_;
  Needed needed_;
  Read left_, right_;
  bool may_skip_, are_small_;
  llvm::Value* are_finite_ = nullptr;  // the right operand's numbers of this task
  llvm::Value *first_column_ = nullptr, *last_column_ = nullptr;
  // Where the row by row sums of a strip begin that the epilogue takes, if it takes such.
  llvm::Value* from_strip_ = nullptr;
  // Of a chunk: its first p, the one behind its last, and the first row of the task.
  llvm::Value *chunk_from_ = nullptr, *chunk_to_ = nullptr, *first_row_ = nullptr;
  bool is_whole_ = false;  // of a short chunk: it has all its p
};

}  // namespace rille
