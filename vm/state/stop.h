// Stops of a run, and the timer of all States.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "vm/run/script_sampler.h"
#include "vm/state/inside.h"

namespace rille {

// Stops the run. On the thread of the run it takes no lock and does not allocate. The
// first reason wins.
void deliver(InterruptState& stopper, StopReason why) noexcept;

// The thread that ticks for a ScriptSampler. All functions are called on the thread of the State.
class SampleTimer {
 public:
  SampleTimer(State::Internals& inside, std::chrono::nanoseconds period, ScriptSampler::Callback f);
  ~SampleTimer() { stop(); }
  SampleTimer(const SampleTimer&) = delete;
  SampleTimer& operator=(const SampleTimer&) = delete;

  void take();  // calls the function
  void stop();  // ends the thread and drops the function; can be called again

 private:
  void run();

  State::Internals& inside_;
  ScriptSampler::Callback callback_;
  std::chrono::nanoseconds period_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool is_over_ = false;
  std::thread thread_;
};

// Lets a running script take the tick of a ScriptSampler at its next instruction.
void deliver_tick(InterruptState& stopper) noexcept;

// The setting for a State that this thread creates: see NoSignalsScope (vm/run/signals.h).
bool signals_wanted();

// The run continues on this Lua thread: stops apply to it from now on, also a pending one.
void move_run(InterruptState& stopper, lua_State* lua) noexcept;

// Delivers StopReason::wall after wall_s seconds, and StopReason::cpu after cpu_s seconds of CPU
// time of this thread. Replaces earlier settings; 0 means never.
void set_timer(InterruptState& stopper, double wall_s, double cpu_s = 0);

}  // namespace rille
