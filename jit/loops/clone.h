// LoopCloner: copies operations with registers of their own.
#pragma once

#include <map>

#include "jit/loops/build.h"

namespace rille {

// Appends copies of operations to a builder. Registers that the copies define are new; those in
// `renamed` are replaced where they are read; all others stay.
class LoopCloner {
 public:
  explicit LoopCloner(LoopBuilder& builder) : b_(builder) {}

  std::map<Register, Register> renamed = {};

  Register at(Register r) const {
    auto found = renamed.find(r);
    return found == renamed.end() ? r : found->second;
  }
  LinearIndex at(LinearIndex index) const {
    for (LinearIndex::Term& term : index.terms) term.value = at(term.value);
    return index;
  }

  void clone(const LoopBlock& block) {
    for (const LoopOp& op : block) clone(op);
  }
  // What has a new register already is not computed again.
  void clone(const LoopOp& op) {
    if (op.out >= 0 && renamed.contains(op.out)) return;
    LoopOp own = op;
    each_read_register(own, [&](Register& r) { r = at(r); });
    if (op.out >= 0) own.out = renamed[op.out] = b_.fresh(type(op.out));
    for (LoopBlock& inner : own.blocks) {
      LoopBlock old = std::move(inner);
      inner = b_.block([&] { clone(old); });
    }
    b_.add(std::move(own));
  }

 private:
  RegisterType type(Register r) const { return b_.program.registers[static_cast<size_t>(r)]; }

  LoopBuilder& b_;
};

}  // namespace rille
