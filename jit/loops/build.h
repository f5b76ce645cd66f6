// LoopBuilder: writes loop programs, operation by operation.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "jit/loop_program.h"

namespace rille {

// Appends operations to the block that is open. Index arithmetic on constants is folded. Constants,
// arguments, and whatever else no loop changes go to the start of the program, where each exists
// once. finish() puts that start in front of the body.
class LoopBuilder {
 public:
  using Body = std::function<void()>;
  using LoopBody = std::function<void(Register counter)>;

  // Continues a program: appends to its body, and knows its constants.
  explicit LoopBuilder(LoopProgram& program);
  void finish();

  // Writes the program again: `replace` is asked about each operation, outer ones first. It returns
  // whether it has appended something else instead; what it leaves is copied.
  using Replace = std::function<bool(LoopOp& op)>;
  void rewrite(const Replace& replace);
  void rewrite(LoopBlock block, const Replace& replace);
  // While rewriting: what reads `old` from here on reads `now`.
  void alias(Register old, Register now) { aliases_[old] = now; }

  LoopProgram& program;

  Register add(RegisterType type, LoopOp op);  // an operation with a result
  void add(LoopOp op) { open_->push_back(std::move(op)); }
  Register fresh(RegisterType type);

  Register constant(RegisterType type, AttrValue value, bool by_lane = false);
  Register i64(int64_t value) { return constant({Dtype::i64, 1}, value); }
  Register argument(int64_t number);
  Register begin() { return argument(0); }
  Register end() { return argument(1); }
  Register size(Size size) { return size.known() ? i64(size.number) : argument(2 + size.arg); }
  Register at_start(RegisterType type, LoopOp op);
  void at_start(const Body& body);  // operations on what is known there

  // The number that a register always has, if it is known.
  std::optional<int64_t> known(Register r) const;

  // Operations on i64 registers of one lane.
  Register plus(Register x, Register y);
  Register minus(Register x, Register y);
  Register times(Register x, Register y);
  Register least(Register x, Register y);
  Register greatest(Register x, Register y);
  Register bits_and(Register x, Register y);
  Register quotient(Register x, Register y);  // of x >= 0 and y > 0
  Register index(const LinearIndex& index);

  // All lanes are `value`, which may have them already; a mask of the first `count` lanes.
  Register splat(Register value, int lanes);
  Register first_lanes(Register count, int lanes);

  Register compute(Scalar name, Dtype dtype, SmallVector<Register, 3> in);
  Register truth(Scalar name, Register x, Register y) {
    return compute(name, Dtype::boolean, {x, y});
  }

  // A loop's bounds, and what is known of it (jit/loop_ops.def).
  struct Loop {
    Register from, to;
    int64_t step = 1;
    int64_t most = 0;
    bool is_parallel = false;
    bool is_nonempty = false;
  };
  void loop(const Loop& loop, const LoopBody& body);
  void loop(const Loop& loop, Register counter, const Body& body);  // the counter exists already
  void branch(Register condition, const Body& then, const Body& otherwise = {});
  LoopBlock block(const Body& body);
  void leave_where(LoopCall answer);  // the kernel returns where the call's answer is yes
  void leave_where_stopping() { leave_where(LoopCall::is_stopping); }

 private:
  using Fold = int64_t (*)(int64_t, int64_t);
  Register arithmetic(Scalar name, Register x, Register y, Fold fold);

  LoopBlock start_ = {}, body_ = {};
  LoopBlock* open_ = &body_;
  std::map<Register, int64_t> known_ = {};
  std::map<Register, Register> aliases_ = {};
};

}  // namespace rille
