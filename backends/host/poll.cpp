// The threads that compile while a run polls.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <utility>
#include <vector>

#include "backends/host/program.h"
#include "backends/host/threads.h"
#include "vm/running.h"

namespace rille {
namespace {

// Threads of compiles that may have been abandoned. They are waited for at the end of the process,
// for LLVM cannot be stopped.
class Workers {
 public:
  ~Workers() {
    for (auto& worker : workers_) worker.thread.join();
  }

  using Task = std::packaged_task<std::shared_ptr<void>()>;

  void start(Task task) {
    std::lock_guard lock(mutex_);
    std::erase_if(workers_, [](Worker& worker) {
      if (!worker.done->load()) return false;
      worker.thread.join();
      return true;
    });
    auto done = std::make_shared<std::atomic<bool>>(false);
    auto shared = std::make_shared<Task>(std::move(task));
    auto run = [shared, done] {
      (*shared)();
      *done = true;
    };
    if (auto thread = Thread::started(run)) {
      workers_.push_back({*thread, done});
    } else {
      run();  // the system has no more threads
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

std::shared_ptr<void> on_worker(Work work) {
  if (running().state == nullptr) return work();
  Workers::Task task(std::move(work));
  std::future<std::shared_ptr<void>> made = task.get_future();
  workers().start(std::move(task));
  while (made.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) poll();
  return made.get();
}

}  // namespace rille
