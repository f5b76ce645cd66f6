// A stack of sums of 1, 2, 4 … blocks, kept as a counter.
#include "jit/codegen/blocks.h"

#include <bit>

namespace rille {

Blocks::Blocks(Emit& emit, llvm::Type* type, int64_t places, llvm::Constant* start, int64_t most)
    : e_(emit),
      b_(emit.b),
      type_(type),
      places_(places),
      total_(places),
      start_(start),
      joins_(most > 1) {
  auto in_use = [&](int64_t count) {
    llvm::AllocaInst* memory = local(e_, type_, count);
    on_stack_.push_back(memory);
    b_.CreateLifetimeStart(memory, bytes_of(memory));
    return memory;
  };
  sums_ = in_use(places_);
  if (!joins_) return;
  levels_ = in_use(places_ * static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(most))));
  count_ = local(e_, b_.getInt64Ty());
}

llvm::ConstantInt* Blocks::bytes_of(const llvm::AllocaInst* memory) {
  return b_.getInt64(memory->getAllocationSize(e_.module.getDataLayout())->getFixedValue());
}

// Whole vectors and the one that is masked have code of their own: without this the stack holds
// the sums of both, half a megabyte each where the number of blocks is not known.
void Blocks::leave() {
  for (llvm::AllocaInst* memory : on_stack_) b_.CreateLifetimeEnd(memory, bytes_of(memory));
}

void Blocks::stand_in(llvm::Value* memory, int64_t total) {
  sums_ = memory;
  levels_ = b_.CreateConstGEP1_64(type_, memory, static_cast<uint64_t>(total));
  total_ = total;
}

llvm::AllocaInst* Blocks::local(Emit& emit, llvm::Type* type, int64_t count) {
  llvm::BasicBlock& entry = emit.function.code->getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.begin());
  llvm::Type* whole = count == 1 ? type : llvm::ArrayType::get(type, static_cast<uint64_t>(count));
  llvm::AllocaInst* out = at.CreateAlloca(whole);
  if (type->isVectorTy()) out->setAlignment(llvm::Align(64));
  return out;
}

void Blocks::each_place(const std::function<void(llvm::Value*)>& body) {
  if (places_ == 1) return body(e_.i64(0));
  e_.turns(e_.i64(0), e_.i64(places_), 1, body);
}

llvm::Value* Blocks::place(llvm::Value* number) {
  if (first_ != nullptr) number = b_.CreateAdd(first_, number);
  return total_ == 1 ? sums_ : b_.CreateGEP(type_, sums_, number);
}

llvm::Value* Blocks::level(llvm::Value* depth, llvm::Value* number) {
  if (first_ != nullptr) number = b_.CreateAdd(first_, number);
  llvm::Value* at = b_.CreateAdd(b_.CreateMul(depth, e_.i64(total_)), number);
  return b_.CreateGEP(type_, levels_, at);
}

llvm::Value* Blocks::joined(llvm::Value* earlier, llvm::Value* later) {
  return combine(b_, e_.stage.form == StageForm::contract ? Scalar::add : e_.stage.combiner,
                 e_.stage.sum_dtype, earlier, later);
}

void Blocks::clear() {
  each_place([&](llvm::Value* number) { b_.CreateStore(start_, place(number)); });
  if (joins_) b_.CreateStore(e_.i64(0), count_);
}

// All places have one count: its digits are walked once, and at each of them every place.
void Blocks::end_block(llvm::Value* before_it) {
  llvm::Value* count = before_it;
  if (count == nullptr) {
    count = b_.CreateLoad(b_.getInt64Ty(), count_);
    b_.CreateStore(b_.CreateAdd(count, e_.i64(1)), count_);
  }
  llvm::BasicBlock *before = b_.GetInsertBlock(), *look = e_.function.block("look"),
                   *meet = e_.function.block("meet"), *keep = e_.function.block("keep");
  b_.CreateBr(look);
  b_.SetInsertPoint(look);
  llvm::PHINode *digits = b_.CreatePHI(b_.getInt64Ty(), 2),
                *depth = b_.CreatePHI(b_.getInt64Ty(), 2);
  digits->addIncoming(count, before);
  depth->addIncoming(e_.i64(0), before);
  b_.CreateCondBr(b_.CreateTrunc(digits, b_.getInt1Ty()), meet, keep);
  b_.SetInsertPoint(meet);
  each_place([&](llvm::Value* number) {
    llvm::Value* earlier = b_.CreateLoad(type_, level(depth, number));
    llvm::Value* later = b_.CreateLoad(type_, place(number));
    b_.CreateStore(joined(earlier, later), place(number));
  });
  digits->addIncoming(b_.CreateLShr(digits, e_.i64(1)), b_.GetInsertBlock());
  depth->addIncoming(b_.CreateAdd(depth, e_.i64(1)), b_.GetInsertBlock());
  b_.CreateBr(look);
  b_.SetInsertPoint(keep);
  each_place([&](llvm::Value* number) {
    b_.CreateStore(b_.CreateLoad(type_, place(number)), level(depth, number));
    b_.CreateStore(start_, place(number));
  });
}

void Blocks::finish(llvm::Value* blocks) {
  if (!joins_) return;
  each_place([&](llvm::Value* number) {
    gather_place(number, blocks != nullptr ? blocks : b_.CreateLoad(b_.getInt64Ty(), count_));
  });
}

// The place holds its start, which changes nothing.
void Blocks::gather_place(llvm::Value* number, llvm::Value* count) {
  llvm::Value* width = b_.CreateSub(
      e_.i64(64), b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, count, b_.getFalse()));
  e_.turns(e_.i64(0), width, 1, [&](llvm::Value* depth) {
    llvm::Value* there = b_.CreateTrunc(b_.CreateLShr(count, depth), b_.getInt1Ty());
    llvm::Value* sum = b_.CreateLoad(type_, place(number));
    llvm::Value* both = joined(b_.CreateLoad(type_, level(depth, number)), sum);
    b_.CreateStore(b_.CreateSelect(there, both, sum), place(number));
  });
}

}  // namespace rille
