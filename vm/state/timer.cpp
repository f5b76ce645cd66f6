// The timer: one thread for the time limits of all States.
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "vm/state/stop.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

// A Stopper is in the list only while its State lives: ~Inside takes it out.
class Timer {
 public:
  void set(Stopper& stopper, double seconds) {
    std::lock_guard lock(mutex_);
    std::erase_if(due_, [&](const auto& entry) { return entry.second == &stopper; });
    if (seconds <= 0) return;
    if (!started_) std::thread([this] { watch(); }).detach();
    started_ = true;
    constexpr double longest = 1e9;  // 30 years: more does not fit the clock
    std::chrono::duration<double> in(std::min(seconds, longest));
    due_.emplace(Clock::now() + std::chrono::duration_cast<Clock::duration>(in), &stopper);
    changed_.notify_all();
  }

 private:
  [[noreturn]] void watch() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (due_.empty()) {
        changed_.wait(lock);
      } else if (Clock::time_point next = due_.begin()->first; Clock::now() < next) {
        changed_.wait_until(lock, next);
      } else {
        deliver(*due_.begin()->second, Stop::wall);
        due_.erase(due_.begin());
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, Stopper*> due_;
  bool started_ = false;
};

Timer& timer() {
  static auto* const only = new Timer;  // its thread ends with the process
  return *only;
}

}  // namespace

void set_timer(Stopper& stopper, double seconds) { timer().set(stopper, seconds); }

}  // namespace rille
