// Tiles of sums in registers, and what follows them.
#include "jit/codegen/product.h"

#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace rille {
namespace {

// Blocks of p after which a tile that nobody can wait for looks for stops.
constexpr int64_t deep_piece = 16 * SumOrder::products;

}  // namespace

ProductCode::ProductCode(KernelFunction& function, const Stage& stage,
                         const StageSchedule& schedule)
    : function_(function),
      b_(function.b),
      stage_(stage),
      schedule_(schedule),
      e_(function, stage, schedule),
      lanes_(schedule.lanes),
      vectors_(static_cast<int>(schedule.tile_columns) / schedule.lanes),
      row_(static_cast<size_t>(stage.kept) - 2),
      rows_(stage.loops[row_].number),
      columns_(stage.loops[row_ + 1].number),
      deep_(stage.deep()),
      row_count_(e_.size(stage.loops[row_])),
      deep_count_(count_of_deep()),
      type_(wide(register_type(b_.getContext(), stage.sum_dtype), lanes_)),
      blocks_((deep_ - 1) / SumOrder::products + 1),
      tile_(e_, type_, schedule.tile_rows * vectors_, nothing(), blocks_),
      needed_(stage),
      left_(read(0)),
      right_(read(1)),
      may_skip_(may_skip()),
      are_small_(!is_grouped() && are_small()) {
  e_.study();
}

// All loops of p of the left operand: of the outermost one the kernel may be told.
llvm::Value* ProductCode::count_of_deep() {
  const Stage& left = stage_.operands[0];
  auto outer = static_cast<size_t>(left.kept);
  llvm::Value* out = e_.size(left.loops[outer]);
  for (size_t i = outer + 1; i < left.loops.size(); ++i) {
    out = b_.CreateMul(out, e_.size(left.loops[i]));
  }
  return out;
}

llvm::Value* ProductCode::block_count() {
  llvm::Value* before = b_.CreateSub(deep_count_, e_.i64(1));
  return b_.CreateAdd(b_.CreateUDiv(before, e_.i64(SumOrder::products)), e_.i64(1));
}

llvm::Constant* ProductCode::nothing() {
  return llvm::ConstantVector::getSplat(
      llvm::ElementCount::getFixed(static_cast<unsigned>(lanes_)),
      identity_of(b_.getContext(), Scalar::add, stage_.sum_dtype));
}

ProductCode::Read ProductCode::read(size_t side) {
  const Stage& operand = stage_.operands[side];
  bool is_left = side == 0;
  Read out{.schedule = is_left ? schedule_.left : schedule_.right};
  if (out.schedule.reading == Reading::in_place || out.schedule.reading == Reading::turned) {
    const NestStep& step = unconverted(operand);
    out.access = &step.access;
    out.dtype = step.dtype;
    out.across = step.access.strides[row_].number;
    out.deep = step.access.strides.back().number;
    if (is_left && is_local(out)) {
      size_t local = static_cast<size_t>(out.access->buffer) - function_.nest.arguments();
      (stage_.gathers ? out.deep : out.across) = function_.nest.locals[local].elements;
    }
    return out;
  }
  out.dtype = stage_.sum_dtype;
  bool by_rows = is_left && out.schedule.reading == Reading::packed_deep;
  out.across = by_rows ? out.schedule.stride : 1;
  out.deep = by_rows ? 1 : out.schedule.stride;
  out.panels.emplace(function_, operand, schedule_, row_, is_left);
  return out;
}

bool ProductCode::is_local(const Read& read) const {
  return read.access != nullptr && function_.nest.is_local(read.access->buffer);
}

llvm::Value* ProductCode::at(const Read& read, llvm::Value* base, llvm::Value* index) {
  return b_.CreateGEP(memory_type(b_.getContext(), read.dtype), base, index);
}

// The index of the first element of this item of the batch.
llvm::Value* ProductCode::item(const Access& access) {
  llvm::Value* at = e_.i64(access.offset);
  for (size_t i = 0; i < row_; ++i) {
    llvm::Value* turn = b_.CreateMul(e_.counters_[i], e_.size(access.strides[i]));
    at = b_.CreateAdd(at, turn);
  }
  return at;
}

// Where the part for this item of the batch starts, or the panels.
llvm::Value* ProductCode::start(const Read& read) {
  if (read.access == nullptr) {
    return b_.CreateConstGEP1_64(b_.getInt8Ty(), function_.scratch,
                                 static_cast<uint64_t>(read.schedule.at));
  }
  return e_.element(read.access->buffer, item(*read.access));
}

