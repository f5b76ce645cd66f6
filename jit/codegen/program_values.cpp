// Operations of a loop program on registers, in LLVM.
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include "jit/codegen/divide.h"
#include "jit/codegen/program_code.h"

namespace rille {

llvm::Constant* ProgramCode::lane_numbers(int64_t first, int lanes) {
  llvm::SmallVector<llvm::Constant*, 64> all;
  for (int i = 0; i < lanes; ++i) all.push_back(b_.getInt64(static_cast<uint64_t>(first + i)));
  return lanes == 1 ? all[0] : llvm::ConstantVector::get(all);
}

llvm::Value* ProgramCode::constant(const LoopOp& op) {
  int lanes = program_.lanes(op.out);
  if (op.flag) return lane_numbers(std::get<int64_t>(op.value), lanes);
  return splat(constant_of(module_.getContext(), op.value, program_.dtype(op.out)), lanes);
}

llvm::Value* ProgramCode::index(const LinearIndex& index, int lanes) {
  Value *out = nullptr, *constant = splat(i64(index.constant), lanes);
  for (const LinearIndex::Term& term : index.terms) {
    int own = program_.lanes(term.value);
    Value* value = at(term.value);
    if (!term.scale.is(1)) value = b_.CreateMul(value, splat(size(term.scale), own));
    value = splat(value, lanes);
    out = out == nullptr ? value : b_.CreateAdd(out, value);
  }
  return out == nullptr ? constant : b_.CreateAdd(out, constant);
}

llvm::Value* ProgramCode::compute(const LoopOp& op) {
  Dtype dtype = program_.dtype(op.out);
  int lanes = program_.lanes(op.out);
  if (op.flag) return rounded(b_, divided_by(b_, at(op.in[0]), at(op.in[1])), dtype);
  llvm::SmallVector<Value*, 4> in;
  for (Register r : op.in) in.push_back(splat(at(r), lanes));
  // One of two values of the dtype has its rounding already.
  bool picks = op.name == Scalar::max || op.name == Scalar::min;
  if (picks) return combine(b_, op.name, dtype, in[0], in[1]);
  Dtype from = program_.dtype(op.in[op.name == Scalar::select ? 1 : 0]);
  return operate(b_, {.name = op.name, .dtype = dtype}, from, in);
}

llvm::Value* ProgramCode::dot(const LoopOp& op) {
  Value *sum = at(op.in[0]), *x = at(op.in[1]), *y = at(op.in[2]);
  int lanes = program_.lanes(op.out);
  if (program_.dtype(op.out) == Dtype::f32) return bf16_dot(sum, x, y);
  bool is_x86 = llvm::Triple(module_.getTargetTriple()).isX86();
  bool has_lanes = is_x86 && (lanes == 4 || lanes == 8 || lanes == 16);
  if (has_lanes && op.number == 4 && target_.units.dots) {
    llvm::Intrinsic::ID of_lanes = lanes == 16  ? llvm::Intrinsic::x86_avx512_vpdpbusd_512
                                   : lanes == 8 ? llvm::Intrinsic::x86_avx512_vpdpbusd_256
                                                : llvm::Intrinsic::x86_avx512_vpdpbusd_128;
    return b_.CreateIntrinsic(of_lanes, {}, {sum, x, y});
  }
  if (has_lanes && op.number == 2) {
    auto* halves = llvm::FixedVectorType::get(b_.getInt16Ty(), static_cast<unsigned>(2 * lanes));
    llvm::Intrinsic::ID of_lanes = lanes == 16  ? llvm::Intrinsic::x86_avx512_pmaddw_d_512
                                   : lanes == 8 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                                : llvm::Intrinsic::x86_sse2_pmadd_wd;
    Value* products = b_.CreateIntrinsic(
        of_lanes, {}, {b_.CreateBitCast(x, halves), b_.CreateBitCast(y, halves)});
    return b_.CreateAdd(sum, products);
  }
  auto number = [&](uint64_t value) { return llvm::ConstantInt::get(x->getType(), value); };
  auto width = static_cast<uint64_t>(32 / op.number);
  for (int64_t part = 0; part < op.number; ++part) {
    auto up = number(32 - width * static_cast<uint64_t>(part + 1));
    Value *own = b_.CreateShl(x, up), *other = b_.CreateShl(y, up);
    own = op.number == 2 ? b_.CreateAShr(own, number(32 - width))
                         : b_.CreateLShr(own, number(32 - width));
    other = b_.CreateAShr(other, number(32 - width));
    sum = b_.CreateAdd(sum, b_.CreateMul(own, other));
  }
  return sum;
}

// VDPBF16PS where the target has it, else its meaning.
llvm::Value* ProgramCode::bf16_dot(Value* sum, Value* x, Value* y) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(sum->getType());
  unsigned lanes = type == nullptr ? 1 : type->getNumElements();
  if (target_.units.bf16_dots && (lanes == 4 || lanes == 8 || lanes == 16)) {
    auto* pairs = llvm::FixedVectorType::get(b_.getBFloatTy(), 2 * lanes);
    llvm::Intrinsic::ID of_lanes = lanes == 16  ? llvm::Intrinsic::x86_avx512bf16_dpbf16ps_512
                                   : lanes == 8 ? llvm::Intrinsic::x86_avx512bf16_dpbf16ps_256
                                                : llvm::Intrinsic::x86_avx512bf16_dpbf16ps_128;
    return b_.CreateIntrinsic(of_lanes, {},
                              {sum, b_.CreateBitCast(x, pairs), b_.CreateBitCast(y, pairs)});
  }
  auto number = [&](uint64_t value) { return llvm::ConstantInt::get(x->getType(), value); };
  auto flushed = [&](Value* bits) {
    Value* exponent = b_.CreateAnd(bits, number(0x7f800000));
    Value* zero = b_.CreateAnd(bits, number(0x80000000));
    Value* kept = b_.CreateSelect(b_.CreateICmpEQ(exponent, number(0)), zero, bits);
    return b_.CreateBitCast(kept, sum->getType());
  };
  auto add = [&](Value* own, Value* other) {
    Value* old = flushed(b_.CreateBitCast(sum, x->getType()));
    sum = b_.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()},
                             {flushed(own), flushed(other), old});
    sum = flushed(b_.CreateBitCast(sum, x->getType()));
  };
  add(b_.CreateAnd(x, number(0xffff0000)), b_.CreateAnd(y, number(0xffff0000)));
  add(b_.CreateShl(x, number(16)), b_.CreateShl(y, number(16)));
  return sum;
}

