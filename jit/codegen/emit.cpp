// Loops, levels and lanes of a kernel.
#include "jit/codegen/emit.h"

#include <algorithm>
#include <bit>

#include "jit/codegen/divide.h"
#include "vm/error.h"

namespace rille {

llvm::Type* wide(llvm::Type* element, int lanes) {
  return lanes == 1 ? element : llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
}

llvm::Type* like(llvm::Type* element, llvm::Value* shape) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(shape->getType());
  return vector == nullptr ? element
                           : llvm::FixedVectorType::get(element, vector->getNumElements());
}

Emit::Emit(KernelFunction& kernel, const Stage& stage, const StageSchedule& schedule,
           const Needed* drops)
    : function(kernel),
      b(kernel.b),
      module(kernel.module),
      stage(stage),
      schedule(schedule),
      drops_(drops) {
  counters_.resize(stage.loops.size());
  values_.resize(stage.code.size());
  level_.resize(stage.code.size());
  for (auto* flags : {&varies_, &post_}) flags->resize(stage.code.size());
}

llvm::Value* Emit::size(Size size) {
  return size.known() ? i64(size.number) : function.sizes[static_cast<size_t>(size.arg)];
}

llvm::Value* Emit::splat(llvm::Value* value, int lanes) {
  if (lanes == 1 || value->getType()->isVectorTy()) return value;
  return b.CreateVectorSplat(static_cast<unsigned>(lanes), value);
}

llvm::Value* Emit::both(llvm::Value* mask, llvm::Value* other) {
  if (mask == nullptr) return other;
  return other == nullptr ? mask : b.CreateAnd(mask, other);
}

void Emit::study_step(size_t i) {
  const NestStep& step = stage.code[i];
  int level = 0;
  bool varies = false, post = step.name == Scalar::folded;
  auto on = [&](int loop) {
    level = std::max(level, loop + 1);
    varies |= loop == schedule.vector;
  };
  auto after = [&](int in) {
    if (in < 0) return;
    auto at = static_cast<size_t>(in);
    level = std::max(level, level_[at]);
    varies = varies || varies_[at];
    post = post || post_[at];
  };
  for (int in : step.in) after(in);
  if (step.name == Scalar::loop) on(step.loop);
  if (step.name == Scalar::load) {
    for (size_t loop = 0; loop < stage.loops.size(); ++loop) {
      if (!step.access.strides[loop].is(0)) on(static_cast<int>(loop));
    }
    after(step.access.computed);
    after(step.access.guard);
    // What a turn of the shared loops has made is there in that turn.
    bool is_made = function.is_made[static_cast<size_t>(step.access.buffer)];
    if (is_made) level = std::max(level, function.nest.shared);
  }
  if (step.name == Scalar::product) on(stage.kept - 1), on(schedule.vector);
  if (step.name == Scalar::folded) {
    level = stage.form == StageForm::scan ? static_cast<int>(stage.loops.size()) : stage.kept;
    varies = schedule.vector >= 0 && schedule.vector < stage.kept;
    if (stage.form == StageForm::pointwise) {
      after(stage.folded);
      post = false;
    }
  }
  level_[i] = level;
  varies_[i] = varies && schedule.lanes > 1;
  post_[i] = post;
}

void Emit::study() {
  for (size_t i = 0; i < stage.code.size(); ++i) study_step(i);
}

void Emit::enter(const std::vector<llvm::Value*>& counters) {
  std::ranges::copy(counters, counters_.begin());
  auto depth = static_cast<int>(counters.size());
  for (int outer = 0; outer <= depth; ++outer) steps_at(outer, false);
}

void Emit::write(const std::vector<llvm::Value*>& shared) {
  study();
  enter(shared);
  auto depth = static_cast<int>(shared.size());
  auto loops = [&] {
    if (!schedule.outside) return level(depth);
    vector_loop(schedule.vector, [&] { level(depth); });
  };
  bool is_only = function.nest.stages.size() == 1;
  if (is_only) parts_ = apart(stage, function.nest.buffers.size());
  if (parts_.count == 0) return loops();
  for (part_ = 0; part_ < parts_.count; ++part_) write_part(loops);
}

