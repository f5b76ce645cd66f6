// Tiles, panels and chunks of one product.
#include "jit/schedule/product.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "jit/bounds.h"

namespace rille {
namespace {

constexpr int64_t line = 64;                       // bytes of a cache line
constexpr int64_t max_left_tiles = 8;              // some lines of memory side by side
constexpr int64_t max_right_tiles = 4;             // the same
constexpr int64_t min_deep = 256, max_deep = 384;  // p of a chunk
constexpr int64_t streamed_deep = 16;              // p of a chunk of what goes by once
constexpr int64_t long_stream = 24576;             // bytes in order that are worth a lane
constexpr int64_t streams_at_once = 8;             // columns of it that are turned
constexpr int64_t max_waiting = 2048;              // sums of tiles whose columns lie apart

bool has_one_across(const Stage& operand, size_t across) {
  return static_cast<size_t>(operand.kept) == across + 1;
}

// The one load that an operand is, perhaps converted; null where it is more than that, or where
// its rows or p take several loops.
const Access* plain(const Stage& operand, size_t across) {
  if (!has_one_across(operand, across) || operand.loops.size() > across + 2) return nullptr;
  const NestStep& step = unconverted(operand);
  bool is_plain = step.name == Scalar::load && step.access.computed < 0 && step.access.guard < 0;
  return is_plain ? &step.access : nullptr;
}

}  // namespace

StageSchedule Product::tile() const {
  StageSchedule out{.vector = stage_.kept - 1, .lanes = static_cast<int>(lanes_)};
  int64_t vectors = columns_ > lanes_ ? 2 : 1, room = target_.vector.registers >= 32 ? 24 : 12;
  if (can_turn()) {
    out.right.reading = Reading::turned;
    out.lanes = static_cast<int>(lanes_turned());
    out.apart = apart();
    vectors = 1;
  } else if (rows_ * 4 <= room && is_in_vectors()) {
    int64_t wide = rows_ == 1 ? 8 : rows_ * 8 <= room ? 6 : 4;
    vectors = std::min(wide, divided_up(columns_, lanes_));
  }
  out.group = group();
  out.tile_rows = height(rows_, vectors);
  out.tile_columns = out.lanes * vectors;
  return out;
}

int64_t Product::height(int64_t rows, int64_t vectors) const {
  int64_t most =
      target_.vector.registers >= 32 ? (vectors == 2 ? 14 : 24) : (vectors == 2 ? 6 : 12);
  if (group() == 4) most = std::min<int64_t>(most, 12);  // beside what puts them right
  return divided_up(rows, divided_up(rows, most));
}

// What comes from memory, 8 columns at a time: more are more streams than the machine brings.
int64_t Product::lanes_turned() const {
  return brings_columns() ? std::min(lanes_, streams_at_once) : lanes_;
}

// Whether columns side by side are asked for ahead rather than read apart: what the cores of
// AVX-512 do well, and older ones do not.
bool Product::brings_columns() const {
  bool is_in_memory = at_most({columns_, deep_, width_}) > bound_of_tests(target_.caches.l3);
  return waits() && is_in_memory && target_.vector.registers >= 32;
}

int64_t Product::apart() const {
  if (!waits() || brings_columns()) return 1;
  int64_t out = 1;
  auto wide = [&](int64_t count) { return at_most({count, lanes_}); };
  while (at_most({out, deep_, width_}) < long_stream && wide(2 * out) * rows_ <= max_waiting &&
         at_most({bound_of_tests(2 * target_.cores), wide(2 * out)}) <= columns_) {
    out *= 2;
  }
  return out;
}

int64_t Product::chunk(const StageSchedule& tile) const {
  int64_t row = (tile.tile_rows + tile.tile_columns) * width_ / tile.group;
  int64_t most = std::clamp(target_.caches.l1 / row, min_deep, max_deep);
  int64_t unit = std::lcm(inner(stage_.operands[0]), inner(stage_.operands[1]));
  unit = std::lcm(unit, tile.group);
  int64_t out = rounded_up(divided_up(deep_, divided_up(deep_, most)), unit);
  return deep_ > SumOrder::products ? out : 0;
}

bool Product::streams(const StageSchedule& s, const Tasks& tasks) const {
  bool once = tasks.rows <= s.tile_rows && is_in_vectors();
  return once && waits() && s.right.reading == Reading::in_place;
}

void Product::stream(StageSchedule& s) const {
  s.chunk = streamed_deep;
  if (rows_ == 1) s.tile_columns = std::min(std::max(line / width_, lanes_), s.tile_columns);
}

int64_t Product::near_columns(const StageSchedule& s) const {
  int64_t panel = at_most({s.tile_columns, chunk_of(s), width_}) / s.group;
  int64_t tiles = std::max<int64_t>(target_.caches.l2 / 2 / panel, 1);
  return std::min(rounded_up(tiles, s.apart) * s.tile_columns,
                  rounded_up(columns_, s.tile_columns));
}

int64_t Product::near_rows(const StageSchedule& s, int64_t columns) const {
  if (s.chunk == 0) return rows_;
  int64_t most = bound::max_sums / at_most({columns, sums_each(), width_});
  return std::min(rounded_up(std::max<int64_t>(most, 1), s.tile_rows), rows_);
}

int64_t Product::summed_columns(const StageSchedule& s) const {
  int64_t most = bound::max_sums / at_most({rows_, sums_each(), width_});
  return std::max(std::min(most, bound_of_tests(INT64_MAX)), s.tile_columns);
}

void Product::place_sums(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const {
  if (s.chunk == 0) return;
  s.sums_at = scratch;
  scratch += at_most({rounded_up(tasks.rows, s.tile_rows),
                      rounded_up(tasks.columns, s.tile_columns), sums_each(), width_});
}

bool Product::packs(StageSchedule s, const Tasks& tasks) const {
  auto is_copied = [](const OperandSchedule& operand) {
    return operand.reading == Reading::packed_across || operand.reading == Reading::packed_deep;
  };
  s.chunk = chunk(s);
  read_left(s, tasks);
  read_right(s, tasks);
  return is_copied(s.left) || is_copied(s.right);
}

void Product::read(StageSchedule& s, const Tasks& tasks, int64_t& scratch) const {
  read_left(s, tasks);
  read_right(s, tasks);
  place(s.left, s.left_tiles, scratch);
  place(s.right, divided_up(tasks.columns, s.tile_columns), scratch);
}

bool Product::waits() const {
  bool is_far = at_most({columns_, deep_, width_}) > bound_of_tests(target_.caches.l2 / 2);
  return rows_ <= few_rows && is_far;
}

int64_t Product::sums_each() const {
  auto blocks = static_cast<uint64_t>((deep_ - 1) / SumOrder::products + 1);
  return blocks > 1 ? 1 + static_cast<int64_t>(std::bit_width(blocks)) : 1;
}

int64_t Product::inner(const Stage& operand) const {
  int64_t out = 1;
  for (auto i = static_cast<size_t>(operand.kept) + 1; i < operand.loops.size(); ++i) {
    out *= operand.loops[i].number;
  }
  return out;
}

void Product::read_left(StageSchedule& s, const Tasks& tasks) const {
  const Stage& operand = stage_.operands[0];
  bool once = tasks.columns <= 2 * s.tile_columns;
  const Access* access = plain(operand, across_);
  if (access != nullptr && s.group == 1 &&
      (nest_.is_local(access->buffer) || once || is_near(*access, rows_, s.tile_rows))) {
    return;
  }
  bool by_rows = !vectors_across(operand) || runs_along(operand, operand.loops.size() - 1);
  s.left.reading = by_rows ? Reading::packed_deep : Reading::packed_across;
  // Rows of whole vectors and a line more, so that they do not meet in one set of the cache.
  s.left.stride =
      by_rows ? rounded_up(chunk_of(s), lanes_) + line / width_ : rounded_up(s.tile_rows, lanes_);
  s.left.panel = (by_rows ? s.tile_rows : chunk_of(s) + s.group) * s.left.stride;
  s.left.ahead = by_rows && access != nullptr && access->strides.back().is(1);
  if (by_rows) return;
  int64_t tiles = target_.caches.l2 / 4 / at_most({s.left.panel, width_});
  s.left_tiles = std::clamp<int64_t>(
      tiles, 1, std::min<int64_t>(max_left_tiles, divided_up(tasks.block, s.tile_rows)));
}

void Product::read_right(StageSchedule& s, const Tasks& tasks) const {
  const Stage& operand = stage_.operands[1];
  bool once = tasks.rows <= 2 * s.tile_rows && tasks.block == tasks.rows;
  if (s.right.reading == Reading::turned) {
    s.right.ahead = waits() && s.apart == 1;
    return;
  }
  if (s.group == 1 && is_in_vectors() && (once || is_near(*plain(operand, across_), columns_, 1)))
    return;
  bool across = vectors_across(operand);
  s.right.reading = across ? Reading::packed_across : Reading::packed_deep;
  s.right.stride = s.tile_columns;
  s.right.panel = (chunk_of(s) + lanes_) * s.tile_columns;
  if (across && tasks.columns >= max_right_tiles * s.tile_columns) {
    s.right_tiles = max_right_tiles;
  }
}

bool Product::is_in_vectors() const {
  const Access* access = plain(stage_.operands[1], across_);
  return access != nullptr && access->strides[across_].is(1);
}

int64_t Product::group() const {
  bool sums_words = is_integer(stage_.sum_dtype) && bits(stage_.sum_dtype) == 32;
  if (rows_ < 8 || columns_ < lanes_) return 1;
  if (stage_.precision == Precision::fast) {
    return target_.units.bf16_dots && !stage_.gathers && deep_ > 1 ? 2 : 1;
  }
  if (!sums_words) return 1;
  Dtype left = unconverted(stage_.operands[0]).dtype;
  Dtype right = unconverted(stage_.operands[1]).dtype;
  bool are_bytes = right == Dtype::i8 && (left == Dtype::i8 || left == Dtype::u8);
  if (target_.units.dots && are_bytes && stage_.sum_dtype == Dtype::i32) return 4;
  auto fits = [](Dtype dtype) {
    return is_integer(dtype) && (bits(dtype) <= 8 || dtype == Dtype::i16);
  };
  return target_.units.pairs && fits(left) && fits(right) ? 2 : 1;
}

bool Product::can_turn() const {
  const Access* access = plain(stage_.operands[1], across_);
  int64_t most = target_.vector.registers >= 32 ? 20 : 8;
  return access != nullptr && group() == 1 && rows_ <= most && access->strides.back().is(1) &&
         !access->strides[across_].is(1) && deep_ >= lanes_ && columns_ > 1;
}

bool Product::is_near(const Access& access, int64_t across, int64_t count) const {
  Dtype dtype = nest_.buffers[static_cast<size_t>(access.buffer)];
  bool is_small = at_most({across, deep_, width_}) <= bound::in_place_bytes;
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
  if (s.reading == Reading::in_place || s.reading == Reading::turned) return;
  s.at = scratch;
  scratch += rounded_up(at_most({panels, s.panel, width_}), line);
}

}  // namespace rille
