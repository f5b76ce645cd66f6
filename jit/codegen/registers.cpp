// Operations that some machines have as one instruction.
#include "jit/codegen/registers.h"

#include <array>
#include <limits>

#include "vm/numbers/formulas.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicsX86.h>
#pragma GCC diagnostic pop

namespace rille {
namespace {

using llvm::Value;

unsigned count_of(Vec x) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(x.v->getType());
  return type == nullptr ? 1 : type->getNumElements();
}

// Whether the code is for registers of `bits`, and x fills an integral number of them.
bool fills_registers(Vec x, unsigned bits) {
  llvm::Attribute width = x.b->GetInsertBlock()->getParent()->getFnAttribute("prefer-vector-width");
  unsigned have = 0;
  bool is_number = !width.getValueAsString().getAsInteger(10, have);
  return is_number && have == bits &&
         count_of(x) % (bits / x.v->getType()->getScalarSizeInBits()) == 0;
}

// One instruction for each register: `one` gets the parts of the operands.
template <class One>
Vec each_register(unsigned bits, std::initializer_list<Value*> in, Vec shape, const One& one) {
  Builder_& b = *shape.b;
  unsigned count = count_of(shape), lanes = bits / shape.v->getType()->getScalarSizeInBits();
  if (count == lanes) return shape.make(one(llvm::SmallVector<Value*, 4>(in)));
  Value* out = llvm::PoisonValue::get(shape.v->getType());
  for (unsigned i = 0; i < count; i += lanes) {
    llvm::SmallVector<int, 16> places;
    for (unsigned k = 0; k < lanes; ++k) places.push_back(static_cast<int>(i + k));
    llvm::SmallVector<Value*, 4> parts;
    for (Value* each : in) parts.push_back(b.CreateShuffleVector(each, places));
    out = b.CreateInsertVector(shape.v->getType(), out, one(parts), b.getInt64(i));
  }
  return shape.make(out);
}

constexpr int as_set = 4;  // rounding by the control register

Value* all_lanes(Builder_& b, unsigned lanes) {
  return llvm::ConstantInt::getAllOnesValue(b.getIntNTy(lanes));
}

// On registers of 512 bits, a part of the exponent and one of the mantissa.
BinaryParts native_parts(Vec x) {
  Builder_& b = *x.b;
  constexpr int interval = 3, sign = 3;  // [3/4, 3/2), and NaN for x < 0
  Vec m = each_register(512, {x.v}, x, [&](llvm::ArrayRef<Value*> in) {
    return b.CreateIntrinsic(
        llvm::Intrinsic::x86_avx512_mask_getmant_ps_512, {},
        {in[0], b.getInt32(sign << 2 | interval), in[0], all_lanes(b, 16), b.getInt32(as_set)});
  });
  Vec k = each_register(512, {x.v}, x, [&](llvm::ArrayRef<Value*> in) {
    return b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_getexp_ps_512, {},
                             {in[0], in[0], all_lanes(b, 16), b.getInt32(as_set)});
  });
  return {select(m < 1.0, k + 1.0, k), m};
}

}  // namespace

bool is_masked(Vec x) { return is_single(x) && fills_registers(x, 512); }

// AVX-512 scales whole registers by powers of two, subnormal results rounded once.
Vec scaled(Vec x, Vec shifted) {
  if (!fills_registers(x, 512)) return formula::by_halves(x, shifted);
  Builder_& b = *x.b;
  auto id = is_single(x) ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_512
                         : llvm::Intrinsic::x86_avx512_mask_scalef_pd_512;
  Vec n = shifted - formula::form_of(x).shifter;
  return each_register(512, {x.v, n.v}, x, [&](llvm::ArrayRef<Value*> in) {
    Value* all = all_lanes(b, is_single(x) ? 16 : 8);
    return b.CreateIntrinsic(id, {}, {in[0], in[1], in[0], all, b.getInt32(as_set)});
  });
}

Vec scaled_from(Vec x, double lowest, Vec p, Vec shifted) {
  Builder_& b = *x.b;
  if (!is_masked(x)) {
    // 2^n alone may be out of range: n is the sum of two halves.
    Bits sum = bits_of(shifted), half = sum >> 1;
    Vec out = p * float_of(half << 23, p) * float_of((sum - half) << 23, p);
    return select(x < lowest, 0.0, out);
  }
  Vec n = shifted - scaling_shifter;
  return each_register(512, {x.v, p.v, n.v}, x, [&](llvm::ArrayRef<Value*> in) {
    Value* low = llvm::ConstantFP::get(in[0]->getType(), lowest);
    Value* mask = b.CreateBitCast(b.CreateFCmpUGE(in[0], low), b.getInt16Ty());
    Value* zero = llvm::Constant::getNullValue(in[0]->getType());
    return b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_scalef_ps_512, {},
                             {in[1], in[2], zero, mask, b.getInt32(as_set)});
  });
}

BinaryParts binary_parts(Vec x) {
  if (fills_registers(x, 512)) return native_parts(x);
  constexpr int64_t three_quarters = 0x3f400000;  // its bits
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Mask tiny = x < 0x1p-126;
  Bits bits = bits_of(select(tiny, x * 0x1p25, x)), above = bits - three_quarters;
  Vec m = float_of(bits - (above & -(int64_t{1} << 23)), x);
  Vec k = whole_number(above >> 23, x);
  k = select(tiny, k - 25.0, k);
  k = select(x < 0.0, -std::numeric_limits<double>::quiet_NaN(), select(x == 0.0, -infinity, k));
  return {select(x < infinity, k, x), m};
}

Vec looked_up(std::span<const double, 8> table, Bits index, Vec shape) {
  Builder_& b = *shape.b;
  std::array<float, 16> twice{};
  for (size_t i = 0; i < 16; ++i) twice[i] = static_cast<float>(table[i % 8]);
  auto numbers = [&](size_t count) {
    return llvm::ConstantDataVector::get(b.getContext(), llvm::ArrayRef(twice.data(), count));
  };
  if (fills_registers(shape, 512)) {
    return each_register(512, {index.v}, shape, [&](llvm::ArrayRef<Value*> in) {
      return b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_sf_512, {},
                               {numbers(16), in[0]});
    });
  }
  if (fills_registers(shape, 256)) {
    return each_register(256, {index.v}, shape, [&](llvm::ArrayRef<Value*> in) {
      return b.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permps, {}, {numbers(8), in[0]});
    });
  }
  auto* array = llvm::ConstantDataArray::get(b.getContext(), llvm::ArrayRef(twice.data(), 8));
  auto* memory = new llvm::GlobalVariable(*b.GetInsertBlock()->getModule(), array->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, array, "table");
  Value* from = b.CreateGEP(b.getFloatTy(), memory, (index & 7).v);
  llvm::Align align(4);
  if (count_of(shape) == 1 && !shape.v->getType()->isVectorTy()) {
    return shape.make(b.CreateAlignedLoad(b.getFloatTy(), from, align));
  }
  return shape.make(b.CreateMaskedGather(shape.v->getType(), from, align));
}

}  // namespace rille
