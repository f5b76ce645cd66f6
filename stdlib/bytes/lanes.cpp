// Lanes: threads that each take the next piece of work.
#include "stdlib/bytes/lanes.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "vm/run/running.h"

namespace rille {
namespace {

struct ParallelJob {
  size_t count;
  const std::function<void(size_t, size_t)>& f;
  std::atomic<size_t> next = 0;
  std::mutex lock = {};
  std::exception_ptr failed = {};  // the first exception

  void fail(std::exception_ptr why) {
    next = count;
    std::lock_guard guard(lock);
    if (failed == nullptr) failed = std::move(why);
  }

  void run(size_t lane) {
    try {
      for (size_t i = next++; i < count; i = next++) {
        if (lane == 0) poll();
        f(i, lane);
      }
    } catch (const std::exception&) {
      fail(std::current_exception());
    }
  }
};

}  // namespace

size_t lanes_of(size_t count, size_t most) {
  return std::min<size_t>({count, most, std::max(std::thread::hardware_concurrency(), 1u)});
}

void each_piece(size_t count, size_t most, const std::function<void(size_t, size_t)>& f) {
  ParallelJob work{count, f};
  size_t lanes = lanes_of(count, most);
  // All threads use the memory account and the grants of the caller; only the caller polls.
  Context of{.state = nullptr, .account = running().account, .grants = running().grants};
  std::vector<std::jthread> others;
  try {
    for (size_t i = 1; i < lanes; ++i) {
      others.emplace_back([&work, i, of] {
        WorkerScope joined(of);
        work.run(i);
      });
    }
  } catch (const std::system_error&) {
    // The system cannot create more threads, so the existing ones do the work.
    others.shrink_to_fit();
  }
  work.run(0);
  others.clear();  // joins the threads
  if (work.failed != nullptr) std::rethrow_exception(work.failed);
}

}  // namespace rille
