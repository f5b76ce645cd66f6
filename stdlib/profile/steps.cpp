// Steps of the training loop and their statistics.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

// Fewer calls of a function are not a loop.
constexpr size_t min_inferred_steps = 3;

// Events of one category on the main thread, without those inside of others of the category.
std::vector<Event> outer_events(const Timeline& timeline, Category category) {
  std::vector<Event> out;
  int main = main_track(timeline);
  if (main < 0) return out;
  int64_t end = INT64_MIN;
  for (const Event& event : timeline.tracks[static_cast<size_t>(main)].events) {
    if (event.label >= timeline.labels.size() || event.begin < end) continue;
    if (timeline.labels[event.label].category != category) continue;
    out.push_back(event);
    end = event.end();
  }
  return out;
}

// The calls of the function that takes the most time of those that are called several times.
std::vector<Event> longest_runs(const Timeline& timeline) {
  std::vector<Event> runs = outer_events(timeline, Category::run);
  std::unordered_map<std::string, std::pair<size_t, int64_t>> uses;  // calls and time
  for (const Event& run : runs) {
    auto& [calls, time] = uses[timeline.labels[run.label].function];
    ++calls;
    time += run.duration;
  }
  std::string longest;
  int64_t max_time = -1;
  for (const auto& [function, use] : uses) {
    bool is_loop = use.first >= min_inferred_steps;
    bool is_longer = use.second > max_time || (use.second == max_time && function < longest);
    if (!is_loop || !is_longer) continue;
    longest = function;
    max_time = use.second;
  }
  if (max_time < 0) return {};
  std::erase_if(runs, [&](const Event& e) { return timeline.labels[e.label].function != longest; });
  return runs;
}

double quantile(const std::vector<double>& sorted, double q) {
  double at = q * static_cast<double>(sorted.size() - 1);
  auto low = static_cast<size_t>(at);
  size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

}  // namespace

std::vector<StepTime> steps_of(const Timeline& timeline, bool& are_inferred) {
  std::vector<Event> events = outer_events(timeline, Category::step);
  are_inferred = events.empty();
  if (are_inferred) events = longest_runs(timeline);
  are_inferred = are_inferred && !events.empty();
  std::vector<StepTime> out;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    StepTime step;
    step.number = are_inferred ? static_cast<int64_t>(i) : event.payload;
    step.span = {std::clamp<int64_t>(event.begin, 0, timeline.duration),
                 std::clamp<int64_t>(event.end(), 0, timeline.duration)};
    bool has_next = are_inferred && i + 1 < events.size();
    if (has_next) step.span.end = std::min(events[i + 1].begin, timeline.duration);
    step.window = {out.empty() ? step.span.begin : out.back().window.end, step.span.end};
    out.push_back(step);
  }
  return out;
}

StepStatistics statistics_of(const std::vector<StepTime>& steps) {
  StepStatistics out;
  out.count = static_cast<int>(steps.size());
  if (steps.empty()) return out;
  out.first = static_cast<double>(steps.front().span.duration());
  std::vector<double> times;
  for (size_t i = steps.size() > 1 ? 1 : 0; i < steps.size(); ++i) {
    times.push_back(static_cast<double>(steps[i].span.duration()));
  }
  std::ranges::sort(times);
  out.mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  out.median = quantile(times, 0.5);
  out.p90 = quantile(times, 0.9);
  return out;
}

std::vector<Interval> windows_of(const std::vector<StepTime>& steps) {
  std::vector<Interval> out;
  for (const StepTime& step : steps) out.push_back(step.window);
  return out;
}

int window_at(const std::vector<Interval>& windows, int64_t time) {
  auto next = std::ranges::upper_bound(windows, time, {}, &Interval::begin);
  if (next == windows.begin() || time >= std::prev(next)->end) return -1;
  return static_cast<int>(std::prev(next) - windows.begin());
}

}  // namespace rille::profile