llvm::Value* Emit::low(int loop) {
  if (loop == stage.kept && piece_begin_ != nullptr) return piece_begin_;
  return loop == function.schedule.loop ? function.begin : i64(0);
}
llvm::Value* Emit::high(int loop) {
  if (loop == stage.kept && piece_end_ != nullptr) return piece_end_;
  return loop == function.schedule.loop ? function.end
                                        : size(stage.loops[static_cast<size_t>(loop)]);
}

// for (at = from; at < to; at += step) body(at)
void Emit::turns(llvm::Value* from, llvm::Value* to, int64_t step,
                 const std::function<void(llvm::Value*)>& body) {
  llvm::BasicBlock* before = b.GetInsertBlock();
  llvm::BasicBlock *turn = function.block("turn"), *done = function.block("done");
  b.CreateCondBr(b.CreateICmpSLT(from, to), turn, done);
  b.SetInsertPoint(turn);
  llvm::PHINode* at = b.CreatePHI(b.getInt64Ty(), 2);
  at->addIncoming(from, before);
  body(at);
  llvm::Value* next = b.CreateAdd(at, i64(step), "", true, true);
  at->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpSLT(next, to), turn, done);
  b.SetInsertPoint(done);
}

// Turns of a loop from one look for stops to the next; 0: none are needed, since it is short or
// its turns are the caller's, who looks between ranges of them.
int64_t Emit::turns_between_stops(int loop, int64_t step) const {
  constexpr int64_t most = 1 << 20;  // scalar operations
  if (loop == function.schedule.loop) return 0;
  int64_t work = std::max<int64_t>(std::ssize(stage.code), 1);
  auto grown = [&](int at) {
    Size turns = stage.loops[static_cast<size_t>(at)];
    return turns.known() && work < most ? work * std::min(turns.number, most) : work;
  };
  for (int at = static_cast<int>(stage.loops.size()) - 1; at > loop; --at) work = grown(at);
  bool is_known = stage.loops[static_cast<size_t>(loop)].known();
  if (is_known && work < most && grown(loop) < most) return 0;
  auto turns = std::bit_floor(static_cast<uint64_t>(most / work) | 1);
  return std::max(static_cast<int64_t>(turns), step);  // both are powers of two
}

void Emit::leave_where_stopping() {
  llvm::BasicBlock *leave = function.block("leave"), *on = function.block("on");
  b.CreateCondBr(ask(b, "rille_stopping", {}), leave, on);
  b.SetInsertPoint(leave);
  function.leave();
  b.SetInsertPoint(on);
}

// turns() of a nest's loop, in pieces with a look for stops between two of them.
void Emit::long_turns(int loop, llvm::Value* from, llvm::Value* to, int64_t step,
                      const std::function<void(llvm::Value*)>& body) {
  int64_t piece = turns_between_stops(loop, step);
  if (piece == 0) return turns(from, to, step, body);
  turns(from, to, piece, [&](llvm::Value* first) {
    llvm::Value* next = b.CreateAdd(first, i64(piece));
    llvm::Value* last = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, to);
    turns(first, last, step, body);
    when(b.CreateICmpSLT(last, to), [&] { leave_where_stopping(); });
  });
}

void Emit::when(llvm::Value* holds, const Body& body) {
  llvm::BasicBlock *then = function.block("when"), *on = function.block("on");
  b.CreateCondBr(holds, then, on);
  b.SetInsertPoint(then);
  body();
  b.CreateBr(on);
  b.SetInsertPoint(on);
}

void Emit::loop(int number, const Body& body) {
  long_turns(number, low(number), high(number), 1, [&](llvm::Value* at) {
    counters_[static_cast<size_t>(number)] = at;
    body();
  });
}

