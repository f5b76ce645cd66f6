// The thread pool: idle threads spin, then sleep.
#include "backends/host/threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "backends/backend.h"
#include "vm/error.h"
#include "vm/run/active_threads.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int default_threads() {
  if (const char* asked = std::getenv("RILLE_THREADS")) return std::clamp(std::atoi(asked), 1, 256);
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
}

// Enough for the ranges of kernels, and small enough for 256 threads in a limited address space.
constexpr size_t stack_bytes = 1 << 20;

// Whether this thread is running a body.
thread_local bool inside = false;  // NOLINT(*-global-variables)

using Clock = std::chrono::steady_clock;

// How long a thread spins before it sleeps, which is about the time that waking takes.
constexpr std::chrono::microseconds patience{50};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins until `holds` is true, the patience has elapsed, or `may` is false. Returns whether `holds`
// became true.
template <typename Holds, typename May>
bool soon(const Holds& holds, const May& may) {
  constexpr int looks = 32;  // between two readings of the clock
  auto until = Clock::now() + patience;
  do {
    for (int i = 0; i < looks; ++i) {
      if (holds()) return true;
      pause();
    }
  } while (may() && Clock::now() < until);
  return false;
}

// The pool runs one round of work at a time. Counters hand out its ranges, and its seats, one for
// each thread that may help. The caller takes ranges like the helpers. When no range is left, it
// closes the round and waits only for the helpers that took a seat, so that a thread which the
// system does not schedule causes no delay. If other threads are active (vm/run/active_threads.h),
// only as many helpers as there are free cores are called immediately. The others are called if the
// round is still open after the time that waking takes, when a short kernel would be done. The
// caller writes the data of a round after the previous round is closed and its helpers are back,
// and publishes the round by `open_`.
class Pool {
 public:
  ~Pool() {
    stop_ = true;
    calls_.fetch_add(1);
    calls_.notify_all();
    for (Thread& thread : threads_) thread.join();
  }

  // A nested call from a body, and a second concurrent caller, run all ranges on their own thread.
  // If a body throws, no more ranges are handed out, and the first exception is rethrown to the
  // caller after all helpers are back.
  void run(int64_t iterations, int64_t grain, const RangeFn& body, int wanted) {
    if (wanted <= 1 || inside) return run_alone(iterations, grain, body);
    std::unique_lock busy(one_, std::try_to_lock);
    if (!busy) return run_alone(iterations, grain, body);
    int helpers = std::min(wanted - 1, grown(wanted - 1));
    round_ = {.of = running(), .body = &body, .iterations = iterations, .grain = grain};
    next_.store(0, std::memory_order_relaxed);
    back_.store(0, std::memory_order_relaxed);
    uint64_t before = open_.load(std::memory_order_relaxed);
    open_.store(before + one_round + static_cast<uint64_t>(helpers), std::memory_order_release);
    int others = active_threads().load(std::memory_order_relaxed);
    int at_once = others == 0 ? helpers : std::clamp(cores_ - 1 - others, 0, helpers);
    call(at_once);
    take_ranges(helpers - at_once);
    uint64_t left = open_.fetch_and(~seats, std::memory_order_acq_rel) & seats;
    wait_for(helpers - static_cast<int>(left));
    if (std::exception_ptr fault = std::exchange(fault_, nullptr)) std::rethrow_exception(fault);
  }

 private:
  // open_ has the number of the round in the upper bits and the number of free seats in the lower
  // 16.
  static constexpr uint64_t one_round = 1 << 16, seats = one_round - 1;

  struct PoolRound {
    Context of;
    const RangeFn* body = nullptr;
    int64_t iterations = 0, grain = 1;
  };

  static void run_alone(int64_t iterations, int64_t grain, const RangeFn& body) {
    for (int64_t at = 0; at < iterations; at += grain) {
      poll();
      body(at, std::min(at + grain, iterations));
    }
  }

  // Starts threads up to `count`, or fewer if the system cannot create them, and returns their
  // number.
  int grown(int count) {
    while (std::ssize(threads_) < count) {
      threads_.reserve(threads_.size() +
                       1);  // operations that can fail come before the start of the thread
      auto thread = Thread::started([this, i = std::ssize(threads_)] { work(i); }, stack_bytes);
      if (!thread) break;
      threads_.push_back(*thread);
    }
    looks_ = std::ssize(threads_) < cores_;
    return static_cast<int>(std::ssize(threads_));
  }

