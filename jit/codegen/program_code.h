// ProgramCode: a loop program as a function in LLVM.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "jit/codegen/kernel.h"
#include "jit/codegen/program.h"
#include "jit/codegen/values.h"
#include "vm/text.h"

namespace rille {

// Translates a program operation by operation, and decides nothing. Values, memory, and control
// flow are in a file each.
class ProgramCode {
 public:
  ProgramCode(llvm::Module& module, const LoopProgram& program, const Target& target,
              const std::string& name)
      : b_(module.getContext()),
        module_(module),
        program_(program),
        target_(target),
        code_(declare_kernel(module, target, name)),
        values_(program.registers.size()),
        levels_(program.registers.size()),
        buffers_(program.buffers.size()),
        functions_(program.functions.size()) {}

  void write();

 private:
  using Value = llvm::Value;

  // The buffers of a role stand in one piece of memory, if there are any.
  template <class F>
  void divide_up(LoopBuffer::Role role, const F& memory) {
    std::vector<int64_t> from = offsets(program_, role);
    if (from.back() == 0) return;
    Value* all = memory();
    for (size_t i = 0; i < program_.buffers.size(); ++i) {
      if (program_.buffers[i].role != role) continue;
      buffers_[i] = b_.CreateConstGEP1_64(b_.getInt8Ty(), all, static_cast<uint64_t>(from[i]));
    }
  }
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, code_);
  }
  Value* i64(int64_t value) { return b_.getInt64(static_cast<uint64_t>(value)); }
  Value* size(Size size) {
    return size.known() ? i64(size.number) : sizes_[static_cast<size_t>(size.arg)];
  }
  Value* at(Register r) const { return values_[static_cast<size_t>(r)]; }
  Value* splat(Value* value, int lanes);
  llvm::Type* memory(Dtype dtype) { return memory_type(module_.getContext(), dtype); }

  // Whether the end of the operations can be reached.
  bool ops(const LoopBlock& all);
  void op(const LoopOp& op);
  Value* value(const LoopOp& op);

  // Registers.
  llvm::Constant* lane_numbers(int64_t first, int lanes);
  Value* constant(const LoopOp& op);
  Value* index(const LinearIndex& index, int lanes);
  Value* compute(const LoopOp& op);
  Value* dot(const LoopOp& op);
  Value* bf16_dot(Value* sum, Value* x, Value* y);
  Value* shuffle(const LoopOp& op);
  Value* reduce(const LoopOp& op);
  Value* first_lanes(Value* count, int lanes);

  // Memory.
  const LoopBuffer& buffer(const LoopOp& op) const {
    return program_.buffers[static_cast<size_t>(op.buffer)];
  }
  Value* flat_index(const LoopOp& op, int lanes);
  Value* place(const LoopOp& op, Value* index);
  Value* element(const LoopOp& op);
  int level_of(const LoopOp& op) const;
  bool is_run(const LoopOp& op) const;
  Value* lane_stride(const LoopOp& op, size_t axis);
  Value* places(const LoopOp& op, int lanes);
  Value* load(const LoopOp& op);
  Value* load_one(const LoopOp& op, llvm::Type* type);
  void store(const LoopOp& op);
  void stream(Value* bits, Value* to, Value* may, llvm::Align align);
  bool is_on_stack(const LoopOp& op) const { return buffer(op).role == LoopBuffer::Role::local; }
  void allocate(const LoopOp& op);
  void lifetime(const LoopOp& op, bool begins);
  void view(const LoopOp& op);
  void choose(const LoopOp& op);
  void copy(const LoopOp& op);

  // Tile registers.
  void configure_tiles();
  Value* row_stride(const LoopOp& op);
  void tile(const LoopOp& op);

  // Control flow.
  // Where an operation ends a loop, and what variables are there.
  struct Exit {
    llvm::BasicBlock* from;
    std::map<Register, Value*> variables;
  };
  // The innermost loop that is being written. `multiples`: by scale, the counter times that number,
  // which each iteration increases, so that an address costs no multiplication.
  struct OpenLoop {
    Register counter = -1;
    Value* from = nullptr;
    llvm::BasicBlock *before = nullptr, *body = nullptr, *done = nullptr;
    std::map<int64_t, llvm::PHINode*> multiples = {};
    std::vector<Exit> exits = {};
  };
  Value* multiple(Register value, int64_t scale, int64_t bytes);
  void increase_multiples(int64_t step);
  std::set<Register> set_in(const LoopOp& op) const;
  void loop(const LoopOp& op);
  void branch(const LoopOp& op);
  void exit(const LoopOp& op);
  void run(const LoopOp& op);
  void check(const LoopOp& op);
  void leave();

  llvm::IRBuilder<> b_;
  llvm::Module& module_;
  const LoopProgram& program_;
  const Target& target_;
  llvm::Function* code_;
  std::vector<Value*> values_;
  std::vector<int> levels_;  // of registers: the number of loops that change them
  int level_ = 0;            // the number of loops around what is written
  OpenLoop open_;
  std::vector<Value*> buffers_, sizes_;
  std::map<Register, Value*> variables_;  // what they are now
  bool streams_ = false, has_tiles_ = false;
  std::vector<llvm::Function*> functions_;  // that `run` has called so far
  std::vector<llvm::CallInst*> inlined_;    // calls that their functions' code is to replace
};

}  // namespace rille
