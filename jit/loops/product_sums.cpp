// The sums of a tile, block by block or chunk by chunk.
#include <algorithm>

#include "jit/loops/order.h"
#include "jit/loops/product.h"

namespace rille {
namespace {

// Blocks of k between two checks for an interrupt within a tile.
constexpr int64_t deep_piece = 16 * SumOrder::products;
constexpr int64_t line = 64;  // bytes of a cache line

// index += other * scale
void add(LinearIndex& index, const LinearIndex& other, int64_t scale) {
  index.constant += other.constant * scale;
  if (scale == 0) return;
  for (const LinearIndex::Term& term : other.terms) {
    index.terms.push_back({term.value, term.scale.number * scale});
  }
}

}  // namespace

Register ProductLoops::get(Register variable) {
  return b_.add(type_, {.kind = LoopOpKind::get, .in = {variable}});
}

// Skips tiles whose sums the epilogue drops.
void ProductLoops::needed_sums(const Tile& tile, Register column, int64_t count) {
  NeededElements::Ranges ranges;
  for (size_t i = 0; i < row_; ++i) ranges.push_back({code_.counters()[i], code_.counters()[i]});
  auto add = [&](Register first, int64_t count) {
    ranges.push_back({first, b_.plus(first, b_.i64(count - 1))});
  };
  add(tile.top, schedule_.tile_rows);
  add(column, count);
  Register somewhere = needed_.somewhere(b_, ranges);
  if (somewhere < 0) return all_sums(tile);
  b_.branch(somewhere, [&] { all_sums(tile); });
}

void ProductLoops::all_sums(const Tile& tile) {
  if (blocks_ == 1) return sums(tile, b_.i64(0), deep_count_);
  sums_->clear();
  b_.loop({.from = b_.i64(0), .to = deep_count_, .step = SumOrder::products}, [&](Register k) {
    if (k_size_ > deep_piece) {
      Register within = b_.bits_and(k, b_.i64(deep_piece - 1));
      b_.branch(b_.truth(Scalar::eq, within, b_.i64(deep_piece / 2)),
                [&] { b_.leave_where_stopping(); });
    }
    sums(tile, k, b_.least(b_.plus(k, b_.i64(SumOrder::products)), deep_count_));
    sums_->end_block();
  });
  sums_->finish();
}

// Adds the terms of k in [from, to) to the stored sums.
void ProductLoops::sums(const Tile& tile, Register from, Register to) {
  if (tile.next) {  // all lines at once: one prefetch per k would delay the loads
    int64_t step = line / static_cast<int64_t>(bytes(unconverted(left_.stage).dtype));
    b_.loop({.from = from, .to = to, .step = step}, [&](Register k) {
      LoopOp op = *tile.next;
      op.indices[0].terms.push_back({k, 1});
      b_.add(std::move(op));
    });
  }
  if (schedule_.in_tile_registers) return tile_sums(tile, from, to);
  Sums sums = begun(from);
  if (is_transposed()) {
    transposed_sums(tile, from, to, sums);
  } else {
    may_skip_ ? pieces(tile, from, to, sums) : deep(tile, from, to, sums);
  }
  for (int64_t i = 0; i < std::ssize(sums); ++i) {
    sums_->set(place(i / vectors_, i % vectors_), get(sums[static_cast<size_t>(i)]));
  }
}

// Variables for the sums of a tile from k = `from` on. Their first values are the identity, or the
// partial sums of the previous chunk of the same block.
ProductLoops::Sums ProductLoops::begun(Register from) {
  Sums out;
  Register start = b_.constant(type_, identity_value(Scalar::add, type_.dtype));
  for (int64_t i = 0; i < schedule_.tile_rows * vectors_; ++i) {
    out.push_back(b_.add(type_, {.kind = LoopOpKind::variable, .in = {start}}));
  }
  if (schedule_.chunk == 0) return out;
  Register within = b_.bits_and(from, b_.i64(SumOrder::products - 1));
  b_.branch(b_.truth(Scalar::ne, within, b_.i64(0)), [&] {
    for (int64_t i = 0; i < std::ssize(out); ++i) {
      set(out[static_cast<size_t>(i)], sums_->get(place(i / vectors_, i % vectors_)));
    }
  });
  return out;
}

void ProductLoops::deep(const Tile& tile, Register from, Register to, const Sums& sums) {
  if (is_grouped()) return grouped(tile, from, to, sums);
  if (is_whole_) {  // unrolled over k: each address has a constant offset
    for (int64_t i = 0; i < schedule_.chunk; ++i) products(tile, from, i, sums);
    return;
  }
  LoopBuilder::Loop all{
      .from = from, .to = to, .most = std::min(SumOrder::products, k_size_), .is_nonempty = true};
  b_.loop(all, [&](Register k) { products(tile, k, 0, sums); });
}

// Element (row, k) of an operand; of panels, row of the panel. With several values of k in a lane,
// k counts groups.
LoopOp ProductLoops::access(const Operand& operand, LinearIndex row, const LinearIndex& k,
                            Register panel) {
  LoopOp out{.kind = LoopOpKind::load};
  LinearIndex passed = k;
  if (schedule_.chunk > 0) passed.terms.push_back({in_groups(chunk_from_), -1});
  if (operand.panels) {
    out.buffer = operand.panels->buffer();
    out.indices =
        operand.panels->indices({.terms = {{panel, 1}}}, std::move(row), std::move(passed));
    return out;
  }
  out.buffer = operand.access->buffer;
  LinearIndex index = item_of(operand);
  if (!operand.is_local || block_ < 0) {
    add(index, row, operand.across);
    add(index, k, operand.deep);
    out.indices = {std::move(index)};
  } else if (stage_.sums_outer_products) {  // locals have a row for each value of k
    add(index, row, operand.across);
    out.indices = {std::move(passed), std::move(index)};
  } else {
    row.terms.push_back({block_, -1});
    add(index, k, operand.deep);
    out.indices = {std::move(row), std::move(index)};
  }
  // Rows around those of the task are computed and not stored.
  out.flag = operand.is_local || operand.is_written;
  return out;
}

// The right operand at k + offset, for vector v of the tile's columns.
Register ProductLoops::column_vector(const Tile& tile, int64_t v, Register k, int64_t offset) {
  LinearIndex column{.constant = v * lanes_};
  if (!right_.panels) column.terms.push_back({tile.column, 1});
  LoopOp op = access(right_, column, {.constant = offset, .terms = {{k, 1}}}, tile.right_panel);
  op.lane_strides.assign(op.indices.size(), 0);
  op.lane_strides.back() = 1;
  op.mask = tile.masks[static_cast<size_t>(v)];
  Register out = b_.add({right_.dtype, lanes_}, std::move(op));
  if (right_.dtype == type_.dtype || is_grouped()) return out;
  return b_.compute(Scalar::convert, type_.dtype, {out});
}

// The left operand at (row of the tile, k + offset), in all lanes.
Register ProductLoops::row_number(const Tile& tile, int64_t row, Register k, int64_t offset) {
  LinearIndex at{.constant = row};
  if (!left_.panels) at.terms.push_back({tile.top, 1});
  LoopOp op = access(left_, at, {.constant = offset, .terms = {{k, 1}}}, tile.panel);
  Register out = b_.add({left_.dtype, 1}, std::move(op));
  if (left_.dtype != type_.dtype && !is_grouped())
    out = b_.compute(Scalar::convert, type_.dtype, {out});
  if (are_small_) {
    Register half = b_.constant({type_.dtype, 1}, int64_t{0xffff});
    out = b_.compute(Scalar::bit_and, type_.dtype, {out, half});
  }
  return b_.splat(out, lanes_);
}

// Prefetches the part of the right operand that the tile reads two chunks later.
void ProductLoops::prefetch_columns(const Tile& tile, Register k, int64_t offset) {
  auto each = static_cast<int64_t>(bytes(right_.dtype));
  LinearIndex there{.constant = offset + 2 * schedule_.chunk, .terms = {{k, 1}}};
  for (int64_t from = 0; from < schedule_.tile_columns * each; from += line) {
    LinearIndex column{.constant = from / each};
    if (!right_.panels) column.terms.push_back({tile.column, 1});
    LoopOp op = access(right_, column, there, tile.right_panel);
    op.kind = LoopOpKind::prefetch;
    b_.add(std::move(op));
  }
}

// Adds one term to each sum of the tile.
void ProductLoops::products(const Tile& tile, Register k, int64_t offset, const Sums& sums) {
  if (right_.schedule.prefetch) prefetch_columns(tile, k, offset);
  std::vector<Register> columns;
  for (int64_t v = 0; v < vectors_; ++v) columns.push_back(column_vector(tile, v, k, offset));
  for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
    Register number = row_number(tile, row, k, offset);
    for (int64_t v = 0; v < vectors_; ++v) {
      add_product(sums[static_cast<size_t>(row * vectors_ + v)], number,
                  columns[static_cast<size_t>(v)]);
    }
  }
}

