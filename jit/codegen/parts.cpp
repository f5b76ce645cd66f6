// Parts of a stage, in loops one after the other.
#include "jit/codegen/emit.h"

namespace rille {

// The turns of the kernel that are the current part's, if there are any.
void Emit::write_part(const Body& loops) {
  const Schedule& whole = function.schedule;
  if (whole.parts == 1) return loops();
  llvm::Value *begin = function.begin, *end = function.end;
  llvm::Value* extent = size(stage.loops[static_cast<size_t>(whole.loop)]);
  llvm::Value* padded = b.CreateAdd(extent, i64(whole.align - 1));
  padded = b.CreateMul(b.CreateUDiv(padded, i64(whole.align)), i64(whole.align));
  llvm::Value* first = b.CreateMul(padded, i64(part_));
  function.begin =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, b.CreateSub(begin, first), i64(0));
  function.end = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateSub(end, first), extent);
  when(b.CreateICmpSLT(function.begin, function.end), loops);
  function.begin = begin, function.end = end;
}

// Whether what stands in `parts`, steps or buffers, at `number` is written with the current loops.
bool Emit::is_here(const std::vector<int>& parts, int number) const {
  int part = parts_.count == 0 ? -1 : parts[static_cast<size_t>(number)];
  return part < 0 || part == part_;
}

}  // namespace rille
