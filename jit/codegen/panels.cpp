// An operand of a product is evaluated into panels.
#include "jit/codegen/panels.h"

#include <algorithm>

namespace rille {
namespace {

// The loops batch…, across, p… with the one across innermost.
Stage across_inside(Stage stage, size_t across) {
  auto turn = [&](auto& list) {
    std::rotate(list.begin() + static_cast<std::ptrdiff_t>(across),
                list.begin() + static_cast<std::ptrdiff_t>(across) + 1, list.end());
  };
  auto last = static_cast<int>(stage.loops.size()) - 1, from = static_cast<int>(across);
  turn(stage.loops);
  for (NestStep& step : stage.code) {
    if (step.name == Scalar::load) turn(step.access.strides);
    if (step.name == Scalar::loop && step.loop >= from) {
      step.loop = step.loop == from ? last : step.loop - 1;
    }
  }
  return stage;
}

}  // namespace

PanelCode::PanelCode(KernelFunction& function, const Stage& operand, const StageSchedule& product,
                     size_t batch, bool is_left)
    : function_(function),
      b_(function.b),
      schedule_(is_left ? product.left : product.right),
      operand_(is_across() ? across_inside(operand, batch) : operand),
      loops_{.vector = static_cast<int>(operand.loops.size()) - 1, .lanes = product.lanes},
      tile_(is_left ? product.tile_rows : product.tile_columns),
      group_(product.group),
      batch_(batch),
      is_left_(is_left),
      e_(function, operand_, loops_) {
  count_ = e_.i64(1);
  bool known = true;
  int64_t extent = 1;
  for (size_t loop = batch; static_cast<int>(loop) < operand.kept; ++loop) {
    count_ = b_.CreateMul(count_, e_.size(operand.loops[loop]));
    known &= operand.loops[loop].known();
    extent *= operand.loops[loop].number;
  }
  whole_ = known && extent % tile_ == 0;
  e_.study();
}

void PanelCode::enter(const std::vector<llvm::Value*>& batch) { e_.enter(batch); }

void PanelCode::write(llvm::Value* first, llvm::Value* to, int64_t count) {
  if (is_across()) return across(first, to, count);
  is_left_ ? rows(first, to) : columns(first, to);
}

llvm::Value* PanelCode::element() { return e_.lanes_of(operand_.folded, loops_.lanes); }

void PanelCode::put(llvm::Value* value, llvm::Value* to, llvm::Value* at) {
  Dtype dtype = operand_.code[static_cast<size_t>(operand_.folded)].dtype;
  llvm::Value* place = b_.CreateGEP(memory_type(b_.getContext(), dtype), to, at);
  b_.CreateAlignedStore(value, place, llvm::Align(bytes(dtype)));
}

// The counters of the loops that number rows; behind the last one it stands again.
void PanelCode::count_row(llvm::Value* row) {
  if (!whole_) {
    llvm::Value* last = b_.CreateSub(count_, e_.i64(1));
    row = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, row, last);
  }
  for (auto loop = static_cast<size_t>(operand_.kept); loop-- > batch_;) {
    llvm::Value* extent = e_.size(operand_.loops[loop]);
    bool is_first = loop == batch_;
    e_.counters_[loop] = is_first ? row : b_.CreateURem(row, extent);
    if (!is_first) row = b_.CreateUDiv(row, extent);
  }
}

void PanelCode::take(llvm::Value* from, llvm::Value* to) {
  int64_t inner = 1;
  size_t end = operand_.loops.size() - (is_across() ? 1 : 0);
  for (size_t loop = first_deep() + 1; loop < end; ++loop) inner *= operand_.loops[loop].number;
  low_ = b_.CreateExactUDiv(from, e_.i64(inner));
  high_ = b_.CreateExactUDiv(to, e_.i64(inner));
}

// All turns of the loops of p outside of the vectors; `body` is told p, from the first one that is
// taken, in turns of what is left inside.
void PanelCode::each_deep(bool steps, const Body& body) {
  outer(first_deep(), e_.i64(0), steps, body);
}