void ProductLoops::add_product(Register sum, Register row, Register column) {
  Register old = get(sum);
  if (is_grouped() || are_small_) {
    LoopOp dot{.kind = LoopOpKind::dot,
               .in = {old, row, column},
               .number = is_grouped() ? schedule_.group : 2};
    return set(sum, b_.add(type_, std::move(dot)));
  }
  if (is_float(type_.dtype)) {
    return set(sum, b_.compute(Scalar::fma, type_.dtype, {row, column, old}));
  }
  Register product = b_.compute(Scalar::mul, type_.dtype, {row, column});
  set(sum, b_.compute(Scalar::add, type_.dtype, {old, product}));
}

// Chunks of k: all tiles add the terms of a chunk, whose panels are small, before the next chunk.
// The partial sums are in the scratch memory meanwhile.
void ProductLoops::chunks(Register from, Register to) {
  Register length = b_.i64(schedule_.chunk);
  first_row_ = from;
  auto part = [&](Register k, Register end) {
    take(k, end);
    each_row_of_tiles(from, to);
  };
  if (!is_short()) {
    return b_.loop({.from = b_.i64(0), .to = deep_count_, .step = schedule_.chunk},
                   [&](Register k) { part(k, b_.least(b_.plus(k, length), deep_count_)); });
  }
  Register rest = b_.compute(Scalar::rem, Dtype::i64, {deep_count_, length});
  Register edge = b_.minus(deep_count_, rest);
  is_whole_ = true;
  b_.loop({.from = b_.i64(0), .to = edge, .step = schedule_.chunk},
          [&](Register k) { part(k, b_.plus(k, length)); });
  is_whole_ = false;
  b_.branch(b_.truth(Scalar::lt, edge, deep_count_), [&] { part(edge, deep_count_); });
}