// Some vectors at a time: one stands for all of them where a product has dropped what they are made
// from. Where the rest of them begins.
llvm::Value* Emit::past_drops(llvm::Value* from, llvm::Value* edge, const Body& body) {
  constexpr int some = 4;
  int64_t piece = int64_t{some} * schedule.lanes;
  auto number = static_cast<size_t>(schedule.vector);
  llvm::Value* whole = b.CreateAnd(b.CreateSub(edge, from), i64(-piece));
  llvm::Value* end = b.CreateAdd(from, whole);
  long_turns(schedule.vector, from, end, piece, [&](llvm::Value* first) {
    Needed::Ranges ranges;
    for (size_t i = 0; i < number; ++i) ranges.push_back({counters_[i], counters_[i]});
    ranges.push_back({first, b.CreateAdd(first, i64(piece - 1))});
    auto each_vector = [&] {
      turns(first, b.CreateAdd(first, i64(piece)), schedule.lanes, [&](llvm::Value* at) {
        counters_[number] = at;
        body();
      });
    };
    llvm::Value* needed = drops_->somewhere(b, ranges);
    if (needed == nullptr) return each_vector();
    llvm::BasicBlock *each = function.block("each"), *once = function.block("once"),
                     *on = function.block("on");
    b.CreateCondBr(needed, each, once);
    b.SetInsertPoint(each);
    each_vector();
    b.CreateBr(on);
    b.SetInsertPoint(once);
    counters_[number] = first;
    repeats_ = some;
    body();
    repeats_ = 1;
    b.CreateBr(on);
    b.SetInsertPoint(on);
  });
  return end;
}

void Emit::vector_loop(int number, const Body& body) {
  llvm::Value *from = low(number), *to = high(number);
  Size extent = stage.loops[static_cast<size_t>(number)];
  bool known = extent.known() && number != function.schedule.loop && piece_end_ == nullptr;
  std::vector<int64_t> at = cuts();
  if (at.empty()) {
    Run all{from, to};
    if (known) all.length = extent.number;
    return vectors(number, all, body);
  }
  at.push_back(extent.number);
  int64_t begin = 0;
  for (int64_t end : at) {
    Run run{i64(begin), i64(end)};
    if (known) {
      run.length = end - begin;
    } else {
      run.from = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, from, run.from);
      run.to = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, to, run.to);
      // A thread's share may end before this run begins.
      run.to = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, run.from, run.to);
    }
    settle(begin);
    vectors(number, run, body);
    begin = end;
  }
  settled_.clear();
}

// Whole vectors, then one with the rest of the lanes masked.
void Emit::vectors(int number, const Run& run, const Body& body) {
  int lanes = schedule.lanes;
  auto [from, to, length] = run;
  llvm::Value* whole = b.CreateAnd(b.CreateSub(to, from), i64(-lanes));
  llvm::Value* edge = b.CreateAdd(from, whole);
  width_ = lanes;
  if (drops_ != nullptr) from = past_drops(from, edge, body);
  if (!length || *length >= lanes) {
    long_turns(number, from, edge, lanes, [&](llvm::Value* at) {
      counters_[static_cast<size_t>(number)] = at;
      body();
    });
  }
  if (!length || *length % lanes != 0) {
    turns(edge, to, lanes, [&](llvm::Value* at) {
      counters_[static_cast<size_t>(number)] = at;
      mask_ = first_lanes(b.CreateSub(to, at));
      body();
      mask_ = nullptr;
    });
  }
  width_ = 1;
}

// 0, 1, 2 … as many as there are lanes.
llvm::Value* Emit::counter_lanes() {
  llvm::SmallVector<llvm::Constant*, 64> lanes;
  for (int i = 0; i < schedule.lanes; ++i) lanes.push_back(b.getInt64(static_cast<uint64_t>(i)));
  return llvm::ConstantVector::get(lanes);
}

// In 32 bits, as wide as a float: a mask for each register of them.
llvm::Value* Emit::first_lanes(llvm::Value* count) {
  int lanes = schedule.lanes;
  llvm::Value* most = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, i64(lanes));
  llvm::SmallVector<llvm::Constant*, 64> numbers;
  for (int i = 0; i < lanes; ++i) numbers.push_back(b.getInt32(static_cast<uint32_t>(i)));
  llvm::Value* left = splat(b.CreateTrunc(most, b.getInt32Ty()), lanes);
  return b.CreateICmpSLT(llvm::ConstantVector::get(numbers), left);
}

void Emit::steps_at(int depth, bool post) {
  for (size_t i = 0; i < stage.code.size(); ++i) {
    auto number = static_cast<int>(i);
    if (level_[i] == depth && post_[i] == post && is_here(parts_.steps, number)) step(number);
  }
}