void PanelCode::outer(size_t loop, llvm::Value* p, bool steps, const Body& body) {
  if (static_cast<int>(loop) == loops_.vector) return body(p);
  bool is_first = loop == first_deep() && low_ != nullptr;
  llvm::Value* extent = e_.size(operand_.loops[loop]);
  llvm::Value *from = is_first ? low_ : e_.i64(0), *to = is_first ? high_ : extent;
  e_.turns(from, to, 1, [&](llvm::Value* at) {
    e_.counters_[loop] = at;
    if (steps) e_.steps_at(static_cast<int>(loop) + 1, false);
    llvm::Value* passed = b_.CreateSub(at, from);
    outer(loop + 1, b_.CreateAdd(b_.CreateMul(p, extent), passed), steps, body);
  });
}

// Whole vectors of the innermost loop, which is one of p, then one with the rest of its lanes.
void PanelCode::vectors(llvm::Value* p, const Body& body) {
  auto loop = static_cast<size_t>(loops_.vector);
  Size extent = operand_.loops[loop];
  auto [from, to] = innermost();
  llvm::Value* before = b_.CreateSub(b_.CreateMul(p, e_.size(extent)), from);
  llvm::Value* whole = b_.CreateAnd(b_.CreateSub(to, from), e_.i64(-loops_.lanes));
  llvm::Value* edge = b_.CreateAdd(from, whole);
  auto turn = [&](llvm::Value* at) {
    e_.counters_[loop] = at;
    body(b_.CreateAdd(before, at));
  };
  e_.turns(from, edge, loops_.lanes, turn);
  bool is_whole = loop != first_deep() || low_ == nullptr;
  if (is_whole && extent.known() && extent.number % loops_.lanes == 0) return;
  e_.turns(edge, to, loops_.lanes, [&](llvm::Value* at) {
    e_.mask_ = e_.first_lanes(b_.CreateSub(to, at));
    turn(at);
    e_.mask_ = nullptr;
  });
}

// Masks are dear: only the last panels have any.
void PanelCode::across(llvm::Value* first, llvm::Value* to, int64_t count) {
  int64_t width = (tile_ - 1) / loops_.lanes * loops_.lanes + loops_.lanes;
  if (whole_ && width == tile_) return across_all(first, to, count, false);
  llvm::Value* last = b_.CreateAdd(first, e_.i64((count - 1) * tile_ + width));
  llvm::Value* fits = b_.CreateICmpSLE(last, count_);
  e_.when(fits, [&] { across_all(first, to, count, false); });
  e_.when(b_.CreateNot(fits), [&] { across_all(first, to, count, true); });
}

void PanelCode::across_all(llvm::Value* first, llvm::Value* to, int64_t count, bool masks) {
  int lanes = loops_.lanes;
  auto loop = static_cast<size_t>(loops_.vector);
  each_deep(true, [&](llvm::Value* p) {
    llvm::Value* line = b_.CreateMul(p, e_.i64(schedule_.stride));
    if (is_left_ && !masks) bring_rows(first, count);
    e_.width_ = lanes;
    for (int64_t number = 0; number < count; ++number) {
      for (int64_t from = 0; from < tile_; from += lanes) {
        llvm::Value* at = b_.CreateAdd(first, e_.i64(number * tile_ + from));
        e_.counters_[loop] = at;
        if (masks) {
          e_.mask_ = e_.first_lanes(b_.CreateSub(count_, at));
        }
        e_.steps_at(loops_.vector + 1, false);
        put(element(), to, b_.CreateAdd(line, e_.i64(number * schedule_.panel + from)));
      }
    }
    e_.mask_ = nullptr;
    e_.width_ = 1;
  });
}

// What comes some p later: short pieces of rows far apart are no stream that the machine
// sees.
void PanelCode::bring_rows(llvm::Value* first, int64_t count) {
  constexpr int64_t later = 8, line = 64;
  const NestStep& step = unconverted(operand_);
  auto loop = static_cast<size_t>(loops_.vector);
  if (step.name != Scalar::load || step.access.computed >= 0 || step.access.guard >= 0) return;
  if (!step.access.strides[loop].is(1)) return;
  auto each = line / static_cast<int64_t>(bytes(step.dtype));
  llvm::Value* there = e_.i64(step.access.offset);
  e_.counters_[loop] = first;
  for (size_t i = 0; i < operand_.loops.size(); ++i) {
    llvm::Value* turn = e_.counters_[i];
    if (i + 1 == loop) turn = b_.CreateAdd(turn, e_.i64(later));
    there = b_.CreateAdd(there, b_.CreateMul(turn, e_.size(step.access.strides[i])));
  }
  for (int64_t at = 0; at < count * tile_; at += each) {
    bring_near(b_, e_.element(step.access.buffer, b_.CreateAdd(there, e_.i64(at))));
  }
}

