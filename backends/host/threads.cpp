// One pool for the process; its threads sleep between kernels.
#include "backends/host/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "backends/backend.h"
#include "vm/error.h"
#include "vm/running.h"

namespace rille {
namespace {

int default_threads() {
  if (const char* asked = std::getenv("RILLE_THREADS")) return std::clamp(std::atoi(asked), 1, 256);
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
}

// What a kernel's ranges need, with room; 256 threads leave the address space to the arrays.
constexpr size_t stack_bytes = 1 << 20;

// Whether this thread is in a body.
thread_local bool inside = false;  // NOLINT(*-global-variables)

// One piece of work at a time: ranges are handed out by a counter.
class Pool {
 public:
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (Thread& thread : threads_) thread.join();
  }

  // A body that calls us again, or a second caller, does its work alone. Where a body throws, no
  // more ranges are handed out, and the first fault is the caller's once all threads are back.
  void run(int64_t turns, int64_t grain, const RangeFn& body, int wanted) {
    if (wanted <= 1 || inside) return run_alone(turns, grain, body);
    std::unique_lock busy(one_, std::try_to_lock);
    if (!busy) return run_alone(turns, grain, body);
    {
      std::lock_guard lock(mutex_);
      grow(wanted - 1);
      for_ = running();
      body_ = &body;
      turns_ = turns;
      grain_ = grain;
      next_ = 0;
      seats_ = wanted - 1;
      ++round_;
    }
    wake_.notify_all();
    take_ranges(body, turns, grain);
    std::unique_lock lock(mutex_);
    seats_ = 0;
    done_.wait(lock, [&] { return working_ == 0; });
    body_ = nullptr;
    if (std::exception_ptr fault = std::exchange(fault_, nullptr)) std::rethrow_exception(fault);
  }

 private:
  static void run_alone(int64_t turns, int64_t grain, const RangeFn& body) {
    for (int64_t at = 0; at < turns; at += grain) {
      poll();
      body(at, std::min(at + grain, turns));
    }
  }

  void grow(int count) {
    while (static_cast<int>(threads_.size()) < count) {
      threads_.reserve(threads_.size() + 1);  // what can fail comes before the thread
      auto thread = Thread::started([this] { work(); }, stack_bytes);
      if (!thread) return;  // the callers do what fewer threads leave
      threads_.push_back(*thread);
    }
  }

  // The top of what a thread does for a caller: nothing is thrown beyond it.
  void take_ranges(const RangeFn& body, int64_t turns, int64_t grain) {
    inside = true;
    try {
      for (int64_t at = next_.fetch_add(grain); at < turns; at = next_.fetch_add(grain)) {
        poll();
        body(at, std::min(at + grain, turns));
      }
    } catch (const std::exception&) {
      next_ = turns;
      std::lock_guard lock(mutex_);
      if (fault_ == nullptr) fault_ = std::current_exception();
    }
    inside = false;
  }

  void work() {
    uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [&] { return stop_ || (round_ != seen && seats_ > 0); });
      if (stop_) return;
      seen = round_;
      --seats_;
      ++working_;
      const RangeFn& body = *body_;
      int64_t turns = turns_, grain = grain_;
      Context of = for_;
      lock.unlock();
      {
        Joined joined(of);
        take_ranges(body, turns, grain);
      }
      lock.lock();
      if (--working_ == 0) done_.notify_all();
    }
  }

  std::mutex one_, mutex_;
  std::condition_variable wake_, done_;
  std::vector<Thread> threads_;
  const RangeFn* body_ = nullptr;
  int64_t turns_ = 0, grain_ = 1;
  std::atomic<int64_t> next_{0};
  std::exception_ptr fault_;  // the first that a body threw in this round
  uint64_t round_ = 0;
  int seats_ = 0, working_ = 0;
  Context for_;
  bool stop_ = false;
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
    throw Error(Code::value, str("the number of threads must be 1 to 256, got ", count));
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

void parallel_for(int64_t turns, int64_t grain, const RangeFn& body) {
  int64_t ranges = (turns + grain - 1) / std::max<int64_t>(grain, 1);
  auto wanted = static_cast<int>(std::min<int64_t>(ranges, host_threads()));
  pool().run(turns, grain, body, wanted);
}

}  // namespace rille
