// Operands, tiles, and the epilogue of a product.
#include "jit/loops/product.h"

#include <algorithm>

#include "jit/loops/order.h"
#include "jit/loops/vectorizer.h"

namespace rille {
namespace {

constexpr int64_t worth_a_reciprocal = 64;  // divisions by the same number

}  // namespace

ProductLoops::ProductLoops(LoopBuilder& builder, const ScheduledNest& kernel, size_t stage,
                           const Target& target)
    : b_(builder),
      nest_(kernel.nest),
      tasks_(*kernel.schedule.tasks),
      stage_(kernel.nest.stages[stage]),
      own_(kernel.schedule.stages[stage]),
      schedule_(std::get<TilesSchedule>(own_.form)),
      target_(target),
      lanes_(own_.lanes),
      vectors_(schedule_.tile_columns / lanes_),
      row_(static_cast<size_t>(stage_.kept) - 2),
      rows_(stage_.loops[row_].number),
      columns_(stage_.loops[row_ + 1].number),
      k_size_(stage_.k_size()),
      row_count_(builder.size(stage_.loops[row_])),
      deep_count_(builder.i64(1)),
      type_{stage_.sum_dtype, lanes_},
      blocks_((k_size_ - 1) / SumOrder::products + 1),
      needed_(stage_),
      left_(operand(0, schedule_.left.tiles)),
      right_(operand(1, column_tiles())),
      may_skip_(may_skip()),
      are_small_(are_small()),
      code_(builder, nest_, stage_) {
  const Stage& left = stage_.operands[0];  // the outermost loop of k may be an argument
  for (auto loop = static_cast<size_t>(left.kept); loop < left.loops.size(); ++loop) {
    deep_count_ = b_.times(deep_count_, b_.size(left.loops[loop]));
  }
}

int64_t ProductLoops::column_tiles() const {
  int64_t columns = std::min(tasks_.columns, columns_);
  return (columns - 1) / schedule_.tile_columns + 1;
}

// Whether tiles begin and end with tasks, blocks, and all rows: other stages of the kernel may have
// tiles of another height.
bool ProductLoops::has_whole_tiles() const {
  auto has_tiles = [&](int64_t rows) { return rows % schedule_.tile_rows == 0; };
  return stage_.loops[row_].known() && has_tiles(rows_) && has_tiles(tasks_.rows) &&
         has_tiles(tasks_.block);
}

ProductLoops::Operand ProductLoops::operand(size_t side, int64_t panels) {
  bool is_left = side == 0;
  Operand out{.stage = stage_.operands[side],
              .schedule = is_left ? schedule_.left : schedule_.right};
  if (out.schedule.is_packed()) {
    out.panels.emplace(b_, nest_, out.stage, own_, row_, is_left, panels);
    bool begins_at_tiles = !is_left || stage_.sums_outer_products || has_whole_tiles();
    if (!begins_at_tiles) out.panels->begin_anywhere();
    out.dtype = out.panels->dtype();
    return out;
  }
  const NestStep& step = unconverted(out.stage);
  out.access = &step.access;
  out.dtype = step.dtype;
  out.across = step.access.strides[row_].number;
  out.deep = step.access.strides.back().number;
  out.is_local = nest_.is_local(step.access.buffer);
  for (const Stage& stage : nest_.stages) {
    for (const Store& store : stage.stores) {
      out.is_written = out.is_written || store.access.buffer == step.access.buffer;
    }
  }
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
  begin_sums(stage_.sums_outer_products ? rows_ : tasks_.rows);
  if (schedule_.chunk == 0) pack_right();
  if (may_skip_ && !stage_.sums_outer_products) are_finite_ = are_finite();
}

// The element (0, 0) of an operand in place.
LinearIndex ProductLoops::item_of(const Operand& operand) const {
  if (auto known = b_.known(operand.item)) return {.constant = *known};
  return {.terms = {{operand.item, 1}}};
}

// Allocates the partial sums between chunks, for all tiles of a task with this number of rows.
void ProductLoops::begin_sums(int64_t rows) {
  PartialSums::Options options{
      .type = type_, .places = {schedule_.tile_rows, vectors_}, .max_blocks = blocks_};
  if (schedule_.chunk > 0) {
    options.outer = {((rows - 1) / schedule_.tile_rows + 1) * column_tiles()};
    options.role = LoopBuffer::Role::scratch;
    options.offset = schedule_.sums_at;
  }
  sums_.emplace(b_, std::move(options),
                b_.constant(type_, identity_value(Scalar::add, type_.dtype)));
}

void ProductLoops::pack_right() {
  if (!right_.panels) return;
  int64_t wide = schedule_.tile_columns, some = schedule_.right.tiles;
  auto write = [&](int64_t count) {
    return [this, wide, count](Register column) {
      Register number = number_of(column, first_column_, wide);
      right_.panels->write(column, number, count);
      if (is_grouped()) right_.panels->group(number, deep_here(), count);
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

// The index of the tile that begins at `first`, if the first tile begins at `begin`.
Register ProductLoops::number_of(Register first, Register begin, int64_t tile) {
  return b_.quotient(b_.minus(first, begin), b_.i64(tile));
}

void ProductLoops::rows(Register from, Register to, Register block) {
  block_ = block;
  for (Operand* operand : {&left_, &right_}) {
    if (operand->panels) operand->panels->begin_rows_at(block);
  }
  schedule_.chunk == 0 ? each_row_of_tiles(from, to) : chunks(from, to);
}

void ProductLoops::gather(Register from, Register to) {
  block_ = from;
  first_row_ = b_.i64(0);
  for (Operand* operand : {&left_, &right_}) {
    if (operand->panels) operand->panels->begin_p_at(from);
  }
  take(from, to);
  if (may_skip_) are_finite_ = are_finite();
  each_row_of_tiles(first_row_, row_count_);
}

void ProductLoops::each_row_of_tiles(Register from, Register to) {
  int64_t tall = schedule_.tile_rows;
  if (schedule_.left.tiles == 1) {
    return b_.loop({.from = from, .to = to, .step = tall},
                   [&](Register first) { row_of_tiles(first, from, to); });
  }
  b_.loop({.from = from, .to = to, .step = tall * schedule_.left.tiles}, [&](Register block) {
    pack_left(block, schedule_.left.tiles);
    Register end = b_.least(b_.plus(block, b_.i64(tall * schedule_.left.tiles)), to);
    b_.loop({.from = block, .to = end, .step = tall, .most = schedule_.left.tiles},
            [&](Register first) { row_of_tiles(first, block, end); });
  });
}

void ProductLoops::pack_left(Register first, int64_t count) {
  left_.panels->write(first, b_.i64(0), count);
  if (is_grouped()) left_.panels->group(b_.i64(0), deep_here(), count);
}

// The first row of the tile at `first`. The last tile of an operand that is read in place ends with
// the last row.
Register ProductLoops::top_of(Register first) {
  bool is_local = left_.is_local && !stage_.sums_outer_products;
  if (left_.panels || is_local || has_whole_tiles()) return first;
  return b_.least(first, b_.minus(row_count_, b_.i64(schedule_.tile_rows)));
}

// The tiles from row `first` on. `block`: the first row of the tiles that are packed together.
void ProductLoops::row_of_tiles(Register first, Register block, Register to) {
  Register top = top_of(first), panel = b_.i64(0);
  if (left_.panels && schedule_.left.tiles == 1) {
    pack_left(first, 1);
  } else if (left_.panels) {
    panel = number_of(first, block, schedule_.tile_rows);
  }
  Register begin = first_column_;
  if (schedule_.column_gap > 1) begin = strips(first, top, panel, to);
  b_.loop({.from = begin, .to = last_column_, .step = schedule_.tile_columns},
          [&](Register column) { tile(first, to, tile_at(top, panel, column)); });
  if (schedule_.checks_stop) b_.leave_where_stopping();
}

ProductLoops::Tile ProductLoops::tile_at(Register top, Register panel, Register column) {
  Tile out{.top = top, .panel = panel, .column = column};
  if (right_.panels) {
    out.right_panel = number_of(column, first_column_, schedule_.tile_columns);
  }
  if (is_transposed()) out.columns = columns_of(column, 1);
  for (int64_t v = 0; v < vectors_; ++v) {
    out.masks.push_back(right_.panels ? -1 : live(column, v));
  }
  return out;
}

void ProductLoops::tile(Register first, Register to, Tile tile) {
  prefetch_next_row(tile, first);
  if (schedule_.chunk == 0) {
    needed_sums(tile, tile.column, schedule_.tile_columns);
    return epilogue(first, tile.top, to, tile.column);
  }
  chunk_sums(tile, first);
  b_.branch(b_.truth(Scalar::eq, chunk_to_, deep_count_), [&] {
    if (blocks_ > 1) {
      Register before = b_.minus(deep_count_, b_.i64(1));
      sums_->finish(b_.plus(b_.quotient(before, b_.i64(SumOrder::products)), b_.i64(1)));
    }
    epilogue(first, tile.top, to, tile.column);
  });
}

// Prefetches the source of the next left panel while the current one is used, one row per tile, so
// that packing does not wait for memory.
void ProductLoops::prefetch_next_row(Tile& tile, Register first) {
  if (!left_.schedule.prefetch) return;
  const NestStep& step = unconverted(left_.stage);
  Register number = number_of(tile.column, first_column_, schedule_.tile_columns);
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

// The mask of the lanes of vector v that are columns of the result; -1: all.
Register ProductLoops::live(Register column, int64_t v) {
  if (columns_ % schedule_.tile_columns == 0) return -1;
  Register left = b_.minus(b_.i64(columns_ - v * lanes_), column);
  return b_.first_lanes(left, lanes_);
}

void ProductLoops::epilogue(Register first, Register top, Register to, Register column,
                            std::optional<Strip> strip) {
  Register from = b_.minus(first, top);
  Register end = b_.least(b_.i64(schedule_.tile_rows), b_.minus(to, top));
  b_.loop({.from = from, .to = end, .most = schedule_.tile_rows}, [&](Register r) {
    row(b_.plus(top, r), column, [&](int64_t v) {
      // Sums that the epilogue drops may be uninitialized.
      if (!strip) return sums_->get({{.terms = {{r, 1}}}, {.constant = v}}, true);
      LinearIndex at{.terms = {{column, 1}, {strip->first, -1}}};
      return b_.add(type_, {.kind = LoopOpKind::load,
                            .buffer = strip->buffer,
                            .indices = {{.terms = {{r, 1}}}, std::move(at)},
                            .lane_strides = {0, 1},
                            .flag = true});
    });
  });
}

// Runs the code after the product on one row of a tile.
void ProductLoops::row(Register i, Register column, const Sum& sum) {
  code_.bind(row_, i);
  if (block_ >= 0 && !stage_.sums_outer_products) code_.take_row({.terms = {{i, 1}, {block_, -1}}});
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
  VectorOptions options{.lanes = lanes_,
                        .shares_divisors = target_.units.fma && columns_ >= worth_a_reciprocal};
  Vectorizer body(b_, loop, options, {product});
  for (int64_t v = 0; v < vectors_; ++v) {
    Register own = sum(v);
    body.begin(b_.plus(column, b_.i64(v * lanes_)), live(column, v));
    body.give(product, own);
    body.rewrite_body();
  }
}

}  // namespace rille
