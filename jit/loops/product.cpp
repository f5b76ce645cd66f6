// Tiles of sums in registers, and what follows them.
#include "jit/loops/product.h"

#include <algorithm>

#include "jit/loops/order.h"
#include "jit/loops/vectorizer.h"

namespace rille {
namespace {

// Blocks of p after which a tile whose end may be far away asks whether the run is to stop.
constexpr int64_t deep_piece = 16 * SumOrder::products;
constexpr int64_t line = 64;                // bytes of a cache line
constexpr int64_t worth_a_reciprocal = 64;  // quotients by one number

// index += other * scale
void add(LinearIndex& index, const LinearIndex& other, int64_t scale) {
  index.constant += other.constant * scale;
  for (const LinearIndex::Term& term : other.terms) {
    index.terms.push_back({term.value, term.scale.number * scale});
  }
}

}  // namespace

ProductLoops::ProductLoops(LoopBuilder& builder, const ScheduledNest& kernel, size_t stage,
                           const Target& target)
    : b_(builder),
      nest_(kernel.nest),
      kernel_(kernel.schedule),
      stage_(kernel.nest.stages[stage]),
      schedule_(kernel.schedule.stages[stage]),
      target_(target),
      lanes_(schedule_.lanes),
      vectors_(schedule_.tile_columns / schedule_.lanes),
      row_(static_cast<size_t>(stage_.kept) - 2),
      rows_(stage_.loops[row_].number),
      columns_(stage_.loops[row_ + 1].number),
      deep_(stage_.deep()),
      row_count_(builder.size(stage_.loops[row_])),
      deep_count_(builder.i64(1)),
      type_{stage_.sum_dtype, schedule_.lanes},
      blocks_((deep_ - 1) / SumOrder::products + 1),
      left_(operand(0, panels_of(true))),
      right_(operand(1, panels_of(false))),
      code_(builder, nest_, stage_) {
  const Stage& left = stage_.operands[0];  // of its outermost loop of p the caller may know more
  for (auto loop = static_cast<size_t>(left.kept); loop < left.loops.size(); ++loop) {
    deep_count_ = b_.times(deep_count_, b_.size(left.loops[loop]));
  }
}

int64_t ProductLoops::panels_of(bool is_left) const {
  return is_left ? schedule_.left_tiles : column_tiles();
}

int64_t ProductLoops::column_tiles() const {
  int64_t columns = std::min(kernel_.tasks.columns, columns_);
  return (columns - 1) / schedule_.tile_columns + 1;
}

ProductLoops::Operand ProductLoops::operand(size_t side, int64_t panels) {
  bool is_left = side == 0;
  Operand out{.stage = stage_.operands[side],
              .schedule = is_left ? schedule_.left : schedule_.right};
  if (out.schedule.reading != Reading::in_place) {
    out.dtype = stage_.sum_dtype;
    out.panels.emplace(b_, nest_, out.stage, schedule_, row_, is_left, panels);
    return out;
  }
  const NestStep& step = unconverted(out.stage);
  out.access = &step.access;
  out.dtype = step.dtype;
  out.across = step.access.strides[row_].number;
  out.deep = step.access.strides.back().number;
  return out;
}

void ProductLoops::enter(const std::vector<Register>& batch, Register first, Register last) {
  first_column_ = first;
  last_column_ = last;
  for (size_t i = 0; i < batch.size(); ++i) code_.bind(i, batch[i]);
  code_.steps_up_to(static_cast<int>(batch.size()));
  for (Operand* operand : {&left_, &right_}) {
    if (operand->panels) {
      operand->panels->enter(batch);
      continue;
    }
    LinearIndex item{.constant = operand->access->offset};
    for (size_t i = 0; i < row_; ++i) {
      item.terms.push_back({batch[i], operand->access->strides[i]});
    }
    operand->item = b_.index(item);
  }
  PartialSums::Options options{
      .type = type_, .places = {schedule_.tile_rows, vectors_}, .max_blocks = blocks_};
  if (schedule_.chunk > 0) {
    int64_t tiles = ((kernel_.tasks.rows - 1) / schedule_.tile_rows + 1) * column_tiles();
    options.outer = {tiles};
    options.role = LoopBuffer::Role::scratch;
  }
  sums_.emplace(b_, std::move(options),
                b_.constant(type_, identity_value(Scalar::add, type_.dtype)));
  if (schedule_.chunk == 0) pack_right();
}

void ProductLoops::pack_right() {
  if (!right_.panels) return;
  int64_t wide = schedule_.tile_columns, some = schedule_.right_tiles;
  auto write = [&](int64_t count) {
    return [this, wide, count](Register column) {
      right_.panels->write(column, number_of(column, first_column_, wide), count);
    };
  };
  if (some == 1) {
    return b_.loop({.from = first_column_, .to = last_column_, .step = wide}, write(1));
  }
  Register count = b_.minus(last_column_, first_column_);
  Register rest = b_.compute(Scalar::rem, Dtype::i64, {count, b_.i64(some * wide)});
  Register edge = b_.minus(last_column_, rest);
  b_.loop({.from = first_column_, .to = edge, .step = some * wide}, write(some));
  b_.loop({.from = edge, .to = last_column_, .step = wide}, write(1));
}

// The number of the tile that begins at `first`, `begin` being where the first one does.
Register ProductLoops::number_of(Register first, Register begin, int64_t tile) {
  return b_.quotient(b_.minus(first, begin), b_.i64(tile));
}

void ProductLoops::rows(Register from, Register to) {
  schedule_.chunk == 0 ? each_row_of_tiles(from, to) : chunks(from, to);
}

void ProductLoops::each_row_of_tiles(Register from, Register to) {
  int64_t tall = schedule_.tile_rows;
  if (schedule_.left_tiles == 1) {
    return b_.loop({.from = from, .to = to, .step = tall},
                   [&](Register first) { row_of_tiles(first, from, to); });
  }
  b_.loop({.from = from, .to = to, .step = tall * schedule_.left_tiles}, [&](Register block) {
    left_.panels->write(block, b_.i64(0), schedule_.left_tiles);
    Register end = b_.least(b_.plus(block, b_.i64(tall * schedule_.left_tiles)), to);
    b_.loop({.from = block, .to = end, .step = tall, .most = schedule_.left_tiles},
            [&](Register first) { row_of_tiles(first, block, end); });
  });
}

// The first row of the tile at `first`: the last one of an operand read in place moves up to stay
// inside.
Register ProductLoops::top_of(Register first) {
  // Tiles end where the rows do, and begin where tasks and their blocks do: another stage of the
  // kernel may have tiles of another height.
  const Tasks& tasks = kernel_.tasks;
  auto has_tiles = [&](int64_t rows) { return rows % schedule_.tile_rows == 0; };
  bool is_whole = stage_.loops[row_].known() && has_tiles(rows_) && has_tiles(tasks.rows) &&
                  has_tiles(tasks.block);
  if (left_.panels || is_whole) return first;
  return b_.least(first, b_.minus(row_count_, b_.i64(schedule_.tile_rows)));
}

// The tiles from row `first` on; block: where those begin that are packed together.
void ProductLoops::row_of_tiles(Register first, Register block, Register to) {
  Register top = top_of(first), panel = b_.i64(0);
  if (left_.panels && schedule_.left_tiles == 1) {
    left_.panels->write(first, panel);
  } else if (left_.panels) {
    panel = number_of(first, block, schedule_.tile_rows);
  }
  LoopBuilder::Loop columns{
      .from = first_column_, .to = last_column_, .step = schedule_.tile_columns};
  b_.loop(columns, [&](Register column) {
    Tile tile{.top = top, .panel = panel, .column = column, .right_panel = -1};
    if (right_.panels) {
      tile.right_panel = number_of(column, first_column_, schedule_.tile_columns);
    }
    for (int64_t v = 0; v < vectors_; ++v) {
      tile.masks.push_back(right_.panels ? -1 : live(column, v));
    }
    prefetch_next_row(tile, first, column);
    if (schedule_.chunk == 0) {
      all_sums(tile);
      return epilogue(first, top, to, column);
    }
    chunk_sums(tile, first);
    b_.branch(b_.truth(Scalar::eq, chunk_to_, deep_count_), [&] {
      if (blocks_ > 1) {
        Register before = b_.minus(deep_count_, b_.i64(1));
        sums_->finish(b_.plus(b_.quotient(before, b_.i64(SumOrder::products)), b_.i64(1)));
      }
      epilogue(first, top, to, column);
    });
  });
  if (schedule_.stops) leave_where_stopping();
}

// What the next panel of rows is made of is prefetched while this one is used, a row of it with
// each tile: packing waits for memory otherwise.
void ProductLoops::prefetch_next_row(Tile& tile, Register first, Register column) {
  if (!left_.schedule.ahead) return;
  const NestStep& step = unconverted(left_.stage);
  Register number = number_of(column, first_column_, schedule_.tile_columns);
  Register row = b_.compute(Scalar::rem, Dtype::i64, {number, b_.i64(schedule_.tile_rows)});
  row = b_.plus(b_.plus(first, b_.i64(schedule_.tile_rows)), row);
  LinearIndex index{.constant = step.access.offset};
  for (size_t i = 0; i < row_; ++i) {
    index.terms.push_back({code_.counters()[i], step.access.strides[i]});
  }
  index.terms.push_back({row, step.access.strides[row_]});
  tile.next = LoopOp{
      .kind = LoopOpKind::prefetch, .buffer = step.access.buffer, .indices = {std::move(index)}};
}

void ProductLoops::all_sums(const Tile& tile) {
  if (blocks_ == 1) return sums(tile, b_.i64(0), deep_count_);
  sums_->clear();
  b_.loop({.from = b_.i64(0), .to = deep_count_, .step = SumOrder::products}, [&](Register p) {
    if (deep_ > deep_piece) {
      Register within = b_.bits_and(p, b_.i64(deep_piece - 1));
      b_.branch(b_.truth(Scalar::eq, within, b_.i64(deep_piece / 2)),
                [&] { leave_where_stopping(); });
    }
    sums(tile, p, b_.least(b_.plus(p, b_.i64(SumOrder::products)), deep_count_));
    sums_->end_block();
  });
  sums_->finish();
}

void ProductLoops::leave_where_stopping() {
  Register stops =
      b_.add({Dtype::boolean, 1},
             {.kind = LoopOpKind::call, .number = static_cast<int64_t>(LoopCall::is_stopping)});
  b_.branch(stops, [&] { b_.add({.kind = LoopOpKind::leave}); });
}

// The lanes of vector v that are columns of the output; -1: all.
Register ProductLoops::live(Register column, int64_t v) {
  if (columns_ % schedule_.tile_columns == 0) return -1;
  Register left = b_.minus(b_.i64(columns_ - v * lanes_), column);
  return b_.add({Dtype::boolean, schedule_.lanes}, {.kind = LoopOpKind::first_lanes, .in = {left}});
}

// The sums over p in [from, to) into their places.
void ProductLoops::sums(const Tile& tile, Register from, Register to) {
  if (tile.next) {  // all lines at once: loads would wait if each p prefetched one
    int64_t step = line / static_cast<int64_t>(bytes(unconverted(left_.stage).dtype));
    b_.loop({.from = from, .to = to, .step = step}, [&](Register p) {
      LoopOp op = *tile.next;
      op.indices[0].terms.push_back({p, 1});
      b_.add(std::move(op));
    });
  }
  std::vector<Register> sums = begun(from);
  if (is_whole_) {  // p by p: where each is in memory is a distance that the code knows
    for (int64_t i = 0; i < schedule_.chunk; ++i) products(tile, from, i, sums);
  } else {
    int64_t most = std::min(SumOrder::products, deep_);
    b_.loop({.from = from, .to = to, .most = most},
            [&](Register p) { products(tile, p, 0, sums); });
  }
  for (int64_t i = 0; i < std::ssize(sums); ++i) {
    Register sum = b_.add(type_, {.kind = LoopOpKind::get, .in = {sums[static_cast<size_t>(i)]}});
    sums_->set(place(i / vectors_, i % vectors_), sum);
  }
}

// Variables for the sums of a tile from p = `from` on: they begin with nothing, or with what a
// chunk within their block left.
std::vector<Register> ProductLoops::begun(Register from) {
  std::vector<Register> out;
  Register start = b_.constant(type_, identity_value(Scalar::add, type_.dtype));
  for (int64_t i = 0; i < schedule_.tile_rows * vectors_; ++i) {
    out.push_back(b_.add(type_, {.kind = LoopOpKind::variable, .in = {start}}));
  }
  if (schedule_.chunk == 0) return out;
  Register within = b_.bits_and(from, b_.i64(SumOrder::products - 1));
  b_.branch(b_.truth(Scalar::ne, within, b_.i64(0)), [&] {
    for (int64_t i = 0; i < std::ssize(out); ++i) {
      Register sum = sums_->get(place(i / vectors_, i % vectors_));
      b_.add({.kind = LoopOpKind::set, .in = {out[static_cast<size_t>(i)], sum}});
    }
  });
  return out;
}

LoopOp ProductLoops::access(const Operand& operand, LinearIndex row, const LinearIndex& p,
                            Register panel) {
  LoopOp out{.kind = LoopOpKind::load};
  if (operand.panels) {
    LinearIndex own = p;
    if (schedule_.chunk > 0) own.terms.push_back({chunk_from_, -1});
    out.buffer = operand.panels->buffer();
    out.indices = operand.panels->indices({.terms = {{panel, 1}}}, std::move(row), std::move(own));
  } else {
    LinearIndex index{.terms = {{operand.item, 1}}};
    add(index, row, operand.across);
    add(index, p, operand.deep);
    out.buffer = operand.access->buffer;
    out.indices = {std::move(index)};
  }
  return out;
}

// The right operand at p + offset, for vector v of the tile's columns.
Register ProductLoops::column_vector(const Tile& tile, int64_t v, Register p, int64_t offset) {
  LinearIndex column{.constant = v * lanes_};
  if (!right_.panels) column.terms.push_back({tile.column, 1});
  LoopOp op = access(right_, column, {.constant = offset, .terms = {{p, 1}}}, tile.right_panel);
  op.lane_strides.assign(op.indices.size(), 0);
  op.lane_strides.back() = 1;
  op.mask = tile.masks[static_cast<size_t>(v)];
  Register out = b_.add({right_.dtype, schedule_.lanes}, std::move(op));
  if (right_.dtype == type_.dtype) return out;
  return b_.compute(Scalar::convert, type_.dtype, {out});
}

// The left operand at (row of the tile, p + offset), in all lanes.
Register ProductLoops::row_number(const Tile& tile, int64_t row, Register p, int64_t offset) {
  LinearIndex at{.constant = row};
  if (!left_.panels) at.terms.push_back({tile.top, 1});
  LoopOp op = access(left_, at, {.constant = offset, .terms = {{p, 1}}}, tile.panel);
  Register out = b_.add({left_.dtype, 1}, std::move(op));
  if (left_.dtype != type_.dtype) out = b_.compute(Scalar::convert, type_.dtype, {out});
  return splat(out);
}

Register ProductLoops::splat(Register value) {
  if (lanes_ == 1) return value;
  return b_.add(type_, {.kind = LoopOpKind::shuffle,
                        .in = {value},
                        .lanes = std::vector<int>(static_cast<size_t>(lanes_), 0)});
}

// What the tile reads of the right operand two chunks on.
void ProductLoops::prefetch_columns(const Tile& tile, Register p, int64_t offset) {
  auto each = static_cast<int64_t>(bytes(right_.dtype));
  LinearIndex there{.constant = offset + 2 * schedule_.chunk, .terms = {{p, 1}}};
  for (int64_t from = 0; from < schedule_.tile_columns * each; from += line) {
    LinearIndex column{.constant = from / each};
    if (!right_.panels) column.terms.push_back({tile.column, 1});
    LoopOp op = access(right_, column, there, tile.right_panel);
    op.kind = LoopOpKind::prefetch;
    b_.add(std::move(op));
  }
}

// One more term for each sum of the tile.
void ProductLoops::products(const Tile& tile, Register p, int64_t offset,
                            const std::vector<Register>& sums) {
  if (right_.schedule.ahead) prefetch_columns(tile, p, offset);
  std::vector<Register> columns;
  for (int64_t v = 0; v < vectors_; ++v) columns.push_back(column_vector(tile, v, p, offset));
  for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
    Register number = row_number(tile, row, p, offset);
    for (int64_t v = 0; v < vectors_; ++v) {
      Register sum = sums[static_cast<size_t>(row * vectors_ + v)];
      Register old = b_.add(type_, {.kind = LoopOpKind::get, .in = {sum}});
      Register column = columns[static_cast<size_t>(v)];
      Register now =
          is_float(type_.dtype)
              ? b_.compute(Scalar::fma, type_.dtype, {number, column, old})
              : b_.compute(Scalar::add, type_.dtype,
                           {old, b_.compute(Scalar::mul, type_.dtype, {number, column})});
      b_.add({.kind = LoopOpKind::set, .in = {sum, now}});
    }
  }
}

