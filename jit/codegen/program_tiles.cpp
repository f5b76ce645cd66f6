// Tile registers of a loop program as those of AMX.
#include <llvm/IR/IntrinsicsX86.h>

#include <array>

#include "jit/codegen/program_code.h"
#include "vm/error.h"

namespace rille {

// All tiles have their full size until the function returns.
void ProgramCode::configure_tiles() {
  RILLE_CHECK(target_.units.tiles, "a target without tile registers");
  constexpr uint8_t palette = 1;
  constexpr size_t row_bytes_at = 16, rows_at = 48;
  std::array<uint8_t, 64> config = {palette};
  for (size_t tile = 0; tile < TileRegister::count; ++tile) {
    config[row_bytes_at + 2 * tile] = TileRegister::row_bytes;
    config[rows_at + tile] = TileRegister::rows;
  }
  auto* contents = llvm::ConstantDataArray::get(module_.getContext(), config);
  auto* global = new llvm::GlobalVariable(module_, contents->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, contents, "tiles");
  global->setAlignment(llvm::Align(64));
  b_.CreateIntrinsic(llvm::Intrinsic::x86_ldtilecfg, {}, {global});
}

// The bytes from one row in memory to the next.
llvm::Value* ProgramCode::row_stride(const LoopOp& op) {
  Value* out = i64(0);
  for (size_t axis = 0; axis < op.lane_strides.size(); ++axis) {
    if (!op.lane_strides[axis].is(0)) out = b_.CreateAdd(out, lane_stride(op, axis));
  }
  return b_.CreateMul(out, i64(static_cast<int64_t>(bytes(buffer(op).dtype))));
}

void ProgramCode::tile(const LoopOp& op) {
  auto number = [&](int64_t tile) { return b_.getInt8(static_cast<uint8_t>(tile)); };
  auto write = [&](llvm::Intrinsic::ID intrinsic, llvm::ArrayRef<Value*> operands) {
    b_.CreateIntrinsic(intrinsic, {}, operands);
  };
  Value* own = number(op.number);
  switch (op.kind) {
    case LoopOpKind::tile_zero: return write(llvm::Intrinsic::x86_tilezero, {own});
    case LoopOpKind::tile_load:
      return write(llvm::Intrinsic::x86_tileloadd64, {own, element(op), row_stride(op)});
    case LoopOpKind::tile_store:
      return write(llvm::Intrinsic::x86_tilestored64, {own, element(op), row_stride(op)});
    default: break;
  }
  llvm::Intrinsic::ID bytes = op.flag ? llvm::Intrinsic::x86_tdpbssd : llvm::Intrinsic::x86_tdpbusd;
  write(op.most == 2 ? llvm::Intrinsic::x86_tdpbf16ps : bytes,
        {own, number(op.lanes[0]), number(op.lanes[1])});
}

}  // namespace rille
