// Squares: as many turns of a scan along rows as lanes.
#pragma once

#include <unordered_map>
#include <vector>

#include "jit/codegen/emit.h"

namespace rille {

// Of n vectors, n a power of two: in each n lanes that stand side by side, a square of n by n
// numbers, columns become rows.
void turn_squares(llvm::IRBuilder<>& b, std::vector<llvm::Value*>& rows);

// A scan whose lanes are rows takes an element of each in a turn, one row from the next. Here the
// elements of as many turns are read in one piece from each row and turned in registers, and what
// the turns store is turned back and written in one piece to each row.
class Squares {
 public:
  explicit Squares(Emit& emit);

  // Whether there is anything to turn, and the code of a turn is short enough to stand once for
  // each.
  bool are_worth_it() const;
  // Turns [first, first + lanes) of the folded loop, in this order or the opposite one. body: of
  // one turn, whose counter is known.
  void write(llvm::Value* first, bool backwards, const std::function<void()>& body);

  // Of the turn at hand: what a load of these reads, null where it reads by itself; whether what a
  // store would write waits for the others.
  llvm::Value* loaded_by(const NestStep& step) const;
  bool holds(const Access& access, llvm::Value* bits);

 private:
  bool is_turned(const Access& access) const;
  llvm::Value* place(const Access& access, int64_t row);

  Emit& e_;
  llvm::IRBuilder<>& b_;
  size_t loop_;
  int turn_ = 0;
  std::unordered_map<const NestStep*, std::vector<llvm::Value*>> read_;  // turn by turn
  std::unordered_map<const Access*, std::vector<llvm::Value*>> held_;
};

}  // namespace rille
