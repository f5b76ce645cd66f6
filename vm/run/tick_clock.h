// TickClock: a clock that is read in a few ns.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace rille {

// Counts ticks: the time stamp counter where the steady clock of the system is derived from it,
// else ns of the steady clock. Ticks are valid from the first TickConversion of the process on.
class TickClock {
 public:
  static int64_t now() {
#if defined(__x86_64__)
    if (has_counter_) [[likely]]
      return static_cast<int64_t>(__rdtsc());
#endif
    return steady_ns();
  }

  // Chooses the clock; called before ticks are used.
  static void choose();

  static int64_t steady_ns() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  }

 private:
  static inline bool has_counter_ = false;
};

// Converts ticks to ns of the steady clock, exactly at the marks and linearly between them. Not
// thread-safe.
class TickConversion {
 public:
  TickConversion();

  // Adds a mark for now. Ticks after the last mark follow the line through the last two.
  void mark();
  int64_t ns(int64_t ticks) const;
  // With the rate at the construction; thread-safe.
  int64_t ticks_of(int64_t duration_ns) const;

 private:
  struct Mark {
    int64_t ticks, ns;
  };
  // From its mark up to the next one.
  struct Segment {
    Mark begin;
    double slope;  // ns per tick
  };
  static Mark read();
  static double slope_of(const Mark& from, const Mark& to);

  double first_slope_ = 1;
  std::vector<Segment> segments_;  // never empty
};

}  // namespace rille
