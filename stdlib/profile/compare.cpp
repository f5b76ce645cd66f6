// Comparison of the time per step of two captures.
#include "stdlib/profile/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "stdlib/profile/noise.h"
#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

// Time per step below this is not compared: the clock itself takes some of it.
constexpr double min_compared_time = 500;  // ns

// Identifies a kernel, a line, or a part in both captures.
struct TimeKey {
  std::string module, name, layer;
  Place place;

  bool operator<(const TimeKey& other) const {
    return std::tie(module, name, layer, place.file, place.line) <
           std::tie(other.module, other.name, other.layer, other.place.file, other.place.line);
  }
};

// The time of a key in the steps in which it is not 0.
struct StepTimes {
  std::vector<int> steps = {};
  std::vector<double> times = {};

  void add(int step, int64_t time) {
    if (steps.empty() || steps.back() != step) {
      steps.push_back(step);
      times.push_back(0);
    }
    times.back() += static_cast<double>(time);
  }
};

using TimeTable = std::map<TimeKey, StepTimes>;

// Collects the times of labels in a table of keys, so that each label looks for its key once.
class LabelTimes {
 public:
  LabelTimes(TimeTable& table, size_t labels) : table_(table), of_label_(labels) {}

  template <class KeyOf>
  StepTimes& at(size_t label, const KeyOf& key_of) {
    StepTimes*& out = of_label_[label];
    if (!out) out = &table_[key_of()];
    return *out;
  }

 private:
  TimeTable& table_;
  std::vector<StepTimes*> of_label_;
};

// The times of one capture by step.
struct CaptureTimes {
  std::vector<Interval> windows;  // that are compared
  TimeTable kernels, lines, parts;
  std::vector<double> steps;
  int64_t peak = 0;
};

TimeKey kernel_key(const Timeline& timeline, const Label& label) {
  TimeKey out;
  bool has_module =
      label.module >= 0 && static_cast<size_t>(label.module) < timeline.modules.size();
  out.module =
      has_module ? timeline.modules[static_cast<size_t>(label.module)].name : label.function;
  out.name = label.ops;
  out.layer = label.layer;
  if (!label.places.empty()) out.place = label.places.front();
  if (!out.name.empty() || out.place.line > 0) return out;
  out.name = label.name.substr(0, label.name.find_last_not_of("0123456789.") + 1);
  return out;
}

// All steps but the first, which compiles. Without steps, the whole capture.
std::vector<Interval> compared_windows(const Timeline& timeline,
                                       const std::vector<StepTime>& steps) {
  if (steps.empty()) return {{0, timeline.duration}};
  std::vector<Interval> out = windows_of(steps);
  if (out.size() > 1) out.erase(out.begin());
  return out;
}

void add_segments(const Timeline& timeline, const std::vector<Segment>& segments,
                  CaptureTimes& out) {
  LabelTimes by_line(out.lines, timeline.labels.size());
  std::array<StepTimes*, parts> by_part = {};
  for (int i = 0; i < parts; ++i) {
    by_part[static_cast<size_t>(i)] =
        &out.parts[{.name = std::string(name_of(static_cast<Part>(i)))}];
  }
  size_t window = 0;
  for (const Segment& segment : segments) {
    while (window < out.windows.size() && out.windows[window].end <= segment.begin) ++window;
    for (size_t i = window; i < out.windows.size(); ++i) {
      int64_t begin = std::max(segment.begin, out.windows[i].begin);
      int64_t time = std::min(segment.end, out.windows[i].end) - begin;
      if (out.windows[i].begin >= segment.end) break;
      if (time <= 0) continue;
      by_part[static_cast<size_t>(segment.part)]->add(static_cast<int>(i), time);
      if (segment.source < 0) continue;
      auto source = static_cast<size_t>(segment.source);
      const Place& place = timeline.labels[source].places.front();
      by_line.at(source, [&] { return TimeKey{.place = place}; }).add(static_cast<int>(i), time);
    }
  }
}

// Kernels of the main thread. Other threads have no steps.
void add_kernels(const Timeline& timeline, const std::vector<Segment>& segments,
                 CaptureTimes& out) {
  LabelTimes by_kernel(out.kernels, timeline.labels.size());
  for (const Segment& segment : segments) {
    if (segment.label < 0) continue;
    auto index = static_cast<size_t>(segment.label);
    const Label& label = timeline.labels[index];
    if (label.category != Category::kernel) continue;
    int window = window_at(out.windows, segment.begin);
    if (window < 0) continue;
    by_kernel.at(index, [&] { return kernel_key(timeline, label); })
        .add(window, segment.duration());
  }
}

