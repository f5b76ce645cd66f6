// One pool for the process; its threads sleep between kernels.
#include "backends/host/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
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
    for (std::thread& thread : threads_) thread.join();
  }

  // A body that calls us again, or a second caller, does its work alone. Where a body throws, no
  // more ranges are handed out, and the first fault is the caller's once all threads are back.
  void run(int64_t turns, int64_t grain, const RangeFn& body, int wanted) {
    if (wanted <= 1 || inside) return body(0, turns);
    std::unique_lock busy(one_, std::try_to_lock);
    if (!busy) return body(0, turns);
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
  void grow(int count) {
    while (static_cast<int>(threads_.size()) < count) {
      auto thread = started([this] { work(); });
      if (!thread) return;  // the callers do what fewer threads leave
      threads_.push_back(std::move(*thread));
    }
  }

  // The top of what a thread does for a caller: nothing is thrown beyond it.
  void take_ranges(const RangeFn& body, int64_t turns, int64_t grain) {
    inside = true;
    try {
      for (int64_t at = next_.fetch_add(grain); at < turns; at = next_.fetch_add(grain)) {
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
  std::vector<std::thread> threads_;
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

std::optional<std::thread> started(std::function<void()> body) {
  try {
    return std::thread(std::move(body));
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

void parallel_for(int64_t turns, int64_t grain, const RangeFn& body) {
  int64_t ranges = (turns + grain - 1) / std::max<int64_t>(grain, 1);
  auto wanted = static_cast<int>(std::min<int64_t>(ranges, host_threads()));
  pool().run(turns, grain, body, wanted);
}

}  // namespace rille
