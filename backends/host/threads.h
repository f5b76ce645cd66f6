// Threads: ranges of a kernel's turns on all cores.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace rille {

// Calls body(begin, end) for ranges that make up [0, turns), each but the last of `grain` turns, on
// up to host_threads() threads; returns when all are done. While another caller's ranges run, these
// run on the caller alone, and so do those of a body that calls again. Stops are heard before each
// range. What a body throws reaches the caller, once no thread is in a body any more.
using RangeFn = std::function<void(int64_t, int64_t)>;
void parallel_for(int64_t turns, int64_t grain, const RangeFn& body);

// A thread that was started; somebody joins it. std::thread cannot choose the size of its stack.
class Thread {
 public:
  // One that runs the body; none where the system has no more threads. A stack of 0 bytes is one
  // of the system's size.
  static std::optional<Thread> started(std::function<void()> body, size_t stack_bytes = 0);
  void join() const { pthread_join(id_, nullptr); }

 private:
  explicit Thread(pthread_t id) : id_(id) {}
  pthread_t id_;
};

}  // namespace rille
