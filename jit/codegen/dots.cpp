// Products of numbers of 8 and 16 bits, four or two p at once.
#include <llvm/IR/IntrinsicsX86.h>

#include "jit/codegen/product.h"

namespace rille {

// p of the panels at hand.
llvm::Value* ProductCode::deep_here() {
  return schedule_.chunk == 0 ? deep_count_ : b_.CreateSub(chunk_to_, chunk_from_);
}

// Of four the machine multiplies numbers without a sign by numbers with one: those of the left that
// have one get 128 more.
bool ProductCode::flips_left() const {
  return schedule_.group == 4 && unconverted(stage_.operands[0]).dtype == Dtype::i8;
}

void ProductCode::group_left(llvm::Value* panels) {
  if (!is_grouped()) return;
  left_.panels->group(panels, deep_here(), flips_left() ? 0x80 : 0, schedule_.left_tiles);
}

// Products of the 16 bits of each half of a lane, with signs, added up.
llvm::Value* ProductCode::pair_product(llvm::Value* row, llvm::Value* column) {
  auto* halves = llvm::FixedVectorType::get(b_.getInt16Ty(), static_cast<unsigned>(2 * lanes_));
  llvm::Intrinsic::ID of_lanes = lanes_ == 16  ? llvm::Intrinsic::x86_avx512_pmaddw_d_512
                                 : lanes_ == 8 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                               : llvm::Intrinsic::x86_sse2_pmadd_wd;
  return b_.CreateIntrinsic(of_lanes, {},
                            {b_.CreateBitCast(row, halves), b_.CreateBitCast(column, halves)});
}

llvm::Value* ProductCode::dots(llvm::Value* sum, llvm::Value* row, llvm::Value* column) {
  if (schedule_.group == 2) return b_.CreateAdd(sum, pair_product(row, column));
  return b_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpdpbusd_512, {}, {sum, row, column});
}

// What the 128 of the left add is summed up beside, and taken off at the end: all of it
// modulo 2^32, as sums are.
std::vector<llvm::Value*> ProductCode::grouped(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                               const std::vector<llvm::Value*>& start) {
  llvm::Value* all_128 = llvm::ConstantInt::get(type_, 0x80808080u);
  size_t sums = start.size(), extra = flips_left() ? static_cast<size_t>(vectors_) : 0;
  std::vector<llvm::Value*> begin = start;
  begin.resize(sums + extra, llvm::Constant::getNullValue(type_));
  llvm::Value* group = e_.i64(schedule_.group);
  llvm::Value* last = b_.CreateUDiv(b_.CreateAdd(to, e_.i64(schedule_.group - 1)), group);
  Turn turn = [&](llvm::Value* p, const std::vector<llvm::Value*>& values) {
    auto end = values.begin() + static_cast<std::ptrdiff_t>(sums);
    std::vector<llvm::Value*> next = products(tile, p, {values.begin(), end});
    std::vector<llvm::Value*> columns = columns_at(tile, p);
    for (size_t v = 0; v < extra; ++v) next.push_back(dots(values[sums + v], all_128, columns[v]));
    return next;
  };
  std::vector<llvm::Value*> out = looped(b_.CreateUDiv(from, group), last, 1, begin, turn);
  for (size_t i = 0; extra > 0 && i < sums; ++i) {
    out[i] = b_.CreateSub(out[i], out[sums + i % extra]);
  }
  out.resize(sums);
  return out;
}

}  // namespace rille
