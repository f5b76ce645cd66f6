// RecentCalls: the recent calls of a jitted function.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "stdlib/transform/trace_cache.h"
#include "stdlib/transform/traced.h"
#include "vm/walk.h"

namespace rille {

// For each parameter of a function whether its argument is donated. Empty: all are.
using DonationMask = std::vector<char>;

// Whether the result can be assigned to the variables of the loan.
bool overwrites(const Loan& loan, const Value& result);

// A call like a recent one runs without a cache key: its walk is replayed, the code reads the
// leaves in place, and the results are pushed to the stack without building a tree.
class RecentCalls {
 public:
  // Called after the slow path has found the entry of a call, outside of every trace.
  void note(const Function& f, const Values& args, const CallTree& parts, const Loan& call,
            const TraceEntry& entry);

  // Runs the call if it is like a recent one; returns whether it did.
  bool run(State& state, Loan& loan, const DonationMask& donate, NativeResults& out);

 private:
  struct RecentCall {
    CallWalk walk;
    TraceCache::CacheHandle ticket;
    std::vector<uint64_t> fixed;                       // pairs: index of a static leaf, its bits
    std::vector<int> arguments;                        // per leaf: the index of its argument
    std::vector<std::shared_ptr<const void>> holders;  // owners of the addresses in the walk
    // Buffers that a run moves out and back. A run nested in another one allocates its own.
    std::vector<CallWalk::Leaf> leaves = {};
    std::vector<RunInput> feeds = {};
  };

  static bool passes(RecentCall& call, const Loan& loan);

  static constexpr size_t most = 4;
  std::vector<std::shared_ptr<RecentCall>> calls_;  // most recently used first
};

}  // namespace rille
