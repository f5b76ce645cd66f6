// Pieces: one long fold, shared among turns.
#pragma once

#include "jit/codegen/emit.h"

namespace rille {

// Each turn of the kernel folds one piece and leaves what it comes to in the memory that all ranges
// of a run share; the range that ends last (a counter at the start of that memory tells) joins
// them. So the result is that of a fixed order, whoever does what.
class Pieces {
 public:
  explicit Pieces(Emit& emit) : e_(emit), b_(emit.b) {}
  Pieces(Emit& emit, llvm::Type* type) : Pieces(emit) { hold(type); }

  // One more partial result of a piece. Its place in the shared memory is place().
  int hold(llvm::Type* type);
  llvm::Value* place(llvm::Value* piece, int number = 0);

  void write(const std::function<void(llvm::Value*)>& piece, const std::function<void()>& join);

 private:
  struct Held {
    llvm::Type* type;
    int64_t at;
  };

  Emit& e_;
  llvm::IRBuilder<>& b_;
  std::vector<Held> held_;
  int64_t end_ = 64;  // the counter has a line of its own
};

}  // namespace rille
