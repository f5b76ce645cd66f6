// Dtypes in registers: conversion, rounding, constants.
#include <algorithm>
#include <cmath>

#include "jit/codegen/values.h"
#include "vm/error.h"

namespace rille {
namespace {

using llvm::Value;

// An 8-bit float: bits of the fraction, bias, greatest value, and what is beyond it.
struct Small {
  int fraction, bias;
  double greatest;
  bool infinite;
};

Small small_of(Dtype dtype) {
  if (dtype == Dtype::f8e4m3) return {3, 7, 448, false};
  return {2, 15, 57344, true};
}

bool is_eight(Dtype dtype) { return dtype == Dtype::f8e4m3 || dtype == Dtype::f8e5m2; }
bool is_nibble(Dtype dtype) { return dtype == Dtype::i4 || dtype == Dtype::u4; }

Value* number(Value* shape, double value) { return llvm::ConstantFP::get(shape->getType(), value); }
Value* whole(Value* shape, int64_t value) {
  return llvm::ConstantInt::getSigned(shape->getType(), value);
}

Value* as_bits(llvm::IRBuilder<>& b, Value* x) {
  return b.CreateBitCast(x, like(b.getInt32Ty(), x));
}
Value* as_float(llvm::IRBuilder<>& b, Value* x) {
  return b.CreateBitCast(x, like(b.getFloatTy(), x));
}

// Rounds the fraction of a float to `keep` bits, to nearest even; NaN stays.
Value* round_fraction(llvm::IRBuilder<>& b, Value* x, int keep) {
  int drop = 23 - keep;
  Value* bits = as_bits(b, x);
  Value* odd = b.CreateAnd(b.CreateLShr(bits, whole(bits, drop)), whole(bits, 1));
  Value* more = b.CreateAdd(odd, whole(bits, (int64_t{1} << (drop - 1)) - 1));
  Value* near = b.CreateAnd(b.CreateAdd(bits, more), whole(bits, -(int64_t{1} << drop)));
  return b.CreateSelect(b.CreateFCmpUNO(x, x), x, as_float(b, near));
}

Value* round_eight(llvm::IRBuilder<>& b, Value* x, Dtype dtype) {
  Small small = small_of(dtype);
  Value* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  Value* normal =
      b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, round_fraction(b, x, small.fraction));
  // Below the least normal value all steps are equal: adding a big number rounds to them.
  double step = std::ldexp(1.0, 1 - small.bias - small.fraction);
  Value* big = number(x, step * 12582912.0);
  Value* tiny = b.CreateFSub(b.CreateFAdd(size, big), big);
  Value* is_tiny = b.CreateFCmpOLT(size, number(x, std::ldexp(1.0, 1 - small.bias)));
  Value* out = b.CreateSelect(is_tiny, tiny, normal);
  double beyond = small.infinite ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN();
  out = b.CreateSelect(b.CreateFCmpOGT(out, number(x, small.greatest)), number(x, beyond), out);
  return b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, out, x);
}

// The byte of a float that is a value of the dtype.
Value* to_eight(llvm::IRBuilder<>& b, Value* x, Dtype dtype) {
  Small small = small_of(dtype);
  Value* bits = as_bits(b, x);
  Value* sign = b.CreateAnd(b.CreateLShr(bits, whole(bits, 24)), whole(bits, 0x80));
  Value* size = b.CreateAnd(bits, whole(bits, 0x7fffffff));
  int shift = 23 - small.fraction;
  Value* normal =
      b.CreateSub(b.CreateLShr(size, whole(bits, shift)),
                  whole(bits, static_cast<int64_t>(127 - small.bias) << small.fraction));
  double step = std::ldexp(1.0, 1 - small.bias - small.fraction);
  Value* held = b.CreateFMul(as_float(b, size), number(x, 1 / step));
  Value* is_tiny = b.CreateFCmpOLT(held, number(x, std::ldexp(1.0, small.fraction)));
  Value* tiny =
      b.CreateSub(as_bits(b, b.CreateFAdd(held, number(x, 8388608.0))), whole(bits, 0x4b000000));
  Value* out = b.CreateSelect(is_tiny, tiny, normal);
  Value* infinity = whole(bits, small.infinite ? 0x7c : 0x7f);
  out = b.CreateSelect(b.CreateICmpEQ(size, whole(bits, 0x7f800000)), infinity, out);
  out = b.CreateSelect(b.CreateFCmpUNO(x, x), whole(bits, 0x7f), out);
  return b.CreateTrunc(b.CreateOr(out, sign), like(b.getInt8Ty(), x));
}

