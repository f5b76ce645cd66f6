// Product: tiles, panels, and chunks of a matrix product.
#pragma once

#include <algorithm>

#include "jit/schedule/tasks.h"

namespace rille {

// The load, perhaps converted, that is all of an operand. Null if the operand is more than that, or
// if its rows or k take several loops.
const Access* plain_access(const Stage& operand, size_t across);

// The largest number of values of k in a 32-bit lane of the panels: 4 for 8-bit operands if the
// right one is signed; 2 for operands that fit in a signed 16-bit integer, and for bf16 of a fast
// product; else 1.
int64_t max_group(const Stage& stage);

// The partial sums per element if there are chunks: the current one, and those of the cascade
// (jit/loops/sums.h).
int64_t partial_sums(int64_t k_size);

// The iterations of the loops inside the outermost loop of k.
int64_t iterations_inside(const Stage& operand);

// The values of k for which a panel must have room if `deep` values are packed in vectors along the
// innermost loop of k.
int64_t packed_depth(const Stage& operand, int64_t deep, int64_t lanes);

// A matrix product of a nest: sums[m, n] over k of left[m, k] * right[n, k]. The members that
// choose a schedule depend on these sizes and on the target.
class Product {
 public:
  Product(const Nest& nest, const Stage& stage, const Target& target)
      : nest_(nest),
        stage_(stage),
        target_(target),
        across_(static_cast<size_t>(stage.kept) - 2),
        rows_(stage.loops[across_].number),
        columns_(stage.loops[across_ + 1].number),
        k_size_(stage.k_size()),
        width_(static_cast<int64_t>(bytes(stage.sum_dtype))),
        lanes_(target.vector.bytes / width_) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t width() const { return width_; }
  int64_t multiplications() const { return saturating_product({rows_, columns_, k_size_}); }
  bool sums_outer_products() const { return stage_.sums_outer_products; }
  int64_t work(const Tasks& task) const {
    return saturating_product({task.rows, task.columns, k_size_});
  }

  // The tile whose sums stay in registers, together with one row of the right operand and one
  // element of the left one. Tiles have equal heights, so that the last one is not nearly empty.
  // Few rows have wider tiles, whose sums keep two FMA units busy.
  StageSchedule tile() const;

  // The height of the tiles into which rows are divided.
  int64_t height(int64_t rows, int64_t vectors) const;

  // Of a transposed right operand that exceeds the caches: the number of columns that are read
  // at once, each of which is a stream that the hardware prefetches.
  int64_t transposed_lanes() const;
  // Whether adjacent columns are read together with software prefetches. CPUs with AVX-512 do this
  // well; on others the columns of a tile lie apart.
  bool prefetches_columns() const;
  int64_t column_gap() const;

  // The relative cost of a multiplication: products of few rows are limited by memory.
  int64_t cost() const { return std::max<int64_t>(8 / rows_, 1); }

  // The values of k in a chunk, so that a panel of each operand stays in the L1 cache: a multiple
  // of the loops inside the outermost loop of k. 0: no chunks.
  int64_t chunk(const TilesSchedule& tile) const;

  // Whether the right operand is read once, from memory, in rows that are contiguous along n. Then
  // long ranges of a few rows are faster than short ranges of many.
  bool streams(const TilesSchedule& s, const Tasks& tasks) const;

  // Reads as many rows at once as the hardware prefetches, of each a cache line at a time.
  void stream(TilesSchedule& s) const;

  // The cost of packing an element of the right operand, relative to one of the left operand.
  int64_t cost_of_right() const { return vectors_across(stage_.operands[1]) ? 1 : 3; }

  // Columns whose part of the right operand stays in half of the L2 cache.
  int64_t cached_columns(const TilesSchedule& s) const;

  // Of chunks: rows whose partial sums stay there.
  int64_t cached_rows(const TilesSchedule& s, int64_t columns) const;

  // Columns whose partial sums of all rows stay there.
  int64_t summed_columns(const TilesSchedule& s) const;

  void place_sums(TilesSchedule& s, const Tasks& tasks, int64_t& scratch) const;

  // Whether a task copies an operand.
  bool packs(TilesSchedule s, const Tasks& tasks) const;

  // Chooses how operands are read: in place, if that is as fast as a copy. Panels are allocated
  // from `scratch` on.
  void read(TilesSchedule& s, const Tasks& tasks, int64_t& scratch) const;

 private:
  // Whether there are so few rows that reading the right operand takes longer than computing.
  bool is_memory_bound() const;

  int64_t chunk_of(const TilesSchedule& s) const { return s.chunk > 0 ? s.chunk : k_size_; }

  void read_left(TilesSchedule& s, const Tasks& tasks) const;

  void read_right(TilesSchedule& s, const Tasks& tasks) const;

  // Whether the right operand is contiguous along n.
  bool is_in_vectors() const;

  // The values of k in a 32-bit lane of the panels: as many as the dot products of the target have;
  // 1 for too few rows to pay for packing.
  int64_t group() const;

  // Whether tile registers have the sums.
  bool in_tile_registers() const;

  // Whether the right operand is contiguous along k, and one tile has all rows.
  bool can_transpose() const;

  // Whether an operand can be read in place: it stays in the L1 or L2 cache, and the `count` rows
  // that are read at once do not conflict in one cache set.
  bool is_cached(const Access& access, int64_t across, int64_t count) const;

  // Whether `count` cache lines at a distance of `stride` bytes use at most two thirds of the ways
  // of the L1 cache.
  bool spreads(int64_t stride, int64_t count) const;

  bool vectors_across(const Stage& operand) const;

  // Whether a load has this stride along a loop. Parts of complex numbers have a stride of 2.
  static bool runs_along(const Stage& operand, size_t loop, int64_t stride = 1);

  void place(OperandSchedule& s, int64_t panels, int64_t& scratch) const;

  const Nest& nest_;
  const Stage& stage_;
  const Target& target_;
  size_t across_;
  int64_t rows_, columns_, k_size_, width_, lanes_;
};

}  // namespace rille