void ProductLoops::take(Register from, Register to) {
  chunk_from_ = from;
  chunk_to_ = to;
  for (Operand* operand : {&left_, &right_}) {
    if (operand->panels) operand->panels->take(from, to);
  }
  pack_right();
}

// Whether chunks are so short that they are unrolled. Then a chunk lies within a block.
bool ProductLoops::is_short() const {
  constexpr int64_t most = 16;
  return schedule_.chunk > 0 && schedule_.chunk <= most && !is_grouped() && !may_skip_ &&
         SumOrder::products % schedule_.chunk == 0;
}

// Adds the terms of a chunk to a tile, block by block.
void ProductLoops::chunk_sums(const Tile& tile, Register first) {
  Register i = number_of(first, first_row_, schedule_.tile_rows);
  Register j = number_of(tile.column, first_column_, schedule_.tile_columns);
  sums_->stand_at({{.terms = {{b_.plus(b_.times(i, b_.i64(column_tiles())), j), 1}}}});
  constexpr int64_t block = SumOrder::products;
  auto part = [&](Register at, Register from) {
    Register end = b_.least(b_.plus(at, b_.i64(block)), deep_count_);
    sums(tile, from, b_.least(end, chunk_to_));
    if (blocks_ == 1) return;
    b_.branch(b_.truth(Scalar::le, end, chunk_to_),
              [&] { sums_->end_block(b_.quotient(at, b_.i64(block))); });
  };
  Register begin = b_.bits_and(chunk_from_, b_.i64(-block));
  if (is_short()) return part(begin, chunk_from_);
  b_.loop({.from = begin, .to = chunk_to_, .step = block},
          [&](Register at) { part(at, b_.greatest(at, chunk_from_)); });
}

}  // namespace rille
