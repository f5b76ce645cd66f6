// The scalar operations, one row each.
#include "jit/codegen/math.h"
#include "jit/codegen/values.h"
#include "vm/error.h"

namespace rille {
namespace {

using llvm::Value;
using B = llvm::IRBuilder<>;
using Args = llvm::ArrayRef<Value*>;

struct At {
  B& b;
  Dtype dtype;  // of the operands
  bool is_signed() const { return kind(dtype) == DtypeKind::integer; }
  bool floats() const { return is_float(dtype); }
};

using Row = Value* (*)(const At&, Args);

Value* int_like(Value* shape, int64_t value) {
  return llvm::ConstantInt::getSigned(shape->getType(), value);
}

Value* min_of(const At& at, Value* shape) {
  auto width = static_cast<unsigned>(bits(at.dtype));
  auto least = llvm::APInt::getSignedMinValue(width).sext(shape->getType()->getScalarSizeInBits());
  return llvm::ConstantInt::get(shape->getType(), least);
}

// x / 0 is -1 (all bits), and the least number by -1 itself: neither traps.
Value* divide(const At& at, Args x) {
  B& b = at.b;
  if (at.floats()) return b.CreateFDiv(x[0], x[1]);
  Value *zero = b.CreateICmpEQ(x[1], int_like(x[1], 0)), *one = int_like(x[1], 1);
  if (!at.is_signed()) {
    Value* quotient = b.CreateUDiv(x[0], b.CreateSelect(zero, one, x[1]));
    return b.CreateSelect(zero, int_like(x[0], -1), quotient);
  }
  Value* over =
      b.CreateAnd(b.CreateICmpEQ(x[0], min_of(at, x[0])), b.CreateICmpEQ(x[1], int_like(x[1], -1)));
  Value* quotient = b.CreateSDiv(x[0], b.CreateSelect(b.CreateOr(zero, over), one, x[1]));
  return b.CreateSelect(zero, int_like(x[0], -1), quotient);
}

Value* remainder(const At& at, Args x) {
  B& b = at.b;
  if (at.floats()) return b.CreateFRem(x[0], x[1]);
  Value *zero = b.CreateICmpEQ(x[1], int_like(x[1], 0)), *one = int_like(x[1], 1);
  if (!at.is_signed()) {
    return b.CreateSelect(zero, x[0], b.CreateURem(x[0], b.CreateSelect(zero, one, x[1])));
  }
  Value* over = b.CreateICmpEQ(x[1], int_like(x[1], -1));
  Value* rest = b.CreateSRem(x[0], b.CreateSelect(b.CreateOr(zero, over), one, x[1]));
  return b.CreateSelect(zero, x[0], b.CreateSelect(over, int_like(x[0], 0), rest));
}

template <bool greater>
Value* extreme(const At& at, Args x) {
  B& b = at.b;
  if (at.floats()) {  // the NaN of either, and +0 above -0
    auto id = greater ? llvm::Intrinsic::maximum : llvm::Intrinsic::minimum;
    return b.CreateBinaryIntrinsic(id, x[0], x[1]);
  }
  bool is_signed = at.is_signed();
  auto id = greater ? (is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax)
                    : (is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin);
  return b.CreateBinaryIntrinsic(id, x[0], x[1]);
}

template <llvm::CmpInst::Predicate Float, llvm::CmpInst::Predicate Signed,
          llvm::CmpInst::Predicate Unsigned>
Value* compare(const At& at, Args x) {
  if (at.floats()) return at.b.CreateFCmp(Float, x[0], x[1]);
  return at.b.CreateICmp(at.is_signed() ? Signed : Unsigned, x[0], x[1]);
}

Value* absolute(const At& at, Args x) {
  if (at.floats()) return at.b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0]);
  if (!at.is_signed()) return x[0];
  return at.b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x[0], at.b.getFalse());
}

Value* sign(const At& at, Args x) {
  B& b = at.b;
  if (at.floats()) {
    Value* zero = llvm::ConstantFP::get(x[0]->getType(), 0);
    Value* one = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign,
                                         llvm::ConstantFP::get(x[0]->getType(), 1), x[0]);
    Value* keeps = b.CreateFCmpUEQ(x[0], zero);  // zeros keep their sign, NaN stays
    return b.CreateSelect(keeps, x[0], one);
  }
  Value* up = b.CreateICmpNE(x[0], int_like(x[0], 0));
  Value* one = b.CreateZExt(up, x[0]->getType());
  if (!at.is_signed()) return one;
  return b.CreateSelect(b.CreateICmpSLT(x[0], int_like(x[0], 0)), int_like(x[0], -1), one);
}

template <llvm::Intrinsic::ID id>
Value* unary(const At& at, Args x) {
  return at.floats() ? at.b.CreateUnaryIntrinsic(id, x[0]) : x[0];
}