Value* from_eight(llvm::IRBuilder<>& b, Value* byte, Dtype dtype) {
  Small small = small_of(dtype);
  Value* bits = b.CreateZExt(byte, like(b.getInt32Ty(), byte));
  Value* size = b.CreateAnd(bits, whole(bits, 0x7f));
  int shift = 23 - small.fraction;
  Value* normal =
      as_float(b, b.CreateAdd(b.CreateShl(size, whole(bits, shift)),
                              whole(bits, static_cast<int64_t>(127 - small.bias) << 23)));
  double step = std::ldexp(1.0, 1 - small.bias - small.fraction);
  Value* tiny = b.CreateFMul(b.CreateSIToFP(size, normal->getType()), number(normal, step));
  Value* is_tiny = b.CreateICmpSLT(size, whole(bits, int64_t{1} << small.fraction));
  Value* out = b.CreateSelect(is_tiny, tiny, normal);
  Value* nan = number(out, std::numeric_limits<double>::quiet_NaN());
  if (small.infinite) {
    Value* infinity = number(out, std::numeric_limits<double>::infinity());
    out = b.CreateSelect(b.CreateICmpEQ(size, whole(bits, 0x7c)), infinity, out);
    out = b.CreateSelect(b.CreateICmpSGT(size, whole(bits, 0x7c)), nan, out);
  } else {
    out = b.CreateSelect(b.CreateICmpEQ(size, whole(bits, 0x7f)), nan, out);
  }
  Value* sign = b.CreateShl(b.CreateAnd(bits, whole(bits, 0x80)), whole(bits, 24));
  return as_float(b, b.CreateOr(as_bits(b, out), sign));
}

// 4-bit numbers stand in a byte; sign or zeros fill it.
Value* wrap_nibble(llvm::IRBuilder<>& b, Value* x, Dtype dtype) {
  Value* high = b.CreateShl(x, whole(x, 4));
  return dtype == Dtype::i4 ? b.CreateAShr(high, whole(x, 4)) : b.CreateLShr(high, whole(x, 4));
}

// An f64 as an f32 that is odd where it is not exact: rounded again to fewer bits it gives what one
// rounding gives (Boldo and Melquiond, "When double rounding is odd", 2005).
Value* odd_single(llvm::IRBuilder<>& b, Value* x) {
  Value* near = b.CreateFPTrunc(x, like(b.getFloatTy(), x));
  Value* back = b.CreateFPExt(near, x->getType());
  Value* bits = as_bits(b, near);
  auto fabs = llvm::Intrinsic::fabs;
  Value* above =
      b.CreateFCmpOGT(b.CreateUnaryIntrinsic(fabs, back), b.CreateUnaryIntrinsic(fabs, x));
  bits = b.CreateSelect(above, b.CreateSub(bits, whole(bits, 1)), bits);
  bits = b.CreateSelect(b.CreateFCmpONE(back, x), b.CreateOr(bits, whole(bits, 1)), bits);
  return as_float(b, bits);
}

// Towards zero; what does not fit becomes the nearest bound, a NaN 0 (as XLA has it).
Value* float_to_int(llvm::IRBuilder<>& b, Value* x, Dtype to) {
  bool is_signed = kind(to) == DtypeKind::integer;
  auto id = is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  llvm::Type* type = like(register_type(b.getContext(), to), x);
  if (!is_nibble(to)) return b.CreateIntrinsic(id, {type, x->getType()}, {x});
  double low = is_signed ? -8 : 0, high = is_signed ? 7 : 15;
  x = b.CreateSelect(b.CreateFCmpOLT(x, number(x, low)), number(x, low), x);
  x = b.CreateSelect(b.CreateFCmpOGT(x, number(x, high)), number(x, high), x);
  return b.CreateIntrinsic(id, {type, x->getType()}, {x});
}

// The value of the dtype nearest to a number.
double nearest(double number, Dtype dtype) {
  switch (dtype) {
    case Dtype::bf16: return static_cast<double>(Bfloat16(number));
    case Dtype::f16: return static_cast<double>(Float16(number));
    case Dtype::f8e4m3: return static_cast<double>(Float8e4m3(number));
    case Dtype::f8e5m2: return static_cast<double>(Float8e5m2(number));
    default: return number;
  }
}

}  // namespace

llvm::Type* wide(llvm::Type* element, int lanes) {
  return lanes == 1 ? element : llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
}

llvm::Type* like(llvm::Type* element, llvm::Value* shape) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(shape->getType());
  return vector == nullptr ? element
                           : llvm::FixedVectorType::get(element, vector->getNumElements());
}

void prefetch(llvm::IRBuilder<>& b, Value* place) {
  Value *reads = b.getInt32(0), *second_cache = b.getInt32(2), *data = b.getInt32(1);
  b.CreateIntrinsic(llvm::Intrinsic::prefetch, {place->getType()},
                    {place, reads, second_cache, data});
}