  // Spins only while there is a core that no other thread needs, including `others` of this pool.
  template <typename Holds>
  bool looks_for(const Holds& holds, int64_t others) const {
    auto may = [&] {
      return looks_ && others + active_threads().load(std::memory_order_relaxed) < cores_;
    };
    return may() && soon(holds, may);
  }

  // Wakes sleeping threads; spinning threads notice the round without being woken.
  void call(int helpers) {
    calls_.fetch_add(1);
    if (helpers == std::ssize(threads_)) return calls_.notify_all();
    for (int i = 0; i < helpers; ++i) calls_.notify_one();
  }

  void wait_for(int joined) {
    auto are_back = [&] { return back_.load(std::memory_order_acquire) == joined; };
    if (are_back() || looks_for(are_back, joined)) return;
    for (int back = back_.load(std::memory_order_acquire); back != joined;
         back = back_.load(std::memory_order_acquire)) {
      back_.wait(back, std::memory_order_acquire);
    }
  }

  // Runs ranges for a caller; never throws. `later` is the number of helpers not called yet.
  void take_ranges(int later = 0) {
    const auto [of, body, iterations, grain] = round_;
    inside = true;
    auto began = later > 0 ? Clock::now() : Clock::time_point();
    try {
      for (int64_t at = next_.fetch_add(grain); at < iterations; at = next_.fetch_add(grain)) {
        poll();
        (*body)(at, std::min(at + grain, iterations));
        if (later > 0 && Clock::now() - began > patience) call(std::exchange(later, 0));
      }
    } catch (const std::exception&) {
      next_ = iterations;
      std::lock_guard lock(fault_mutex_);
      if (fault_ == nullptr) fault_ = std::current_exception();
    }
    inside = false;
  }

  // Takes a seat of a round other than `seen`, and sets `seen` to that round.
  bool take_seat(uint64_t& seen) {
    uint64_t open = open_.load(std::memory_order_acquire);
    while ((open & seats) != 0 && open / one_round != seen) {
      if (!open_.compare_exchange_weak(open, open - 1, std::memory_order_acq_rel)) continue;
      seen = open / one_round;
      return true;
    }
    return false;
  }

  void work(int64_t number) {
    Recorder::name_thread(str("worker ", number + 1));
    uint64_t seen = 0;
    while (!stop_) {
      uint32_t calls = calls_.load();  // read before the check, so that a later call ends the sleep
      auto sits = [&] { return take_seat(seen); };
      if (!sits() && !looks_for(sits, number + 1)) {
        calls_.wait(calls);
        continue;
      }
      {
        WorkerScope joined(round_.of);
        take_ranges();
      }
      back_.fetch_add(1, std::memory_order_acq_rel);
      back_.notify_one();
    }
  }

  std::mutex one_;  // held by the caller
  const int cores_ =
      static_cast<int>(std::thread::hardware_concurrency());  // cached, since it queries the system
  std::vector<Thread> threads_;
  PoolRound round_;
  std::atomic<int64_t> next_{0};
  std::atomic<int> back_{0};  // helpers that took a seat and are done
  std::mutex fault_mutex_;
  std::exception_ptr fault_;  // the first exception of a body in this round
  std::atomic<bool> stop_{false}, looks_{true};
  alignas(64) std::atomic<uint64_t> open_{0};
  alignas(64) std::atomic<uint32_t> calls_{0};
};

Pool& pool() {
  static Pool pool;
  return pool;
}

std::atomic<int>& thread_count() {
  static std::atomic<int> count{default_threads()};
  return count;
}

}  // namespace

void set_host_threads(int count) {
  if (count < 1 || count > 256) {
    throw Error(Code::value, str("the number of threads is ", count, ", expected 1 to 256"));
  }
  thread_count() = count;
}

int host_threads() { return thread_count(); }

std::optional<Thread> Thread::started(std::function<void()> body, size_t stack_bytes) {
  auto held = std::make_unique<std::function<void()>>(std::move(body));
  auto run = [](void* given) -> void* {
    std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()>*>(given));
    (*body)();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack_bytes > 0) pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t id{};
  int status = pthread_create(&id, &attributes, run, held.get());
  pthread_attr_destroy(&attributes);
  if (status != 0) return std::nullopt;
  held.release();  // NOLINT(bugprone-unused-return-value): the thread owns it
  return Thread(id);
}

void parallel_for(int64_t iterations, int64_t grain, const RangeFn& body) {
  int64_t ranges = (iterations + grain - 1) / std::max<int64_t>(grain, 1);
  auto wanted = static_cast<int>(std::min<int64_t>(ranges, host_threads()));
  pool().run(iterations, grain, body, wanted);
}

}  // namespace rille
