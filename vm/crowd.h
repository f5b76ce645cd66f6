// Crowd: how many threads beside the pool's are at work.
#pragma once

#include <atomic>

namespace rille {

// A kernel's threads share the cores with these, and leave them theirs while it is short.
inline std::atomic<int>& crowd() {
  static std::atomic<int> count{0};
  return count;
}

class InCrowd {
 public:
  InCrowd() { crowd().fetch_add(1, std::memory_order_relaxed); }
  ~InCrowd() { crowd().fetch_sub(1, std::memory_order_relaxed); }
  InCrowd(const InCrowd&) = delete;
  InCrowd& operator=(const InCrowd&) = delete;
};

}  // namespace rille