// Turns of the innermost loop: those of a window that lies inside of its array ask for no lane
// whether it does.
void PanelCode::each_run(const std::function<void()>& body) {
  auto [from, to] = innermost();
  llvm::Value* all = e_.guards_hold(from, to);
  if (all == nullptr) return body();
  e_.guarded_ = false;
  e_.when(all, body);
  e_.guarded_ = true;
  e_.when(b_.CreateNot(all), body);
}

std::pair<llvm::Value*, llvm::Value*> PanelCode::innermost() {
  auto loop = static_cast<size_t>(loops_.vector);
  bool is_first = loop == first_deep() && low_ != nullptr;
  return {is_first ? low_ : e_.i64(0), is_first ? high_ : e_.size(operand_.loops[loop])};
}

void PanelCode::rows(llvm::Value* first, llvm::Value* to) {
  e_.turns(e_.i64(0), e_.i64(tile_), 1, [&](llvm::Value* row) {
    count_row(b_.CreateAdd(first, row));
    for (auto depth = static_cast<int>(batch_) + 1; depth <= operand_.kept; ++depth) {
      e_.steps_at(depth, false);
    }
    llvm::Value* line = b_.CreateMul(row, e_.i64(schedule_.stride));
    each_deep(true, [&](llvm::Value* outside) {
      e_.width_ = loops_.lanes;
      each_run([&] {
        vectors(outside, [&](llvm::Value* p) {
          e_.steps_at(loops_.vector + 1, false);
          put(element(), to, b_.CreateAdd(line, p));
        });
      });
      e_.width_ = 1;
    });
  });
}

// Squares of as many columns as lanes are evaluated column by column, and turned.
void PanelCode::columns(llvm::Value* first, llvm::Value* to) {
  int lanes = loops_.lanes;
  Dtype dtype = operand_.code[static_cast<size_t>(operand_.folded)].dtype;
  llvm::Type* type = wide(memory_type(b_.getContext(), dtype), lanes);
  llvm::BasicBlock& entry = function_.code->getEntryBlock();
  llvm::AllocaInst* square =
      llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, e_.i64(lanes));
  square->setAlignment(llvm::Align(64));
  auto align = llvm::Align(bytes(dtype));
  auto turn = [&](llvm::Value* from, llvm::Value* p) {
    e_.turns(e_.i64(0), e_.i64(lanes), 1, [&](llvm::Value* column) {
      count_row(b_.CreateAdd(b_.CreateAdd(first, from), column));
      for (int depth = static_cast<int>(batch_) + 1; depth <= loops_.vector + 1; ++depth) {
        e_.steps_at(depth, false);
      }
      b_.CreateAlignedStore(element(), b_.CreateGEP(type, square, column), align);
    });
    std::vector<llvm::Value*> rows;
    for (int i = 0; i < lanes; ++i) {
      rows.push_back(b_.CreateAlignedLoad(type, b_.CreateConstGEP1_64(type, square, i), align));
    }
    rows = transposed(std::move(rows));
    for (int i = 0; i < lanes; ++i) {
      llvm::Value* line = b_.CreateMul(b_.CreateAdd(p, e_.i64(i)), e_.i64(schedule_.stride));
      put(rows[static_cast<size_t>(i)], to, b_.CreateAdd(line, from));
    }
  };
  e_.turns(e_.i64(0), e_.i64(tile_), lanes, [&](llvm::Value* from) {
    each_deep(false, [&](llvm::Value* outside) {
      e_.width_ = lanes;
      vectors(outside, [&](llvm::Value* p) { turn(from, p); });
      e_.width_ = 1;
    });
  });
}

