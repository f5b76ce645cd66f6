// Sums and products that round: always in SumOrder.
#include "jit/codegen/blocks.h"
#include "jit/codegen/pieces.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr int64_t sum_block = SumOrder::block;
constexpr int64_t max_unrolled = 1500;  // steps of terms that are written one by one

// Blocks of one fold of whose extents nothing is known: more than memory holds.
constexpr int64_t many_blocks = int64_t{1} << 32;

int64_t blocks_of(const Stage& stage) {
  int64_t terms = stage.max_terms();
  return terms == 0 ? many_blocks : (terms - 1) / sum_block + 1;
}

}  // namespace

// Rows: the lanes of SumOrder are those of one register, along the innermost folded loop. Columns:
// they stand one after the other in near memory, each for several columns of the result. Where
// several folded loops do not join, a row begins at any lane: its first and last turn are masked.
class SumCode {
 public:
  explicit SumCode(Emit& emit)
      : e_(emit),
        b_(emit.b),
        stage_(emit.stage),
        rows_(emit.schedule.vector >= emit.stage.kept),
        long_(blocks_of(emit.stage) > 1),
        lanes_(rows_ ? emit.schedule.lanes : emit.width_),
        places_(rows_ ? 1 : SumOrder::lanes_of(emit.stage.terms())),
        last_(static_cast<int>(emit.stage.loops.size()) - 1),
        start_(identity_of(emit.module.getContext(), stage_.combiner, stage_.sum_dtype)),
        type_(wide(register_type(emit.module.getContext(), stage_.sum_dtype), lanes_)),
        sums_(emit, type_, places_, start(), blocks_of(emit.stage)),
        pieces_(emit, type_) {}

  void write() {
    if (!rows_ && are_few()) return end(few_terms(0, 1));
    if (e_.function.schedule.pieces > 0) return pieces();
    sums_.clear();
    loops(stage_.kept, e_.i64(0));
    bool one_loop = rows_ && last_ == stage_.kept;
    if (long_ && !one_loop && stage_.terms() % sum_block == 0 && stage_.terms() != 0)
      one_loop = true;
    if (long_ && !one_loop) {  // what is left of a block
      llvm::Value* terms = e_.i64(1);
      for (int i = stage_.kept; i <= last_; ++i) terms = b_.CreateMul(terms, size(i));
      e_.when(b_.CreateICmpNE(within_block(terms), e_.i64(0)), [&] { sums_.end_block(); });
    }
    sums_.finish();
    llvm::Value* sum = rows_ ? row_tree() : place_tree();
    sums_.leave();
    end(sum);
  }

 private:
  bool are_few() const {
    int64_t terms = stage_.terms();
    return terms > 0 && terms <= places_ && terms * std::ssize(stage_.code) <= max_unrolled;
  }

