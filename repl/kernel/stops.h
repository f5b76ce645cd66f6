// Stops: Jupyter's interrupts, taken by a thread of their own.
#pragma once

#include <mutex>

namespace rille {

class State;  // vm/state.h

// SIGINT has to be blocked in all threads before one begins: within a poll of ZeroMQ, a handler's
// return would end the kernel. An interrupt between two cells is forgotten.
class Stops {
 public:
  explicit Stops(State& state) : state_(state) {}

  static void block_signal();
  void watch();  // takes signals; does not return

  void begin();  // a run that may be stopped
  void end();
  void stop();  // from any thread

 private:
  State& state_;
  std::mutex mutex_;
  bool is_running_ = false;
};

}  // namespace rille
