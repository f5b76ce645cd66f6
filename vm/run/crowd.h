// Crowd: how many threads beside the pool's are at work.
#pragma once

#include <atomic>
#include <cstdint>

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

// Counts some threads in, for as long as it lives.
class Among {
 public:
  explicit Among(std::atomic<int>& count, int64_t threads = 1)
      : count_(count), threads_(static_cast<int>(threads)) {
    count_.fetch_add(threads_, std::memory_order_relaxed);
  }
  ~Among() { count_.fetch_sub(threads_, std::memory_order_relaxed); }
  Among(const Among&) = delete;
  Among& operator=(const Among&) = delete;

 private:
  std::atomic<int>& count_;
  int threads_;
};

}  // namespace rille
