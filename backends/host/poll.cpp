// Worker threads that compile while the caller polls.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "backends/host/program.h"
#include "backends/host/threads.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

// A task and its result. Unlike this, breaking a std::promise allocates memory.
class Job {
 public:
  explicit Job(Work work) : work_(std::move(work)) {}

  // The top-level function of a thread. Exceptions are passed to the waiting caller.
  void run() {
    std::shared_ptr<void> made;
    std::exception_ptr fault;
    try {
      made = std::exchange(work_, nullptr)();
    } catch (const std::exception&) {
      fault = std::current_exception();
    }
    std::lock_guard lock(mutex_);
    made_ = std::move(made);
    fault_ = std::move(fault);  // moved, since a copy would be freed after the lock is released
    is_done_ = true;
    done_.notify_all();
  }

  std::shared_ptr<void> result() {
    constexpr std::chrono::milliseconds look(5);
    State& state = *running().state;
    auto began = std::chrono::steady_clock::now();
    auto waited = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, look, [&] { return is_done_; })) {
      lock.unlock();
      poll();
      state.check_compile(waited());
      lock.lock();
    }
    state.count_compile(waited());
    // The caller takes sole ownership of the exception, since the worker may end later.
    if (fault_ != nullptr) std::rethrow_exception(std::exchange(fault_, nullptr));
    return std::move(made_);
  }

 private:
  Work work_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::shared_ptr<void> made_;
  std::exception_ptr fault_;
};

// Threads of compilations, which may have been abandoned. They are joined at the end of the
// process, since LLVM cannot be canceled.
class Workers {
 public:
  ~Workers() { finish(); }

  void finish() {
    std::vector<Worker> all;
    {
      std::lock_guard lock(mutex_);
      all.swap(workers_);
    }
    for (Worker& worker : all) worker.thread.join();
  }

  void start(const std::shared_ptr<Job>& job) {
    std::lock_guard lock(mutex_);
    std::erase_if(workers_, [](Worker& worker) {
      if (!worker.done->load()) return false;
      worker.thread.join();
      return true;
    });
    auto done = std::make_shared<std::atomic<bool>>(false);
    workers_.reserve(workers_.size() +
                     1);  // operations that can fail come before the start of the thread
    auto run = [job, done] {
      job->run();
      *done = true;
    };
    if (auto thread = Thread::started(run)) {
      workers_.push_back({*thread, done});
    } else {
      run();  // the system cannot create more threads
    }
  }

  bool any_at_work() {
    std::lock_guard lock(mutex_);
    return std::ranges::any_of(workers_, [](const Worker& worker) { return !worker.done->load(); });
  }

 private:
  struct Worker {
    Thread thread;
    std::shared_ptr<std::atomic<bool>> done;
  };

  std::mutex mutex_;
  std::vector<Worker> workers_;
};

Workers& workers() {
  static Workers all;
  return all;
}

}  // namespace

bool compiles_still() { return workers().any_at_work(); }
void finish_compiles() { workers().finish(); }

void finish_compiles_at_exit() {
  workers();  // destroyed after the functions registered below have run
  std::atexit(finish_compiles);
}

std::shared_ptr<void> on_worker(Work work) {
  if (running().state == nullptr) return work();
  auto job = std::make_shared<Job>(std::move(work));
  workers().start(job);
  try {
    return job->result();
  } catch (...) {
    finish_compiles_at_exit();
    throw;
  }
}

}  // namespace rille