CaptureTimes times_of(const Timeline& timeline) {
  CaptureTimes out;
  bool are_inferred = false;
  std::vector<StepTime> steps = steps_of(timeline, are_inferred);
  std::vector<Segment> segments = segments_of_main(timeline);
  out.windows = compared_windows(timeline, steps);
  add_segments(timeline, segments, out);
  add_kernels(timeline, segments, out);
  for (const Interval& window : out.windows) {
    out.steps.push_back(static_cast<double>(window.duration()));
  }
  out.peak = memory_of(timeline, steps).peak;
  return out;
}

// The times of a key that are compared, and the number of steps in which it occurs.
struct ComparedTimes {
  std::vector<double> times;
  bool is_frequent = false;
};

ComparedTimes compared_times(const StepTimes* key, size_t steps, bool is_common) {
  if (!key || key->times.empty()) return {};
  ComparedTimes out{key->times, key->times.size() >= min_compared_steps};
  if (is_common) out.times.resize(steps, 0);
  return out;
}

// Sets the times to the means, and the verdict, if the means differ beyond their noise.
void compare_means(TimeChange& change, const TimeSamples& a, const TimeSamples& b) {
  double noise = noise_of_means(a, b);
  if (std::abs(b.mean - a.mean) <= noise) return;
  change.before = a.mean;
  change.after = b.mean;
  change.noise = noise;
  change.verdict = b.mean > a.mean ? Verdict::slower : Verdict::faster;
}

// A key that one side does not have appeared or vanished.
void set_verdict(TimeChange& change, const ComparedTimes& before, const ComparedTimes& after) {
  TimeSamples a = samples_of(before.times), b = samples_of(after.times);
  change.before = a.median;
  change.after = b.median;
  change.noise = noise_of(a, b);
  if (std::max(a.mean, b.mean) < min_compared_time) return;
  if (a.count == 0 || b.count == 0) {
    bool is_frequent = before.is_frequent || after.is_frequent;
    Verdict verdict = a.count == 0 ? Verdict::appeared : Verdict::vanished;
    change.verdict = is_frequent ? verdict : Verdict::unknown;
  } else if (std::min(a.count, b.count) < min_compared_steps) {
    change.verdict = Verdict::unknown;
  } else if (std::abs(change.difference()) > change.noise) {
    change.verdict = change.after > change.before ? Verdict::slower : Verdict::faster;
  } else {
    compare_means(change, a, b);
  }
}

// A key that occurs in most steps of a side is compared over all steps, and a rare one over the
// steps in which it occurs: its median over all steps would be 0.
bool is_in_most(const StepTimes* key, size_t steps) { return key && key->times.size() * 2 > steps; }

// Parts exist on both sides: each is compared over all steps.
std::vector<TimeChange> changes_of(const TimeTable& before, const TimeTable& after,
                                   std::pair<size_t, size_t> steps, bool are_parts = false) {
  std::map<TimeKey, std::pair<const StepTimes*, const StepTimes*>> pairs;
  for (const auto& [key, times] : before) pairs[key].first = &times;
  for (const auto& [key, times] : after) pairs[key].second = &times;
  std::vector<TimeChange> out;
  for (const auto& [key, pair] : pairs) {
    auto [a, b] = pair;
    TimeChange change{key.name, key.place, key.layer, key.module};
    bool is_common = are_parts || is_in_most(a, steps.first) || is_in_most(b, steps.second);
    ComparedTimes times_a = compared_times(a, steps.first, is_common);
    ComparedTimes times_b = compared_times(b, steps.second, is_common);
    if (are_parts) times_a.times.resize(steps.first, 0);
    if (are_parts) times_b.times.resize(steps.second, 0);
    set_verdict(change, times_a, times_b);
    out.push_back(std::move(change));
  }
  std::ranges::stable_sort(out, std::greater(),
                           [](const TimeChange& c) { return std::abs(c.difference()); });
  return out;
}

bool is_change(const TimeChange& change) {
  return change.verdict != Verdict::same && change.verdict != Verdict::unknown;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {"same", "slower", "faster", "new", "vanished", "unknown"};
  return names[static_cast<size_t>(verdict)];
}

bool Comparison::has_changes() const {
  return is_change(step) || std::ranges::any_of(kernels, is_change) ||
         std::ranges::any_of(lines, is_change) || std::ranges::any_of(parts, is_change);
}

Comparison compare(const Timeline& before, const Timeline& after) {
  CaptureTimes a = times_of(before), b = times_of(after);
  Comparison out;
  out.steps_before = static_cast<int>(a.windows.size());
  out.steps_after = static_cast<int>(b.windows.size());
  out.peak_before = a.peak;
  out.peak_after = b.peak;
  std::pair<size_t, size_t> steps = {a.windows.size(), b.windows.size()};
  out.kernels = changes_of(a.kernels, b.kernels, steps);
  out.lines = changes_of(a.lines, b.lines, steps);
  out.parts = changes_of(a.parts, b.parts, steps, true);
  out.step.name = "step";
  set_verdict(out.step, {a.steps, true}, {b.steps, true});
  return out;
}

}  // namespace rille::profile