llvm::Type* memory_type(llvm::LLVMContext& context, Dtype dtype) {
  switch (dtype) {
    case Dtype::f32: return llvm::Type::getFloatTy(context);
    case Dtype::f64: return llvm::Type::getDoubleTy(context);
    case Dtype::c64:
    case Dtype::c128:
      throw Error(Code::device, str("the host has no compiled arithmetic of ", dtype, " yet"));
    default: return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes(dtype) * 8));
  }
}

llvm::Type* register_type(llvm::LLVMContext& context, Dtype dtype) {
  if (dtype == Dtype::boolean) return llvm::Type::getInt1Ty(context);
  if (is_float(dtype) && dtype != Dtype::f64) return llvm::Type::getFloatTy(context);
  return memory_type(context, dtype);
}

Value* loaded(llvm::IRBuilder<>& b, Value* bits, Dtype dtype) {
  if (dtype == Dtype::boolean) return b.CreateICmpNE(bits, whole(bits, 0));
  if (dtype == Dtype::bf16) {
    Value* word = b.CreateZExt(bits, like(b.getInt32Ty(), bits));
    return as_float(b, b.CreateShl(word, whole(word, 16)));
  }
  if (dtype == Dtype::f16) {
    Value* half = b.CreateBitCast(bits, like(b.getHalfTy(), bits));
    return b.CreateFPExt(half, like(b.getFloatTy(), bits));
  }
  return is_eight(dtype) ? from_eight(b, bits, dtype) : bits;
}

Value* stored(llvm::IRBuilder<>& b, Value* value, Dtype dtype) {
  if (dtype == Dtype::boolean) return b.CreateZExt(value, like(b.getInt8Ty(), value));
  if (dtype == Dtype::bf16) {
    Value* bits = as_bits(b, value);
    // A NaN whose high half would be an infinity keeps a bit.
    Value* quiet = b.CreateOr(bits, whole(bits, 0x400000));
    bits = b.CreateSelect(b.CreateFCmpUNO(value, value), quiet, bits);
    return b.CreateTrunc(b.CreateLShr(bits, whole(bits, 16)), like(b.getInt16Ty(), value));
  }
  if (dtype == Dtype::f16) {
    Value* half = b.CreateFPTrunc(value, like(b.getHalfTy(), value));
    return b.CreateBitCast(half, like(b.getInt16Ty(), value));
  }
  return is_eight(dtype) ? to_eight(b, value, dtype) : value;
}

Value* rounded(llvm::IRBuilder<>& b, Value* value, Dtype dtype) {
  if (dtype == Dtype::bf16) return round_fraction(b, value, 7);
  if (dtype == Dtype::f16) {
    return b.CreateFPExt(b.CreateFPTrunc(value, like(b.getHalfTy(), value)), value->getType());
  }
  if (is_eight(dtype)) return round_eight(b, value, dtype);
  return is_nibble(dtype) ? wrap_nibble(b, value, dtype) : value;
}

Value* convert(llvm::IRBuilder<>& b, Value* value, Dtype from, Dtype to) {
  if (from == to) return value;
  llvm::Type* type = like(register_type(b.getContext(), to), value);
  bool to_float = is_float(to), from_float = is_float(from);
  if (to == Dtype::boolean) {
    return from_float ? b.CreateFCmpUNE(value, number(value, 0))
                      : b.CreateICmpNE(value, whole(value, 0));
  }
  bool narrows = from == Dtype::f64 && to_float && to != Dtype::f32;
  if (narrows) return rounded(b, odd_single(b, value), to);
  if (from_float && to_float) return rounded(b, b.CreateFPCast(value, type), to);
  if (from_float) return float_to_int(b, value, to);
  bool is_signed = kind(from) == DtypeKind::integer;
  if (!to_float) return rounded(b, b.CreateIntCast(value, type, is_signed), to);
  return rounded(b, is_signed ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type), to);
}

llvm::Constant* constant_of(llvm::LLVMContext& context, const AttrValue& value, Dtype dtype) {
  llvm::Type* type = register_type(context, dtype);
  if (type->isFloatingPointTy()) {
    double number = 0;
    if (auto* it = std::get_if<double>(&value)) number = *it;
    if (auto* it = std::get_if<int64_t>(&value)) number = static_cast<double>(*it);
    if (auto* it = std::get_if<bool>(&value)) number = *it ? 1 : 0;
    return llvm::ConstantFP::get(type, nearest(number, dtype));
  }
  int64_t number = 0;
  if (auto* it = std::get_if<double>(&value)) number = static_cast<int64_t>(*it);
  if (auto* it = std::get_if<int64_t>(&value)) number = *it;
  if (auto* it = std::get_if<bool>(&value)) number = *it ? 1 : 0;
  if (dtype == Dtype::boolean) number = number != 0 ? 1 : 0;
  return llvm::ConstantInt::get(type, static_cast<uint64_t>(number));
}

}  // namespace rille
