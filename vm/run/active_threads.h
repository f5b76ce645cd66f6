// Crowd: counts active threads outside of the thread pool.
#pragma once

#include <atomic>
#include <cstdint>

namespace rille {

// The number of active threads, which share the cores with the threads of kernels. A short kernel
// leaves their cores to them.
inline std::atomic<int>& active_threads() {
  static std::atomic<int> count{0};
  return count;
}

// The number of threads that will be active soon: readers of a stream while a loop iterates over
// it.
inline std::atomic<int>& reserved_threads() {
  static std::atomic<int> count{0};
  return count;
}

// Adds threads to a count during its lifetime.
class ScopedCount {
 public:
  explicit ScopedCount(std::atomic<int>& count, int64_t threads = 1)
      : count_(count), threads_(static_cast<int>(threads)) {
    count_.fetch_add(threads_, std::memory_order_relaxed);
  }
  ~ScopedCount() { count_.fetch_sub(threads_, std::memory_order_relaxed); }
  ScopedCount(const ScopedCount&) = delete;
  ScopedCount& operator=(const ScopedCount&) = delete;

 private:
  std::atomic<int>& count_;
  int threads_;
};

}  // namespace rille
