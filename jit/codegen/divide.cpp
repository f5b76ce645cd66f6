// A multiplication by the reciprocal, put right.
#include "jit/codegen/divide.h"

#include <llvm/IR/MDBuilder.h>

namespace rille {
namespace {

// Exponents between which nothing overflows, and no rest of a division is too small to be exact.
struct Range {
  int min_x, max_x, min_divisor, max_divisor;
};
constexpr Range of_float = {-90, 60, -60, 30}, of_double = {-900, 500, -400, 100};

// Of the bits of a float without its sign: whether they are those of 2^least to 2^most.
llvm::Value* in_range(llvm::IRBuilder<>& b, llvm::Value* x, int least, int most) {
  bool is_double = x->getType()->getScalarType()->isDoubleTy();
  llvm::Type* bits = x->getType()->getWithNewType(b.getIntNTy(is_double ? 64 : 32));
  int mantissa = is_double ? 52 : 23, bias = is_double ? 1023 : 127;
  auto place = [&](int exponent) {
    return static_cast<uint64_t>(exponent + bias) << (mantissa + 1);
  };
  llvm::Value* doubled = b.CreateShl(b.CreateBitCast(x, bits), llvm::ConstantInt::get(bits, 1));
  llvm::Value* above = b.CreateSub(doubled, llvm::ConstantInt::get(bits, place(least)));
  return b.CreateICmpULT(above, llvm::ConstantInt::get(bits, place(most) - place(least)));
}

}  // namespace

// With y the rounded reciprocal, q = x y is near the quotient, and each step q + y (x - q divisor),
// whose rest is exact, nearer: after the first one q is one of its neighbours, after the second one
// it is the quotient, rounded (Markstein's theorem). A zero stays one. Lanes out of range, and -0,
// have the vector divided.
llvm::Value* divided_by(llvm::IRBuilder<>& b, llvm::Value* x, llvm::Value* divisor) {
  auto* type = llvm::cast<llvm::FixedVectorType>(x->getType());
  bool is_double = type->getElementType()->isDoubleTy();
  const Range& range = is_double ? of_double : of_float;
  auto spread = [&](llvm::Value* number) {
    return b.CreateVectorSplat(type->getNumElements(), number);
  };
  llvm::Value* one = llvm::ConstantFP::get(divisor->getType(), 1.0);
  llvm::Value *by = spread(divisor), *y = spread(b.CreateFDiv(one, divisor));
  llvm::Value* back = spread(b.CreateFNeg(divisor));
  llvm::Value* quotient = b.CreateFMul(x, y);
  for (int step = 0; step < 2; ++step) {
    llvm::Value* rest = b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {quotient, back, x});
    quotient = b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {rest, y, quotient});
  }
  llvm::Type* bits = type->getWithNewType(b.getIntNTy(is_double ? 64 : 32));
  llvm::Value* is_zero =
      b.CreateICmpEQ(b.CreateBitCast(x, bits), llvm::Constant::getNullValue(bits));
  llvm::Value* holds = b.CreateOr(in_range(b, x, range.min_x, range.max_x), is_zero);
  llvm::Value* all = b.CreateAndReduce(holds);
  all = b.CreateAnd(all, in_range(b, divisor, range.min_divisor, range.max_divisor));
  llvm::Function* function = b.GetInsertBlock()->getParent();
  auto* before = b.GetInsertBlock();
  auto* divide = llvm::BasicBlock::Create(b.getContext(), "divide", function);
  auto* on = llvm::BasicBlock::Create(b.getContext(), "on", function);
  b.CreateCondBr(all, on, divide, llvm::MDBuilder(b.getContext()).createLikelyBranchWeights());
  b.SetInsertPoint(divide);
  llvm::Value* exact = b.CreateFDiv(x, by);
  b.CreateBr(on);
  b.SetInsertPoint(on);
  llvm::PHINode* out = b.CreatePHI(type, 2);
  out->addIncoming(quotient, before);
  out->addIncoming(exact, divide);
  return out;
}

}  // namespace rille
