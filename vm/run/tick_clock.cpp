// TickClock: the choice of the counter, and its rate.
#include "vm/run/tick_clock.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rille {
namespace {

// Whether the counter runs at one rate on all cores, and the system trusts it.
bool is_counter_steady() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned invariant_counter = 1U << 8;
  bool is_invariant = __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & invariant_counter) != 0;
  if (!is_invariant) return false;
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string source;
  file >> source;
  return source == "tsc";
#else
  return false;
#endif
}

// Two readings of both clocks differ by up to 0.1 us.
constexpr int64_t first_window_ns = 20'000, min_window_ns = 1'000'000, max_window_ns = 100'000'000;

}  // namespace

void TickClock::choose() {
  static const bool once = [] {
    has_counter_ = is_counter_steady();
    return true;
  }();
  (void)once;
}

// The tightest of three readings: the thread may be interrupted between the clocks.
TickConversion::Mark TickConversion::read() {
  Mark out{};
  int64_t best = INT64_MAX;
  for (int i = 0; i < 3; ++i) {
    int64_t before = TickClock::now(), ns = TickClock::steady_ns(), after = TickClock::now();
    if (after - before >= best) continue;
    best = after - before;
    out = {before + (best / 2), ns};
  }
  return out;
}

double TickConversion::slope_of(const Mark& from, const Mark& to) {
  auto ticks = static_cast<double>(to.ticks - from.ticks);
  return ticks > 0 ? static_cast<double>(to.ns - from.ns) / ticks : 1;
}

TickConversion::TickConversion() {
  TickClock::choose();
  Mark first = read(), second = read();
  while (second.ns - first.ns < first_window_ns) second = read();
  first_slope_ = slope_of(first, second);
  segments_.push_back({first, first_slope_});
}

void TickConversion::mark() {
  Mark now = read();
  Segment& last = segments_.back();
  int64_t window = now.ns - last.begin.ns;
  if (window < min_window_ns) return;
  last.slope = slope_of(last.begin, now);
  if (window > max_window_ns) segments_.push_back({now, last.slope});
}

int64_t TickConversion::ns(int64_t ticks) const {
  auto above = segments_.end();
  if (ticks < segments_.back().begin.ticks) {
    above = std::ranges::upper_bound(segments_, ticks, {},
                                     [](const Segment& segment) { return segment.begin.ticks; });
    if (above == segments_.begin()) ++above;
  }
  const Segment& segment = *std::prev(above);
  auto since = static_cast<double>(ticks - segment.begin.ticks);
  return segment.begin.ns + static_cast<int64_t>(since * segment.slope);
}

int64_t TickConversion::ticks_of(int64_t duration_ns) const {
  return static_cast<int64_t>(static_cast<double>(duration_ns) / first_slope_);
}

}  // namespace rille