void ProductCode::enter(const std::vector<llvm::Value*>& batch, llvm::Value* first,
                        llvm::Value* last) {
  e_.enter(batch);
  for (Read* read : {&left_, &right_}) {
    if (read->panels) read->panels->enter(batch);
    read->start = start(*read);
  }
  first_column_ = first;
  last_column_ = last;
  if (schedule_.chunk == 0) pack_right();
  if (may_skip_ && !stage_.gathers) are_finite_ = are_finite();
}

void ProductCode::pack_right() {
  if (!right_.panels) return;
  int64_t wide = schedule_.tile_columns, some = schedule_.right_tiles;
  auto write = [&](int64_t count) {
    return [this, count](llvm::Value* column) {
      right_.panels->write(column, right_panel(column), count);
      if (is_grouped()) right_.panels->group(right_panel(column), deep_here(), 0, count);
    };
  };
  if (some == 1) return e_.turns(first_column_, last_column_, wide, write(1));
  llvm::Value* rest = b_.CreateURem(b_.CreateSub(last_column_, first_column_), e_.i64(some * wide));
  llvm::Value* edge = b_.CreateSub(last_column_, rest);
  e_.turns(first_column_, edge, some * wide, write(some));
  e_.turns(edge, last_column_, wide, write(1));
}

// Where the panel stands that begins at row or column `first`, `begin` being that of the first one.
llvm::Value* ProductCode::panel(const Read& read, llvm::Value* first, llvm::Value* begin,
                                int64_t tile) {
  llvm::Value* number = b_.CreateExactUDiv(b_.CreateSub(first, begin), e_.i64(tile));
  return at(read, read.start, b_.CreateMul(number, e_.i64(read.schedule.panel)));
}

llvm::Value* ProductCode::right_panel(llvm::Value* column) {
  return panel(right_, column, first_column_, schedule_.tile_columns);
}

void ProductCode::rows(llvm::Value* from, llvm::Value* to) {
  schedule_.chunk == 0 ? each_row_of_tiles(from, to) : chunks(from, to);
}

void ProductCode::each_row_of_tiles(llvm::Value* from, llvm::Value* to) {
  int64_t tall = schedule_.tile_rows;
  if (schedule_.left_tiles == 1) {
    return e_.turns(from, to, tall, [&](llvm::Value* first) { row_of_tiles(first, from, to); });
  }
  e_.turns(from, to, tall * schedule_.left_tiles, [&](llvm::Value* block) {
    left_.panels->write(block, left_.start, schedule_.left_tiles);
    group_left(left_.start);
    llvm::Value* end = least(b_.CreateAdd(block, e_.i64(tall * schedule_.left_tiles)), to);
    e_.turns(block, end, tall, [&](llvm::Value* first) { row_of_tiles(first, block, end); });
  });
}

llvm::Value* ProductCode::least(llvm::Value* a, llvm::Value* b) {
  return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
}

// The first row of the tile at `first`: the last one of an operand read in place moves up to stay
// inside.
llvm::Value* ProductCode::top_of(llvm::Value* first) {
  // Tiles end where the rows do, and begin where tasks and their blocks do: another stage of the
  // kernel may have tiles of another height.
  const Tasks& tasks = function_.schedule.tasks;
  auto has_tiles = [&](int64_t rows) { return rows % schedule_.tile_rows == 0; };
  bool whole = stage_.loops[row_].known() && has_tiles(rows_) && has_tiles(tasks.rows) &&
               has_tiles(tasks.block);
  bool stays = left_.panels || (is_local(left_) && !stage_.gathers) || whole;
  if (stays) return first;
  return least(first, b_.CreateSub(row_count_, e_.i64(schedule_.tile_rows)));
}

// The tiles from row `first` on; block: where those begin that are packed together.
void ProductCode::row_of_tiles(llvm::Value* first, llvm::Value* block, llvm::Value* to) {
  llvm::Value *top = top_of(first), *left = left_.start;
  if (left_.panels && schedule_.left_tiles == 1) {
    left_.panels->write(first, left);
    group_left(left);
  } else if (left_.panels) {
    left = panel(left_, first, block, schedule_.tile_rows);
  } else {
    bool is_row = is_local(left_) && !stage_.gathers;
    llvm::Value* row = is_row ? b_.CreateSub(top, function_.block_from) : top;
    left = at(left_, left, b_.CreateMul(row, e_.i64(left_.across)));
  }
  llvm::Value* begin = first_column_;
  if (schedule_.apart > 1) begin = strips(left, first, top, to);
  e_.turns(begin, last_column_, schedule_.tile_columns, [&](llvm::Value* column) {
    Tile tile = tile_at(left, column);
    look_ahead(tile, first, column);
    if (schedule_.chunk == 0) {
      needed_sums(tile, top, column, schedule_.tile_columns);
      return epilogue(first, top, to, column);
    }
    chunk_sums(tile, first, column);
    e_.when(b_.CreateICmpEQ(chunk_to_, deep_count_), [&] {
      if (blocks_ > 1) tile_.finish(block_count());
      epilogue(first, top, to, column);
    });
  });
  if (schedule_.stops) e_.leave_where_stopping();
}