void Emit::level(int depth) {
  bool folds = stage.form == StageForm::fold || stage.form == StageForm::scan;
  if (folds && depth == stage.kept) return write_fold(*this);
  if (depth == static_cast<int>(stage.loops.size())) return stores();
  auto inside = [&] {
    steps_at(depth + 1, false);
    level(depth + 1);
  };
  if (schedule.tiled && depth == schedule.vector - 1) return tiles(depth);
  if (depth == schedule.vector && schedule.strip > 0) return write_strips(*this);
  if (depth == schedule.vector && schedule.outside) return inside();
  if (depth == schedule.vector && schedule.lanes > 1) return vector_loop(depth, inside);
  loop(depth, inside);
}

// Blocks of `depth`'s turns, and inside them whole vectors of the next loop, each for all turns of
// the block.
void Emit::tiles(int depth) {
  constexpr int64_t block = 16;
  llvm::Value* end = high(depth);
  long_turns(depth, low(depth), end, block, [&](llvm::Value* first) {
    llvm::Value* last =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateAdd(first, i64(block)), end);
    vector_loop(depth + 1, [&] {
      turns(first, last, 1, [&](llvm::Value* at) {
        counters_[static_cast<size_t>(depth)] = at;
        steps_at(depth + 1, false);
        steps_at(depth + 2, false);
        level(depth + 2);
      });
    });
  });
}

llvm::Value* Emit::value(int step) { return values_[static_cast<size_t>(step)]; }

llvm::Value* Emit::lanes_of(int step, int lanes) { return splat(value(step), lanes); }

// By a number that many lanes share: of a row, say.
bool Emit::divides_by_one(const NestStep& step) const {
  constexpr int64_t worth_it = 64;
  if (step.name != Scalar::div || !is_float(step.dtype) || width_ == 1 || !function.fuses)
    return false;
  Size turns = stage.loops[static_cast<size_t>(schedule.vector)];
  bool is_long = !turns.known() || turns.number >= worth_it;
  return is_long && varies_[static_cast<size_t>(step.in[0])] &&
         !varies_[static_cast<size_t>(step.in[1])];
}

// An index that goes up by one with each lane (along = 1) or is one number for all of them.
std::optional<Emit::OnLanes> Emit::on_lanes(int number) {
  const NestStep& it = stage.code[static_cast<size_t>(number)];
  if (!varies_[static_cast<size_t>(number)]) return OnLanes{value(number), 0};
  if (it.name == Scalar::loop) return OnLanes{counters_[static_cast<size_t>(it.loop)], 1};
  if (it.name != Scalar::add && it.name != Scalar::sub) return {};
  std::optional<OnLanes> x = on_lanes(it.in[0]), y = on_lanes(it.in[1]);
  if (!x || !y) return {};
  if (it.name == Scalar::sub && y->along == 0)
    return OnLanes{b.CreateSub(x->first, y->first), x->along};
  if (it.name == Scalar::add && x->along + y->along == 1)
    return OnLanes{b.CreateAdd(x->first, y->first), 1};
  return {};
}

// What a comparison of such an index with one number holds for: the first lanes, or those
// behind them. How many is a matter of scalars, where each lane's index takes two registers.
std::optional<Emit::SomeLanes> Emit::some_lanes(const NestStep& it) {
  bool is_less = it.name == Scalar::lt || it.name == Scalar::le;
  if (!is_less && it.name != Scalar::gt && it.name != Scalar::ge) return {};
  if (width_ == 1 || width_ != schedule.lanes) return {};
  if (stage.code[static_cast<size_t>(it.in[0])].dtype != Dtype::i64) return {};
  std::optional<OnLanes> x = on_lanes(it.in[0]), y = on_lanes(it.in[1]);
  if (!x || !y || x->along + y->along != 1) return {};
  SomeLanes out{.are_first = (x->along == 1) == is_less};
  out.bound = x->along == 1 ? b.CreateSub(y->first, x->first) : b.CreateSub(x->first, y->first);
  bool holds_at_bound = it.name == Scalar::le || it.name == Scalar::ge;
  if (out.are_first == holds_at_bound) out.bound = b.CreateAdd(out.bound, i64(1));
  return out;
}

llvm::Value* Emit::mask_of(const SomeLanes& lanes) {
  llvm::Value* count = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, lanes.bound, i64(0));
  llvm::Value* first = first_lanes(count);
  return lanes.are_first ? first : b.CreateNot(first);
}

