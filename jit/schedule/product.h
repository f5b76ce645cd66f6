// Product: what a product of a nest wants of a machine.
#pragma once

#include <algorithm>

#include "jit/schedule/tasks.h"

namespace rille {

// A product of a nest, and the sizes that matter.
class Product {
 public:
  Product(const Nest& nest, const Stage& stage, const Target& target)
      : nest_(nest),
        stage_(stage),
        target_(target),
        across_(static_cast<size_t>(stage.kept) - 2),
        rows_(stage.loops[across_].number),
        columns_(stage.loops[across_ + 1].number),
        deep_(stage.deep()),
        width_(static_cast<int64_t>(bytes(stage.sum_dtype))),
        lanes_(target.vector.bytes / width_) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t width() const { return width_; }
  int64_t multiplications() const { return at_most({rows_, columns_, deep_}); }
  bool gathers() const { return stage_.gathers; }
  int64_t work(const Tasks& task) const { return at_most({task.rows, task.columns, deep_}); }

  // The tile's sums stay in registers beside one row of the right operand and one number of the
  // left. Rows are shared out evenly, so that the last tile is not nearly empty. Few rows have
  // longer ones: sums enough for two multipliers.
  StageSchedule tile() const;

  // Of tiles that so many rows are cut in.
  int64_t height(int64_t rows, int64_t vectors) const;

  // Of a turned operand that comes from memory: so many columns one behind the other are a stream
  // that the machine brings by itself. Each core has some of what lies between a tile's.
  int64_t lanes_turned() const;
  bool brings_columns() const;
  int64_t apart() const;

  // What a multiplication takes, beside one of many rows: few wait for memory.
  int64_t cost() const { return std::max<int64_t>(8 / rows_, 1); }

  // Of a deep product so many p at once that a panel of either side stays in the first cache, of
  // whole turns of what is inside the outermost loop of p.
  int64_t chunk(const StageSchedule& tile) const;

  // Whether the right operand goes by once, from memory, in rows of columns: long pieces of a few
  // of them side by side come faster than short ones of many.
  bool streams(const StageSchedule& s, const Tasks& tasks) const;

  // Rows side by side, as many as the machine sees coming, of each a line at a time.
  void stream(StageSchedule& s) const;

  // To pack an element of the right operand, beside one of the left.
  int64_t cost_of_right() const { return vectors_across(stage_.operands[1]) ? 1 : 3; }

  // Columns whose part of the right operand stays in the far half of the second cache.
  int64_t near_columns(const StageSchedule& s) const;

  // Rows whose sums do so, of chunks: they wait there, with those of their blocks.
  int64_t near_rows(const StageSchedule& s, int64_t columns) const;

  // Columns whose sums of all rows do so.
  int64_t summed_columns(const StageSchedule& s) const;

  void place_sums(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const;

  // Whether a task copies an operand.
  bool packs(StageSchedule s, const Tasks& tasks) const;

  // Reads the operands as they stand where that is as good as a copy; panels begin at `scratch`.
  void read(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const;

 private:
  // Few rows, for which the right operand comes from memory: what is computed with it takes less.
  bool waits() const;

  int64_t chunk_of(const StageSchedule& s) const { return s.chunk > 0 ? s.chunk : deep_; }

  // Numbers that a sum in chunks takes: its own and those of its blocks (jit/loops/sums.h).
  int64_t sums_each() const;

  int64_t inner(const Stage& operand) const;

  void read_left(StageSchedule& s, const Tasks& tasks) const;

  void read_right(StageSchedule& s, const Tasks& tasks) const;

  // The right operand stands in rows of columns.
  bool is_in_vectors() const;

  // So many p stand side by side in a lane of 32 bits: 4 where they are of 8 bits, those on the
  // right with a sign, and the machine adds such, else 2 where they fit in 16 bits with a sign, or
  // where they are bf16 of a fast product and the machine adds such; 1 of wider ones, and of too
  // few rows to pay for packing them.
  int64_t group() const;

  // It stands in rows of p, and one tile has all rows.
  bool can_turn() const;

  // All of it stays in a near cache, and the `count` rows that are read side by side, and the next
  // ones behind them, do not meet in one set of it.
  bool is_near(const Access& access, int64_t across, int64_t count) const;

  // Whether so many lines, each `stride` bytes behind the last one, take two thirds of the ways of
  // the first cache at most.
  bool spreads(int64_t stride, int64_t count) const;

  bool vectors_across(const Stage& operand) const;

  // Every second one are the parts of complex numbers.
  static bool runs_along(const Stage& operand, size_t loop, int64_t stride = 1);

  void place(OperandSchedule& s, int64_t panels, int64_t& scratch) const;

  const Nest& nest_;
  const Stage& stage_;
  const Target& target_;
  size_t across_;
  int64_t rows_, columns_, deep_, width_, lanes_;
};

}  // namespace rille