  // Pieces are runs of 1, 2, 4 … whole blocks, which the counter joins among themselves before it
  // joins them with others: a piece on its own, and then the pieces, is the same tree.
  void pieces() {
    llvm::Value *terms = e_.i64(1), *pieces = e_.i64(e_.function.schedule.pieces);
    for (int i = stage_.kept; i <= last_; ++i) terms = b_.CreateMul(terms, size(i));
    llvm::Value* blocks = over(terms, e_.i64(sum_block));
    llvm::Value* each = over(blocks, pieces);
    each = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, each, e_.i64(1));
    llvm::Value* shift = digits(b_.CreateSub(each, e_.i64(1)));
    llvm::Value* length = b_.CreateShl(e_.i64(sum_block), shift);
    auto piece = [&](llvm::Value* number) {
      llvm::Value* from = b_.CreateMul(number, length);
      llvm::Value* to = least(b_.CreateAdd(from, length), terms);
      e_.when(b_.CreateICmpSLT(from, to), [&] {
        sums_.clear();
        this->piece(from, to);
        sums_.finish();
        b_.CreateStore(b_.CreateLoad(type_, sums_.place(e_.i64(0))), pieces_.place(number));
      });
    };
    pieces_.write(piece, [&] { join(over(terms, length)); });
  }

  // As blocks do, of which a piece is some; the last one may have fewer.
  void join(llvm::Value* count) {
    sums_.clear();
    e_.turns(e_.i64(0), count, 1, [&](llvm::Value* number) {
      b_.CreateStore(b_.CreateLoad(type_, pieces_.place(number)), sums_.place(e_.i64(0)));
      sums_.end_block();
    });
    sums_.finish();
    end(row_tree());
  }

  // Terms [from, to) of the only sum; `from` begins a block.
  void piece(llvm::Value* from, llvm::Value* to) {
    if (last_ == stage_.kept) return blocks_between(from, to);
    llvm::Value* end = size(last_);
    e_.long_turns(last_ - 1, b_.CreateUDiv(from, end), over(to, end), 1, [&](llvm::Value* row) {
      llvm::Value *rest = row, *first = b_.CreateMul(row, end);
      for (int loop = last_ - 1; loop >= stage_.kept; --loop) {
        e_.counters_[static_cast<size_t>(loop)] = b_.CreateURem(rest, size(loop));
        rest = b_.CreateUDiv(rest, size(loop));
      }
      for (int loop = stage_.kept; loop < last_; ++loop) e_.steps_at(loop + 1, false);
      llvm::Value* low = b_.CreateSub(from, first);
      low = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, low, e_.i64(0));
      along(first, low, least(b_.CreateSub(to, first), end));
    });
    e_.when(b_.CreateICmpNE(within_block(to), e_.i64(0)), [&] { sums_.end_block(); });
  }

  llvm::Value* least(llvm::Value* x, llvm::Value* y) {
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }
  // The quotient, rounded up.
  llvm::Value* over(llvm::Value* x, llvm::Value* y) {
    return b_.CreateUDiv(b_.CreateAdd(x, b_.CreateSub(y, e_.i64(1))), y);
  }
  llvm::Value* digits(llvm::Value* x) {
    return b_.CreateSub(e_.i64(64),
                        b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, b_.getFalse()));
  }

  void end(llvm::Value* sum) {
    e_.folded_ = sum;
    e_.steps_at(stage_.kept, true);
    e_.stores();
  }

  llvm::Constant* start() {
    if (lanes_ == 1) return start_;
    return llvm::ConstantVector::getSplat(
        llvm::ElementCount::getFixed(static_cast<unsigned>(lanes_)), start_);
  }
  llvm::Value* size(int loop) { return e_.size(stage_.loops[static_cast<size_t>(loop)]); }
  llvm::Value* within_block(llvm::Value* term) { return b_.CreateAnd(term, e_.i64(sum_block - 1)); }

  // row: the turns of the loops around, counted row-major.
  void loops(int depth, llvm::Value* row) {
    if (depth == last_) return rows_ ? along(row) : across(row);
    e_.loop(depth, [&, depth] {
      e_.steps_at(depth + 1, false);
      llvm::Value* turn = e_.counters_[static_cast<size_t>(depth)];
      loops(depth + 1, b_.CreateAdd(b_.CreateMul(row, size(depth)), turn));
    });
  }

  void across(llvm::Value* row) {
    e_.loop(last_, [&] {
      e_.steps_at(last_ + 1, false);
      llvm::Value* turn = e_.counters_[static_cast<size_t>(last_)];
      llvm::Value* term = b_.CreateAdd(b_.CreateMul(row, size(last_)), turn);
      add(sums_.place(b_.CreateAnd(term, e_.i64(places_ - 1))));
      if (!long_) return;
      e_.when(b_.CreateICmpEQ(within_block(term), e_.i64(sum_block - 1)),
              [&] { sums_.end_block(); });
    });
  }

  void along(llvm::Value* row) {
    llvm::Value* end = size(last_);
    if (last_ == stage_.kept && !long_) return between(e_.i64(0), end);
    if (last_ == stage_.kept) return blocks_between(e_.i64(0), end);
    along(b_.CreateMul(row, end), e_.i64(0), end);
  }

  // Of the one loop that is folded.
  void blocks_between(llvm::Value* begin, llvm::Value* end) {
    e_.long_turns(last_, begin, end, sum_block, [&](llvm::Value* from) {
      between(from, least(b_.CreateAdd(from, e_.i64(sum_block)), end));
      sums_.end_block();
    });
  }

  // The row whose first term has number `first`, from `low` to `end`: one begins or ends there, or
  // a block does.
  void along(llvm::Value* first, llvm::Value* low, llvm::Value* end) {
    llvm::Value* lane = b_.CreateAnd(b_.CreateAdd(first, low), e_.i64(lanes_ - 1));
    llvm::Value* whole = b_.CreateAnd(b_.CreateNeg(lane), e_.i64(lanes_ - 1));
    whole = b_.CreateAdd(low, whole);
    e_.when(b_.CreateICmpNE(lane, e_.i64(0)), [&] { turn(b_.CreateSub(low, lane), end, first); });
    llvm::Value* room =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b_.CreateSub(end, whole), e_.i64(0));
    llvm::Value* edge = b_.CreateAdd(whole, b_.CreateAnd(room, e_.i64(-lanes_)));
    e_.long_turns(last_, whole, edge, lanes_, [&](llvm::Value* at) { turn(at, nullptr, first); });
    e_.turns(edge, end, lanes_, [&](llvm::Value* at) { turn(at, end, first); });
  }

  // One row that begins at lane 0.
  void between(llvm::Value* from, llvm::Value* to) {
    llvm::Value* edge = b_.CreateAdd(from, b_.CreateAnd(b_.CreateSub(to, from), e_.i64(-lanes_)));
    int64_t terms = stage_.terms();
    if (terms == 0 || terms >= lanes_) {
      e_.turns(from, edge, lanes_, [&](llvm::Value* at) { turn(at, nullptr, nullptr); });
    }
    if (terms == 0 || terms % lanes_ != 0) {
      e_.turns(edge, to, lanes_, [&](llvm::Value* at) { turn(at, to, nullptr); });
    }
  }

  // All lanes of the row from `at` on; where `end` is given, those of them in [0, end). first: the
  // number of the row's first term, where a block may end in it.
  void turn(llvm::Value* at, llvm::Value* end, llvm::Value* first) {
    e_.counters_[static_cast<size_t>(last_)] = at;
    e_.width_ = lanes_;
    if (end != nullptr && first == nullptr) e_.mask_ = e_.first_lanes(b_.CreateSub(end, at));
    if (end != nullptr && first != nullptr) {
      llvm::Value* own = b_.CreateAdd(e_.splat(at, lanes_), e_.counter_lanes());
      e_.mask_ = b_.CreateICmpULT(own, e_.splat(end, lanes_));
    }
    e_.steps_at(last_ + 1, false);
    add(sums_.place(e_.i64(0)));
    e_.mask_ = nullptr;
    e_.width_ = 1;
    if (first == nullptr || !long_) return;
    llvm::Value* next = b_.CreateAdd(at, e_.i64(lanes_));
    llvm::Value* ends = b_.CreateICmpEQ(within_block(b_.CreateAdd(first, next)), e_.i64(0));
    if (end != nullptr) ends = b_.CreateAnd(ends, b_.CreateICmpSLE(next, end));
    e_.when(ends, [&] { sums_.end_block(); });
  }

  void add(llvm::Value* place) {
    llvm::Value* next = term();
    if (rows_ && e_.mask_ != nullptr) next = b_.CreateSelect(e_.mask_, next, start());
    llvm::Value* sum = b_.CreateLoad(type_, place);
    b_.CreateStore(combine(b_, stage_.combiner, stage_.sum_dtype, sum, next), place);
  }

  llvm::Value* term() {
    Dtype from = stage_.code[static_cast<size_t>(stage_.folded)].dtype;
    return convert(b_, e_.lanes_of(stage_.folded, lanes_), from, stage_.sum_dtype);
  }

  // Each term has a lane of its own, and code of its own: those that meet do so as soon as both
  // are there, and few registers hold what waits. Terms first, first + step, …
  llvm::Value* few_terms(int64_t first, int64_t step) {
    if (first >= stage_.terms()) return nullptr;
    if (step == places_) return term_at(first);
    llvm::Value *x = few_terms(first, 2 * step), *y = few_terms(first + step, 2 * step);
    return y == nullptr ? x : combine(b_, stage_.combiner, stage_.sum_dtype, x, y);
  }

  llvm::Value* term_at(int64_t number) {
    for (int loop = last_; loop >= stage_.kept; --loop) {
      int64_t turns = stage_.loops[static_cast<size_t>(loop)].number;
      e_.counters_[static_cast<size_t>(loop)] = e_.i64(number % turns);
      number /= turns;
    }
    for (int loop = stage_.kept; loop <= last_; ++loop) e_.steps_at(loop + 1, false);
    return term();
  }

  llvm::Value* row_tree() {
    llvm::Value* sum = b_.CreateLoad(type_, sums_.place(e_.i64(0)));
    for (int half = lanes_ / 2; half >= 1; half /= 2) {
      auto part = [&](int from) {
        llvm::SmallVector<int, 64> lanes;
        for (int i = 0; i < half; ++i) lanes.push_back(from + i);
        return b_.CreateShuffleVector(sum, lanes);
      };
      sum = combine(b_, stage_.combiner, stage_.sum_dtype, part(0), part(half));
    }
    return lanes_ == 1 ? sum : b_.CreateExtractElement(sum, uint64_t{0});
  }

  llvm::Value* place_tree() {
    for (int64_t half = places_ / 2; half >= 1; half /= 2) {
      e_.turns(e_.i64(0), e_.i64(half), 1, [&](llvm::Value* at) {
        llvm::Value* place = sums_.place(at);
        llvm::Value* other = sums_.place(b_.CreateAdd(at, e_.i64(half)));
        llvm::Value *x = b_.CreateLoad(type_, place), *y = b_.CreateLoad(type_, other);
        b_.CreateStore(combine(b_, stage_.combiner, stage_.sum_dtype, x, y), place);
      });
    }
    return b_.CreateLoad(type_, sums_.place(e_.i64(0)));
  }

  Emit& e_;
  llvm::IRBuilder<>& b_;
  const Stage& stage_;
  bool rows_, long_;
  int lanes_;
  int64_t places_;
  int last_;
  llvm::Constant* start_;
  llvm::Type* type_;
  Blocks sums_;
  Pieces pieces_;
};

void write_sum(Emit& emit) { SumCode(emit).write(); }

}  // namespace rille
