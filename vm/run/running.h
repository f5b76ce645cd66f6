// Running: which State a thread works for, and polls of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rille {

class Account;    // vm/memory/account.h
class Observers;  // vm/run/observer.h
struct Grants;    // vm/run/grants.h
class State;      // vm/state.h
struct Stopper;   // vm/state/inside.h

// What the work on a thread is done for. Memory that it takes is charged to the account, what it
// prints goes where the State writes, and poll() hears the State's stops.
struct Context {
  State* state = nullptr;  // null: nobody's
  Account* account = nullptr;
  const Grants* grants = nullptr;        // what it may reach; null: everything
  const Observers* observers = nullptr;  // who is told of it; null: nobody
};
Context running();

// Stands around every run of a State's code: of Lua, and of C++ that a host runs for it. The
// outermost one of a State tells interrupt() whom to wake. Two States nest on one thread, when one
// calls into the other: the inner one counts.
class Running {
 public:
  explicit Running(State& state);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  void enter_thread();

  Context before_;
  Stopper& stopper_;
  int* depth_;
  bool outermost_;
};

// On another thread that works for a run while the run waits for it.
class Joined {
 public:
  explicit Joined(Context of);
  ~Joined();
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

 private:
  Context before_;
};

// While one lives, no stop is heard on this thread; memory is charged as before.
class Unstopped : Joined {
 public:
  Unstopped();
};

// Throws error[interrupt] or error[limit] where the State that runs on this thread is to stop. It
// costs two loads. All work whose length a script decides calls it: every 64 KB or 10^4 items.
void poll();

// The same, and error[memory] where the State has no room for `scratch` bytes: what the work holds
// at the moment and no account knows.
void poll(size_t scratch);

// Whether poll() would throw. For loops that cannot: they leave off, and whoever began them polls.
bool stopping();

// Copies that poll: memcpy, and that of a text, with room for as many bytes as are asked for.
void copy_bytes(void* to, const void* from, size_t bytes);
std::string copied(std::string_view text, size_t room = 0);

// poll() at every 2^13th step of the thread, since many short walks are a long one, and whenever
// the scratch has grown by a megabyte.
class Polls {
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
