// Memory: its peak, the allocations alive there, and leaks.
#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include "stdlib/profile/allocations.h"
#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

// Fewer steps do not show whether memory grows: the first and the last two are left out.
constexpr size_t min_leak_steps = 6;
constexpr size_t warmup_steps = 2, open_steps = 2;
// A leak of less takes 10^5 steps to fill 1.6 GB. Losses and metrics that a script collects stay
// far below.
constexpr double min_leak_bytes = 16 * 1024;
// A leak allocates in nearly all steps. A cache that fills, or a sawtooth of garbage collections,
// does not.
constexpr double min_leaking_steps = 0.8;
// In each half of the steps, memory grows by at least this part of its slope in all of them.
constexpr double min_half_slope = 0.5;
// The slope is a median over all pairs of steps: their number is bounded.
constexpr size_t max_slope_points = 128;

std::vector<PlaceBytes> by_place(const Timeline& timeline, const std::vector<size_t>& indices) {
  std::map<int32_t, PlaceBytes> sums;
  for (size_t i : indices) {
    const Allocation& allocation = timeline.allocations[i];
    bool is_known =
        allocation.place >= 0 && static_cast<size_t>(allocation.place) < timeline.places.size();
    int32_t place = is_known ? allocation.place : -1;
    PlaceBytes& sum = sums[place];
    if (is_known) sum.place = timeline.places[static_cast<size_t>(place)];
    sum.bytes += allocation.bytes;
    ++sum.count;
  }
  std::vector<PlaceBytes> out;
  for (auto& [place, sum] : sums) out.push_back(std::move(sum));
  std::ranges::stable_sort(out, std::greater(), &PlaceBytes::bytes);
  return out;
}

void set_peak(const Timeline& timeline, MemoryUse& out) {
  size_t entries = entries_to_peak(timeline.allocations);
  out.peak = timeline.bytes_before;
  for (size_t i = 0; i < entries; ++i) out.peak += timeline.allocations[i].bytes;
  if (entries > 0) out.peak_time = timeline.allocations[entries - 1].time;
  out.at_peak = by_place(timeline, live_indices(timeline.allocations, entries));
  out.older = out.peak;
  for (const PlaceBytes& place : out.at_peak) out.older -= place.bytes;
  if (entries > 0) out.peak_module = module_at(timeline, out.peak_time);
  if (timeline.allocations.empty()) out.peak = std::max(out.peak, timeline.peak_bytes);
}

// Sets the minimum of the memory in use in the window of each step.
void set_step_memory(const Timeline& timeline, std::vector<StepTime>& steps) {
  int64_t in_use = timeline.bytes_before;
  size_t next = 0;
  const std::vector<Allocation>& entries = timeline.allocations;
  for (StepTime& step : steps) {
    for (; next < entries.size() && entries[next].time <= step.window.begin; ++next) {
      in_use += entries[next].bytes;
    }
    step.memory = in_use;
    for (; next < entries.size() && entries[next].time < step.window.end; ++next) {
      in_use += entries[next].bytes;
      step.memory = std::min(step.memory, in_use);
    }
  }
}

// The median slope over all pairs of evenly chosen points (Theil and Sen).
double slope_of(const std::vector<int64_t>& y, size_t begin, size_t end) {
  size_t stride = std::max<size_t>(1, (end - begin) / max_slope_points);
  std::vector<double> slopes;
  for (size_t i = begin; i < end; i += stride) {
    for (size_t k = i + stride; k < end; k += stride) {
      slopes.push_back(static_cast<double>(y[k] - y[i]) / static_cast<double>(k - i));
    }
  }
  if (slopes.empty()) return 0;
  auto middle = slopes.begin() + static_cast<long>(slopes.size() / 2);
  std::ranges::nth_element(slopes, middle);
  return *middle;
}

// Allocations of the steps from `begin` to `end` that are alive at the end of the capture. Sets
// `leaking` to the fraction of these steps that have any.
std::vector<PlaceBytes> survivors(const Timeline& timeline, const std::vector<Interval>& windows,
                                  std::pair<size_t, size_t> range, double& leaking) {
  std::vector<size_t> indices;
  std::vector<bool> has_any(windows.size());
  for (size_t i : live_indices(timeline.allocations, timeline.allocations.size())) {
    const Allocation& allocation = timeline.allocations[i];
    int window = window_at(windows, allocation.time);
    auto at = static_cast<size_t>(window);
    if (window < 0 || at < range.first || at >= range.second || allocation.bytes == 0) continue;
    indices.push_back(i);
    has_any[at] = true;
  }
  auto steps = static_cast<double>(range.second - range.first);
  leaking = static_cast<double>(std::ranges::count(has_any, true)) / steps;
  std::vector<PlaceBytes> out = by_place(timeline, indices);
  for (PlaceBytes& place : out) {
    place.bytes = static_cast<int64_t>(static_cast<double>(place.bytes) / steps);
  }
  return out;
}

// The begin of the last garbage collection: memory that was allocated before it, and is in use at
// the end, is referenced. What was allocated later may be garbage.
int64_t last_collection(const Timeline& timeline) {
  int64_t out = 0;
  for (const Track& track : timeline.tracks) {
    for (const Event& event : track.events) {
      bool is_garbage = event.label < timeline.labels.size() &&
                        timeline.labels[event.label].category == Category::garbage;
      if (is_garbage) out = std::max(out, event.begin);
    }
  }
  return out;
}

void set_growth(const Timeline& timeline, std::span<const StepTime> all, MemoryUse& out) {
  int64_t collected = last_collection(timeline);
  auto last_step =
      std::ranges::find_if(all, [&](const StepTime& step) { return step.window.end > collected; });
  std::vector<StepTime> steps(all.begin(), last_step);
  if (steps.size() < min_leak_steps || timeline.allocations.empty()) return;
  // Memory that a later step releases is not a leak: the minimum over all later steps remains.
  std::vector<int64_t> retained(steps.size());
  int64_t lowest = std::numeric_limits<int64_t>::max();
  for (size_t i = steps.size(); i-- > 0;) {
    lowest = std::min(lowest, steps[i].memory);
    retained[i] = lowest;
  }
  size_t begin = warmup_steps, end = steps.size(), half = begin + (end - begin) / 2;
  out.growth_per_step = slope_of(retained, begin, end);
  double first = slope_of(retained, begin, half), last = slope_of(retained, half, end);
  double leaking = 0;
  out.growth = survivors(timeline, windows_of(steps), {begin, end - open_steps}, leaking);
  bool is_steady = std::min(first, last) >= min_half_slope * out.growth_per_step;
  out.is_leak = out.growth_per_step >= min_leak_bytes && is_steady && leaking >= min_leaking_steps;
}

}  // namespace

MemoryUse memory_of(const Timeline& timeline, std::vector<StepTime>& steps) {
  MemoryUse out;
  set_peak(timeline, out);
  set_step_memory(timeline, steps);
  set_growth(timeline, steps, out);
  return out;
}

}  // namespace rille::profile
