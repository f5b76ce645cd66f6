// InterruptHandler: interrupts of Jupyter on a thread.
#pragma once

#include <mutex>

namespace rille {

class State;  // vm/state.h

// SIGINT must be blocked before any thread starts: a signal handler that returns during a poll of
// ZeroMQ would end the kernel. An interrupt between two cells is ignored.
class InterruptHandler {
 public:
  explicit InterruptHandler(State& state) : state_(state) {}

  static void block_signal();
  void watch();  // waits for signals; does not return

  void begin();  // begins a run that can be interrupted
  void end();
  void stop();  // interrupts the run; may be called from any thread

 private:
  State& state_;
  std::mutex mutex_;
  bool is_running_ = false;
};

}  // namespace rille
