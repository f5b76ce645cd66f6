// Columns of a fold whose rows come from memory, in strips.
#include <bit>

#include "jit/codegen/blocks.h"
#include "jit/codegen/partial.h"

namespace rille {
namespace {

constexpr int64_t lanes_of_sum = SumOrder::lanes;
constexpr int64_t block = SumOrder::block;

// Rows of one lane that are added at once, side by side in memory's eyes: so many streams the
// machine brings by itself, and a partial sum is read and written once for all of them.
constexpr int64_t at_once = 8;
constexpr int64_t group = at_once * lanes_of_sum;

constexpr size_t max_strip_code = 16;  // steps of a term that are written once for each row

}  // namespace

// A strip has 64 partial sums of each column, lane by lane, and takes its rows in groups: of each
// lane those that the group has, along all columns. So far rows are read in runs as long as the
// strip, where columns read one after the other would ask memory for a line here and a line there.
class StripCode {
 public:
  explicit StripCode(Emit& emit)
      : e_(emit),
        b_(emit.b),
        stage_(emit.stage),
        column_(emit.schedule.vector),
        row_(emit.stage.kept),
        lanes_(emit.schedule.lanes),
        vectors_(emit.schedule.strip / lanes_),
        long_(in_order(stage_) && stage_.max_terms() > block),
        partial_(emit),
        type_(partial_.type(lanes_)),
        sum_(Blocks::local(emit, type_)),
        sums_(emit, type_, lanes_of_sum * vectors_, partial_.start(lanes_),
              long_ ? (stage_.max_terms() - 1) / block + 1 : 1) {
    sums_.stand_in(e_.function.scratch, lanes_of_sum * vectors_);
  }

  void write() {
    e_.long_turns(column_, e_.low(column_), e_.high(column_), e_.schedule.strip,
                  [&](llvm::Value* first) {
                    first_ = first;
                    end_ = least(b_.CreateAdd(first, e_.i64(e_.schedule.strip)), e_.high(column_));
                    strip();
                  });
  }

 private:
  void strip() {
    llvm::Value* rows = e_.size(stage_.loops[static_cast<size_t>(row_)]);
    sums_.clear();
    e_.long_turns(row_, e_.i64(0), rows, group, [&](llvm::Value* from) {
      e_.turns(e_.i64(0), e_.i64(lanes_of_sum), 1,
               [&](llvm::Value* lane) { add(lane, b_.CreateAdd(from, lane), rows); });
      if (!long_) return;
      llvm::Value* next = b_.CreateAdd(from, e_.i64(group));
      llvm::Value* ends = b_.CreateICmpEQ(within_block(next), e_.i64(0));
      ends = b_.CreateOr(ends, b_.CreateICmpSGE(next, rows));
      e_.when(ends, [&] { sums_.end_block(); });
    });
    sums_.finish();
    lanes_meet();
    columns(false, [&](llvm::Value* number) {
      e_.folded_ = partial_.result(b_.CreateLoad(type_, sums_.place(number)));
      e_.steps_at(stage_.kept, true);
      e_.stores();
    });
  }

