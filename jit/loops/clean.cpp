// Drops what nothing reads, and numbers the registers.
#include "jit/loops/syntax.h"
#include "jit/loops/transform.h"

namespace rille {
namespace {

bool has_effect(const LoopOp& op) {
  switch (op.kind) {
    case LoopOpKind::fetch_add:
    case LoopOpKind::loop:
    case LoopOpKind::call: return true;
    default: return !has_result(op.kind);
  }
}

class Cleaner {
 public:
  explicit Cleaner(LoopProgram& program) : program_(program), reads_(program.registers.size()) {
    each_op(program.body, [&](LoopOp& op) {
      each_read_register(op, [&](Register r) { ++reads_[static_cast<size_t>(r)]; });
    });
  }

  void run() {
    drop(program_.body);
    std::vector<RegisterType> types;
    std::vector<Register> now(program_.registers.size(), -1);
    each_op(program_.body, [&](LoopOp& op) {
      each_read_register(op, [&](Register& r) { r = now[static_cast<size_t>(r)]; });
      if (op.out < 0) return;
      types.push_back(program_.registers[static_cast<size_t>(op.out)]);
      op.out = now[static_cast<size_t>(op.out)] = static_cast<Register>(types.size()) - 1;
    });
    program_.registers = std::move(types);
  }

 private:
  // From the end on: what a dropped operation reads may be dropped, too.
  void drop(LoopBlock& block) {
    for (size_t i = block.size(); i-- > 0;) {
      LoopOp& op = block[i];
      for (size_t k = op.blocks.size(); k-- > 0;) drop(op.blocks[k]);
      bool is_needed = has_effect(op) || reads_[static_cast<size_t>(op.out)] > 0;
      if (is_needed) continue;
      each_read_register(op, [&](Register r) { --reads_[static_cast<size_t>(r)]; });
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  LoopProgram& program_;
  std::vector<int> reads_;
};

}  // namespace

void clean(LoopProgram& program) { Cleaner(program).run(); }

}  // namespace rille
