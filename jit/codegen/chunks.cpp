// Products part by part of p, their sums in memory.
#include <algorithm>

#include "jit/codegen/product.h"

namespace rille {

// All tiles go through a part of p, of which panels are small, before they go through the next
// one; their sums wait in the scratch.
void ProductCode::chunks(llvm::Value* from, llvm::Value* to) {
  stand_in(function_.schedule.tasks.rows);
  first_row_ = from;
  auto part = [&](llvm::Value* p, llvm::Value* end) {
    take(p, end);
    each_row_of_tiles(from, to);
  };
  auto cut = [&](llvm::Value* p) {
    part(p, least(b_.CreateAdd(p, e_.i64(schedule_.chunk)), deep_count_));
  };
  if (!is_short()) return e_.turns(e_.i64(0), deep_count_, schedule_.chunk, cut);
  llvm::Value* rest = b_.CreateURem(deep_count_, e_.i64(schedule_.chunk));
  llvm::Value* edge = b_.CreateSub(deep_count_, rest);
  is_whole_ = true;
  e_.turns(e_.i64(0), edge, schedule_.chunk,
           [&](llvm::Value* p) { part(p, b_.CreateAdd(p, e_.i64(schedule_.chunk))); });
  is_whole_ = false;
  e_.when(b_.CreateICmpSLT(edge, deep_count_), [&] { part(edge, deep_count_); });
}

// Whether chunks are so short that their p are written one behind the other, and lie within blocks.
bool ProductCode::is_short() const {
  constexpr int64_t most = 16;
  return schedule_.chunk > 0 && schedule_.chunk <= most && !is_grouped() && !may_skip_ &&
         SumOrder::products % schedule_.chunk == 0;
}

void ProductCode::gather(llvm::Value* from, llvm::Value* to) {
  stand_in(rows_);
  first_row_ = e_.i64(0);
  take(from, to);
  if (may_skip_) are_finite_ = are_finite();
  each_row_of_tiles(first_row_, row_count_);
}

void ProductCode::take(llvm::Value* from, llvm::Value* to) {
  chunk_from_ = from;
  chunk_to_ = to;
  for (Read* read : {&left_, &right_}) {
    if (read->panels) read->panels->take(from, to);
  }
  pack_right();
}

// The sums of all tiles of a task with so many rows.
void ProductCode::stand_in(int64_t rows) {
  int64_t tiles = ((rows - 1) / schedule_.tile_rows + 1) * column_tiles();
  auto sums_at = static_cast<uint64_t>(schedule_.sums_at);
  tile_.stand_in(b_.CreateConstGEP1_64(b_.getInt8Ty(), function_.scratch, sums_at),
                 tiles * schedule_.tile_rows * vectors_);
}

int64_t ProductCode::column_tiles() const {
  int64_t columns = std::min(function_.schedule.tasks.columns, columns_);
  return (columns - 1) / schedule_.tile_columns + 1;
}

// The sums of this tile are those at hand.
void ProductCode::stand_at(llvm::Value* first, llvm::Value* column) {
  llvm::Value* i = b_.CreateExactUDiv(b_.CreateSub(first, first_row_), e_.i64(schedule_.tile_rows));
  llvm::Value* j =
      b_.CreateExactUDiv(b_.CreateSub(column, first_column_), e_.i64(schedule_.tile_columns));
  llvm::Value* tile = b_.CreateAdd(b_.CreateMul(i, e_.i64(column_tiles())), j);
  tile_.stand_at(b_.CreateMul(tile, e_.i64(schedule_.tile_rows * vectors_)));
}

// Panels begin at the chunk's first p, as do rows that are gathered: where p = 0 would stand.
llvm::Value* ProductCode::from_chunk(const Read& read, llvm::Value* base) {
  bool begins_there = schedule_.chunk > 0 && (read.panels || is_local(read));
  if (!begins_there) return base;
  llvm::Value* passed = b_.CreateExactUDiv(chunk_from_, e_.i64(schedule_.group));
  return at(read, base, b_.CreateNeg(b_.CreateMul(passed, e_.i64(read.deep))));
}

// What the chunk adds to a tile, block by block.
void ProductCode::chunk_sums(Tile tile, llvm::Value* first, llvm::Value* column) {
  stand_at(first, column);
  tile.left = from_chunk(left_, tile.left);
  tile.right = from_chunk(right_, tile.right);
  constexpr int64_t block = SumOrder::products;
  auto part = [&](llvm::Value* at, llvm::Value* from) {
    llvm::Value* end = least(b_.CreateAdd(at, e_.i64(block)), deep_count_);
    sums(tile, from, least(end, chunk_to_));
    if (blocks_ == 1) return;
    e_.when(b_.CreateICmpSLE(end, chunk_to_),
            [&] { tile_.end_block(b_.CreateUDiv(at, e_.i64(block))); });
  };
  llvm::Value* begin = b_.CreateAnd(chunk_from_, e_.i64(-block));
  if (is_short()) return part(begin, chunk_from_);
  e_.turns(begin, chunk_to_, block, [&](llvm::Value* at) {
    part(at, b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, at, chunk_from_));
  });
}

// What the sums from p = `from` on begin with: nothing, or what a chunk within their block
// left.
std::vector<llvm::Value*> ProductCode::begun(llvm::Value* from) {
  std::vector<llvm::Value*> out(static_cast<size_t>(schedule_.tile_rows * vectors_), nothing());
  if (schedule_.chunk == 0) return out;
  auto align = llvm::Align(bytes(stage_.sum_dtype));
  std::vector<llvm::Value*> left;
  llvm::BasicBlock* before = b_.GetInsertBlock();
  llvm::Value* within = b_.CreateAnd(from, e_.i64(SumOrder::products - 1));
  e_.when(b_.CreateICmpNE(within, e_.i64(0)), [&] {
    for (size_t i = 0; i < out.size(); ++i) {
      left.push_back(
          b_.CreateAlignedLoad(type_, tile_.place(e_.i64(static_cast<int64_t>(i))), align));
    }
  });
  llvm::BasicBlock* loaded = llvm::cast<llvm::Instruction>(left[0])->getParent();
  for (size_t i = 0; i < out.size(); ++i) {
    llvm::PHINode* phi = b_.CreatePHI(type_, 2);
    phi->addIncoming(nothing(), before);
    phi->addIncoming(left[i], loaded);
    out[i] = phi;
  }
  return out;
}

}  // namespace rille
