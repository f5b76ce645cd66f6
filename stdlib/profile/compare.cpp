// Comparison of the time per step of two captures.
#include "stdlib/profile/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "stdlib/profile/noise.h"
#include "stdlib/profile/summary_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// Time per step below this is not compared: the clock itself takes some of it.
constexpr double min_compared_time = 500;  // ns

// Identifies a kernel, a line, or a part in both captures.
struct TimeKey {
  std::string module, name, layer;
  Place place = {};

  bool operator<(const TimeKey& other) const {
    return std::tie(module, name, layer, place.file, place.line) <
           std::tie(other.module, other.name, other.layer, other.place.file, other.place.line);
  }
};

// The time of a key in the steps in which it is not 0. `labels` are the spans of a line.
struct StepTimes {
  std::vector<int> steps = {};
  std::vector<double> times = {};
  std::set<std::string> labels = {};

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

// Without the number of a line or of a kernel: functions without a name are called after their
// line.
std::string without_number(const std::string& name) {
  std::string out = name.substr(0, name.find_last_not_of("0123456789.") + 1);
  return out.ends_with('_') ? out.substr(0, out.size() - 1) : out;
}

TimeKey kernel_key(const Timeline& timeline, const Label& label) {
  TimeKey out;
  bool has_module =
      label.module >= 0 && static_cast<size_t>(label.module) < timeline.modules.size();
  out.module =
      has_module ? timeline.modules[static_cast<size_t>(label.module)].name : label.function;
  bool is_eager = label.category == Category::eager;
  out.name = is_eager ? (label.ops.empty() ? label.name : label.ops) + " (eager)" : label.ops;
  out.layer = label.layer;
  if (!label.places.empty()) out.place = label.places.front();
  if (!out.name.empty() || out.place.line > 0) return out;
  out.name = without_number(label.name);
  return out;
}

// What a span on a line does, for the comparison of lines; "" if it is not in all runs.
std::string line_label(const Label& label) {
  constexpr Category usual[] = {Category::step, Category::kernel, Category::eager,
                                Category::run,  Category::input,  Category::annotation};
  if (std::ranges::find(usual, label.category) == std::end(usual)) return "";
  const std::string& name = label.ops.empty() ? label.name : label.ops;
  return str(static_cast<int>(label.category), " ", without_number(label.function), " ",
             label.ops.empty() ? without_number(name) : name, " ", label.layer);
}

// All steps but the first, which compiles. Without steps, the whole capture.
std::vector<Interval> compared_windows(const Timeline& timeline,
                                       const std::vector<StepTime>& steps) {
  if (steps.empty()) return {used_window(timeline)};
  std::vector<Interval> out = windows_of(steps);
  if (out.size() > 1) out.erase(out.begin());
  return out;
}

void add_segments(const Timeline& timeline, const std::vector<Segment>& segments,
                  CaptureTimes& out) {
  LabelTimes by_line(out.lines, timeline.labels.size());
  std::vector<std::string> label_texts;
  for (const Label& label : timeline.labels) label_texts.push_back(line_label(label));
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
      StepTimes& line = by_line.at(source, [&] { return TimeKey{.place = place}; });
      line.add(static_cast<int>(i), time);
      if (!label_texts[source].empty()) line.labels.insert(label_texts[source]);
    }
  }
}

