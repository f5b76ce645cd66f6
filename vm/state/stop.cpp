// Interrupts and limits: stopping a running script.
#include "vm/state/stop.h"

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "vm/run/observer.h"
#include "vm/run/post.h"
#include "vm/run/running.h"
#include "vm/run/signals.h"
#include "vm/runtime/raw.h"
#include "vm/value/remains.h"

namespace rille {
namespace {

// A real-time signal carries the InterruptState to the thread that runs the script, since
// lua_sethook is safe only there, in a signal handler.
int stop_signal() { return SIGRTMIN + 5; }

// Whether the message handler runs, which is not interrupted: otherwise the error would lose its
// position.
bool is_handler(lua_State* lua, lua_Debug* event) {
  if (event->event == LUA_HOOKLINE || event->event == LUA_HOOKCOUNT) return false;
  lua_getinfo(lua, "f", event);
  bool found = lua_tocfunction(lua, -1) == on_error;
  lua_pop(lua, 1);
  return found;
}

void on_hook(lua_State* lua, lua_Debug* event);
void set_hook(InterruptState& stopper);

void take_posts(State::Internals& inside) {
  std::vector<std::function<void()>> posts;
  {
    std::lock_guard guard(inside.posting);
    posts.swap(inside.posts);
    inside.stopper.has_posts = false;
  }
  for (const auto& f : posts) {
    try {
      f();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): see post()
    }
  }
}

// Lets a script without signals poll for stops from time to time.
void watch(lua_State* lua, const InterruptState& stopper) {
  constexpr int steps = 1000;
  if (stopper.signals.load()) return lua_sethook(lua, nullptr, 0, 0);
  lua_sethook(lua, on_hook, LUA_MASKCOUNT, steps);
}

void on_hook(lua_State* lua, lua_Debug* event) {
  if (is_handler(lua, event)) return;
  State::Internals& inside = inside_of(lua);
  if (inside.stopper.has_posts.load()) take_posts(inside);
  bool is_sampled = inside.stopper.ticks.exchange(0) > 0 && inside.sample_timer != nullptr;
  if (is_sampled) inside.sample_timer->take();
  if (inside.settling > 0) {
    --inside.settling;
  } else if (state_of(lua).stopping()) {
    guarded(lua, [](lua_State* lua) {
      state_of(lua).poll();
      return 0;
    });
  } else {
    watch(lua, inside.stopper);
    // A signal since the checks has set a hook that watch() cleared.
    const InterruptState& stopper = inside.stopper;
    bool is_wanted =
        stopper.has_posts.load() || stopper.ticks.load() > 0 || state_of(lua).stopping();
    if (is_wanted) set_hook(inside.stopper);
  }
}

void set_hook(InterruptState& stopper) {
  lua_State* lua = stopper.running.load();
  if (lua == nullptr) return;
  lua_sethook(lua, on_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

void on_signal(int, siginfo_t* info, void*) {
  auto* stopper = static_cast<InterruptState*>(info->si_value.sival_ptr);
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

}  // namespace

// Safe in a signal handler: uses only atomics, pthread_equal, and pthread_sigqueue.
void deliver(InterruptState& stopper, StopReason why) noexcept {
  StopReason none = StopReason::none;
  stopper.stop.compare_exchange_strong(none, why);
  pthread_t owner = stopper.owner.load();
  bool here = pthread_equal(owner, pthread_self()) != 0;
  if (!here && !stopper.signals.load()) return;  // the script polls
  stopper.in_flight.fetch_add(1);                // first, since the owner waits for it at the end
  sigval value = {.sival_ptr = &stopper};
  if (here) set_hook(stopper);
  if (here || stopper.running.load() == nullptr ||
      pthread_sigqueue(owner, stop_signal(), value) != 0) {
    stopper.in_flight.fetch_sub(1);
  }
}

namespace {

// Lets a running script enter its hook at its next instruction. `before` is called first, unless
// no script runs.
template <class F>
void enter_hook(InterruptState& stopper, F before) noexcept {
  stopper.in_flight.fetch_add(1);
  bool is_running = stopper.running.load() != nullptr;
  if (is_running) before();
  sigval value = {.sival_ptr = &stopper};
  bool is_sent = is_running && stopper.signals.load() &&
                 pthread_sigqueue(stopper.owner.load(), stop_signal(), value) == 0;
  if (!is_sent) stopper.in_flight.fetch_sub(1);
}

}  // namespace

void deliver_tick(InterruptState& stopper) noexcept {
  enter_hook(stopper, [&] { stopper.ticks.fetch_add(1); });
}

void post(State& state, std::function<void()> f) {
  State::Internals& inside = state.inside();
  {
    std::lock_guard guard(inside.posting);
    inside.posts.push_back(std::move(f));
    inside.stopper.has_posts = true;
  }
  enter_hook(inside.stopper, [] {});
}

void move_run(InterruptState& stopper, lua_State* lua) noexcept {
  if (stopper.running.load() == nullptr) return;
  stopper.running.store(lua);
  if (stopper.stop.load() != StopReason::none) set_hook(stopper);
}

namespace {

// If the names of a prompt use all memory, each line still gets some, so that it can free memory.
int64_t spare_of(const State::Internals& inside) {
  constexpr int64_t line = 1 << 20, all = 16 << 20;
  int64_t limit = inside.limits.memory_bytes;
  if (limit == 0) return 0;
  return std::clamp<int64_t>(inside.account->used() + line - limit, 0, all);
}

thread_local Context here;                    // NOLINT(*-global-variables)
thread_local bool signals_are_wanted = true;  // NOLINT(*-global-variables)

}  // namespace

Context running() { return here; }

NoSignalsScope::NoSignalsScope() : before_(std::exchange(signals_are_wanted, false)) {}
NoSignalsScope::~NoSignalsScope() { signals_are_wanted = before_; }
bool signals_wanted() { return signals_are_wanted; }

WorkerScope::WorkerScope(Context of) : before_(std::exchange(here, of)) {}
WorkerScope::~WorkerScope() { here = before_; }
InterruptGuard::InterruptGuard()
    : WorkerScope({.account = here.account, .grants = here.grants, .observers = here.observers}) {}

bool stopping() { return here.state != nullptr && here.state->stopping(); }

void poll() {
  if (stopping()) here.state->poll();
}

void poll(size_t scratch) {
  poll();
  if (here.account == nullptr) return;
  if (refused([&] { return !here.account->has_room(scratch); })) out_of_memory(*here.account);
}

void copy_bytes(void* to, const void* from, size_t bytes) {
  constexpr size_t piece = size_t{1} << 20;
  for (size_t at = 0; at < bytes; at += piece) {
    if (at > 0) poll();
    std::memcpy(static_cast<char*>(to) + at, static_cast<const char*>(from) + at,
                std::min(piece, bytes - at));
  }
}

std::string copied(std::string_view text, size_t room) {
  constexpr size_t piece = size_t{1} << 20;
  std::string out;
  out.reserve(std::max(room, text.size()));
  for (size_t at = 0; at < text.size(); at += piece) {
    if (at > 0) poll();
    out += text.substr(at, piece);
  }
  return out;
}

namespace {

const Grants* grants_of(State& state) {
  const auto& grants = state.inside().grants;
  return grants ? &*grants : nullptr;
}

}  // namespace

RunScope::RunScope(State& state)
    : before_(std::exchange(
          here, {&state, state.inside().account.get(), grants_of(state), &state.observers()})),
      stopper_(state.inside().stopper) {
  State::Internals& inside = state.inside();
  outermost_ = inside.depth++ == 0;
  depth_ = &inside.depth;
  if (!outermost_) return;
  inside.account->spare = spare_of(inside);
  if (pthread_equal(stopper_.owner.load(), pthread_self()) == 0) enter_thread();
  stopper_.running.store(inside.lua);
  if (!stopper_.signals.load()) watch(inside.lua, stopper_);
  if (stopper_.has_posts.load()) set_hook(stopper_);
}

// Called in the first run of a thread: unblocks the signal, which the creator may have blocked.
void RunScope::enter_thread() {
  stopper_.owner.store(pthread_self());
  if (!stopper_.signals.load()) return;
  install_handler();
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, stop_signal());
  pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
}

RunScope::~RunScope() {
  here = before_;
  --*depth_;
  if (!outermost_) return;
  lua_State* lua = stopper_.running.exchange(nullptr);
  // A pending signal is delivered to this thread before the state is used again.
  while (stopper_.in_flight.load() != 0) std::this_thread::yield();
  if (lua_gethook(lua) != nullptr) lua_sethook(lua, nullptr, 0, 0);
  // These two belong to this run: one that arrived too late must not stop the next run.
  for (StopReason own : {StopReason::memory, StopReason::depth}) {
    stopper_.stop.compare_exchange_strong(own, StopReason::none);
  }
}

namespace {

void check_limits(const Limits& limits) {
  auto refuse = [](std::string_view what, auto given) {
    throw Error(Code::value, str("the limit of ", what, " is out of range: ", given));
  };
  if (!(limits.wall_s >= 0)) refuse("time", limits.wall_s);
  if (limits.memory_bytes < 0) refuse("memory", limits.memory_bytes);
  if (limits.depth < 1) refuse("depth", limits.depth);
  if (limits.output_bytes < 0) refuse("output", limits.output_bytes);
  if (!(limits.cpu_s >= 0)) refuse("CPU time", limits.cpu_s);
  if (limits.trace_nodes < 0) refuse("operations in traces", limits.trace_nodes);
  if (!(limits.compile_s >= 0)) refuse("time to compile", limits.compile_s);
}

}  // namespace

// A limit of a script never exceeds the one of the machine.
void State::set_limits(const Limits& limits) {
  check_limits(limits);
  inside_->limits = limits;
  int64_t machine = host_space().limit(), asked = limits.memory_bytes;
  inside_->account->limit = asked > 0 && (machine == 0 || asked < machine) ? asked : machine;
  inside_->collect_at = 0;
  inside_->until_depth = 0;
  start_clock();
}

// Also clears the stops of an earlier clock.
void State::start_clock() {
  inside_->output_bytes = 0;
  inside_->nodes = 0;
  inside_->compile_s = 0;
  set_timer(inside_->stopper, inside_->limits.wall_s, inside_->limits.cpu_s);
  for (StopReason old : {StopReason::wall, StopReason::cpu, StopReason::output}) {
    inside_->stopper.stop.compare_exchange_strong(old, StopReason::none);
  }
}

void State::stop_clock() { set_timer(inside_->stopper, 0); }

void State::count_node() {
  int64_t limit = inside_->limits.trace_nodes;
  if (limit == 0 || ++inside_->nodes <= limit) return;
  throw Error(Code::limit, str("limit of ", limit, " traced operations exceeded"));
}

void State::check_compile(double seconds) {
  double limit = inside_->limits.compile_s;
  if (limit == 0 || inside_->compile_s + seconds <= limit) return;
  throw Error(Code::limit, str("compile time limit of ", limit, " s exceeded"));
}

void State::count_compile(double seconds) {
  check_compile(seconds);
  inside_->compile_s += seconds;
}

int64_t State::memory_used() const { return inside_->account->used(); }

void State::set_signals(bool used) { inside_->stopper.signals = used; }

// Sets the reason and the stop together, so that resume() clears both or none.
void State::interrupt(std::string reason) {
  std::lock_guard lock(inside_->stopper.mutex);
  inside_->stopper.reason = std::move(reason);
  deliver(inside_->stopper, StopReason::interrupt);
}

void State::interrupt_now() noexcept { deliver(inside_->stopper, StopReason::interrupt); }

bool State::stopping() const {
  return inside_->stopper.stop.load(std::memory_order_relaxed) != StopReason::none;
}

void State::poll() {
  InterruptState& stopper = inside_->stopper;
  switch (stopper.stop.load()) {
    case StopReason::none: return;
    case StopReason::wall:
      throw Error(Code::limit, str("time limit of ", inside_->limits.wall_s, " s exceeded"));
    case StopReason::cpu:
      throw Error(Code::limit, str("CPU time limit of ", inside_->limits.cpu_s, " s exceeded"));
    case StopReason::output:
      throw Error(Code::limit,
                  str("output limit of ", inside_->limits.output_bytes, " bytes exceeded"));
    case StopReason::memory: stopper.stop.store(StopReason::none); out_of_memory(*inside_->account);
    case StopReason::depth:
      stopper.stop.store(StopReason::none);
      throw Error(Code::limit,
                  str("maximum recursion depth of ", inside_->limits.depth, " calls exceeded"));
    case StopReason::interrupt: break;
  }
  std::lock_guard lock(stopper.mutex);
  throw Error(Code::interrupt, stopper.reason.empty() ? "stopped" : stopper.reason);
}

void State::resume() {
  std::lock_guard lock(inside_->stopper.mutex);
  inside_->stopper.stop.store(StopReason::none);
  inside_->stopper.reason.clear();
}

void State::write(std::string_view text) {
  if (inside_->grants && !inside_->grants->print) need_grant(Grant::print, "print");
  inside_->output_bytes += static_cast<int64_t>(text.size());
  int64_t limit = inside_->limits.output_bytes;
  if (limit > 0 && inside_->output_bytes > limit) {
    deliver(inside_->stopper, StopReason::output);
    poll();
  }
  begin_output();
  inside_->write(text);
}

void State::before_output(std::function<void()> clear) {
  inside_->before_output = std::move(clear);
}

void State::begin_output() {
  if (inside_->before_output) std::exchange(inside_->before_output, nullptr)();
}

}  // namespace rille
