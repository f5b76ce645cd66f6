// C functions of doubles, lane by lane.
#include "jit/codegen/lanes.h"

namespace rille {
namespace {

llvm::FunctionCallee callee_of(Builder_& b, const std::string& name, size_t operands) {
  llvm::Module& module = *b.GetInsertBlock()->getModule();
  llvm::SmallVector<llvm::Type*, 3> types(operands, b.getDoubleTy());
  auto* type = llvm::FunctionType::get(b.getDoubleTy(), types, false);
  return module.getOrInsertFunction(name, type);
}

}  // namespace

// for (lane = 0; lane < lanes; ++lane) out[lane] = callee(in[lane]...).
Vec each_lane(const std::string& name, llvm::ArrayRef<Vec> in) {
  Builder_& b = *in[0].b;
  llvm::FunctionCallee callee = callee_of(b, name, in.size());
  llvm::SmallVector<llvm::Value*, 3> from, one;
  llvm::Type* type = in[0].v->getType();
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) {
    for (Vec x : in) one.push_back(x.v);
    return {&b, b.CreateCall(callee, one)};
  }
  for (Vec x : in) {
    from.push_back(b.CreateAlloca(type));
    b.CreateStore(x.v, from.back());
  }
  llvm::Value* to = b.CreateAlloca(type);
  llvm::Function* function = b.GetInsertBlock()->getParent();
  llvm::BasicBlock* start = b.GetInsertBlock();
  auto* turn = llvm::BasicBlock::Create(b.getContext(), "turn", function);
  auto* done = llvm::BasicBlock::Create(b.getContext(), "done", function);
  b.CreateBr(turn);
  b.SetInsertPoint(turn);
  llvm::PHINode* lane = b.CreatePHI(b.getInt64Ty(), 2);
  lane->addIncoming(b.getInt64(0), start);
  auto place = [&](llvm::Value* memory) { return b.CreateGEP(b.getDoubleTy(), memory, lane); };
  for (llvm::Value* memory : from) one.push_back(b.CreateLoad(b.getDoubleTy(), place(memory)));
  b.CreateStore(b.CreateCall(callee, one), place(to));
  llvm::Value* next = b.CreateAdd(lane, b.getInt64(1));
  lane->addIncoming(next, turn);
  b.CreateCondBr(b.CreateICmpULT(next, b.getInt64(vector->getNumElements())), turn, done);
  b.SetInsertPoint(done);
  return {&b, b.CreateLoad(type, to)};
}

}  // namespace rille