// Kernels and eager operations of the main thread. Other threads have no steps.
void add_kernels(const Timeline& timeline, const std::vector<Segment>& segments,
                 CaptureTimes& out) {
  LabelTimes by_kernel(out.kernels, timeline.labels.size());
  for (const Segment& segment : segments) {
    if (segment.label < 0) continue;
    auto index = static_cast<size_t>(segment.label);
    const Label& label = timeline.labels[index];
    if (label.category != Category::kernel && label.category != Category::eager) continue;
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
  bool is_on_one_side = a.count == 0 || b.count == 0;
  change.before = a.median;
  change.after = b.median;
  TimeSamples none{.count = std::max(a.count, b.count)};  // no time in any step
  change.noise = noise_of(a.count == 0 ? none : a, b.count == 0 ? none : b);
  if (std::max(a.mean, b.mean) < min_compared_time) return;
  if (is_on_one_side) {
    if (std::abs(change.difference()) <= change.noise) return;
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

// An entry of each capture that belong together; null if one has none.
using TimeEntry = TimeTable::value_type;
using TimePairs = std::vector<std::pair<const TimeEntry*, const TimeEntry*>>;

std::vector<const TimeEntry*> entries_of(const TimeTable& table) {
  std::vector<const TimeEntry*> out;
  for (const TimeEntry& entry : table) out.push_back(&entry);
  return out;
}

// Moves the entries with equal keys to `out`, in order, if both sides have as many of them.
template <class KeyOf>
void take_pairs(std::vector<const TimeEntry*>& before, std::vector<const TimeEntry*>& after,
                const KeyOf& key_of, TimePairs& out) {
  using Key = decltype(key_of(*before.front()));
  std::map<Key, std::pair<std::vector<const TimeEntry*>, std::vector<const TimeEntry*>>> groups;
  for (const TimeEntry* entry : before) groups[key_of(*entry)].first.push_back(entry);
  for (const TimeEntry* entry : after) groups[key_of(*entry)].second.push_back(entry);
  std::set<const TimeEntry*> taken;
  for (const auto& [key, group] : groups) {
    const auto& [a, b] = group;
    if (a.size() != b.size()) continue;
    for (size_t i = 0; i < a.size(); ++i) {
      out.emplace_back(a[i], b[i]);
      taken.insert({a[i], b[i]});
    }
  }
  auto is_taken = [&](const TimeEntry* entry) { return taken.contains(entry); };
  std::erase_if(before, is_taken);
  std::erase_if(after, is_taken);
}

// Kernels whose code has moved keep their order: both sides have as many of a kind then.
TimePairs kernel_pairs(const TimeTable& before, const TimeTable& after) {
  std::vector<const TimeEntry*> a = entries_of(before), b = entries_of(after);
  TimePairs out;
  auto kind = [](const TimeEntry& it) {
    return std::tuple(without_number(it.first.module), it.first.name, it.first.layer);
  };
  auto whole = [](const TimeEntry& it) {
    return std::tuple(without_number(it.first.module), it.first.name, it.first.layer,
                      it.first.place.file, it.first.place.line);
  };
  take_pairs(a, b, kind, out);
  take_pairs(a, b, whole, out);
  take_pairs(a, b, kind, out);
  for (const TimeEntry* entry : a) out.emplace_back(entry, nullptr);
  for (const TimeEntry* entry : b) out.emplace_back(nullptr, entry);
  return out;
}

// Lines that have moved keep their spans and their order. Without moved lines, the places tell.
TimePairs line_pairs(const TimeTable& before, const TimeTable& after) {
  std::vector<const TimeEntry*> a = entries_of(before), b = entries_of(after);
  TimePairs out;
  auto place = [](const TimeEntry& it) {
    return std::pair(it.first.place.file, it.first.place.line);
  };
  auto spans = [&](const TimeEntry& it) {
    return std::pair(it.second.labels,
                     it.second.labels.empty() ? place(it) : decltype(place(it))());
  };
  auto whole = [&](const TimeEntry& it) { return std::pair(place(it), it.second.labels); };
  auto equal_places = [&](const TimeEntry* x, const TimeEntry* y) {
    return place(*x) == place(*y);
  };
  if (!std::ranges::equal(a, b, equal_places)) {
    take_pairs(a, b, spans, out);
    take_pairs(a, b, whole, out);
  }
  take_pairs(a, b, place, out);
  for (const TimeEntry* entry : a) out.emplace_back(entry, nullptr);
  for (const TimeEntry* entry : b) out.emplace_back(nullptr, entry);
  return out;
}

// Parts exist on both sides: each is compared over all steps.
std::vector<TimeChange> changes_of(const TimePairs& pairs, std::pair<size_t, size_t> steps,
                                   bool are_parts = false) {
  std::vector<TimeChange> out;
  for (const auto& [old, now] : pairs) {
    const TimeKey& key = now ? now->first : old->first;
    const StepTimes *a = old ? &old->second : nullptr, *b = now ? &now->second : nullptr;
    TimeChange change{key.name, key.place, key.layer, key.module};
    bool has_moved = old && now && !(old->first.place == now->first.place);
    if (has_moved) change.old_place = old->first.place;
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
  out.kernels = changes_of(kernel_pairs(a.kernels, b.kernels), steps);
  out.lines = changes_of(line_pairs(a.lines, b.lines), steps);
  out.parts = changes_of(kernel_pairs(a.parts, b.parts), steps, true);
  out.step.name = "step";
  set_verdict(out.step, {a.steps, true}, {b.steps, true});
  return out;
}

}  // namespace rille::profile
