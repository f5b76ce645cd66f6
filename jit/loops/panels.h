// Panels: an operand of a product, copied as tiles read it.
#pragma once

#include <functional>
#include <utility>

#include "jit/loops/stage.h"

namespace rille {

// Evaluates an operand for some of its rows (of the right one: columns) and all k, or those of a
// chunk, into scratch memory. Vectors run across or along k, as the schedule of the operand says.
// What lies beyond the last row or k of a panel is anything, and is never stored.
class Panels {
 public:
  // Of the left operand of a product or of its right one. Its first `batch` loops are the
  // product's; `count`: how many panels exist at a time.
  Panels(LoopBuilder& builder, const Nest& nest, const Stage& operand, const StageSchedule& product,
         size_t batch, bool is_left, int64_t count);

  void enter(const std::vector<Register>& batch);
  // Panels have k in [from, to) from here on, ends of iterations of the outermost loop of k.
  void take(Register from, Register to) { from_ = from, to_ = to; }
  // Locals that the operand reads have a row for each row from `block` on, or for each k.
  void begin_rows_at(Register block) { rows_from_ = block; }
  void begin_p_at(Register block) { p_from_ = block; }
  // Panels number, number + 1 ..., `count` of them, from row `first` on.
  void write(Register first, Register number, int64_t count = 1);

  // Of numbers of 8 or 16 bits: in panels that write() has left, of `deep` k, four or two k come
  // into each lane. Each number is flipped by `flips`; k after the last one are 0 in panels of
  // lines of k, and of bf16 in all panels.
  void group(Register number, Register deep, int64_t flips, int64_t count = 1);

  // Where element (row, k) of a panel is; k counts from the first one that is taken.
  std::vector<LinearIndex> indices(LinearIndex number, LinearIndex row, LinearIndex k) const;
  int buffer() const { return buffer_; }
  Dtype dtype() const { return dtype_; }  // u32 where lanes hold pairs of bf16

 private:
  using Body = std::function<void(Register k)>;

  bool is_across() const { return schedule_.reading == Reading::packed_across; }
  bool is_by_rows() const { return is_left_ && !is_across(); }
  size_t first_deep() const { return is_across() ? batch_ : static_cast<size_t>(operand_.kept); }
  size_t last() const { return operand_.loops.size() - 1; }
  void across(Register first, Register number, int64_t count);
  void across_all(Register first, Register number, int64_t count, bool has_masks);
  void prefetch_rows(Register first, int64_t count);
  void rows(Register first, Register number);
  void columns(Register first, Register number);
  void square(Register first, Register k, Register mask, Register at, Register number,
              Register from);
  void each_deep(bool has_steps, const Body& body);
  void outer(size_t loop, Register k, bool has_steps, const Body& body);
  using Vector = std::function<void(Register k, Register at, Register mask)>;
  void vectors(Register k, const Vector& body);
  std::pair<Register, Register> outermost();
  std::pair<Register, Register> innermost();
  Register vector_of(Register at, Register mask, bool has_guards = true);
  Register guards_hold(Register from, Register count);
  void group_rows(Register number, Register deep, int64_t flips);
  void group_lines(Register number, Register deep, int64_t flips);
  bool are_floats() const { return value_dtype_ != dtype_; }
  Register part(Register word, int64_t i, int64_t flips);
  void put(Register value, std::vector<LinearIndex> to);
  void bind_row(Register row);

  LoopBuilder& b_;
  OperandSchedule schedule_;
  Stage operand_;  // its loops in the order of the copying
  int lanes_;
  int64_t tile_, group_;
  size_t batch_;
  bool is_left_;
  StageCode code_;
  Register count_ = -1;           // rows, all loops across together
  bool is_whole_ = false;         // they fill their tiles
  Register from_ = -1, to_ = -1;  // k that are taken; -1: all
  Register rows_from_ = -1, p_from_ = -1;
  int buffer_ = -1, square_ = -1;
  Dtype value_dtype_, dtype_;  // of elements, and of the panels
};

}  // namespace rille