  // The group's rows of a lane, of which `row` is the first.
  void add(llvm::Value* lane, llvm::Value* row, llvm::Value* rows) {
    llvm::Value* left = b_.CreateSub(rows, row);
    llvm::Value* count = b_.CreateAdd(left, e_.i64(lanes_of_sum - 1));
    count = least(b_.CreateAShr(count, std::countr_zero(static_cast<uint64_t>(lanes_of_sum))),
                  e_.i64(at_once));
    llvm::Value* place = b_.CreateMul(lane, e_.i64(vectors_));
    auto term_at = [&](llvm::Value* number) {
      llvm::Value* far = b_.CreateMul(number, e_.i64(lanes_of_sum));
      e_.counters_[static_cast<size_t>(row_)] = b_.CreateAdd(row, far);
      e_.steps_at(row_ + 1, false);
      llvm::Value* sum = b_.CreateLoad(type_, sum_);
      b_.CreateStore(partial_.joined(sum, term()), sum_);
    };
    auto each_column = [&](bool all, const std::function<void()>& terms) {
      columns(all, [&](llvm::Value* number) {
        llvm::Value* at = sums_.place(b_.CreateAdd(place, number));
        b_.CreateStore(b_.CreateLoad(type_, at), sum_);
        terms();
        b_.CreateStore(b_.CreateLoad(type_, sum_), at);
      });
    };
    auto some = [&] { each_column(false, [&] { e_.turns(e_.i64(0), count, 1, term_at); }); };
    if (stage_.code.size() > max_strip_code) return some();
    llvm::BasicBlock *whole = e_.function.block("whole"), *part = e_.function.block("part"),
                     *on = e_.function.block("on");
    llvm::Value* is_whole = b_.CreateICmpEQ(b_.CreateSub(end_, first_), e_.i64(e_.schedule.strip));
    is_whole = b_.CreateAnd(is_whole, b_.CreateICmpEQ(count, e_.i64(at_once)));
    b_.CreateCondBr(is_whole, whole, part);
    b_.SetInsertPoint(whole);
    each_column(true, [&] {
      for (int64_t number = 0; number < at_once; ++number) term_at(e_.i64(number));
    });
    b_.CreateBr(on);
    b_.SetInsertPoint(part);
    some();
    b_.CreateBr(on);
    b_.SetInsertPoint(on);
  }

  // The vectors of the strip, and what depends on nothing but their columns; `all`: it is whole.
  void columns(bool all, const std::function<void(llvm::Value*)>& body) {
    llvm::Value* count = b_.CreateSub(end_, first_);
    llvm::Value* edge = all ? end_ : b_.CreateAdd(first_, b_.CreateAnd(count, e_.i64(-lanes_)));
    auto vector = [&](llvm::Value* at) {
      e_.counters_[static_cast<size_t>(column_)] = at;
      e_.steps_at(stage_.kept, false);
      body(b_.CreateUDiv(b_.CreateSub(at, first_), e_.i64(lanes_)));
    };
    e_.width_ = lanes_;
    e_.turns(first_, edge, lanes_, vector);
    if (!all) {
      e_.turns(edge, end_, lanes_, [&](llvm::Value* at) {
        e_.mask_ = e_.first_lanes(b_.CreateSub(end_, at));
        vector(at);
        e_.mask_ = nullptr;
      });
    }
    e_.width_ = 1;
  }

  // By halves, all columns at once.
  void lanes_meet() {
    for (int64_t half = lanes_of_sum / 2; half >= 1; half /= 2) {
      e_.turns(e_.i64(0), e_.i64(half * vectors_), 1, [&](llvm::Value* at) {
        llvm::Value* place = sums_.place(at);
        llvm::Value* other = sums_.place(b_.CreateAdd(at, e_.i64(half * vectors_)));
        llvm::Value *x = b_.CreateLoad(type_, place), *y = b_.CreateLoad(type_, other);
        b_.CreateStore(partial_.joined(x, y), place);
      });
    }
  }

  llvm::Value* term() {
    Dtype from = stage_.code[static_cast<size_t>(stage_.folded)].dtype;
    return partial_.of(convert(b_, e_.lanes_of(stage_.folded, lanes_), from, stage_.sum_dtype));
  }
  llvm::Value* within_block(llvm::Value* row) { return b_.CreateAnd(row, e_.i64(block - 1)); }
  llvm::Value* least(llvm::Value* x, llvm::Value* y) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }

  Emit& e_;
  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  int column_, row_, lanes_;
  int64_t vectors_;
  bool long_;
  Partial partial_;
  llvm::Type* type_;
  llvm::AllocaInst* sum_;
  Blocks sums_;
  llvm::Value *first_ = nullptr, *end_ = nullptr;  // the columns of the strip
};

void write_strips(Emit& emit) { StripCode(emit).write(); }

}  // namespace rille
