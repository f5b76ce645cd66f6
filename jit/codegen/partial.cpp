// Partial results of a fold: floats, or numbers ordered alike.
#include "jit/codegen/partial.h"

namespace rille {

Partial::Partial(Emit& emit)
    : b_(emit.b),
      stage_(emit.stage),
      is_greatest_(emit.stage.combiner == Scalar::max),
      float_(register_type(emit.module.getContext(), emit.stage.sum_dtype)) {
  bool is_extreme = is_greatest_ || stage_.combiner == Scalar::min;
  is_ordered_ = is_extreme && is_float(stage_.sum_dtype) && stage_.form == StageForm::fold;
  element_ = is_ordered_ ? b_.getIntNTy(float_->getScalarSizeInBits()) : float_;
}

// A float with a sign counts from below: its other bits are turned around. The same turns it back.
llvm::Value* Partial::turned(llvm::Value* bits) {
  unsigned width = bits->getType()->getScalarSizeInBits();
  llvm::Value* sign = b_.CreateAShr(bits, width - 1);
  llvm::APInt others = llvm::APInt::getSignedMaxValue(width);
  return b_.CreateXor(bits, b_.CreateAnd(sign, llvm::ConstantInt::get(bits->getType(), others)));
}

llvm::Value* Partial::of(llvm::Value* term) {
  if (!is_ordered_) return term;
  llvm::Type* type = like(element_, term);
  llvm::APInt nan = llvm::APFloat::getQNaN(float_->getFltSemantics()).bitcastToAPInt();
  if (!is_greatest_) nan = ~nan;
  llvm::Value* number = turned(b_.CreateBitCast(term, type));
  return b_.CreateSelect(b_.CreateFCmpUNO(term, term), llvm::ConstantInt::get(type, nan), number);
}

llvm::Constant* Partial::start(int lanes) const {
  llvm::Constant* nothing = identity_of(b_.getContext(), stage_.combiner, stage_.sum_dtype);
  if (is_ordered_) {
    llvm::APInt bits = llvm::cast<llvm::ConstantFP>(nothing)->getValueAPF().bitcastToAPInt();
    if (bits.isNegative()) bits ^= llvm::APInt::getSignedMaxValue(bits.getBitWidth());
    nothing = llvm::ConstantInt::get(element_, bits);
  }
  if (lanes == 1) return nothing;
  auto count = llvm::ElementCount::getFixed(static_cast<unsigned>(lanes));
  return llvm::ConstantVector::getSplat(count, nothing);
}

llvm::Value* Partial::joined(llvm::Value* x, llvm::Value* y) {
  if (!is_ordered_) return combine(b_, stage_.combiner, stage_.sum_dtype, x, y);
  return b_.CreateBinaryIntrinsic(is_greatest_ ? llvm::Intrinsic::smax : llvm::Intrinsic::smin, x,
                                  y);
}

// The number that stands for NaN among the least ones is turned to a NaN whose bits are all others.
llvm::Value* Partial::result(llvm::Value* x) {
  if (!is_ordered_) return x;
  llvm::Value* bits = b_.CreateBitCast(turned(x), like(float_, x));
  if (is_greatest_) return bits;
  llvm::Value* nan = llvm::ConstantFP::getQNaN(bits->getType());
  return b_.CreateSelect(b_.CreateFCmpUNO(bits, bits), nan, bits);
}

}  // namespace rille