// What the next panel of rows is made of comes near while this one is used, a row of it with
// each tile: packing waits for memory otherwise.
void ProductCode::look_ahead(Tile& tile, llvm::Value* first, llvm::Value* column) {
  if (!left_.schedule.ahead) return;
  const NestStep& step = unconverted(stage_.operands[0]);
  llvm::Value* passed = b_.CreateSub(column, first_column_);
  llvm::Value* number = b_.CreateExactUDiv(passed, e_.i64(schedule_.tile_columns));
  llvm::Value* row = b_.CreateURem(number, e_.i64(schedule_.tile_rows));
  row = b_.CreateAdd(b_.CreateAdd(first, e_.i64(schedule_.tile_rows)), row);
  llvm::Value* across = b_.CreateMul(row, e_.size(step.access.strides[row_]));
  tile.next = e_.element(step.access.buffer, b_.CreateAdd(item(step.access), across));
  tile.next_dtype = step.dtype;
}

// All lines at once, before the sums: loads would wait where each p asked for one.
void ProductCode::bring_next(const Tile& tile, llvm::Value* from, llvm::Value* to) {
  if (tile.next == nullptr) return;
  llvm::Type* memory = memory_type(b_.getContext(), tile.next_dtype);
  e_.turns(from, to, 64 / static_cast<int64_t>(bytes(tile.next_dtype)),
           [&](llvm::Value* p) { bring_near(b_, b_.CreateGEP(memory, tile.next, p)); });
}

ProductCode::Tile ProductCode::tile_at(llvm::Value* left, llvm::Value* column) {
  Tile tile{.left = left};
  tile.right = right_.panels ? right_panel(column) : at(right_, right_.start, column);
  if (schedule_.right.reading == Reading::turned) tile.columns = columns_of(column, 1);
  for (int v = 0; v < vectors_; ++v) {
    tile.masks.push_back(right_.panels ? nullptr : live(column, v));
  }
  return tile;
}

void ProductCode::epilogue(llvm::Value* first, llvm::Value* top, llvm::Value* to,
                           llvm::Value* column) {
  llvm::Value* from = b_.CreateSub(first, top);
  llvm::Value* end = least(e_.i64(schedule_.tile_rows), b_.CreateSub(to, top));
  e_.turns(from, end, 1, [&](llvm::Value* r) { row(r, b_.CreateAdd(top, r), column); });
}

// Sums of a tile that the epilogue drops stay what they are.
void ProductCode::needed_sums(const Tile& tile, llvm::Value* top, llvm::Value* column,
                              int64_t count) {
  Needed::Ranges ranges;
  for (size_t i = 0; i < row_; ++i) ranges.push_back({e_.counters_[i], e_.counters_[i]});
  auto last = [&](llvm::Value* first, int64_t count) {
    return b_.CreateAdd(first, e_.i64(count - 1));
  };
  ranges.push_back({top, last(top, schedule_.tile_rows)});
  ranges.push_back({column, last(column, count)});
  if (llvm::Value* somewhere = needed_.somewhere(b_, ranges)) {
    return e_.when(somewhere, [&] { all_sums(tile); });
  }
  all_sums(tile);
}

void ProductCode::all_sums(const Tile& tile) {
  if (blocks_ == 1) return sums(tile, e_.i64(0), deep_count_);
  tile_.clear();
  e_.turns(e_.i64(0), deep_count_, SumOrder::products, [&](llvm::Value* p) {
    if (deep_ > deep_piece) look(p);
    sums(tile, p, least(b_.CreateAdd(p, e_.i64(SumOrder::products)), deep_count_));
    tile_.end_block();
  });
  tile_.finish();
}

