// Zeros on the left: p that change no sum are skipped.
#include <algorithm>

#include "jit/codegen/product.h"

namespace rille {
namespace {

constexpr int64_t piece = 64;  // p that are looked at together

}  // namespace

// What a mask has dropped becomes zeros behind a softmax: rows of this kernel, then, of a
// product whose first one drops anything. Other zeros are too few to look for.
bool ProductCode::may_skip() const {
  bool is_dense =
      (stage_.gathers ? left_.across : left_.deep) == 1 && left_.dtype == stage_.sum_dtype;
  bool has_bits = stage_.sum_dtype == Dtype::f32 || stage_.sum_dtype == Dtype::f64;
  bool can = is_local(left_) && is_dense && has_bits && deep_ >= 2 * piece &&
             schedule_.right.reading != Reading::turned && (schedule_.chunk == 0 || stage_.gathers);
  return can && std::ranges::any_of(function_.nest.stages, [](const Stage& other) {
           return other.form == StageForm::contract && Needed(other).drops();
         });
}

// Whether neither inf nor nan is among the right operand's numbers: zero times those is no zero.
llvm::Value* ProductCode::are_finite() {
  std::vector<llvm::AllocaInst*> seen;
  for (int v = 0; v < vectors_; ++v) {
    seen.push_back(Blocks::local(e_, type_));
    b_.CreateStore(nothing(), seen.back());
  }
  e_.turns(first_column_, last_column_, schedule_.tile_columns, [&](llvm::Value* column) {
    Tile tile = tile_at(nullptr, column);
    tile.right = from_chunk(right_, tile.right);
    std::vector<llvm::Value*> sums;
    for (llvm::AllocaInst* one : seen) sums.push_back(b_.CreateLoad(type_, one));
    bool some = schedule_.chunk > 0;
    sums = looped(some ? chunk_from_ : e_.i64(0), some ? chunk_to_ : deep_count_, 1, sums,
                  [&](llvm::Value* p, std::vector<llvm::Value*> sums) {
                    std::vector<llvm::Value*> numbers = columns_at(tile, p);
                    for (size_t v = 0; v < sums.size(); ++v) {
                      sums[v] = b_.CreateFAdd(sums[v], b_.CreateFMul(numbers[v], nothing()));
                    }
                    return sums;
                  });
    for (size_t v = 0; v < sums.size(); ++v) b_.CreateStore(sums[v], seen[v]);
  });
  llvm::Value* sum = nothing();
  for (llvm::AllocaInst* one : seen) sum = b_.CreateFAdd(sum, b_.CreateLoad(type_, one));
  return b_.CreateAndReduce(b_.CreateFCmpORD(sum, sum));
}

// The bits of sums: -0 is not 0.
llvm::Type* ProductCode::bits_type() {
  return type_->getWithNewType(b_.getIntNTy(static_cast<unsigned>(8 * bytes(stage_.sum_dtype))));
}

// The numbers on the left that the tile reads of p in [from, to): zero where all are.
llvm::Value* ProductCode::any_left(const Tile& tile, llvm::Value* from, llvm::Value* to) {
  llvm::Type* bits = bits_type();
  auto align = llvm::Align(bytes(stage_.sum_dtype));
  if (stage_.gathers) {  // those of a p side by side; what stands behind them only asks for more
    auto add = [&](llvm::Value* p, std::vector<llvm::Value*> any) {
      llvm::Value* line = b_.CreateMul(p, e_.i64(left_.deep));
      for (int64_t row = 0; row < schedule_.tile_rows; row += lanes_) {
        llvm::Value* place = this->at(left_, tile.left, b_.CreateAdd(line, e_.i64(row)));
        any[0] = b_.CreateOr(any[0], b_.CreateAlignedLoad(bits, place, align));
      }
      return any;
    };
    return looped(from, to, 1, {llvm::Constant::getNullValue(bits)}, add)[0];
  }
  llvm::Value* any = llvm::Constant::getNullValue(bits);
  for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
    llvm::Value* line = b_.CreateAdd(from, e_.i64(row * left_.across));
    for (int64_t at = 0; at < piece; at += lanes_) {
      llvm::Value* place = this->at(left_, tile.left, b_.CreateAdd(line, e_.i64(at)));
      any = b_.CreateOr(any, b_.CreateAlignedLoad(bits, place, align));
    }
  }
  return any;
}

// A zero times a finite number is a zero, and a zero added to a sum changes nothing but -0.
llvm::Value* ProductCode::changes_nothing(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                          const std::vector<llvm::Value*>& sums) {
  llvm::Type* bits = bits_type();
  llvm::Value* any = any_left(tile, from, to);
  llvm::Value* none = llvm::Constant::getNullValue(bits);
  llvm::Value* kept = b_.CreateAndReduce(b_.CreateICmpEQ(any, none));
  llvm::Value* minus_zero = b_.CreateBitCast(b_.CreateFNeg(nothing()), bits);
  llvm::Value* has_one = llvm::Constant::getNullValue(bits->getWithNewType(b_.getInt1Ty()));
  for (llvm::Value* sum : sums) {
    has_one = b_.CreateOr(has_one, b_.CreateICmpEQ(b_.CreateBitCast(sum, bits), minus_zero));
  }
  return b_.CreateAnd(kept, b_.CreateNot(b_.CreateOrReduce(has_one)));
}

// The sums after p in [from, to), which are passed over where they change nothing and `may` holds.
std::vector<llvm::Value*> ProductCode::looked_at(const Tile& tile, llvm::Value* from,
                                                 llvm::Value* to, llvm::Value* may,
                                                 std::vector<llvm::Value*> sums) {
  llvm::BasicBlock *look = function_.block("look"), *add = function_.block("add"),
                   *next = function_.block("next");
  b_.CreateCondBr(may, look, add);
  b_.SetInsertPoint(look);
  llvm::Value* nothing_there = changes_nothing(tile, from, to, sums);
  llvm::BasicBlock* from_look = b_.GetInsertBlock();
  b_.CreateCondBr(nothing_there, next, add);
  b_.SetInsertPoint(add);
  std::vector<llvm::Value*> added = deep(tile, from, to, sums);
  llvm::BasicBlock* from_add = b_.GetInsertBlock();
  b_.CreateBr(next);
  b_.SetInsertPoint(next);
  for (size_t i = 0; i < sums.size(); ++i) {
    llvm::PHINode* phi = b_.CreatePHI(type_, 2);
    phi->addIncoming(sums[i], from_look);
    phi->addIncoming(added[i], from_add);
    sums[i] = phi;
  }
  return sums;
}

std::vector<llvm::Value*> ProductCode::pieces(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                              const std::vector<llvm::Value*>& start) {
  if (stage_.gathers) return looked_at(tile, from, to, are_finite_, start);
  return looped(from, to, piece, start, [&](llvm::Value* p, const auto& sums) {
    llvm::Value* end = b_.CreateAdd(p, e_.i64(piece));
    llvm::Value* may = b_.CreateAnd(are_finite_, b_.CreateICmpSLE(end, to));
    return looked_at(tile, p, least(end, to), may, sums);
  });
}

}  // namespace rille
