// Tiles of sums in registers, and what follows them.
#include "jit/codegen/product.h"

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
      type_(wide(register_type(b_.getContext(), stage.sum_dtype), lanes_)),
      blocks_((deep_ - 1) / SumOrder::products + 1),
      tile_(e_, type_, schedule.tile_rows * vectors_, nothing(), blocks_),
      left_(read(0)),
      right_(read(1)) {
  e_.study();
}

llvm::Constant* ProductCode::nothing() {
  return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(static_cast<unsigned>(lanes_)),
                                        identity_of(b_.getContext(), "add", stage_.sum_dtype));
}

ProductCode::Read ProductCode::read(size_t side) {
  const Stage& operand = stage_.operands[side];
  bool is_left = side == 0;
  Read out{.schedule = is_left ? schedule_.left : schedule_.right};
  if (out.schedule.reading == Reading::in_place) {
    const NestStep* step = &operand.code[static_cast<size_t>(operand.folded)];
    if (step->name == "convert") step = &operand.code[static_cast<size_t>(step->in[0])];
    out.access = &step->access;
    out.dtype = step->dtype;
    out.across = step->access.strides[row_].number;
    out.deep = step->access.strides.back().number;
    if (is_left && is_local(out)) {
      size_t local = static_cast<size_t>(out.access->buffer) - function_.nest.arguments();
      out.across = function_.nest.locals[local].elements;
    }
    return out;
  }
  out.dtype = stage_.sum_dtype;
  bool by_rows = is_left && out.schedule.reading == Reading::packed_deep;
  out.across = by_rows ? out.schedule.stride : 1;
  out.deep = by_rows ? 1 : out.schedule.stride;
  int64_t tile = is_left ? schedule_.tile_rows : schedule_.tile_columns;
  out.panels.emplace(function_, operand, out.schedule, tile, lanes_, row_, is_left);
  return out;
}

bool ProductCode::is_local(const Read& read) const {
  return read.access != nullptr &&
         static_cast<size_t>(read.access->buffer) >= function_.nest.arguments();
}

llvm::Value* ProductCode::at(const Read& read, llvm::Value* base, llvm::Value* index) {
  return b_.CreateGEP(memory_type(b_.getContext(), read.dtype), base, index);
}

// Where the part for this item of the batch starts, or the panels.
llvm::Value* ProductCode::start(const Read& read) {
  if (read.access == nullptr) {
    return b_.CreateConstGEP1_64(b_.getInt8Ty(), function_.scratch,
                                 static_cast<uint64_t>(read.schedule.at));
  }
  llvm::Value* at = e_.i64(read.access->offset);
  for (size_t i = 0; i < row_; ++i) {
    llvm::Value* turn = b_.CreateMul(e_.counters_[i], e_.size(read.access->strides[i]));
    at = b_.CreateAdd(at, turn);
  }
  return e_.element(read.access->buffer, at);
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
  if (!right_.panels) return;
  e_.turns(first, last, schedule_.tile_columns,
           [&](llvm::Value* column) { right_.panels->write(column, panel(column)); });
}

// Where the right operand's panel of these columns stands.
llvm::Value* ProductCode::panel(llvm::Value* column) {
  llvm::Value* number =
      b_.CreateExactUDiv(b_.CreateSub(column, first_column_), e_.i64(schedule_.tile_columns));
  return at(right_, right_.start, b_.CreateMul(number, e_.i64(right_.schedule.panel)));
}

void ProductCode::rows(llvm::Value* from, llvm::Value* to) {
  int64_t tall = schedule_.tile_rows;
  e_.turns(from, to, tall, [&](llvm::Value* first) {
    // The last tile of an operand read in place moves up to stay inside.
    llvm::Value *top = first, *left = left_.start;
    if (left_.panels) {
      left_.panels->write(first, left);
    } else if (is_local(left_)) {
      llvm::Value* row = b_.CreateSub(first, function_.block_from);
      left = at(left_, left, b_.CreateMul(row, e_.i64(left_.across)));
    } else {
      if (rows_ % tall != 0) {
        top = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, first, e_.i64(rows_ - tall));
      }
      left = at(left_, left, b_.CreateMul(top, e_.i64(left_.across)));
    }
    e_.turns(first_column_, last_column_, schedule_.tile_columns,
             [&](llvm::Value* column) { tile(first, top, to, left, column); });
    if (schedule_.stops) e_.leave_where_stopping();
  });
}

void ProductCode::tile(llvm::Value* first, llvm::Value* top, llvm::Value* to, llvm::Value* left,
                       llvm::Value* column) {
  Tile tile{.left = left};
  tile.right = right_.panels ? panel(column) : at(right_, right_.start, column);
  for (int v = 0; v < vectors_; ++v) {
    tile.masks.push_back(right_.panels ? nullptr : live(column, v));
  }
  all_sums(tile);
  llvm::Value* from = b_.CreateSub(first, top);
  llvm::Value* end = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, e_.i64(schedule_.tile_rows),
                                              b_.CreateSub(to, top));
  e_.turns(from, end, 1, [&](llvm::Value* r) { row(r, b_.CreateAdd(top, r), column); });
}

