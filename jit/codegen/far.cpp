// Angles too far out for our own reduction.
#include "jit/codegen/far.h"

#include "jit/codegen/functions.h"
#include "vm/text.h"

namespace rille {
namespace {

// for (lane = 0; lane < lanes; ++lane) if (|x| > furthest) out = callee(x), lane by lane.
llvm::Value* lane_by_lane(Builder_& b, llvm::Value* x, llvm::Value* near, double furthest,
                          llvm::FunctionCallee callee) {
  llvm::Function* function = b.GetInsertBlock()->getParent();
  auto block = [&](const char* label) {
    return llvm::BasicBlock::Create(b.getContext(), label, function);
  };
  auto lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
  llvm::Value *from = b.CreateAlloca(x->getType()), *to = b.CreateAlloca(x->getType());
  b.CreateStore(x, from);
  b.CreateStore(near, to);
  llvm::BasicBlock *start = b.GetInsertBlock(), *turn = block("turn"), *far = block("far"),
                   *next = block("next"), *done = block("done");
  b.CreateBr(turn);
  b.SetInsertPoint(turn);
  llvm::PHINode* lane = b.CreatePHI(b.getInt64Ty(), 2);
  lane->addIncoming(b.getInt64(0), start);
  llvm::Value* one = b.CreateLoad(b.getDoubleTy(), b.CreateGEP(b.getDoubleTy(), from, lane));
  b.CreateCondBr((abs(Vec{&b, one}) > furthest).v, far, next);
  b.SetInsertPoint(far);
  b.CreateStore(b.CreateCall(callee, {one}), b.CreateGEP(b.getDoubleTy(), to, lane));
  b.CreateBr(next);
  b.SetInsertPoint(next);
  llvm::Value* after = b.CreateAdd(lane, b.getInt64(1));
  lane->addIncoming(after, next);
  b.CreateCondBr(b.CreateICmpULT(after, b.getInt64(lanes)), turn, done);
  b.SetInsertPoint(done);
  return b.CreateLoad(x->getType(), to);
}

}  // namespace

Vec far_angle(Vec x, Vec near, double furthest, const char* name) {
  Builder_& b = *x.b;
  llvm::Function* function = b.GetInsertBlock()->getParent();
  auto* type = llvm::FunctionType::get(b.getDoubleTy(), {b.getDoubleTy()}, false);
  auto callee = function->getParent()->getOrInsertFunction(name, type);
  llvm::Value* far = (abs(x) > furthest).v;
  bool one = !x.v->getType()->isVectorTy();
  llvm::BasicBlock* slow = llvm::BasicBlock::Create(b.getContext(), "far", function);
  llvm::BasicBlock* done = llvm::BasicBlock::Create(b.getContext(), "near", function);
  llvm::BasicBlock* from = b.GetInsertBlock();
  b.CreateCondBr(one ? far : b.CreateOrReduce(far), slow, done);
  b.SetInsertPoint(slow);
  llvm::Value* out =
      one ? b.CreateCall(callee, {x.v})
          : call_function(b, str("far ", name), x.v->getType(), {x.v, near.v},
                          [&](Builder_& inside, llvm::ArrayRef<llvm::Value*> in) {
                            return lane_by_lane(inside, in[0], in[1], furthest, callee);
                          });
  b.CreateBr(done);
  b.SetInsertPoint(done);
  llvm::PHINode* either = b.CreatePHI(x.v->getType(), 2);
  either->addIncoming(near.v, from);
  either->addIncoming(out, slow);
  return x.make(either);
}

}  // namespace rille
