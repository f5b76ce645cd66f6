// Crowd: how many threads beside the pool's are at work.
#pragma once

#include <atomic>

namespace rille {

// A kernel's threads share the cores with these, and leave them theirs while it is short.
inline std::atomic<int>& crowd() {
  static std::atomic<int> count{0};
  return count;
}

// How many threads will be at work soon: readers of a stream, while a loop goes through it.
inline std::atomic<int>& audience() {
  static std::atomic<int> count{0};
  return count;
}

class InAudience {
 public:
  explicit InAudience(int threads) : threads_(threads) {
    audience().fetch_add(threads, std::memory_order_relaxed);
  }
  ~InAudience() { audience().fetch_sub(threads_, std::memory_order_relaxed); }
  InAudience(const InAudience&) = delete;
  InAudience& operator=(const InAudience&) = delete;

 private:
  int threads_;
};

class InCrowd {
 public:
  InCrowd() { crowd().fetch_add(1, std::memory_order_relaxed); }
  ~InCrowd() { crowd().fetch_sub(1, std::memory_order_relaxed); }
  InCrowd(const InCrowd&) = delete;
  InCrowd& operator=(const InCrowd&) = delete;
};

}  // namespace rille
