// A small loop as one function: plans as straight code.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include "jit/codegen/llvm.h"
#include "jit/serial.h"
#include "jit/target.h"

namespace rille {

// Writes the kernel of a SerialLoop. What a loop carries, and the memory of a body, stands on
// the stack where it is small: LLVM then keeps it in registers.
class SerialCode {
 public:
  SerialCode(llvm::Module& module, const SerialLoop& loop, const Target& target);
  void write(const std::string& name);

 private:
  using Places = std::vector<llvm::Value*>;

  // A loop, and where the things that it names stand.
  struct Whole {
    const LoopShape& shape;
    const Plan* condition;  // null: a scan
    const Plan& body;
    std::span<llvm::Value* const> in, out;
    llvm::Value* memory;      // of its step
    llvm::Value* iterations;  // null: until the condition says so
  };
  struct Carry {
    uint64_t bytes = 0;
    bool is_near = false, stays = false;
    llvm::Value *now = nullptr, *next = nullptr;  // where the body reads and writes it
    llvm::Value* other = nullptr;                 // where the turn after that writes
    llvm::PHINode *phi_now = nullptr, *phi_next = nullptr, *phi_other = nullptr;
  };

  void plan(const Plan& plan, Places params, Places results, llvm::Value* arena);
  void step(const Plan& plan, const PlanStep& step, const Places& places);
  void nest(const Plan& plan, const PlanStep& step, const Places& places);
  void update(const Node& node, const Graph& graph, const Places& in, llvm::Value* out);
  void branch(const Node& node, const Graph& graph, const PlanStep& step, const Places& in,
              const Places& out, llvm::Value* memory);
  void loop(const Whole& whole);
  std::vector<Carry> carries(const Whole& whole);
  void begin_turns(std::vector<Carry>& carries, llvm::BasicBlock* before);
  void turn(const Whole& whole, std::vector<Carry>& carries, llvm::Value* number);
  void end_turn(std::vector<Carry>& carries, llvm::BasicBlock* latch);
  llvm::Value* goes_on(const Whole& whole, const std::vector<Carry>& carries);
  llvm::Value* leaves(llvm::Value* number);

  void inline_parts();
  llvm::Function* part(const ScheduledNest& kernel, int first_check);
  llvm::Value* memory_of(const Plan& plan, llvm::Value* far);
  llvm::Value* on_stack(uint64_t bytes);
  llvm::Value* at(llvm::Value* place, uint64_t bytes);
  void copy(llvm::Value* to, llvm::Value* from, uint64_t bytes);
  void iterations(int64_t count, const std::function<void(llvm::Value*)>& body);
  llvm::BasicBlock* block(const char* name);
  static uint64_t bytes_of(const Plan& plan, int slot);
  llvm::Value* none() { return llvm::ConstantPointerNull::get(b_.getPtrTy()); }
  llvm::Value* i64(int64_t value) { return b_.getInt64(static_cast<uint64_t>(value)); }

  llvm::Module& module_;
  const SerialLoop& loop_;
  const Target& target_;
  llvm::IRBuilder<> b_;
  llvm::Function* function_ = nullptr;
  llvm::Value* cell_ = nullptr;
  llvm::Value* constants_ = nullptr;         // where the numbers of all plans stand
  std::map<const Plan*, int> first_checks_;  // of each plan, among those of the loop
  bool has_checks_ = false;
  std::map<std::pair<const Nest*, int>, llvm::Function*> parts_;
  std::vector<llvm::CallInst*> calls_;  // of parts
};

}  // namespace rille
