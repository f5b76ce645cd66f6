// Products of numbers of 8 bits, four p at once.
#include <llvm/IR/IntrinsicsX86.h>

#include "jit/codegen/product.h"

namespace rille {

// p of the panels at hand.
llvm::Value* ProductCode::deep_here() {
  return schedule_.chunk == 0 ? deep_count_ : b_.CreateSub(chunk_to_, chunk_from_);
}

bool ProductCode::left_has_sign() const {
  const Stage& operand = stage_.operands[0];
  return unconverted(operand).dtype == Dtype::i8;
}

// The machine multiplies numbers without a sign by numbers with one: those of the left that have
// one get 128 more.
void ProductCode::group_left(llvm::Value* panels) {
  if (!is_grouped()) return;
  left_.panels->group(panels, deep_here(), left_has_sign() ? 0x80 : 0, schedule_.left_tiles);
}

llvm::Value* ProductCode::dots(llvm::Value* sum, llvm::Value* row, llvm::Value* column) {
  return b_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpdpbusd_512, {}, {sum, row, column});
}

// What the 128 of the left add is summed up beside, and taken off at the end: all of it modulo
// 2^32, as sums are.
std::vector<llvm::Value*> ProductCode::grouped(const Tile& tile, llvm::Value* from, llvm::Value* to,
                                               const std::vector<llvm::Value*>& start) {
  llvm::Value* all_128 = llvm::ConstantInt::get(type_, 0x80808080u);
  size_t sums = start.size(), extra = left_has_sign() ? static_cast<size_t>(vectors_) : 0;
  std::vector<llvm::Value*> begin = start;
  begin.resize(sums + extra, llvm::Constant::getNullValue(type_));
  llvm::Value* last = b_.CreateLShr(b_.CreateAdd(to, e_.i64(3)), 2);
  Turn turn = [&](llvm::Value* p, const std::vector<llvm::Value*>& values) {
    auto end = values.begin() + static_cast<std::ptrdiff_t>(sums);
    std::vector<llvm::Value*> next = products(tile, p, {values.begin(), end});
    std::vector<llvm::Value*> columns = columns_at(tile, p);
    for (size_t v = 0; v < extra; ++v) next.push_back(dots(values[sums + v], all_128, columns[v]));
    return next;
  };
  std::vector<llvm::Value*> out = looped(b_.CreateLShr(from, 2), last, 1, begin, turn);
  for (size_t i = 0; extra > 0 && i < sums; ++i) {
    out[i] = b_.CreateSub(out[i], out[sums + i % extra]);
  }
  out.resize(sums);
  return out;
}

}  // namespace rille
