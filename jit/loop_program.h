// LoopProgram: a kernel as loops, registers, and accesses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jit/attrs.h"
#include "jit/nest.h"
#include "jit/scalars.h"
#include "vm/memory/small_vector.h"

namespace rille {

// A loop program is the level between nests, which say what a kernel computes, and machine code.
// It is data: lower.h makes one from a nest, transformations (loops/transform.h) rewrite it to
// vectors, tiles, and prefetches, and emitters (jit/codegen) translate it without any decision of
// their own. verify() checks its grammar, text() and parse_loops() print and read it, and
// interpret() (loops/interpret.h) runs it and defines what it means.

// The type of a register: `lanes` elements of a dtype. A vector of booleans is a mask.
struct RegisterType {
  Dtype dtype = Dtype::f32;
  int lanes = 1;

  bool operator==(const RegisterType&) const = default;
};
std::string text(const RegisterType& type);

// The number of a register of its program; -1: none. Each is defined by one operation, which comes
// before its uses in the same block or in a block around them.
using Register = int;

// constant + sum of value * scale, where values are i64 registers. A value of several lanes gives
// each lane an index of its own.
struct LinearIndex {
  struct Term {
    Register value = -1;
    Size scale = 1;
    bool operator==(const Term&) const = default;
  };
  int64_t constant = 0;
  SmallVector<Term, 4> terms = {};

  bool operator==(const LinearIndex& other) const {
    return constant == other.constant && std::ranges::equal(terms, other.terms);
  }
};

// A buffer of a program. `extents` may be 0 where neither the program nor its caller's sizes say
// how many there are: then only the caller knows, and nothing is folded from it.
struct LoopBuffer {
  enum class Role : uint8_t {
    argument,  // a caller's array
    constant,  // a caller's array that stays as it is while the kernel runs
    local,     // memory of one thread, which exists from its `allocate` to the end of that block
    scratch,   // the same, in the memory that a thread lends to the kernel (Schedule::scratch)
    shared,    // memory that all ranges of a run share, zeros at first (Schedule::shared)
    view       // a part of another buffer, or one of two buffers, from its definition to the end
               // of that block
  };
  Role role = Role::argument;
  Dtype dtype = Dtype::f32;
  std::vector<Size> extents = {};
  int space = 0;        // of Target::spaces
  int64_t offset = -1;  // of scratch: where it begins, in bytes; -1: after those before it

  bool is_allocated() const { return role == Role::local || role == Role::scratch; }
  bool is_given() const { return role == Role::argument || role == Role::constant; }

  bool operator==(const LoopBuffer&) const = default;
};

enum class LoopOpKind : uint8_t {
#define LOOP_OP(name, ...) name,
#include "jit/loop_ops.def"
#undef LOOP_OP
};
std::string_view text(LoopOpKind kind);

struct LoopOp;
using LoopBlock = std::vector<LoopOp>;

// The tile registers of a matrix unit.
struct TileRegister {
  static constexpr int64_t count = 8, rows = 16, row_bytes = 64, row_words = row_bytes / 4;
};

// Functions of the runtime that a program may call.
enum class LoopCall : uint8_t { is_stopping, has_failed };

// One operation. jit/loop_ops.def says which members each kind uses.
struct LoopOp {
  LoopOpKind kind = LoopOpKind::constant;
  Register out = -1;
  SmallVector<Register, 3> in = {};
  Scalar name = Scalar::input;
  AttrValue value = false;
  int64_t number = 0;
  int buffer = -1;
  std::vector<LinearIndex> indices = {};
  std::vector<Size> lane_strides = {};  // per axis; empty for one lane; of tiles: row strides
  Register mask = -1;                   // the lanes that take part; -1: all
  std::vector<int> lanes = {};
  int64_t most = 0;
  bool flag = false;
  std::vector<LoopBlock> blocks = {};
};

// Where the buffers of a role begin in the memory that they have together: at their offsets, or
// else in their order, at multiples of 64 bytes. By buffer; the last number is the size of all.
struct LoopProgram;
std::vector<int64_t> offsets(const LoopProgram& program, LoopBuffer::Role role);

struct LoopProgram {
  std::vector<RegisterType> registers = {};
  std::vector<LoopBuffer> buffers = {};
  int sizes = 0;                            // arguments that Size::argument refers to
  std::vector<LoopProgram> functions = {};  // that `run` refers to; they have none of their own
  LoopBlock body = {};

  Dtype dtype(Register r) const { return registers[static_cast<size_t>(r)].dtype; }
  int lanes(Register r) const { return registers[static_cast<size_t>(r)].lanes; }
};

// Whether a loop has at least one iteration.
inline bool is_nonempty(const LoopOp& loop) {
  const auto* value = std::get_if<bool>(&loop.value);
  return value != nullptr && *value;
}

// Calls f for each operation of a block and of the blocks inside, outer ones first. B: perhaps
// const.
template <class B, class F>
void each_op(B& block, const F& f) {
  for (auto& op : block) {
    f(op);
    for (auto& inner : op.blocks) each_op(inner, f);
  }
}

// Calls f for each register that an operation reads, also in its indices; not in its blocks.
template <class O, class F>
void each_read_register(O& op, const F& f) {
  for (auto& r : op.in) f(r);
  for (auto& index : op.indices) {
    for (auto& term : index.terms) f(term.value);
  }
  if (op.mask >= 0) f(op.mask);
}

// Throws a Bug that quotes the program where it breaks the grammar of jit/loop_ops.def: types,
// operands, scopes, buffers, and numbers of axes.
void verify(const LoopProgram& program);

std::string text(const LoopProgram& program);
// The program that text() printed. error[type] with the line where it is not one.
LoopProgram parse_loops(std::string_view text);

}  // namespace rille
