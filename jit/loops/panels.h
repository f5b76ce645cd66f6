// Panels: an operand of a product, packed for its tiles.
#pragma once

#include <functional>
#include <utility>

#include "jit/loops/stage.h"

namespace rille {

// Evaluates some rows of an operand (of the right one: columns), for all values of k or those of a
// chunk, into scratch memory. Vectors run across rows or along k, by the schedule of the operand.
// Elements after the last row or value of k are unspecified, and no result depends on them.
class Panels {
 public:
  // The first `batch` loops of the operand are those of the product. `count`: the number of panels
  // that exist at a time.
  Panels(LoopBuilder& builder, const Nest& nest, const Stage& operand, const StageSchedule& product,
         size_t batch, bool is_left, int64_t count);

  // Panels may begin at any row, so that the last one may end after the last row.
  void begin_anywhere() { is_whole_ = false; }

  void enter(const std::vector<Register>& batch);
  // The following panels have k in [from, to): whole iterations of the outermost loop of k.
  void take(Register from, Register to) { from_ = from, to_ = to; }
  // Locals that the operand reads have a row for each row from `block` on, or for each value of k.
  void begin_rows_at(Register block) { rows_from_ = block; }
  void begin_p_at(Register block) { p_from_ = block; }
  // Panels number, number + 1 ..., `count` of them, from row `first` on.
  void write(Register first, Register number, int64_t count = 1);

  // Of 8-bit or 16-bit operands: groups four or two of the `deep` values of k in the panels of
  // write() into each lane, unless write() has done so. Values of k after the last one are 0 in
  // panels that are stored by k, and of bf16 in all panels. For tile registers, they are 0 up to
  // the next multiple of a row.
  void group(Register number, Register deep, int64_t count = 1);
  // Whether 128 is added to the elements, which are signed, as vector instructions with four
  // products per lane multiply unsigned by signed integers.
  bool adds_128() const { return flips_ != 0; }

  // The place of element (row, k) of a panel; k counts from the first packed value.
  std::vector<LinearIndex> indices(LinearIndex number, LinearIndex row, LinearIndex k) const;
  int buffer() const { return transposes_words() ? rows_buffer_ : buffer_; }
  Dtype dtype() const { return dtype_; }  // u32 where lanes hold pairs of bf16

 private:
  using Body = std::function<void(Register k)>;

  bool is_across() const { return schedule_.reading == Reading::packed_across; }
  bool is_by_rows() const { return is_left_ && !is_across(); }
  // Tile registers need a left panel by rows: the words of one that is stored by k are transposed
  // into the second half of its memory.
  bool transposes_words() const { return in_tiles_ && is_left_ && is_across(); }
  size_t first_deep() const { return is_across() ? batch_ : static_cast<size_t>(operand_.kept); }
  size_t last() const { return operand_.loops.size() - 1; }
  void across(Register first, Register number, int64_t count);
  void across_all(Register first, Register number, int64_t count, bool has_masks);
  void prefetch_rows(Register first, int64_t count);
  void rows(Register first, Register number);
  void evaluate_rows(Register first, Register number);
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
  // Whether a left operand is in memory as its panels need it: a lane's values of k follow each
  // other. Then its words are copied.
  bool is_in_words() const;
  bool copies_words() const { return words_ >= 0; }
  void copy_words(Register first, Register number);
  // Whether across() groups the values of k as it evaluates them.
  bool groups_at_once() const { return group_ > 1 && is_across() && last() == batch_ + 1; }
  void across_groups(Register first, Register number, int64_t count, bool has_masks);
  std::vector<Register> group_words(Register first, int64_t count, Register at, Register present,
                                    bool has_masks);
  Register group_word(Register row, int64_t i, Register exists, bool has_masks);
  void group_rows(Register number, Register deep);
  void group_lines(Register number, Register deep);
  void clear_lines(Register number, Register deep);
  void transpose_words(Register number, Register lines);
  Register whole_rows(Register deep);
  bool are_floats() const { return value_dtype_ != dtype_; }
  Register part(Register word, int64_t i);
  void put(Register value, std::vector<LinearIndex> to);
  void bind_row(Register row);

  LoopBuilder& b_;
  const Nest& nest_;
  OperandSchedule schedule_;
  Stage operand_;  // its loops in the order of packing
  int lanes_;
  int64_t tile_, group_, flips_;
  bool in_tiles_;
  size_t batch_;
  bool is_left_;
  StageCode code_;
  Register count_ = -1;           // rows: the product of the loops across
  bool is_whole_ = false;         // the rows fill whole tiles
  Register from_ = -1, to_ = -1;  // the packed range of k; -1: all
  Register rows_from_ = -1, p_from_ = -1;
  int buffer_ = -1, rows_buffer_ = -1, square_ = -1, words_ = -1;
  Dtype value_dtype_, dtype_;  // of elements, and of the panels
};

}  // namespace rille
