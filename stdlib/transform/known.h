// KnownCalls: the last calls of a jitted function.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "stdlib/transform/memory.h"
#include "stdlib/transform/traced.h"
#include "vm/walk.h"

namespace rille {

// Which of a function's arguments may be overwritten; empty: all.
using Donate = std::vector<char>;

// Whether the result can be assigned to the places that lent their values.
bool overwrites(const Loan& loan, const Value& result);

// A call like one of these runs without a key: its walk is replayed, the leaves are handed to the
// code where they stand, and results go to the stack without a tree made of them.
class KnownCalls {
 public:
  // After the long way has found the entry of a call, outside of every trace.
  void note(const Function& f, const Values& args, const CallTree& parts, const Loan& call,
            const Entry& entry);

  // Whether it was such a call.
  bool run(State& state, Loan& loan, const Donate& donate, NativeResults& out);

 private:
  struct Call {
    CallWalk walk;
    Memory::Ticket ticket;
    std::vector<uint64_t> fixed;                       // which leaf, and its bits
    std::vector<int> arguments;                        // that the leaves stand in
    std::vector<std::shared_ptr<const void>> holders;  // of the walk's addresses
    // Room for a run; one that begins within another finds none and makes its own.
    std::vector<CallWalk::Leaf> leaves = {};
    std::vector<Feed> feeds = {};
  };

  static bool passes(Call& call, const Loan& loan);

  static constexpr size_t most = 4;
  std::vector<std::shared_ptr<Call>> calls_;  // the last used first
};

}  // namespace rille
