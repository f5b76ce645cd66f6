// Folds whose order is free: extremes, whole numbers, scans.
#include "jit/codegen/partial.h"
#include "jit/codegen/pieces.h"
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
    if (position_) places_ = local(wide(b_.getInt64Ty(), lanes_));
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
    if (position_) b_.CreateStore(e_.splat(e_.i64(-1), lanes_), places_);
  }

  // What the sum is read with: a row's sum is one number, for columns the lanes go on.
  void end() {
    llvm::Value* folded = b_.CreateLoad(type_, sum_);
    llvm::Value* place =
        position_ ? b_.CreateLoad(wide(b_.getInt64Ty(), lanes_), places_) : nullptr;
    if (rows_) std::tie(folded, place) = tree(folded, place);
    finish(position_ ? b_.CreateTrunc(place, like(b_.getInt32Ty(), place))
                     : partial_.result(folded));
    e_.stores();
  }

  void pieces() {
    Pieces pieces(e_, type_);
    if (position_) pieces.hold(wide(b_.getInt64Ty(), lanes_));
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
    if (stage_.form == StageForm::scan && stage_.reverse) return backwards(depth, inside);
    e_.loop(depth, inside);
  }

  void backwards(int depth, const std::function<void()>& inside) {
    llvm::Value* count = e_.size(stage_.loops[static_cast<size_t>(depth)]);
    e_.long_turns(depth, e_.i64(0), count, 1, [&](llvm::Value* at) {
      e_.counters_[static_cast<size_t>(depth)] = b_.CreateSub(b_.CreateSub(count, e_.i64(1)), at);
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

  void turn_position(llvm::Value* best, llvm::Value* next, bool partial) {
    llvm::Value* place = e_.i64(0);
    for (size_t i = static_cast<size_t>(stage_.kept); i < stage_.loops.size(); ++i) {
      place = b_.CreateAdd(b_.CreateMul(place, e_.size(stage_.loops[i])), e_.counters_[i]);
    }
    place = e_.splat(place, lanes_);
    if (rows_ && lanes_ > 1) place = b_.CreateAdd(place, e_.counter_lanes());
    llvm::Value* old = b_.CreateLoad(wide(b_.getInt64Ty(), lanes_), places_);
    if (partial) {  // a lane that is not there loses: its place is -1
      place = b_.CreateSelect(e_.mask_, place, e_.splat(e_.i64(-1), lanes_));
    }
    auto [value, at] = better({best, old}, {next, place});
    b_.CreateStore(value, sum_);
    b_.CreateStore(at, places_);
  }

  // The first of equals, the first NaN before all; place -1 means nothing yet.
  Pair better(Pair x, Pair y) {
    bool least = stage_.combiner == Scalar::argmin;
    llvm::Value *wins = nullptr, *ties = nullptr;
    if (is_float(stage_.sum_dtype)) {
      llvm::Value *x_nan = b_.CreateFCmpUNO(x.first, x.first),
                  *y_nan = b_.CreateFCmpUNO(y.first, y.first);
      wins = least ? b_.CreateFCmpOLT(y.first, x.first) : b_.CreateFCmpOGT(y.first, x.first);
      wins = b_.CreateOr(wins, b_.CreateAnd(y_nan, b_.CreateNot(x_nan)));
      ties = b_.CreateOr(b_.CreateFCmpOEQ(x.first, y.first), b_.CreateAnd(x_nan, y_nan));
    } else {
      bool is_signed = kind(stage_.sum_dtype) == Kind::integer;
      auto less = is_signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT;
      wins = least ? b_.CreateICmp(less, y.first, x.first) : b_.CreateICmp(less, x.first, y.first);
      ties = b_.CreateICmpEQ(x.first, y.first);
    }
    wins = b_.CreateOr(wins, b_.CreateAnd(ties, b_.CreateICmpULT(y.second, x.second)));
    llvm::Value* none = llvm::ConstantInt::getSigned(x.second->getType(), -1);
    llvm::Value *x_none = b_.CreateICmpEQ(x.second, none),
                *y_none = b_.CreateICmpEQ(y.second, none);
    wins = b_.CreateAnd(b_.CreateOr(wins, x_none), b_.CreateNot(y_none));
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
