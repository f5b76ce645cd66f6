// Tests vm/run/tick_clock: ticks are ns of the steady clock.
#include "vm/run/tick_clock.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace rille {
namespace {

// A reading of the ticks between two of the steady clock.
struct Reading {
  int64_t before, ticks, after;
};

Reading read() {
  int64_t before = TickClock::steady_ns(), ticks = TickClock::now();
  return {before, ticks, TickClock::steady_ns()};
}

TEST(TickClock, converts_between_and_at_marks) {
  constexpr int64_t tolerance = 2000;  // ns
  TickConversion conversion;
  std::vector<Reading> readings;
  for (int i = 0; i < 300; ++i) {
    readings.push_back(read());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (i % 7 == 0) conversion.mark();
  }
  conversion.mark();
  int64_t last = 0;
  for (const Reading& reading : readings) {
    int64_t ns = conversion.ns(reading.ticks);
    EXPECT_GE(ns, reading.before - tolerance);
    EXPECT_LE(ns, reading.after + tolerance);
    EXPECT_GE(ns, last);
    last = ns;
  }
}

TEST(TickClock, has_a_rate_from_the_start) {
  TickConversion conversion;
  int64_t second = conversion.ticks_of(1'000'000'000);
  int64_t now = TickClock::now();
  int64_t ns = conversion.ns(now + second) - conversion.ns(now);
  EXPECT_NEAR(static_cast<double>(ns), 1e9, 1e6);
}

}  // namespace
}  // namespace rille