// Whether a guard holds for `count` turns of the vector loop from where its counter stands on;
// null: only the lanes tell.
llvm::Value* Emit::holds_for(int guard, llvm::Value* count) {
  const NestStep& it = stage.code[static_cast<size_t>(guard)];
  if (!varies_[static_cast<size_t>(guard)]) return value(guard);
  if (it.name == Scalar::bit_and) {
    llvm::Value *x = holds_for(it.in[0], count), *y = holds_for(it.in[1], count);
    return x != nullptr && y != nullptr ? b.CreateAnd(x, y) : nullptr;
  }
  std::optional<SomeLanes> lanes = some_lanes(it);
  if (!lanes) return nullptr;
  return lanes->are_first ? b.CreateICmpSGE(lanes->bound, count)
                          : b.CreateICmpSLE(lanes->bound, i64(0));
}

llvm::Value* Emit::guards_hold(llvm::Value* from, llvm::Value* to) {
  counters_[static_cast<size_t>(schedule.vector)] = from;
  llvm::Value *all = nullptr, *count = b.CreateSub(to, from);
  for (const NestStep& step : stage.code) {
    if (step.name != Scalar::load || step.access.guard < 0) continue;
    llvm::Value* one = holds_for(step.access.guard, count);
    if (one == nullptr) return nullptr;
    all = all == nullptr ? one : b.CreateAnd(all, one);
  }
  return all;
}

void Emit::step(int number) {
  const NestStep& it = stage.code[static_cast<size_t>(number)];
  bool varying = varies_[static_cast<size_t>(number)];
  llvm::Value*& out = values_[static_cast<size_t>(number)];
  int lanes = varying ? width_ : 1;
  auto settled = settled_.empty() ? std::nullopt : settled_[static_cast<size_t>(number)];
  if (settled) {
    out = splat(b.getInt1(*settled), lanes);
  } else if (it.name == Scalar::load) {
    out = load(it, varying);
  } else if (it.name == Scalar::loop) {
    out = counters_[static_cast<size_t>(it.loop)];
    if (varying) out = b.CreateAdd(splat(out, lanes), counter_lanes());
  } else if (it.name == Scalar::constant) {
    out = constant_of(module.getContext(), it.value, it.dtype);
  } else if (it.name == Scalar::product) {
    out = product_;
  } else if (it.name == Scalar::folded) {
    out = stage.form == StageForm::pointwise && folded_ == nullptr ? value(stage.folded) : folded_;
    bool position = gives_place(stage.combiner);
    if (stage.form == StageForm::pointwise && position) {
      out = splat(b.getInt32(0), lanes);
    } else if (!position) {
      out = convert(b, out, stage.sum_dtype, it.dtype);
    }
  } else if (auto some = varying ? some_lanes(it) : std::nullopt) {
    out = mask_of(*some);
  } else if (varying && divides_by_one(it)) {
    out = rounded(b, divided_by(b, value(it.in[0]), value(it.in[1])), it.dtype);
  } else {
    llvm::SmallVector<llvm::Value*, 4> in;
    for (int at : it.in) in.push_back(lanes_of(at, lanes));
    size_t first = it.name == Scalar::select ? 1 : 0;
    Dtype from = it.in.empty() ? it.dtype : stage.code[static_cast<size_t>(it.in[first])].dtype;
    out = operate(b, it, from, in);
  }
}

void Emit::stores() {
  for (const NestCheck& it : stage.checks) check(it);
  for (int i = 0; i < repeats_; ++i) {
    const std::vector<Store>& all = stage.stores;
    for (size_t k = 0; k < all.size(); ++k) {
      const Store& it = all[k];
      if (!is_here(parts_.buffers, it.access.buffer)) continue;
      if (k + 1 < all.size() && is_woven(it, all[k + 1])) {
        store_woven(it, all[++k]);
      } else {
        Dtype dtype = function.nest.buffers[static_cast<size_t>(it.access.buffer)];
        store(it.access, value(it.step), dtype);
      }
    }
    if (repeats_ == 1) return;
    llvm::Value*& at = counters_[static_cast<size_t>(schedule.vector)];
    at = b.CreateAdd(at, i64(schedule.lanes));
  }
}

}  // namespace rille
