// Interrupts and limits: how a running script is stopped.
#include "vm/state/stop.h"

#include <pthread.h>

#include <csignal>

#include "vm/runtime/raw.h"

namespace rille {
namespace {

// A real-time signal carries the Stopper to the thread that runs its script, since lua_sethook is
// safe there (in a signal handler) and nowhere else.
int stop_signal() { return SIGRTMIN + 5; }

// The handler that gives an error its place runs to its end: a stop in it would take the place.
bool is_handler(lua_State* lua, lua_Debug* event) {
  if (event->event == LUA_HOOKLINE || event->event == LUA_HOOKCOUNT) return false;
  lua_getinfo(lua, "f", event);
  bool found = lua_tocfunction(lua, -1) == on_error;
  lua_pop(lua, 1);
  return found;
}

void on_hook(lua_State* lua, lua_Debug* event) {
  if (is_handler(lua, event)) return;
  if (state_of(lua).stopping()) {
    guarded(lua, [](lua_State* lua) {
      state_of(lua).poll();
      return 0;
    });
  } else {
    lua_sethook(lua, nullptr, 0, 0);
  }
}

void set_hook(Stopper& stopper) {
  lua_State* lua = stopper.running.load();
  if (lua == nullptr) return;
  lua_sethook(lua, on_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

void on_signal(int, siginfo_t* info, void*) {
  auto* stopper = static_cast<Stopper*>(info->si_value.sival_ptr);
  if (stopper == nullptr || info->si_code != SI_QUEUE) return;
  set_hook(*stopper);
  stopper->in_flight.fetch_sub(1);
}

void install_handler() {
  static const bool once = [] {
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(stop_signal(), &action, nullptr);
    return true;
  }();
  (void)once;
}

// Safe in a signal handler: atomics, pthread_equal and pthread_sigqueue alone.
void deliver(Stopper& stopper, Stop why) noexcept {
  Stop none = Stop::none;
  stopper.stop.compare_exchange_strong(none, why);
  stopper.in_flight.fetch_add(1);  // first: the owner waits for it before it leaves
  pthread_t owner = stopper.owner.load();
  bool here = pthread_equal(owner, pthread_self()) != 0;
  sigval value = {.sival_ptr = &stopper};
  if (here) set_hook(stopper);
  if (here || stopper.running.load() == nullptr ||
      pthread_sigqueue(owner, stop_signal(), value) != 0) {
    stopper.in_flight.fetch_sub(1);
  }
}

void watch(Stopper& stopper) {
  std::unique_lock lock(stopper.mutex);
  while (!stopper.leaving) {
    if (!stopper.armed) {
      stopper.changed.wait(lock);
    } else if (std::chrono::steady_clock::now() < stopper.deadline) {
      stopper.changed.wait_until(lock, stopper.deadline);
    } else {
      stopper.armed = false;
      deliver(stopper, Stop::wall);
    }
  }
}

void arm(Stopper& stopper, double seconds) {
  std::lock_guard lock(stopper.mutex);
  stopper.armed = seconds > 0;
  stopper.deadline = std::chrono::steady_clock::now() +
                     std::chrono::microseconds(static_cast<int64_t>(seconds * 1e6));
  if (stopper.armed && !stopper.timer.joinable()) {
    stopper.timer = std::thread([&stopper] { watch(stopper); });
  }
  stopper.changed.notify_all();
}

}  // namespace

namespace {

// Where the names of a prompt have taken all memory, each line still gets some, to free it by.
int64_t spare_of(const State::Inside& inside) {
  constexpr int64_t line = 1 << 20, all = 16 << 20;
  int64_t limit = inside.limits.memory_bytes;
  if (limit == 0) return 0;
  int64_t used = inside.lua_bytes + host_space().live_bytes();
  return std::clamp<int64_t>(used + line - limit, 0, all);
}

}  // namespace

Running::Running(State& state) : stopper_(state.inside().stopper) {
  State::Inside& inside = state.inside();
  outermost_ = inside.depth++ == 0;
  depth_ = &inside.depth;
  if (!outermost_) return;
  inside.spare = spare_of(inside);
  if (pthread_equal(stopper_.owner.load(), pthread_self()) == 0) enter_thread();
  stopper_.running.store(inside.lua);
}

// A thread's first run: the signal must reach it, whatever its maker blocked.
void Running::enter_thread() {
  install_handler();
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, stop_signal());
  pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  stopper_.owner.store(pthread_self());
}

Running::~Running() {
  --*depth_;
  if (!outermost_) return;
  lua_State* lua = stopper_.running.exchange(nullptr);
  // A signal on its way is delivered to this thread before anything else can happen to the state.
  while (stopper_.in_flight.load() != 0) std::this_thread::yield();
  if (lua_gethook(lua) != nullptr) lua_sethook(lua, nullptr, 0, 0);
}

void end_timer(Stopper& stopper) {
  {
    std::lock_guard lock(stopper.mutex);
    stopper.leaving = true;
    stopper.changed.notify_all();
  }
  if (stopper.timer.joinable()) stopper.timer.join();
}

void State::set_limits(const Limits& limits) {
  inside_->limits = limits;
  inside_->output_bytes = 0;
  host_space().set_limit(limits.memory_bytes);
  arm(inside_->stopper, limits.wall_s);
}

void State::interrupt(std::string reason) {
  {
    std::lock_guard lock(inside_->stopper.mutex);
    inside_->stopper.reason = std::move(reason);
  }
  deliver(inside_->stopper, Stop::interrupt);
}

void State::interrupt_now() noexcept { deliver(inside_->stopper, Stop::interrupt); }

bool State::stopping() const {
  return inside_->stopper.stop.load(std::memory_order_relaxed) != Stop::none;
}

void State::poll() {
  Stopper& stopper = inside_->stopper;
  switch (stopper.stop.load()) {
    case Stop::none: return;
    case Stop::wall:
      throw Error(Code::limit, str("the time limit of ", inside_->limits.wall_s, " s is over"));
    case Stop::output:
      throw Error(Code::limit,
                  str("the output passed its limit of ", inside_->limits.output_bytes, " bytes"));
    case Stop::interrupt: break;
  }
  std::lock_guard lock(stopper.mutex);
  throw Error(Code::interrupt, stopper.reason.empty() ? "stopped" : stopper.reason);
}

void State::resume() {
  inside_->stopper.stop.store(Stop::none);
  std::lock_guard lock(inside_->stopper.mutex);
  inside_->stopper.reason.clear();
}

void State::write(std::string_view text) {
  inside_->output_bytes += static_cast<int64_t>(text.size());
  int64_t limit = inside_->limits.output_bytes;
  if (limit > 0 && inside_->output_bytes > limit) {
    deliver(inside_->stopper, Stop::output);
    poll();
  }
  inside_->write(text);
}

}  // namespace rille
