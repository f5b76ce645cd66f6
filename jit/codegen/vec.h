// Vec: a register of floats, with the operators of a number.
#pragma once

#include "jit/codegen/llvm.h"

namespace rille {

using Builder_ = llvm::IRBuilder<>;

// What a comparison gives.
struct Mask {
  Builder_* b;
  llvm::Value* v;
  Mask operator&(Mask o) const { return {b, b->CreateAnd(v, o.v)}; }
  Mask operator|(Mask o) const { return {b, b->CreateOr(v, o.v)}; }
  Mask operator!() const { return {b, b->CreateNot(v)}; }
};

// One number or a vector of them, float or double; formulas are written once for all.
struct Vec {
  Builder_* b;
  llvm::Value* v;

  Vec of(double x) const { return {b, llvm::ConstantFP::get(v->getType(), x)}; }
  Vec make(llvm::Value* x) const { return {b, x}; }
  Vec operator-() const { return make(b->CreateFNeg(v)); }
  Vec unary(llvm::Intrinsic::ID id) const { return make(b->CreateUnaryIntrinsic(id, v)); }
};

inline Vec operator+(Vec x, Vec y) { return x.make(x.b->CreateFAdd(x.v, y.v)); }
inline Vec operator-(Vec x, Vec y) { return x.make(x.b->CreateFSub(x.v, y.v)); }
inline Vec operator*(Vec x, Vec y) { return x.make(x.b->CreateFMul(x.v, y.v)); }
inline Vec operator/(Vec x, Vec y) { return x.make(x.b->CreateFDiv(x.v, y.v)); }
inline Vec operator+(Vec x, double y) { return x + x.of(y); }
inline Vec operator-(Vec x, double y) { return x - x.of(y); }
inline Vec operator*(Vec x, double y) { return x * x.of(y); }
inline Vec operator/(Vec x, double y) { return x / x.of(y); }
inline Vec operator+(double x, Vec y) { return y.of(x) + y; }
inline Vec operator-(double x, Vec y) { return y.of(x) - y; }
inline Vec operator*(double x, Vec y) { return y.of(x) * y; }
inline Vec operator/(double x, Vec y) { return y.of(x) / y; }
inline Mask operator<(Vec x, Vec y) { return {x.b, x.b->CreateFCmpOLT(x.v, y.v)}; }
inline Mask operator<(Vec x, double y) { return x < x.of(y); }
inline Mask operator>(Vec x, Vec y) { return {x.b, x.b->CreateFCmpOGT(x.v, y.v)}; }
inline Mask operator>(Vec x, double y) { return x > x.of(y); }
inline Mask operator==(Vec x, Vec y) { return {x.b, x.b->CreateFCmpOEQ(x.v, y.v)}; }
inline Mask operator==(Vec x, double y) { return x == x.of(y); }
inline Mask is_nan(Vec x) { return {x.b, x.b->CreateFCmpUNO(x.v, x.v)}; }
inline Vec select(Mask m, Vec x, Vec y) { return x.make(x.b->CreateSelect(m.v, x.v, y.v)); }
inline Vec select(Mask m, Vec x, double y) { return select(m, x, x.of(y)); }
inline Vec select(Mask m, double x, Vec y) { return select(m, y.of(x), y); }

// One rounding: our own functions may use it, user arithmetic never does.
inline Vec fma(Vec x, Vec y, Vec z) {
  return x.make(x.b->CreateIntrinsic(llvm::Intrinsic::fma, {x.v->getType()}, {x.v, y.v, z.v}));
}
inline Vec fma(Vec x, double y, Vec z) { return fma(x, x.of(y), z); }
inline Vec abs(Vec x) { return x.unary(llvm::Intrinsic::fabs); }
inline Vec sqrt(Vec x) { return x.unary(llvm::Intrinsic::sqrt); }
inline Vec rint(Vec x) { return x.unary(llvm::Intrinsic::roundeven); }
inline Vec with_sign(Vec x, Vec sign) {
  return x.make(x.b->CreateBinaryIntrinsic(llvm::Intrinsic::copysign, x.v, sign.v));
}

// The bits as integers of the same width, and back.
struct Bits {
  Builder_* b;
  llvm::Value* v;
  Bits of(int64_t x) const { return {b, llvm::ConstantInt::getSigned(v->getType(), x)}; }
  Bits operator+(Bits o) const { return {b, b->CreateAdd(v, o.v)}; }
  Bits operator-(Bits o) const { return {b, b->CreateSub(v, o.v)}; }
  Bits operator+(int64_t x) const { return *this + of(x); }
  Bits operator-(int64_t x) const { return *this - of(x); }
  Bits operator^(Bits o) const { return {b, b->CreateXor(v, o.v)}; }
  Bits operator&(int64_t x) const { return {b, b->CreateAnd(v, of(x).v)}; }
  Bits operator<<(int64_t x) const { return {b, b->CreateShl(v, of(x).v)}; }
  Bits operator>>(int64_t x) const { return {b, b->CreateAShr(v, of(x).v)}; }
  Mask operator==(int64_t x) const { return {b, b->CreateICmpEQ(v, of(x).v)}; }
};

inline Bits bits_of(Vec x) {
  llvm::Type* type = x.v->getType();
  unsigned width = type->getScalarSizeInBits();
  llvm::Type* whole = x.b->getIntNTy(width);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    whole = llvm::FixedVectorType::get(whole, vector->getNumElements());
  }
  return {x.b, x.b->CreateBitCast(x.v, whole)};
}
inline Vec float_of(Bits x, Vec shape) {
  return {x.b, x.b->CreateBitCast(x.v, shape.v->getType())};
}
inline Vec whole_number(Bits x, Vec shape) {
  return {x.b, x.b->CreateSIToFP(x.v, shape.v->getType())};
}
inline Mask has_sign(Vec x) {
  Bits bits = bits_of(x);
  return {x.b, x.b->CreateICmpSLT(bits.v, bits.of(0).v)};
}
inline bool is_single(Vec x) { return x.v->getType()->getScalarType()->isFloatTy(); }
// Of vm/numbers/formulas.h; one instruction where the machine has it (registers.cpp).
Vec scaled(Vec x, Vec shifted);

}  // namespace rille
