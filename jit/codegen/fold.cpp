// Folds whose order is free: extremes, whole numbers, scans.
#include "jit/codegen/partial.h"
#include "jit/codegen/pieces.h"
#include "jit/codegen/squares.h"
#include "vm/error.h"

namespace rille {

// Partial results stand in local memory, which LLVM turns into registers. Positions (argmax) are
// a second partial result beside the values.
class FoldCode {
 public:
  explicit FoldCode(Emit& emit) : e_(emit), b_(emit.b), stage_(emit.stage), partial_(emit) {
    position_ = gives_place(stage_.combiner);
    rows_ = e_.schedule.vector >= stage_.kept;
    lanes_ = rows_ ? e_.schedule.lanes : e_.width_;
    type_ = partial_.type(lanes_);
    sum_ = local(type_);
    if (position_) places_ = local(wide(b_.getInt32Ty(), lanes_));
  }

  void write() {
    if (e_.function.schedule.pieces > 0) return pieces();
    clear();
    loops(stage_.kept);
    if (stage_.form != StageForm::scan) end();
  }

 private:
  void clear() {
    b_.CreateStore(partial_.start(lanes_), sum_);
    if (position_)
      b_.CreateStore(llvm::Constant::getAllOnesValue(places_->getAllocatedType()), places_);
  }

  // What the sum is read with: a row's sum is one number, for columns the lanes go on.
  void end() {
    llvm::Value* folded = b_.CreateLoad(type_, sum_);
    llvm::Value* place =
        position_ ? b_.CreateLoad(wide(b_.getInt32Ty(), lanes_), places_) : nullptr;
    if (rows_) std::tie(folded, place) = tree(folded, place);
    finish(position_ ? place : partial_.result(folded));
    e_.stores();
  }

  void pieces() {
    Pieces pieces(e_, type_);
    if (position_) pieces.hold(wide(b_.getInt32Ty(), lanes_));
    llvm::Value *turns = e_.size(stage_.loops[static_cast<size_t>(stage_.kept)]),
                *most = e_.i64(e_.function.schedule.pieces * lanes_);
    llvm::Value* whole = b_.CreateUDiv(b_.CreateAdd(turns, b_.CreateSub(most, e_.i64(1))), most);
    llvm::Value* length = b_.CreateMul(whole, e_.i64(lanes_));
    auto move = [&](llvm::AllocaInst* from, llvm::Value* to) {
      b_.CreateStore(b_.CreateLoad(from->getAllocatedType(), from), to);
    };
    auto piece = [&](llvm::Value* number) {
      e_.piece_begin_ = b_.CreateMul(number, length);
      llvm::Value* end = b_.CreateAdd(e_.piece_begin_, length);
      e_.piece_end_ = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, end, turns);
      clear();
      e_.when(b_.CreateICmpSLT(e_.piece_begin_, e_.piece_end_), [&] { loops(stage_.kept); });
      move(sum_, pieces.place(number));
      if (position_) move(places_, pieces.place(number, 1));
    };
    pieces.write(piece, [&] {
      clear();
      e_.turns(e_.i64(0), e_.i64(e_.function.schedule.pieces), 1,
               [&](llvm::Value* number) { join(pieces, number); });
      end();
    });
  }

  void join(Pieces& pieces, llvm::Value* number) {
    llvm::Value *sum = b_.CreateLoad(type_, sum_),
                *next = b_.CreateLoad(type_, pieces.place(number));
    if (!position_) {
      b_.CreateStore(partial_.joined(sum, next), sum_);
      return;
    }
    llvm::Type* places = places_->getAllocatedType();
    auto [value, at] = better({sum, b_.CreateLoad(places, places_)},
                              {next, b_.CreateLoad(places, pieces.place(number, 1))});
    b_.CreateStore(value, sum_);
    b_.CreateStore(at, places_);
  }

  using Pair = std::pair<llvm::Value*, llvm::Value*>;

  llvm::AllocaInst* local(llvm::Type* type) {
    llvm::BasicBlock& entry = e_.function.code->getEntryBlock();
    llvm::IRBuilder<> at(&entry, entry.begin());
    return at.CreateAlloca(type);
  }

  void loops(int depth) {
    if (depth == static_cast<int>(stage_.loops.size())) return turn();
    auto inside = [&, depth] {
      e_.steps_at(depth + 1, false);
      loops(depth + 1);
    };
    if (depth == e_.schedule.vector && e_.schedule.lanes > 1) return e_.vector_loop(depth, inside);
    if (stage_.form == StageForm::scan) return scan(depth, inside);
    e_.loop(depth, inside);
  }

  // Squares as far as there are whole ones, and what is behind them by itself, in the scan's order.
  void scan(int depth, const std::function<void()>& inside) {
    llvm::Value *zero = e_.i64(0), *count = e_.size(stage_.loops[static_cast<size_t>(depth)]);
    Squares squares(e_);
    bool has_squares = squares.are_worth_it();
    llvm::Value* edge = has_squares ? b_.CreateAnd(count, e_.i64(-lanes_)) : zero;
    auto each_square = [&] {
      if (!has_squares) return;
      each(depth, zero, edge, lanes_, [&] {
        squares.write(e_.counters_[static_cast<size_t>(depth)], stage_.reverse, inside);
      });
    };
    if (!stage_.reverse) each_square();
    each(depth, edge, count, 1, inside);
    if (stage_.reverse) each_square();
  }

