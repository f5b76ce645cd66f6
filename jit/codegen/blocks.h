// Blocks: partial sums of blocks, joined by a fixed tree.
#pragma once

#include "jit/codegen/emit.h"

namespace rille {

// The order of a sum. Its terms, numbered row-major over the folded axes, are cut in blocks of a
// fixed length; within a block each of `places` partial sums takes its terms in order. Whole blocks
// meet as the digits of a binary counter do: block k takes in the last sum of two blocks, of four …
// while k's lowest bits are ones, and what is left at the end meets from the shortest to the
// longest. So the order depends on the number of terms alone, and the error grows with its
// logarithm.
class Blocks {
 public:
  // Partial sums of `type`, `places` of them. most: the greatest number of blocks; up to 1, and
  // there is nothing to join.
  Blocks(Emit& emit, llvm::Type* type, int64_t places, llvm::Constant* start, int64_t most);

  // Many such sums beside one another, in `memory`, levels behind `total` places: from here on
  // it is about those from place `first` on. They count no blocks: end_block and finish are told.
  void stand_in(llvm::Value* memory, int64_t total);
  void stand_at(llvm::Value* first) { first_ = first; }

  void clear();                             // before the first block: partial sums and the count
  llvm::Value* place(llvm::Value* number);  // where a partial sum stands; `places` may be 1
  // The partial sums join those of the blocks before, of which there are `before`, and start anew.
  void end_block(llvm::Value* before = nullptr);
  // After the last block: the whole sums stand in the places.
  void finish(llvm::Value* blocks = nullptr);
  // Nothing more is asked: the stack's memory is free for what the kernel does next.
  void leave();

  static llvm::AllocaInst* local(Emit& emit, llvm::Type* type, int64_t count = 1);

 private:
  llvm::ConstantInt* bytes_of(const llvm::AllocaInst* memory);
  llvm::Value* level(llvm::Value* depth, llvm::Value* number);
  llvm::Value* joined(llvm::Value* earlier, llvm::Value* later);
  void gather_place(llvm::Value* number, llvm::Value* count);
  void each_place(const std::function<void(llvm::Value*)>& body);

  Emit& e_;
  llvm::IRBuilder<>& b_;
  llvm::Type* type_;
  int64_t places_, total_;
  llvm::Constant* start_;
  bool joins_;
  llvm::Value *sums_ = nullptr, *levels_ = nullptr, *first_ = nullptr;
  llvm::AllocaInst* count_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst*, 2> on_stack_ = {};  // of the places and their levels
};

}  // namespace rille
