// RunScope: the State that a thread works for, and polling.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rille {

class Account;          // vm/memory/account.h
class Observers;        // vm/run/observer.h
struct Grants;          // vm/run/grants.h
class State;            // vm/state.h
struct InterruptState;  // vm/state/inside.h

// The context of the work on a thread: its memory is charged to `account`, its output goes to the
// output of the State, and poll() throws when the State is stopped.
struct Context {
  State* state = nullptr;  // null if none
  Account* account = nullptr;
  const Grants* grants = nullptr;        // the capabilities; null for all
  const Observers* observers = nullptr;  // null if there are none
};
Context running();

// The scope of each run of code of a State: of Lua, and of C++ that a host runs for it. The
// outermost scope of a State tells interrupt() which thread to wake. If one State calls into
// another on the same thread, the inner one is current.
class RunScope {
 public:
  explicit RunScope(State& state);
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

 private:
  void enter_thread();

  Context before_;
  InterruptState& stopper_;
  int* depth_;
  bool outermost_;
};

// The scope of work on another thread for a run that waits for it.
class WorkerScope {
 public:
  explicit WorkerScope(Context of);
  ~WorkerScope();
  WorkerScope(const WorkerScope&) = delete;
  WorkerScope& operator=(const WorkerScope&) = delete;

 private:
  Context before_;
};

// During its lifetime, stops are ignored on this thread. Memory is charged as before.
class InterruptGuard : WorkerScope {
 public:
  InterruptGuard();
};

// Throws error[interrupt] or error[limit] if the State that runs on this thread is stopped. Costs
// two loads. All work whose length depends on a script calls it, every 64 KB or 10^4 items.
void poll();

// Also throws error[memory] if the State has no room for `scratch` bytes, which the work currently
// holds without accounting.
void poll(size_t scratch);

// Whether poll() would throw. For loops that cannot throw: they end early, and their caller polls.
bool stopping();

// Copies that poll: memcpy, and a copy of a string with the requested capacity.
void copy_bytes(void* to, const void* from, size_t bytes);
std::string copied(std::string_view text, size_t room = 0);

// Calls poll() at every 2^13th step of the thread, over all walks, since many short walks add up,
// and whenever the scratch has grown by a megabyte.
class PollCounter {
 public:
  void step(size_t scratch = 0) {
    if (++steps_ % 8192 != 0 && scratch < seen_ + (size_t{1} << 20)) return;
    seen_ = scratch;
    poll(scratch);
  }

 private:
  static inline constinit thread_local size_t steps_ = 0;  // NOLINT(*-global-variables)
  size_t seen_ = 0;
};

}  // namespace rille