  // Turns from, from + step, … below `to`, a whole number of steps away; of a reverse scan the last
  // one first.
  void each(int depth, llvm::Value* from, llvm::Value* to, int64_t step,
            const std::function<void()>& inside) {
    e_.long_turns(depth, from, to, step, [&](llvm::Value* at) {
      llvm::Value* mirrored = b_.CreateSub(b_.CreateAdd(from, to), b_.CreateAdd(at, e_.i64(step)));
      e_.counters_[static_cast<size_t>(depth)] = stage_.reverse ? mirrored : at;
      inside();
    });
  }

  void turn() {
    llvm::Value* next = e_.lanes_of(stage_.folded, lanes_);
    Dtype from = stage_.code[static_cast<size_t>(stage_.folded)].dtype;
    next = convert(b_, next, from, stage_.sum_dtype);
    bool partial = rows_ && e_.mask_ != nullptr;
    llvm::Value* sum = b_.CreateLoad(type_, sum_);
    if (position_) return turn_position(sum, next, partial);
    next = partial_.of(next);
    if (partial) next = b_.CreateSelect(e_.mask_, next, partial_.start(lanes_));
    sum = partial_.joined(sum, next);
    b_.CreateStore(sum, sum_);
    if (stage_.form != StageForm::scan) return;
    finish(sum);
    e_.stores();
  }

  // What comes later in a lane has to be better, but where nothing is yet.
  void turn_position(llvm::Value* best, llvm::Value* next, bool partial) {
    llvm::Value* place = e_.i64(0);
    for (size_t i = static_cast<size_t>(stage_.kept); i < stage_.loops.size(); ++i) {
      place = b_.CreateAdd(b_.CreateMul(place, e_.size(stage_.loops[i])), e_.counters_[i]);
    }
    llvm::Type* type = places_->getAllocatedType();
    place = e_.splat(b_.CreateTrunc(place, b_.getInt32Ty()), lanes_);
    if (rows_ && lanes_ > 1) place = b_.CreateAdd(place, b_.CreateTrunc(e_.counter_lanes(), type));
    llvm::Value* old = b_.CreateLoad(type, places_);
    next = partial_.of(next);
    llvm::Value* wins = partial_.beats(next, best);
    if (!partial_.starts_beyond_all()) {
      wins = b_.CreateOr(wins, b_.CreateICmpEQ(old, llvm::Constant::getAllOnesValue(type)));
    }
    if (partial) wins = b_.CreateAnd(wins, e_.mask_);
    b_.CreateStore(b_.CreateSelect(wins, next, best), sum_);
    b_.CreateStore(b_.CreateSelect(wins, place, old), places_);
  }

  // The first of equals; place -1, behind all others, means nothing yet.
  Pair better(Pair x, Pair y) {
    llvm::Value* ties = b_.CreateICmpEQ(x.first, y.first);
    ties = b_.CreateAnd(ties, b_.CreateICmpULT(y.second, x.second));
    llvm::Value* wins = b_.CreateOr(partial_.beats(y.first, x.first), ties);
    return {b_.CreateSelect(wins, y.first, x.first), b_.CreateSelect(wins, y.second, x.second)};
  }

  // Halves meet until one lane is left.
  Pair tree(llvm::Value* folded, llvm::Value* place) {
    for (int half = lanes_ / 2; half >= 1; half /= 2) {
      auto part = [&](llvm::Value* whole, int from) {
        llvm::SmallVector<int, 64> lanes;
        for (int i = 0; i < half; ++i) lanes.push_back(from + i);
        return b_.CreateShuffleVector(whole, lanes);
      };
      llvm::Value *x = part(folded, 0), *y = part(folded, half);
      if (position_) {
        std::tie(folded, place) = better({x, part(place, 0)}, {y, part(place, half)});
      } else {
        folded = partial_.joined(x, y);
      }
    }
    if (lanes_ == 1) return {folded, place};
    folded = b_.CreateExtractElement(folded, uint64_t{0});
    return {folded, place == nullptr ? nullptr : b_.CreateExtractElement(place, uint64_t{0})};
  }

  void finish(llvm::Value* folded) {
    e_.folded_ = folded;
    int depth =
        stage_.form == StageForm::scan ? static_cast<int>(stage_.loops.size()) : stage_.kept;
    e_.steps_at(depth, true);
  }

  Emit& e_;
  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  Partial partial_;
  bool position_ = false;
  bool rows_ = false;
  int lanes_ = 1;
  llvm::Type* type_ = nullptr;
  llvm::AllocaInst *sum_ = nullptr, *places_ = nullptr;
};

void write_fold(Emit& emit) {
  if (in_order(emit.stage)) return write_sum(emit);
  FoldCode(emit).write();
}

}  // namespace rille
