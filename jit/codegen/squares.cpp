// Squares of numbers, turned in registers.
#include "jit/codegen/squares.h"

namespace rille {
namespace {

constexpr size_t max_code = 24;  // steps of a turn

}  // namespace

void turn_squares(llvm::IRBuilder<>& b, std::vector<llvm::Value*>& rows) {
  auto size = static_cast<int>(rows.size());
  auto lanes =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(rows[0]->getType())->getNumElements());
  for (int half = 1; half < size; half *= 2) {
    llvm::SmallVector<int, 64> low, high;
    for (int lane = 0; lane < lanes; ++lane) {
      bool is_far = (lane & half) != 0;
      low.push_back(is_far ? lanes + lane - half : lane);
      high.push_back(is_far ? lanes + lane : lane + half);
    }
    for (int i = 0; i < size; ++i) {
      if ((i & half) != 0) continue;
      llvm::Value *&one = rows[static_cast<size_t>(i)], *&two = rows[static_cast<size_t>(i + half)];
      llvm::Value* first = b.CreateShuffleVector(one, two, low);
      two = b.CreateShuffleVector(one, two, high);
      one = first;
    }
  }
}

Squares::Squares(Emit& emit) : e_(emit), b_(emit.b), loop_(static_cast<size_t>(emit.stage.kept)) {}

bool Squares::is_turned(const Access& access) const {
  return access.guard < 0 && access.computed < 0 && access.strides[loop_].is(1) &&
         e_.vector_stride(access) == 2;
}

bool Squares::are_worth_it() const {
  const Stage& stage = e_.stage;
  bool lies_along = e_.width_ > 1 && e_.mask_ == nullptr && loop_ + 1 == stage.loops.size();
  if (!lies_along || stage.code.size() > max_code) return false;
  return std::ranges::any_of(stage.stores,
                             [&](const Store& store) { return is_turned(store.access); });
}

// Of the first turn, in the row of this lane.
llvm::Value* Squares::place(const Access& access, int64_t row) {
  Size stride = access.strides[static_cast<size_t>(e_.schedule.vector)];
  llvm::Value* from = b_.CreateMul(e_.i64(row), e_.size(stride));
  return e_.element(access.buffer, b_.CreateAdd(e_.base_index(access, true), from));
}

void Squares::write(llvm::Value* first, bool backwards, const std::function<void()>& body) {
  int lanes = e_.width_;
  llvm::Value*& counter = e_.counters_[loop_];
  counter = first;
  read_.clear();
  held_.clear();
  for (const NestStep& step : e_.stage.code) {
    if (step.name != Scalar::load || !is_turned(step.access)) continue;
    llvm::Type* type = wide(memory_type(e_.module.getContext(), step.dtype), lanes);
    std::vector<llvm::Value*>& numbers = read_[&step];
    for (int row = 0; row < lanes; ++row) {
      numbers.push_back(
          b_.CreateAlignedLoad(type, place(step.access, row), llvm::Align(bytes(step.dtype))));
    }
    turn_squares(b_, numbers);
  }
  e_.squares_ = this;
  for (int i = 0; i < lanes; ++i) {
    turn_ = backwards ? lanes - 1 - i : i;
    counter = b_.CreateAdd(first, e_.i64(turn_));
    body();
  }
  e_.squares_ = nullptr;
  counter = first;
  for (const Store& store : e_.stage.stores) {
    auto found = held_.find(&store.access);
    if (found == held_.end()) continue;
    turn_squares(b_, found->second);
    Dtype dtype = e_.function.nest.buffers[static_cast<size_t>(store.access.buffer)];
    for (int row = 0; row < lanes; ++row) {
      b_.CreateAlignedStore(found->second[static_cast<size_t>(row)], place(store.access, row),
                            llvm::Align(bytes(dtype)));
    }
  }
}

llvm::Value* Squares::loaded_by(const NestStep& step) const {
  auto found = read_.find(&step);
  if (found == read_.end()) return nullptr;
  return loaded(b_, found->second[static_cast<size_t>(turn_)], step.dtype);
}

bool Squares::holds(const Access& access, llvm::Value* bits) {
  if (!is_turned(access)) return false;
  std::vector<llvm::Value*>& all = held_[&access];
  all.resize(static_cast<size_t>(e_.width_));
  all[static_cast<size_t>(turn_)] = bits;
  return true;
}

}  // namespace rille