// LLVM shuffles two vectors of one length.
llvm::Value* ProgramCode::shuffle(const LoopOp& op) {
  Value* first = at(op.in[0]);
  if (!first->getType()->isVectorTy() && op.in.size() == 1) {
    return splat(first, program_.lanes(op.out));
  }
  if (!first->getType()->isVectorTy()) {
    int lanes = program_.lanes(op.out);
    Value* out = llvm::PoisonValue::get(wide(first->getType(), lanes));
    for (int i = 0; i < lanes; ++i) {
      Value* own = at(op.in[static_cast<size_t>(op.lanes[static_cast<size_t>(i)])]);
      out = b_.CreateInsertElement(out, own, static_cast<uint64_t>(i));
    }
    return out;
  }
  if (op.lanes.size() == 1) {
    return b_.CreateExtractElement(first, static_cast<uint64_t>(op.lanes[0]));
  }
  llvm::SmallVector<int, 128> lanes(op.lanes.begin(), op.lanes.end());
  if (op.in.size() == 1) return b_.CreateShuffleVector(first, lanes);
  return b_.CreateShuffleVector(first, at(op.in[1]), lanes);
}

llvm::Value* ProgramCode::reduce(const LoopOp& op) {
  Value* all = at(op.in[0]);
  Dtype dtype = program_.dtype(op.out);
  if (dtype == Dtype::boolean && op.name == Scalar::bit_or) return b_.CreateOrReduce(all);
  for (int half = program_.lanes(op.in[0]) / 2; half >= 1; half /= 2) {
    llvm::SmallVector<int, 64> low, high;
    for (int i = 0; i < half; ++i) low.push_back(i), high.push_back(half + i);
    all = combine(b_, op.name, dtype, b_.CreateShuffleVector(all, low),
                  b_.CreateShuffleVector(all, high));
  }
  return b_.CreateExtractElement(all, uint64_t{0});
}

// In 32 bits, as wide as a float: a mask for each register of them.
llvm::Value* ProgramCode::first_lanes(Value* count, int lanes) {
  Value* most = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, count, i64(lanes));
  llvm::SmallVector<llvm::Constant*, 64> numbers;
  for (int i = 0; i < lanes; ++i) numbers.push_back(b_.getInt32(static_cast<uint32_t>(i)));
  Value* left = splat(b_.CreateTrunc(most, b_.getInt32Ty()), lanes);
  return b_.CreateICmpSLT(llvm::ConstantVector::get(numbers), left);
}

}  // namespace rille
