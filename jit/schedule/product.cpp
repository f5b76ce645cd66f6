// Tiles, panels, and chunks of one matrix product.
#include "jit/schedule/product.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "jit/bounds.h"
#include "jit/loop_program.h"

namespace rille {
namespace {

constexpr int64_t line = 64;           // bytes of a cache line
constexpr int64_t max_left_tiles = 8;  // packed together: adjacent cache lines
constexpr int64_t max_right_tiles = 4;
constexpr int64_t min_depth = 256, max_depth = 384;  // values of k in a chunk
constexpr int64_t streamed_depth = 16;               // the same, of a streamed operand
constexpr int64_t long_stream = 24576;  // bytes of a contiguous range that are worth a lane
constexpr int64_t streams_at_once = 8;  // columns that are transposed
constexpr int64_t max_waiting = 2048;   // partial sums of tiles with a column gap

bool has_one_across(const Stage& operand, size_t across) {
  return static_cast<size_t>(operand.kept) == across + 1;
}

}  // namespace

const Access* plain_access(const Stage& operand, size_t across) {
  if (!has_one_across(operand, across) || operand.loops.size() > across + 2) return nullptr;
  const NestStep& step = unconverted(operand);
  bool is_plain = step.name == Scalar::load && step.access.computed < 0 && step.access.guard < 0;
  return is_plain ? &step.access : nullptr;
}

int64_t max_group(const Stage& stage) {
  if (stage.precision == Precision::fast) return 2;
  if (!is_integer(stage.sum_dtype) || bits(stage.sum_dtype) != 32) return 1;
  Dtype left = unconverted(stage.operands[0]).dtype;
  Dtype right = unconverted(stage.operands[1]).dtype;
  bool are_bytes = right == Dtype::i8 && (left == Dtype::i8 || left == Dtype::u8);
  if (are_bytes && stage.sum_dtype == Dtype::i32) return 4;
  auto fits = [](Dtype dtype) {
    return is_integer(dtype) && (bits(dtype) <= 8 || dtype == Dtype::i16);
  };
  return fits(left) && fits(right) ? 2 : 1;
}

int64_t partial_sums(int64_t k_size) {
  auto blocks = static_cast<uint64_t>((k_size - 1) / SumOrder::products + 1);
  return blocks > 1 ? 1 + static_cast<int64_t>(std::bit_width(blocks)) : 1;
}

int64_t iterations_inside(const Stage& operand) {
  int64_t out = 1;
  for (auto i = static_cast<size_t>(operand.kept) + 1; i < operand.loops.size(); ++i) {
    out *= operand.loops[i].number;
  }
  return out;
}

int64_t packed_depth(const Stage& operand, int64_t deep, int64_t lanes) {
  bool is_inner = static_cast<size_t>(operand.kept) + 1 < operand.loops.size();
  int64_t innermost = is_inner ? operand.loops.back().number : deep;
  return deep - innermost + round_up(innermost, lanes);
}

StageSchedule Product::tile() const {
  TilesSchedule out{.in_tile_registers = in_tile_registers()};
  int64_t lanes = lanes_, vectors = columns_ > lanes_ ? 2 : 1;
  int64_t room = target_.vector.registers >= 32 ? 24 : 12;
  if (can_transpose()) {
    out.right.reading = Reading::transposed;
    lanes = transposed_lanes();
    out.column_gap = column_gap();
    vectors = 1;
  } else if (rows_ * 4 <= room && is_in_vectors()) {
    int64_t wide = rows_ == 1 ? 8 : rows_ * 8 <= room ? 6 : 4;
    vectors = std::min(wide, ceil_div(columns_, lanes_));
  }
  out.group = group();
  out.tile_rows = height(rows_, vectors);
  out.tile_columns = lanes * vectors;
  return {.vector = stage_.kept - 1, .lanes = static_cast<int>(lanes), .form = out};
}

int64_t Product::height(int64_t rows, int64_t vectors) const {
  // Up to four tile registers have the sums, and up to two each operand.
  if (in_tile_registers()) return TileRegister::rows * (rows > TileRegister::rows ? 2 : 1);
  int64_t most =
      target_.vector.registers >= 32 ? (vectors == 2 ? 14 : 24) : (vectors == 2 ? 6 : 12);
  if (group() == 4) most = std::min<int64_t>(most, 12);  // one register corrects the sums
  return ceil_div(rows, ceil_div(rows, most));
}

int64_t Product::transposed_lanes() const {
  return prefetches_columns() ? std::min(lanes_, streams_at_once) : lanes_;
}

bool Product::prefetches_columns() const {
  bool is_in_memory =
      saturating_product({columns_, k_size_, width_}) > bound_of_tests(target_.caches.l3);
  return is_memory_bound() && is_in_memory && target_.vector.registers >= 32;
}

int64_t Product::column_gap() const {
  if (!is_memory_bound() || prefetches_columns()) return 1;
  int64_t out = 1;
  auto wide = [&](int64_t count) { return saturating_product({count, lanes_}); };
  while (saturating_product({out, k_size_, width_}) < long_stream &&
         wide(2 * out) * rows_ <= max_waiting &&
         saturating_product({bound_of_tests(2 * target_.cores), wide(2 * out)}) <= columns_) {
    out *= 2;
  }
  return out;
}

int64_t Product::chunk(const TilesSchedule& tile) const {
  int64_t row = (tile.tile_rows + tile.tile_columns) * width_ / tile.group;
  int64_t most = std::clamp(target_.caches.l1 / row, min_depth, max_depth);
  int64_t unit =
      std::lcm(iterations_inside(stage_.operands[0]), iterations_inside(stage_.operands[1]));
  unit = std::lcm(unit, tile.in_tile_registers ? tile.group * lanes_ : tile.group);
  int64_t out = round_up(ceil_div(k_size_, ceil_div(k_size_, most)), unit);
  return k_size_ > SumOrder::products ? out : 0;
}

bool Product::streams(const TilesSchedule& s, const Tasks& tasks) const {
  bool once = tasks.rows <= s.tile_rows && is_in_vectors();
  return once && is_memory_bound() && s.right.reading == Reading::in_place;
}

void Product::stream(TilesSchedule& s) const {
  s.chunk = streamed_depth;
  if (rows_ == 1) s.tile_columns = std::min(std::max(line / width_, lanes_), s.tile_columns);
}

int64_t Product::cached_columns(const TilesSchedule& s) const {
  int64_t panel = saturating_product({s.tile_columns, chunk_of(s), width_}) / s.group;
  int64_t tiles = std::max<int64_t>(target_.caches.l2 / 2 / panel, 1);
  return std::min(round_up(tiles, s.column_gap) * s.tile_columns,
                  round_up(columns_, s.tile_columns));
}

int64_t Product::cached_rows(const TilesSchedule& s, int64_t columns) const {
  if (s.chunk == 0) return rows_;
  int64_t most = bound::max_sums / saturating_product({columns, partial_sums(k_size_), width_});
  return std::min(round_up(std::max<int64_t>(most, 1), s.tile_rows), rows_);
}

int64_t Product::summed_columns(const TilesSchedule& s) const {
  int64_t most = bound::max_sums / saturating_product({rows_, partial_sums(k_size_), width_});
  return std::max(std::min(most, bound_of_tests(INT64_MAX)), s.tile_columns);
}

void Product::place_sums(TilesSchedule& s, const Tasks& tasks, int64_t& scratch) const {
  if (s.chunk == 0) return;
  s.sums_at = scratch;
  scratch +=
      saturating_product({round_up(tasks.rows, s.tile_rows),
                          round_up(tasks.columns, s.tile_columns), partial_sums(k_size_), width_});
}

bool Product::packs(TilesSchedule s, const Tasks& tasks) const {
  s.chunk = chunk(s);
  read_left(s, tasks);
  read_right(s, tasks);
  return s.left.is_packed() || s.right.is_packed();
}

void Product::read(TilesSchedule& s, const Tasks& tasks, int64_t& scratch) const {
  read_left(s, tasks);
  read_right(s, tasks);
  place(s.left, s.left.tiles, scratch);
  place(s.right, ceil_div(tasks.columns, s.tile_columns), scratch);
}

bool Product::is_memory_bound() const {
  bool is_far =
      saturating_product({columns_, k_size_, width_}) > bound_of_tests(target_.caches.l2 / 2);
  return rows_ <= few_rows && is_far;
}

void Product::read_left(TilesSchedule& s, const Tasks& tasks) const {
  const Stage& operand = stage_.operands[0];
  bool once = tasks.columns <= 2 * s.tile_columns;
  const Access* access = plain_access(operand, across_);
  if (access != nullptr && s.group == 1 &&
      (nest_.is_local(access->buffer) || once || is_cached(*access, rows_, s.tile_rows))) {
    return;
  }
  bool by_rows = !vectors_across(operand) || runs_along(operand, operand.loops.size() - 1);
  s.left.reading = by_rows ? Reading::packed_deep : Reading::packed_across;
  // An additional cache line per row avoids conflicts in one cache set.
  s.left.stride =
      by_rows ? round_up(chunk_of(s), lanes_) + line / width_ : round_up(s.tile_rows, lanes_);
  s.left.panel = (by_rows ? s.tile_rows : chunk_of(s) + s.group) * s.left.stride;
  s.left.prefetch = by_rows && access != nullptr && access->strides.back().is(1);
  if (by_rows) return;
  if (s.in_tile_registers) {  // the words of a panel, and the same ones by rows
    int64_t words = round_up(ceil_div(chunk_of(s), s.group), lanes_) + line / width_;
    s.left.panel =
        round_up(std::max(2 * words * s.tile_rows, s.left.panel), 2 * lanes_ * s.tile_rows);
  }
  int64_t tiles = target_.caches.l2 / 4 / saturating_product({s.left.panel, width_});
  s.left.tiles = std::clamp<int64_t>(
      tiles, 1, std::min<int64_t>(max_left_tiles, ceil_div(tasks.block, s.tile_rows)));
}

void Product::read_right(TilesSchedule& s, const Tasks& tasks) const {
  const Stage& operand = stage_.operands[1];
  bool once = tasks.rows <= 2 * s.tile_rows && tasks.block == tasks.rows;
  if (s.right.reading == Reading::transposed) {
    s.right.prefetch = is_memory_bound() && s.column_gap == 1;
    return;
  }
  if (s.group == 1 && is_in_vectors() &&
      (once || is_cached(*plain_access(operand, across_), columns_, 1)))
    return;
  bool across = vectors_across(operand);
  s.right.reading = across ? Reading::packed_across : Reading::packed_deep;
  s.right.stride = s.tile_columns;
  s.right.panel = (chunk_of(s) + lanes_) * s.tile_columns;
  if (across && tasks.columns >= max_right_tiles * s.tile_columns) {
    s.right.tiles = max_right_tiles;
  }
}

bool Product::is_in_vectors() const {
  const Access* access = plain_access(stage_.operands[1], across_);
  return access != nullptr && access->strides[across_].is(1);
}

// Whether tile registers have the sums: not if most of their rows would be empty.
bool Product::in_tile_registers() const {
  constexpr int64_t min_rows = 9, min_k = 16;
  bool has_dots = stage_.precision == Precision::fast || max_group(stage_) == 4;
  bool is_large = rows_ >= min_rows && columns_ >= lanes_ && k_size_ >= min_k;
  if (lanes_ * width_ != TileRegister::row_bytes) return false;
  return target_.units.tiles && is_large && has_dots && !stage_.sums_outer_products;
}

int64_t Product::group() const {
  if (in_tile_registers()) return max_group(stage_);
  if (rows_ < 8 || columns_ < lanes_) return 1;
  if (stage_.precision == Precision::fast) {
    return target_.units.bf16_dots && !stage_.sums_outer_products && k_size_ > 1 ? 2 : 1;
  }
  int64_t most = max_group(stage_);
  if (most == 4 && target_.units.dots) return 4;
  return most > 1 && target_.units.pairs ? 2 : 1;
}

bool Product::can_transpose() const {
  const Access* access = plain_access(stage_.operands[1], across_);
  int64_t most = target_.vector.registers >= 32 ? 20 : 8;
  return access != nullptr && group() == 1 && rows_ <= most && access->strides.back().is(1) &&
         !access->strides[across_].is(1) && k_size_ >= lanes_ && columns_ > 1;
}

bool Product::is_cached(const Access& access, int64_t across, int64_t count) const {
  Dtype dtype = nest_.buffers[static_cast<size_t>(access.buffer)];
  bool is_small = saturating_product({across, k_size_, width_}) <= bound::in_place_bytes;
  if (dtype != stage_.sum_dtype) return false;
  if (count == 1) return is_small;
  auto bytes_of = [&](size_t loop) { return access.strides[loop].number * width_; };
  if (access.strides.back().is(1)) return is_small || spreads(bytes_of(across_), count);
  return is_small;
}

bool Product::spreads(int64_t stride, int64_t count) const {
  constexpr int64_t sets = 64;
  if (stride % line != 0) return true;
  return target_.caches.l1 / line / std::gcd(sets, stride / line) * 2 / 3 >= count;
}

bool Product::vectors_across(const Stage& operand) const {
  if (!has_one_across(operand, across_)) return false;
  bool runs_deep = runs_along(operand, operand.loops.size() - 1);
  return runs_along(operand, across_) || (runs_along(operand, across_, 2) && !runs_deep);
}

bool Product::runs_along(const Stage& operand, size_t loop, int64_t stride) {
  return std::ranges::any_of(operand.code, [&](const NestStep& step) {
    return step.name == Scalar::load && step.access.strides[loop].is(stride);
  });
}

void Product::place(OperandSchedule& s, int64_t panels, int64_t& scratch) const {
  if (!s.is_packed()) return;
  s.at = scratch;
  scratch += round_up(saturating_product({panels, s.panel, width_}), line);
}

}  // namespace rille