void ProductCode::all_sums(const Tile& tile) {
  if (blocks_ == 1) return sums(tile, e_.i64(0), e_.i64(deep_));
  tile_.clear();
  e_.turns(e_.i64(0), e_.i64(deep_), SumOrder::products, [&](llvm::Value* p) {
    if (deep_ > deep_piece) look(p);
    llvm::Value* next = b_.CreateAdd(p, e_.i64(SumOrder::products));
    sums(tile, p, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, e_.i64(deep_)));
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
  llvm::Value* left = b_.CreateSub(e_.i64(columns_ - v * lanes_), column);
  return b_.CreateICmpSLT(e_.counter_lanes(), e_.splat(left, lanes_));
}

// The sums over p in [from, to), from 0 on, into the tile.
void ProductCode::sums(const Tile& tile, llvm::Value* from, llvm::Value* to) {
  int64_t count = schedule_.tile_rows * vectors_;
  auto block = [&](const char* name) {
    return llvm::BasicBlock::Create(e_.module.getContext(), name, e_.function.code);
  };
  llvm::BasicBlock *before = b_.GetInsertBlock(), *turn = block("deep"), *done = block("done");
  b_.CreateBr(turn);
  b_.SetInsertPoint(turn);
  llvm::PHINode* p = b_.CreatePHI(b_.getInt64Ty(), 2);
  p->addIncoming(from, before);
  std::vector<llvm::PHINode*> sum;
  for (int64_t i = 0; i < count; ++i) {
    sum.push_back(b_.CreatePHI(type_, 2));
    sum.back()->addIncoming(llvm::Constant::getNullValue(type_), before);
  }
  std::vector<llvm::Value*> next = products(tile, p, sum);
  llvm::Value* more = b_.CreateAdd(p, e_.i64(1));
  p->addIncoming(more, turn);
  for (size_t i = 0; i < sum.size(); ++i) sum[i]->addIncoming(next[i], turn);
  b_.CreateCondBr(b_.CreateICmpSLT(more, to), turn, done);
  b_.SetInsertPoint(done);
  for (int64_t i = 0; i < count; ++i) {
    b_.CreateAlignedStore(next[static_cast<size_t>(i)], tile_.place(e_.i64(i)),
                          llvm::Align(bytes(stage_.sum_dtype)));
  }
}

std::vector<llvm::Value*> ProductCode::products(const Tile& tile, llvm::Value* p,
                                                const std::vector<llvm::PHINode*>& sum) {
  Dtype dtype = right_.dtype;
  llvm::Type* wide_memory = wide(memory_type(b_.getContext(), dtype), lanes_);
  auto align = llvm::Align(bytes(dtype));
  llvm::Value* line = b_.CreateMul(p, e_.i64(right_.deep));
  std::vector<llvm::Value*> columns, out;
  for (int v = 0; v < vectors_; ++v) {
    llvm::Value* place = at(right_, tile.right, b_.CreateAdd(line, e_.i64(v * lanes_)));
    llvm::Value* mask = tile.masks[static_cast<size_t>(v)];
    llvm::Value* bits =
        mask == nullptr ? static_cast<llvm::Value*>(b_.CreateAlignedLoad(wide_memory, place, align))
                        : b_.CreateMaskedLoad(wide_memory, place, align, mask,
                                              llvm::Constant::getNullValue(wide_memory));
    columns.push_back(convert(b_, loaded(b_, bits, dtype), dtype, stage_.sum_dtype));
  }
  llvm::Type* memory = memory_type(b_.getContext(), left_.dtype);
  llvm::Value* deep = b_.CreateMul(p, e_.i64(left_.deep));
  for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
    llvm::Value* place = at(left_, tile.left, b_.CreateAdd(deep, e_.i64(i * left_.across)));
    llvm::Value* number = loaded(b_, b_.CreateLoad(memory, place), left_.dtype);
    llvm::Value* row = e_.splat(convert(b_, number, left_.dtype, stage_.sum_dtype), lanes_);
    for (int v = 0; v < vectors_; ++v) {
      llvm::Value* old = sum[static_cast<size_t>(i * vectors_ + v)];
      out.push_back(b_.CreateIntrinsic(llvm::Intrinsic::fma, {type_},
                                       {row, columns[static_cast<size_t>(v)], old}));
    }
  }
  return out;
}

// One row of the tile through the code that follows the product.
void ProductCode::row(llvm::Value* in_tile, llvm::Value* i, llvm::Value* column) {
  e_.counters_[row_] = i;
  e_.steps_at(stage_.kept - 1, false);
  for (int v = 0; v < vectors_; ++v) {
    llvm::Value* number = b_.CreateAdd(b_.CreateMul(in_tile, e_.i64(vectors_)), e_.i64(v));
    e_.product_ =
        b_.CreateAlignedLoad(type_, tile_.place(number), llvm::Align(bytes(stage_.sum_dtype)));
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
