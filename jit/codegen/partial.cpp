// Partial results of a fold, as registers hold them.
#include "jit/codegen/partial.h"

namespace rille {
namespace {

// What makes 0 or 1 of two of these.
bool keeps_bools(Scalar combiner) {
  switch (combiner) {
    case Scalar::bit_and:
    case Scalar::bit_or:
    case Scalar::bit_xor:
    case Scalar::max:
    case Scalar::min: return true;
    default: return false;
  }
}

}  // namespace

Partial::Partial(Emit& emit)
    : b_(emit.b),
      stage_(emit.stage),
      gives_place_(gives_place(emit.stage.combiner)),
      is_greatest_(emit.stage.combiner == Scalar::max || emit.stage.combiner == Scalar::argmax),
      element_(register_type(emit.module.getContext(), emit.stage.sum_dtype)),
      float_(element_) {
  bool is_fold = stage_.form == StageForm::fold;
  bool is_extreme = is_greatest_ || gives_place_ || stage_.combiner == Scalar::min;
  is_ordered_ = is_fold && is_extreme && is_float(stage_.sum_dtype);
  is_byte_ = is_fold && stage_.sum_dtype == Dtype::boolean &&
             (gives_place_ || keeps_bools(stage_.combiner));
  if (is_byte_) element_ = b_.getInt8Ty();
  if (is_ordered_) element_ = b_.getIntNTy(float_->getScalarSizeInBits());
}

// A float with a sign counts from below: its other bits are turned around. The same turns it back.
llvm::Value* Partial::turned(llvm::Value* bits) {
  unsigned width = bits->getType()->getScalarSizeInBits();
  llvm::Value* sign = b_.CreateAShr(bits, width - 1);
  llvm::APInt others = llvm::APInt::getSignedMaxValue(width);
  return b_.CreateXor(bits, b_.CreateAnd(sign, llvm::ConstantInt::get(bits->getType(), others)));
}

llvm::Value* Partial::of(llvm::Value* term) {
  if (is_byte_) return b_.CreateZExt(term, like(element_, term));
  if (!is_ordered_) return term;
  llvm::Type* type = like(element_, term);
  llvm::APInt nan = llvm::APFloat::getQNaN(float_->getFltSemantics()).bitcastToAPInt();
  if (!is_greatest_) nan = ~nan;
  llvm::Value* one_zero = b_.CreateFAdd(term, llvm::Constant::getNullValue(term->getType()));
  llvm::Value* number = turned(b_.CreateBitCast(gives_place_ ? one_zero : term, type));
  return b_.CreateSelect(b_.CreateFCmpUNO(term, term), llvm::ConstantInt::get(type, nan), number);
}

llvm::Constant* Partial::start(int lanes) const {
  llvm::Constant* nothing = identity_of(b_.getContext(), stage_.combiner, stage_.sum_dtype);
  if (is_ordered_) {
    llvm::APInt bits = llvm::cast<llvm::ConstantFP>(nothing)->getValueAPF().bitcastToAPInt();
    if (bits.isNegative()) bits ^= llvm::APInt::getSignedMaxValue(bits.getBitWidth());
    if (gives_place_) {  // before the infinity, which may be the only term
      unsigned width = bits.getBitWidth();
      bits = is_greatest_ ? llvm::APInt::getSignedMinValue(width)
                          : llvm::APInt::getSignedMaxValue(width);
    }
    nothing = llvm::ConstantInt::get(element_, bits);
  }
  if (is_byte_) nothing = b_.getInt8(nothing->isNullValue() ? 0 : 1);
  if (lanes == 1) return nothing;
  auto count = llvm::ElementCount::getFixed(static_cast<unsigned>(lanes));
  return llvm::ConstantVector::getSplat(count, nothing);
}

llvm::Value* Partial::joined(llvm::Value* x, llvm::Value* y) {
  if (!is_ordered_) {
    return combine(b_, stage_.combiner, is_byte_ ? Dtype::u8 : stage_.sum_dtype, x, y);
  }
  return b_.CreateBinaryIntrinsic(is_greatest_ ? llvm::Intrinsic::smax : llvm::Intrinsic::smin, x,
                                  y);
}

llvm::Value* Partial::beats(llvm::Value* x, llvm::Value* y) {
  bool is_signed = is_ordered_ || kind(stage_.sum_dtype) == DtypeKind::integer;
  auto less = is_signed ? llvm::CmpInst::ICMP_SLT : llvm::CmpInst::ICMP_ULT;
  return is_greatest_ ? b_.CreateICmp(less, y, x) : b_.CreateICmp(less, x, y);
}

// The number that stands for NaN among the least ones is turned to a NaN whose bits are all others.
llvm::Value* Partial::result(llvm::Value* x) {
  if (is_byte_) return b_.CreateIsNotNull(x);
  if (!is_ordered_) return x;
  llvm::Value* bits = b_.CreateBitCast(turned(x), like(float_, x));
  if (is_greatest_) return bits;
  llvm::Value* nan = llvm::ConstantFP::getQNaN(bits->getType());
  return b_.CreateSelect(b_.CreateFCmpUNO(bits, bits), nan, bits);
}

}  // namespace rille