void PanelCode::group(llvm::Value* to, llvm::Value* deep, int64_t flips, int64_t count) {
  if (!is_across() && is_left_) return group_rows(to, deep, flips);
  e_.turns(e_.i64(0), e_.i64(count), 1, [&](llvm::Value* number) {
    llvm::Value* at = b_.CreateMul(number, e_.i64(schedule_.panel));
    group_lines(b_.CreateGEP(b_.getInt32Ty(), to, at), deep, flips);
  });
}

// Rows of p: what a vector's lanes keep goes side by side.
void PanelCode::group_rows(llvm::Value* to, llvm::Value* deep, int64_t flips) {
  llvm::Type *part = b_.getIntNTy(bits_of_part()), *words = wide(b_.getInt32Ty(), loops_.lanes),
             *some = wide(part, loops_.lanes);
  e_.turns(e_.i64(0), e_.i64(tile_), 1, [&](llvm::Value* row) {
    llvm::Value* line = b_.CreateMul(row, e_.i64(schedule_.stride));
    line = b_.CreateGEP(b_.getInt32Ty(), to, line);
    e_.turns(e_.i64(0), deep, loops_.lanes, [&](llvm::Value* p) {
      llvm::Value* from = b_.CreateGEP(b_.getInt32Ty(), line, p);
      llvm::Value* parts = b_.CreateTrunc(b_.CreateAlignedLoad(words, from, llvm::Align(4)), some);
      parts = b_.CreateXor(parts, llvm::ConstantInt::get(some, static_cast<uint64_t>(flips)));
      b_.CreateAlignedStore(parts, b_.CreateGEP(part, line, p), llvm::Align(1));
    });
  });
}

// Lines of one p: as many of them as share a lane become one.
void PanelCode::group_lines(llvm::Value* to, llvm::Value* deep, int64_t flips) {
  llvm::Type* words = wide(b_.getInt32Ty(), loops_.lanes);
  auto number = [&](int64_t value) {
    return llvm::ConstantInt::get(words, static_cast<uint64_t>(value));
  };
  auto place = [&](llvm::Value* line, int64_t from) {
    llvm::Value* at = b_.CreateMul(line, e_.i64(schedule_.stride));
    return b_.CreateGEP(b_.getInt32Ty(), to, b_.CreateAdd(at, e_.i64(from)));
  };
  int64_t bits = bits_of_part(), kept = (int64_t{1} << bits) - 1;
  e_.turns(e_.i64(0), deep, group_, [&](llvm::Value* p) {
    for (int64_t from = 0; from < schedule_.stride; from += loops_.lanes) {
      llvm::Value* out = number(0);
      for (int64_t i = 0; i < group_; ++i) {
        llvm::Value* own = b_.CreateAdd(p, e_.i64(i));
        llvm::Value* part = b_.CreateAlignedLoad(words, place(own, from), llvm::Align(4));
        part = b_.CreateAnd(b_.CreateXor(part, number(flips)), number(kept));
        part = b_.CreateSelect(b_.CreateICmpSLT(own, deep), part, number(0));
        out = b_.CreateOr(out, b_.CreateShl(part, number(bits * i)));
      }
      llvm::Value* line = b_.CreateUDiv(p, e_.i64(group_));
      b_.CreateAlignedStore(out, place(line, from), llvm::Align(4));
    }
  });
}

// Blocks of 1, 2, 4 … lanes change places across the diagonal.
std::vector<llvm::Value*> PanelCode::transposed(std::vector<llvm::Value*> rows) {
  size_t lanes = rows.size();
  for (size_t half = 1; half < lanes; half *= 2) {
    llvm::SmallVector<int, 64> low, high;
    for (size_t lane = 0; lane < lanes; ++lane) {
      bool is_far = (lane & half) != 0;
      low.push_back(static_cast<int>(is_far ? lanes + lane - half : lane));
      high.push_back(static_cast<int>(is_far ? lanes + lane : lane + half));
    }
    for (size_t i = 0; i < lanes; ++i) {
      if ((i & half) != 0) continue;
      llvm::Value *a = rows[i], *b = rows[i + half];
      rows[i] = b_.CreateShuffleVector(a, b, low);
      rows[i + half] = b_.CreateShuffleVector(a, b, high);
    }
  }
  return rows;
}

}  // namespace rille