// A shift by the width or more leaves 0, or the sign of a signed number shifted right.
template <bool left>
Value* shift(const At& at, Args x) {
  B& b = at.b;
  int width = bits(at.dtype);
  Value* inside = b.CreateICmpULT(x[1], int_like(x[1], width));
  Value* by = b.CreateSelect(inside, x[1], int_like(x[1], 0));
  if (left) return b.CreateSelect(inside, b.CreateShl(x[0], by), int_like(x[0], 0));
  if (!at.is_signed()) return b.CreateSelect(inside, b.CreateLShr(x[0], by), int_like(x[0], 0));
  return b.CreateAShr(x[0], b.CreateSelect(inside, by, int_like(x[1], width - 1)));
}

Value* is_finite(const At& at, Args x) {
  if (!at.floats()) return llvm::Constant::getAllOnesValue(like(at.b.getInt1Ty(), x[0]));
  Value* size = at.b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0]);
  return at.b.CreateFCmpOLT(size, llvm::ConstantFP::getInfinity(x[0]->getType()));
}

Value* plus(const At& at, Args x) {
  return at.floats() ? at.b.CreateFAdd(x[0], x[1]) : at.b.CreateAdd(x[0], x[1]);
}

Value* minus(const At& at, Args x) {
  return at.floats() ? at.b.CreateFSub(x[0], x[1]) : at.b.CreateSub(x[0], x[1]);
}

Value* times(const At& at, Args x) {
  return at.floats() ? at.b.CreateFMul(x[0], x[1]) : at.b.CreateMul(x[0], x[1]);
}

Value* negated(const At& at, Args x) {
  return at.floats() ? at.b.CreateFNeg(x[0]) : at.b.CreateNeg(x[0]);
}

Value* fused(const At& at, Args x) {
  return at.b.CreateIntrinsic(llvm::Intrinsic::fma, {x[0]->getType()}, {x[0], x[1], x[2]});
}

// Null: it is none that is code of one dtype alone, or a function of floats (math.cpp), or none
// that has operands.
Row row_of(Scalar name) {  // NOLINT(readability-function-size): a row for each operation
  using P = llvm::CmpInst;
  switch (name) {
    case Scalar::add: return plus;
    case Scalar::sub: return minus;
    case Scalar::mul: return times;
    case Scalar::neg: return negated;
    case Scalar::div: return divide;
    case Scalar::rem: return remainder;
    case Scalar::fma: return fused;
    case Scalar::max: return extreme<true>;
    case Scalar::min: return extreme<false>;
    case Scalar::abs: return absolute;
    case Scalar::sign: return sign;
    case Scalar::floor: return unary<llvm::Intrinsic::floor>;
    case Scalar::ceil: return unary<llvm::Intrinsic::ceil>;
    case Scalar::round: return unary<llvm::Intrinsic::roundeven>;
    case Scalar::sqrt: return unary<llvm::Intrinsic::sqrt>;
    case Scalar::bit_and: return [](const At& at, Args x) { return at.b.CreateAnd(x[0], x[1]); };
    case Scalar::bit_or: return [](const At& at, Args x) { return at.b.CreateOr(x[0], x[1]); };
    case Scalar::bit_xor: return [](const At& at, Args x) { return at.b.CreateXor(x[0], x[1]); };
    case Scalar::bit_not: return [](const At& at, Args x) { return at.b.CreateNot(x[0]); };
    case Scalar::shift_left: return shift<true>;
    case Scalar::shift_right: return shift<false>;
    case Scalar::eq: return compare<P::FCMP_OEQ, P::ICMP_EQ, P::ICMP_EQ>;
    case Scalar::ne: return compare<P::FCMP_UNE, P::ICMP_NE, P::ICMP_NE>;
    case Scalar::lt: return compare<P::FCMP_OLT, P::ICMP_SLT, P::ICMP_ULT>;
    case Scalar::le: return compare<P::FCMP_OLE, P::ICMP_SLE, P::ICMP_ULE>;
    case Scalar::gt: return compare<P::FCMP_OGT, P::ICMP_SGT, P::ICMP_UGT>;
    case Scalar::ge: return compare<P::FCMP_OGE, P::ICMP_SGE, P::ICMP_UGE>;
    case Scalar::select:
      return [](const At& at, Args x) { return at.b.CreateSelect(x[0], x[1], x[2]); };
    case Scalar::is_finite: return is_finite;
    case Scalar::convert:
    case Scalar::bitcast:
    case Scalar::real:
    case Scalar::imag:
    case Scalar::complex:
    case Scalar::nextafter:
    case Scalar::exp:
    case Scalar::expm1:
    case Scalar::log:
    case Scalar::log1p:
    case Scalar::peer_log:
    case Scalar::peer_log1p:
    case Scalar::tanh:
    case Scalar::sin:
    case Scalar::cos:
    case Scalar::tan:
    case Scalar::asin:
    case Scalar::acos:
    case Scalar::atan:
    case Scalar::sinh:
    case Scalar::cosh:
    case Scalar::rsqrt:
    case Scalar::cbrt:
    case Scalar::pow:
    case Scalar::atan2:
    case Scalar::erf:
    case Scalar::erf_inv:
    case Scalar::peer_erf_inv:
    case Scalar::logistic:
    case Scalar::sech_squared:
    case Scalar::asinh:
    case Scalar::acosh:
    case Scalar::atanh:
    case Scalar::exp2:
    case Scalar::log2:
    case Scalar::log10:
#define SPECIAL1(name) case Scalar::name:
#define SPECIAL2(name) case Scalar::name:
#define SPECIAL3(name) case Scalar::name:
#include "vm/numbers/special.def"
    case Scalar::input:
    case Scalar::load:
    case Scalar::index:
    case Scalar::extent:
    case Scalar::constant:
    case Scalar::loop:
    case Scalar::product:
    case Scalar::folded:
    case Scalar::argmax:
    case Scalar::argmin: return nullptr;
  }
  return nullptr;
}

