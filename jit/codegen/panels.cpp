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
    if (step.name == "load") turn(step.access.strides);
    if (step.name == "loop" && step.loop >= from) {
      step.loop = step.loop == from ? last : step.loop - 1;
    }
  }
  return stage;
}

}  // namespace

PanelCode::PanelCode(KernelFunction& function, const Stage& operand,
                     const OperandSchedule& schedule, int64_t tile, int lanes, size_t batch,
                     bool by_rows)
    : function_(function),
      b_(function.b),
      schedule_(schedule),
      operand_(schedule.reading == Reading::packed_across ? across_inside(operand, batch)
                                                          : operand),
      loops_{.vector = static_cast<int>(operand.loops.size()) - 1, .lanes = lanes},
      tile_(tile),
      batch_(batch),
      by_rows_(by_rows),
      extent_(operand.loops[batch].number),
      e_(function, operand_, loops_) {
  e_.study();
}

void PanelCode::enter(const std::vector<llvm::Value*>& batch) { e_.enter(batch); }

void PanelCode::write(llvm::Value* first, llvm::Value* to) {
  if (schedule_.reading == Reading::packed_across) return across(first, to);
  by_rows_ ? rows(first, to) : columns(first, to);
}

llvm::Value* PanelCode::element() { return e_.lanes_of(operand_.folded, loops_.lanes); }

void PanelCode::put(llvm::Value* value, llvm::Value* to, llvm::Value* at) {
  Dtype dtype = operand_.code[static_cast<size_t>(operand_.folded)].dtype;
  llvm::Value* place = b_.CreateGEP(memory_type(b_.getContext(), dtype), to, at);
  b_.CreateAlignedStore(value, place, llvm::Align(bytes(dtype)));
}

llvm::Value* PanelCode::clamped(llvm::Value* row) {
  if (extent_ % tile_ == 0) return row;
  return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, row, e_.i64(extent_ - 1));
}

// The loops from this one to the one of the vectors, outside of it.
void PanelCode::outer(size_t loop, llvm::Value* p, bool steps, const Body& body) {
  if (static_cast<int>(loop) == loops_.vector) return body(p);
  llvm::Value* extent = e_.size(operand_.loops[loop]);
  e_.turns(e_.i64(0), extent, 1, [&](llvm::Value* at) {
    e_.counters_[loop] = at;
    if (steps) e_.steps_at(static_cast<int>(loop) + 1, false);
    outer(loop + 1, b_.CreateAdd(b_.CreateMul(p, extent), at), steps, body);
  });
}

// Whole vectors of the innermost loop, which is one of p, then one with the rest of its lanes.
void PanelCode::vectors(llvm::Value* p, const Body& body) {
  auto loop = static_cast<size_t>(loops_.vector);
  int64_t extent = operand_.loops[loop].number, whole = extent / loops_.lanes * loops_.lanes;
  llvm::Value* before = b_.CreateMul(p, e_.i64(extent));
  auto turn = [&](llvm::Value* at) {
    e_.counters_[loop] = at;
    body(b_.CreateAdd(before, at));
  };
  e_.turns(e_.i64(0), e_.i64(whole), loops_.lanes, turn);
  if (whole == extent) return;
  e_.counters_[loop] = e_.i64(whole);
  e_.mask_ = b_.CreateICmpSLT(e_.counter_lanes(), e_.splat(e_.i64(extent - whole), loops_.lanes));
  turn(e_.i64(whole));
  e_.mask_ = nullptr;
}

void PanelCode::across(llvm::Value* first, llvm::Value* to) {
  int lanes = loops_.lanes;
  auto loop = static_cast<size_t>(loops_.vector);
  bool is_whole = extent_ % tile_ == 0 && tile_ % lanes == 0;
  outer(batch_, e_.i64(0), true, [&](llvm::Value* p) {
    llvm::Value* line = b_.CreateMul(p, e_.i64(schedule_.stride));
    e_.width_ = lanes;
    for (int64_t from = 0; from < tile_; from += lanes) {
      llvm::Value* at = b_.CreateAdd(first, e_.i64(from));
      e_.counters_[loop] = at;
      if (!is_whole) {
        llvm::Value* left = b_.CreateSub(e_.i64(extent_), at);
        e_.mask_ = b_.CreateICmpSLT(e_.counter_lanes(), e_.splat(left, lanes));
      }
      e_.steps_at(loops_.vector + 1, false);
      put(element(), to, b_.CreateAdd(line, e_.i64(from)));
    }
    e_.mask_ = nullptr;
    e_.width_ = 1;
  });
}

void PanelCode::rows(llvm::Value* first, llvm::Value* to) {
  e_.turns(e_.i64(0), e_.i64(tile_), 1, [&](llvm::Value* row) {
    e_.counters_[batch_] = clamped(b_.CreateAdd(first, row));
    e_.steps_at(static_cast<int>(batch_) + 1, false);
    llvm::Value* line = b_.CreateMul(row, e_.i64(schedule_.stride));
    outer(batch_ + 1, e_.i64(0), true, [&](llvm::Value* outside) {
      e_.width_ = loops_.lanes;
      vectors(outside, [&](llvm::Value* p) {
        e_.steps_at(loops_.vector + 1, false);
        put(element(), to, b_.CreateAdd(line, p));
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
      e_.counters_[batch_] = clamped(b_.CreateAdd(b_.CreateAdd(first, from), column));
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
    outer(batch_ + 1, e_.i64(0), false, [&](llvm::Value* outside) {
      e_.width_ = lanes;
      vectors(outside, [&](llvm::Value* p) { turn(from, p); });
      e_.width_ = 1;
    });
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
