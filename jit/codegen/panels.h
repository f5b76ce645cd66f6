// Panels: parts of a product's operand, copied into scratch.
#pragma once

#include "jit/codegen/emit.h"

namespace rille {

// Evaluates an operand for some of its rows (of the right one: columns) and all p, and writes it as
// tiles read it. Code and loops are the operand's; vectors run across or along p, as its schedule
// says. What lies beyond the last row or p of a panel is anything, and is never stored.
class PanelCode {
 public:
  // Of the product's left operand or of its right one; its first `batch` loops are the product's.
  PanelCode(KernelFunction& function, const Stage& operand, const StageSchedule& product,
            size_t batch, bool is_left);

  void enter(const std::vector<llvm::Value*>& batch);
  // Panels take p in [from, to) from here on, ends of turns of the outermost loop of p; else all.
  void take(llvm::Value* from, llvm::Value* to);
  // The panels, `count` of them, whose first row is `first`, to `to` and behind it.
  void write(llvm::Value* first, llvm::Value* to, int64_t count = 1);
  // Of numbers of 8 or 16 bits: the panels that write() has left at `to`, of `deep` p, become ones
  // in which four or two p stand side by side in each lane, in their place. Each number is flipped
  // by `flips`; p behind the last one are 0 in panels of lines of p.
  void group(llvm::Value* to, llvm::Value* deep, int64_t flips, int64_t count = 1);

 private:
  using Body = std::function<void(llvm::Value* p)>;

  void across(llvm::Value* first, llvm::Value* to, int64_t count);
  void across_all(llvm::Value* first, llvm::Value* to, int64_t count, bool masks);
  void bring_rows(llvm::Value* first, int64_t count);
  void rows(llvm::Value* first, llvm::Value* to);
  void columns(llvm::Value* first, llvm::Value* to);
  void group_rows(llvm::Value* to, llvm::Value* deep, int64_t flips);
  void group_lines(llvm::Value* to, llvm::Value* deep, int64_t flips);
  unsigned bits_of_part() const { return static_cast<unsigned>(32 / group_); }
  size_t first_deep() const { return is_across() ? batch_ : static_cast<size_t>(operand_.kept); }
  bool is_across() const { return schedule_.reading == Reading::packed_across; }
  void each_deep(bool steps, const Body& body);
  void outer(size_t loop, llvm::Value* p, bool steps, const Body& body);
  void vectors(llvm::Value* p, const Body& body);
  void each_run(const std::function<void()>& body);
  std::pair<llvm::Value*, llvm::Value*> innermost();  // turns of its loop
  void put(llvm::Value* value, llvm::Value* to, llvm::Value* at);
  llvm::Value* element();
  void count_row(llvm::Value* row);
  std::vector<llvm::Value*> transposed(std::vector<llvm::Value*> rows);

  KernelFunction& function_;
  llvm::IRBuilder<>& b_;
  OperandSchedule schedule_;
  Stage operand_;  // its loops in the order of the copying
  StageSchedule loops_;
  int64_t tile_, group_;
  size_t batch_;
  bool is_left_;
  llvm::Value* count_ = nullptr;                  // rows, all loops across together
  bool whole_ = false;                            // they fill their tiles
  llvm::Value *low_ = nullptr, *high_ = nullptr;  // turns of the outermost loop of p
  Emit e_;
};

}  // namespace rille
