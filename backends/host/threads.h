// Threads: runs ranges of iterations on all cores.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace rille {

// Calls body(begin, end) for ranges that cover [0, iterations), each of `grain` iterations except
// the last one, on up to host_threads() threads, and returns when all are done. If the pool is busy
// with another caller, or a body calls parallel_for, all ranges run on the calling thread. Each
// range begins with a cancellation point. An exception of a body is rethrown to the caller after
// all threads have left the bodies.
using RangeFn = std::function<void(int64_t, int64_t)>;
void parallel_for(int64_t iterations, int64_t grain, const RangeFn& body);

// A running thread, which must be joined. std::thread does not support a stack size.
class Thread {
 public:
  // Starts a thread that runs the body; nullopt if the system cannot create more threads. If
  // `stack_bytes` is 0, the stack has the default size.
  static std::optional<Thread> started(std::function<void()> body, size_t stack_bytes = 0);
  void join() const { pthread_join(id_, nullptr); }

 private:
  explicit Thread(pthread_t id) : id_(id) {}
  pthread_t id_;
};

}  // namespace rille