void ProductCode::look(llvm::Value* p) {
  e_.when(b_.CreateICmpEQ(b_.CreateAnd(p, e_.i64(deep_piece - 1)), e_.i64(deep_piece / 2)),
          [&] { e_.leave_where_stopping(); });
}

// The lanes of vector v that are columns of the output; null: all.
llvm::Value* ProductCode::live(llvm::Value* column, int v) {
  if (columns_ % schedule_.tile_columns == 0) return nullptr;
  return e_.first_lanes(b_.CreateSub(e_.i64(columns_ - v * lanes_), column));
}

// The sums over p in [from, to) into the tile.
void ProductCode::sums(const Tile& tile, llvm::Value* from, llvm::Value* to) {
  if (!tile.columns.empty()) return turned_sums(tile, from, to);
  bring_next(tile, from, to);
  std::vector<llvm::Value*> out = begun(from);
  out = may_skip_ ? pieces(tile, from, to, out) : deep(tile, from, to, out);
  for (size_t i = 0; i < out.size(); ++i) {
    b_.CreateAlignedStore(out[i], tile_.place(e_.i64(static_cast<int64_t>(i))),
                          llvm::Align(bytes(stage_.sum_dtype)));
  }
}

// What the sums become from one p to the next.
std::vector<llvm::Value*> ProductCode::deep(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                            const std::vector<llvm::Value*>& start) {
  if (is_grouped()) return grouped(tile, from, to, start);
  if (is_whole_) return short_chunk(tile, from, start);
  return looped(from, to, 1, start, [&](llvm::Value* p, const std::vector<llvm::Value*>& sums) {
    return products(tile, p, sums);
  });
}

// A whole short chunk, p by p: where each stands is a distance that the code knows.
std::vector<llvm::Value*> ProductCode::short_chunk(Tile tile, llvm::Value* from,
                                                   std::vector<llvm::Value*> sums) {
  tile.left = at(left_, tile.left, b_.CreateMul(from, e_.i64(left_.deep)));
  tile.right = at(right_, tile.right, b_.CreateMul(from, e_.i64(right_.deep)));
  for (int64_t i = 0; i < schedule_.chunk; ++i) sums = products(tile, e_.i64(i), sums);
  return sums;
}

// Values that go from turn to turn; there is one turn at least.
std::vector<llvm::Value*> ProductCode::looped(llvm::Value* from, llvm::Value* to, int64_t step,
                                              const std::vector<llvm::Value*>& start,
                                              const Turn& body) {
  llvm::BasicBlock *before = b_.GetInsertBlock(), *turn = function_.block("deep"),
                   *done = function_.block("done");
  b_.CreateBr(turn);
  b_.SetInsertPoint(turn);
  llvm::PHINode* p = b_.CreatePHI(b_.getInt64Ty(), 2);
  p->addIncoming(from, before);
  std::vector<llvm::PHINode*> phis;
  for (llvm::Value* value : start) {
    phis.push_back(b_.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, before);
  }
  std::vector<llvm::Value*> next = body(p, {phis.begin(), phis.end()});
  llvm::Value* more = b_.CreateAdd(p, e_.i64(step));
  llvm::BasicBlock* end = b_.GetInsertBlock();
  p->addIncoming(more, end);
  for (size_t i = 0; i < phis.size(); ++i) phis[i]->addIncoming(next[i], end);
  b_.CreateCondBr(b_.CreateICmpSLT(more, to), turn, done);
  b_.SetInsertPoint(done);
  return next;
}

// The right operand's numbers at p.
std::vector<llvm::Value*> ProductCode::columns_at(const Tile& tile, llvm::Value* p) {
  Dtype dtype = right_.dtype;
  llvm::Type* wide_memory = wide(memory_type(b_.getContext(), dtype), lanes_);
  auto align = llvm::Align(bytes(dtype));
  llvm::Value* line = b_.CreateMul(p, e_.i64(right_.deep));
  std::vector<llvm::Value*> columns;
  for (int v = 0; v < vectors_; ++v) {
    llvm::Value* place = at(right_, tile.right, b_.CreateAdd(line, e_.i64(v * lanes_)));
    llvm::Value* mask = tile.masks[static_cast<size_t>(v)];
    llvm::Value* bits =
        mask == nullptr ? static_cast<llvm::Value*>(b_.CreateAlignedLoad(wide_memory, place, align))
                        : b_.CreateMaskedLoad(wide_memory, place, align, mask,
                                              llvm::Constant::getNullValue(wide_memory));
    columns.push_back(convert(b_, loaded(b_, bits, dtype), dtype, stage_.sum_dtype));
  }
  return columns;
}