void ProductLoops::epilogue(Register first, Register top, Register to, Register column) {
  Register from = b_.minus(first, top);
  Register end = b_.least(b_.i64(schedule_.tile_rows), b_.minus(to, top));
  b_.loop({.from = from, .to = end, .most = schedule_.tile_rows},
          [&](Register r) { row(r, b_.plus(top, r), column); });
}

// One row of the tile through the code that follows the product.
void ProductLoops::row(Register in_tile, Register i, Register column) {
  code_.bind(row_, i);
  code_.steps_at(stage_.kept - 1, false);
  Register counter = b_.fresh({Dtype::i64, 1}), product = b_.fresh({type_.dtype, 1});
  code_.bind(row_ + 1, counter);
  code_.give(product);
  LoopOp loop{.kind = LoopOpKind::loop, .out = counter, .number = 1};
  loop.blocks.push_back(b_.block([&] {
    code_.steps_at(stage_.kept, false);
    code_.steps_at(stage_.kept, true);
    code_.results();
  }));
  VectorOptions options{.lanes = schedule_.lanes,
                        .shares_divisors = target_.units.fma && columns_ >= worth_a_reciprocal};
  Vectorizer body(b_, loop, options, {product});
  for (int64_t v = 0; v < vectors_; ++v) {
    Register sum = sums_->get({{.terms = {{in_tile, 1}}}, {.constant = v}});
    body.begin(b_.plus(column, b_.i64(v * lanes_)), live(column, v));
    body.give(product, sum);
    body.rewrite_body();
  }
}

