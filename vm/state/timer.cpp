// The timer: one thread for the time limits of all States.
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <map>
#include <mutex>
#include <thread>

#include "vm/state/stop.h"

namespace rille {
namespace {

using Clock = std::chrono::steady_clock;

Clock::duration duration(double seconds) {
  constexpr double longest = 1e9;  // 30 years: longer times overflow the clock
  std::chrono::duration<double> out(std::min(seconds, longest));
  return std::chrono::duration_cast<Clock::duration>(out);
}

// A deadline of a InterruptState.
struct Deadline {
  InterruptState* stopper;
  StopReason why;
  clockid_t clock = {};  // of the running thread, which does not end before its run
  double until_s = 0;    // time on that clock

  double left_s() const {
    timespec now{};
    if (why == StopReason::wall || clock_gettime(clock, &now) != 0) return 0;
    return until_s - static_cast<double>(now.tv_sec) - 1e-9 * static_cast<double>(now.tv_nsec);
  }
};

Deadline of_this_thread(InterruptState& stopper, double seconds) {
  Deadline out{&stopper, StopReason::cpu};
  pthread_getcpuclockid(pthread_self(), &out.clock);
  out.until_s = seconds - out.left_s();
  return out;
}

// A InterruptState is in the lists only while its State exists: ~Inside removes it.
class Timer {
 public:
  void set(InterruptState& stopper, double wall_s, double cpu_s) {
    std::lock_guard lock(mutex_);
    auto [from, to] = of_.equal_range(&stopper);
    for (auto at = from; at != to; ++at) due_.erase(at->second);
    of_.erase(from, to);
    if (wall_s <= 0 && cpu_s <= 0) return;
    if (!started_) std::thread([this] { watch(); }).detach();
    started_ = true;
    Clock::time_point now = Clock::now();
    if (wall_s > 0) add(now + duration(wall_s), {&stopper, StopReason::wall});
    if (cpu_s > 0) add(now + duration(cpu_s), of_this_thread(stopper, cpu_s));
  }

 private:
  using DeadlineMap = std::multimap<Clock::time_point, Deadline>;

  // Short runs end while the thread sleeps until the first deadline. The thread is woken only for
  // an earlier deadline.
  void add(Clock::time_point when, const Deadline& due) {
    of_.emplace(due.stopper, due_.emplace(when, due));
    if (when < sleeps_until_) changed_.notify_all();
  }

  [[noreturn]] void watch() {
    std::unique_lock lock(mutex_);
    while (true) {
      sleeps_until_ = due_.empty() ? Clock::time_point::max() : due_.begin()->first;
      if (due_.empty()) {
        changed_.wait(lock);
      } else if (Clock::now() < sleeps_until_) {
        changed_.wait_until(lock, sleeps_until_);
      } else {
        strike(take(due_.begin()));
      }
    }
  }

  Deadline take(DeadlineMap::iterator first) {
    Deadline out = first->second;
    auto [from, to] = of_.equal_range(out.stopper);
    of_.erase(std::find_if(from, to, [&](const auto& entry) { return entry.second == first; }));
    due_.erase(first);
    return out;
  }

  // Postpones a deadline of CPU time: a thread that slept has time left.
  void strike(const Deadline& first) {
    constexpr double soonest_s = 1e-3;
    double left = first.left_s();
    if (left <= 0) return deliver(*first.stopper, first.why);
    add(Clock::now() + duration(std::max(left, soonest_s)), first);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  DeadlineMap due_;
  std::multimap<InterruptState*, DeadlineMap::iterator> of_;
  Clock::time_point sleeps_until_ = Clock::time_point::max();
  bool started_ = false;
};

Timer& timer() {
  static auto* const only = new Timer;  // the thread ends with the process
  return *only;
}

}  // namespace

void set_timer(InterruptState& stopper, double wall_s, double cpu_s) {
  timer().set(stopper, wall_s, cpu_s);
}

}  // namespace rille