// What the tile reads of the right operand two chunks on.
void ProductCode::bring_rows(const Tile& tile, llvm::Value* p) {
  constexpr int64_t line = 64;
  auto each = static_cast<int64_t>(bytes(right_.dtype));
  llvm::Value* there =
      b_.CreateMul(b_.CreateAdd(p, e_.i64(2 * schedule_.chunk)), e_.i64(right_.deep));
  for (int64_t at_byte = 0; at_byte < schedule_.tile_columns * each; at_byte += line) {
    bring_near(b_, at(right_, tile.right, b_.CreateAdd(there, e_.i64(at_byte / each))));
  }
}

std::vector<llvm::Value*> ProductCode::products(const Tile& tile, llvm::Value* p,
                                                const std::vector<llvm::Value*>& sum) {
  if (right_.schedule.ahead) bring_rows(tile, p);
  std::vector<llvm::Value*> columns = columns_at(tile, p), out;
  for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
    llvm::Value* row = number(tile, p, i);
    for (int v = 0; v < vectors_; ++v) {
      llvm::Value* old = sum[static_cast<size_t>(i * vectors_ + v)];
      out.push_back(added(old, row, columns[static_cast<size_t>(v)]));
    }
  }
  return out;
}

// One more term.
llvm::Value* ProductCode::added(llvm::Value* sum, llvm::Value* row, llvm::Value* column) {
  if (is_float(stage_.sum_dtype)) {
    return b_.CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {row, column, sum});
  }
  if (is_grouped()) return dots(sum, row, column);
  return b_.CreateAdd(sum, are_small_ ? pair_product(row, column) : b_.CreateMul(row, column));
}

// Both operands are converted from integers of 8 bits, to sums of integers. The machine multiplies
// 16 bits faster than 32, two numbers to a lane, of which the row's second one is 0 (number()).
bool ProductCode::are_small() const {
  bool is_x86 = llvm::Triple(function_.module.getTargetTriple()).isX86();
  bool has_lanes = lanes_ == 4 || lanes_ == 8 || lanes_ == 16;
  bool sums_words = is_integer(stage_.sum_dtype) && bits(stage_.sum_dtype) == 32;
  if (!is_x86 || !has_lanes || !sums_words) return false;
  return std::ranges::all_of(stage_.operands, [](const Stage& operand) {
    Dtype from = unconverted(operand).dtype;
    return is_integer(from) && bits(from) <= 8;
  });
}

// The left operand's number at (row of the tile, p), in all lanes.
llvm::Value* ProductCode::number(const Tile& tile, llvm::Value* p, int64_t row) {
  llvm::Type* memory = memory_type(b_.getContext(), left_.dtype);
  llvm::Value* deep = b_.CreateMul(p, e_.i64(left_.deep));
  llvm::Value* place = at(left_, tile.left, b_.CreateAdd(deep, e_.i64(row * left_.across)));
  llvm::Value* number = loaded(b_, b_.CreateLoad(memory, place), left_.dtype);
  number = convert(b_, number, left_.dtype, stage_.sum_dtype);
  if (are_small_) number = b_.CreateAnd(number, b_.getInt32(0xffff));
  return e_.splat(number, lanes_);
}

// Where vector v of a row of the tile stands.
llvm::Value* ProductCode::sum_at(llvm::Value* in_tile, int64_t v) {
  if (from_strip_ != nullptr) {
    return b_.CreateGEP(type_, from_strip_, b_.CreateMul(in_tile, e_.i64(schedule_.apart)));
  }
  return tile_.place(b_.CreateAdd(b_.CreateMul(in_tile, e_.i64(vectors_)), e_.i64(v)));
}

// One row of the tile through the code that follows the product.
void ProductCode::row(llvm::Value* in_tile, llvm::Value* i, llvm::Value* column) {
  e_.counters_[row_] = i;
  e_.steps_at(stage_.kept - 1, false);
  for (int v = 0; v < vectors_; ++v) {
    e_.product_ =
        b_.CreateAlignedLoad(type_, sum_at(in_tile, v), llvm::Align(bytes(stage_.sum_dtype)));
    e_.counters_[row_ + 1] = b_.CreateAdd(column, e_.i64(v * lanes_));
    e_.width_ = lanes_;
    e_.mask_ = live(column, v);
    e_.steps_at(stage_.kept, false);
    e_.stores();
    e_.mask_ = nullptr;
    e_.width_ = 1;
  }
}

}  // namespace rille