// All tiles go through a part of p, of which panels are small, before they go through the next
// one; their sums wait in the scratch.
void ProductLoops::chunks(Register from, Register to) {
  Register length = b_.i64(schedule_.chunk);
  first_row_ = from;
  auto part = [&](Register p, Register end) {
    chunk_from_ = p, chunk_to_ = end;
    for (Operand* operand : {&left_, &right_}) {
      if (operand->panels) operand->panels->take(p, end);
    }
    pack_right();
    each_row_of_tiles(from, to);
  };
  if (!is_short()) {
    return b_.loop({.from = b_.i64(0), .to = deep_count_, .step = schedule_.chunk},
                   [&](Register p) { part(p, b_.least(b_.plus(p, length), deep_count_)); });
  }
  Register rest = b_.compute(Scalar::rem, Dtype::i64, {deep_count_, length});
  Register edge = b_.minus(deep_count_, rest);
  is_whole_ = true;
  b_.loop({.from = b_.i64(0), .to = edge, .step = schedule_.chunk},
          [&](Register p) { part(p, b_.plus(p, length)); });
  is_whole_ = false;
  b_.branch(b_.truth(Scalar::lt, edge, deep_count_), [&] { part(edge, deep_count_); });
}

// Whether chunks are so short that their p are written one after the other, and lie within blocks.
bool ProductLoops::is_short() const {
  constexpr int64_t most = 16;
  return schedule_.chunk > 0 && schedule_.chunk <= most &&
         SumOrder::products % schedule_.chunk == 0;
}

// What the chunk adds to a tile, block by block.
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