// Reinterprets the bits, which are as many on both sides.
Value* bitcast(B& b, Value* x, Dtype from, Dtype to) {
  Value* bits = stored(b, x, from);
  return loaded(b, b.CreateBitCast(bits, like(memory_type(b.getContext(), to), bits)), to);
}

// x^y of whole numbers by squaring, bit by bit of y; y < 0 gives 1/x cut towards zero: 0 save for
// x = 1 and -1.
Value* whole_power(B& b, Value* x, Value* y, Dtype dtype) {
  bool is_signed = kind(dtype) == DtypeKind::integer;
  Value *out = int_like(x, 1), *factor = x;
  for (int i = 0; i < bits(dtype) - (is_signed ? 1 : 0); ++i) {
    Value* bit = b.CreateAnd(y, int_like(y, int64_t{1} << i));
    out = b.CreateSelect(b.CreateICmpNE(bit, int_like(y, 0)), b.CreateMul(out, factor), out);
    factor = b.CreateMul(factor, factor);
  }
  if (!is_signed) return out;
  Value* odd = b.CreateICmpNE(b.CreateAnd(y, int_like(y, 1)), int_like(y, 0));
  Value* flipped = b.CreateSelect(odd, int_like(x, -1), int_like(x, 1));
  Value* inverse = b.CreateSelect(b.CreateICmpEQ(x, int_like(x, -1)), flipped, int_like(x, 0));
  inverse = b.CreateSelect(b.CreateICmpEQ(x, int_like(x, 1)), int_like(x, 1), inverse);
  return b.CreateSelect(b.CreateICmpSLT(y, int_like(y, 0)), inverse, out);
}

// One step of the dtype's own bits towards y, counted from the least number upwards.
Value* nextafter(B& b, Value* x, Value* y, Dtype dtype) {
  Value* raw = stored(b, x, dtype);
  llvm::Type* type = like(b.getIntNTy(static_cast<unsigned>(bytes(dtype) * 8)), x);
  Value* bits = b.CreateBitCast(raw, type);
  Value* sign = llvm::ConstantInt::get(type, llvm::APInt::getSignMask(type->getScalarSizeInBits()));
  Value* from_zero = b.CreateICmpEQ(b.CreateShl(bits, int_like(bits, 1)), int_like(bits, 0));
  Value* below = b.CreateICmpSLT(bits, int_like(bits, 0));
  Value* away = b.CreateICmpNE(b.CreateFCmpOLT(x, y), below);  // its size grows
  Value* next = b.CreateSelect(away, b.CreateAdd(bits, int_like(bits, 1)),
                               b.CreateSub(bits, int_like(bits, 1)));
  Value* least =
      b.CreateSelect(b.CreateFCmpOLT(y, x), b.CreateOr(sign, int_like(bits, 1)), int_like(bits, 1));
  next = b.CreateSelect(from_zero, least, next);
  llvm::Type* memory = like(memory_type(b.getContext(), dtype), x);
  Value* out = loaded(b, b.CreateBitCast(next, memory), dtype);
  out = b.CreateSelect(b.CreateFCmpOEQ(x, y), y, out);
  Value* nan = b.CreateFAdd(x, y);
  return b.CreateSelect(b.CreateFCmpUNO(x, y), nan, out);
}

}  // namespace

Value* operate(B& b, const NestStep& step, Dtype from, Args in) {
  if (step.name == Scalar::convert) return convert(b, in[0], from, step.dtype);
  if (step.name == Scalar::bitcast) return bitcast(b, in[0], from, step.dtype);
  if (step.name == Scalar::nextafter && is_float(from)) return nextafter(b, in[0], in[1], from);
  if (step.name == Scalar::pow && is_integer(from)) {
    return rounded(b, whole_power(b, in[0], in[1], from), from);
  }
  if (Row row = row_of(step.name)) return rounded(b, row({b, from}, in), step.dtype);
  if (Value* out = math_function(b, step.name, from, in)) return rounded(b, out, step.dtype);
  throw Error(Code::device, str("the host has no code for `", step.name, "` of ", from));
}

Value* combine(B& b, Scalar combiner, Dtype dtype, Value* x, Value* y) {
  Row row = row_of(combiner);
  RILLE_CHECK(row != nullptr, combiner);
  Value* both[] = {x, y};
  Value* out = row({b, dtype}, Args(both, 2));
  bool picks = combiner == Scalar::max ||
               combiner == Scalar::min;  // and may pick an identity beyond the dtype
  return picks ? out : rounded(b, out, dtype);
}

}  // namespace rille
