// Who ends last joins what the others left.
#include "jit/codegen/pieces.h"

#include "vm/error.h"

namespace rille {

int Pieces::hold(llvm::Type* type) {
  const Schedule& schedule = e_.function.schedule;
  int64_t size = static_cast<int64_t>(e_.module.getDataLayout().getTypeAllocSize(type));
  held_.push_back({type, end_});
  end_ += size * schedule.pieces;
  RILLE_CHECK(schedule.pieces == 0 || end_ <= schedule.shared, end_);
  return static_cast<int>(held_.size()) - 1;
}

llvm::Value* Pieces::place(llvm::Value* piece, int number) {
  const Held& held = held_[static_cast<size_t>(number)];
  auto at = static_cast<uint64_t>(held.at);
  llvm::Value* first = b_.CreateConstGEP1_64(b_.getInt8Ty(), e_.function.shared, at);
  return b_.CreateGEP(held.type, first, piece);
}

void Pieces::write(const std::function<void(llvm::Value*)>& piece,
                   const std::function<void()>& join) {
  KernelFunction& kernel = e_.function;
  e_.turns(kernel.begin, kernel.end, 1, piece);
  llvm::Value* own = b_.CreateSub(kernel.end, kernel.begin);
  llvm::Value* before =
      b_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, kernel.shared, own, llvm::MaybeAlign(8),
                         llvm::AtomicOrdering::AcquireRelease);
  llvm::Value* done = b_.CreateAdd(before, own);
  e_.when(b_.CreateICmpEQ(done, e_.i64(kernel.schedule.pieces)), join);
}

}  // namespace rille
