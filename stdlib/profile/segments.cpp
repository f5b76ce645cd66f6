// Segments: a sweep over the spans of the main thread.
#include "stdlib/profile/segments.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace rille::profile {
namespace {

// A gap without samples of the script that is longer than this number of periods is idle. A timer
// may be late by a few periods on a busy machine.
constexpr int64_t max_missed_samples = 4;

constexpr std::string_view part_names[parts] = {"compute",  "input wait",    "compile",
                                                "script",   "dispatch",      "checkpoint",
                                                "transfer", "communication", "garbage collection",
                                                "idle"};

// A span, within the capture.
struct Span {
  int64_t begin, end;
  int32_t label;
};

struct OpenSpan {
  int64_t end = 0;
  Segment segment;            // its label, line, and part
  std::optional<Part> phase;  // of the enclosing input, compilation, … that owns all time inside
  bool is_in_run = false;
};

// The part that owns all time inside of a span of a category.
std::optional<Part> phase_of(Category category, std::optional<Part> enclosing) {
  switch (category) {
    case Category::garbage: return Part::garbage;
    case Category::trace:
    case Category::compile: return Part::compile;
    case Category::input: return Part::input;
    case Category::checkpoint: return Part::checkpoint;
    case Category::transfer: return enclosing.value_or(Part::transfer);
    case Category::collective: return enclosing.value_or(Part::communication);
    default: return enclosing;
  }
}

bool is_computing(Category category) {
  return category == Category::kernel || category == Category::piece || category == Category::eager;
}

// Splits 0 to the end of the capture in segments, from spans in order of their begin.
class Sweep {
 public:
  explicit Sweep(const Timeline& timeline) : timeline_(timeline) {}

  void open(const Span& span) {
    advance(span.begin);
    const Label& label = timeline_.labels[static_cast<size_t>(span.label)];
    OpenSpan next;
    if (!open_.empty()) next = open_.back();
    next.end = span.end;
    next.phase = phase_of(label.category, next.phase);
    next.is_in_run |= label.category == Category::run;
    Segment& segment = next.segment;
    segment.label = span.label;
    if (!label.places.empty()) segment.source = span.label;
    segment.is_eager |= label.category == Category::eager;
    bool computes = is_computing(label.category) || segment.is_eager;
    Part outside = next.is_in_run ? Part::dispatch : Part::script;
    segment.part = next.phase.value_or(computes ? Part::compute : outside);
    open_.push_back(next);
  }

  // Ends the sweep. Time outside of all spans is idle so far.
  std::vector<Segment> finish() {
    advance(timeline_.duration);
    return std::move(out_);
  }

 private:
  void advance(int64_t to) {
    while (!open_.empty() && cursor_ < to) {
      emit(open_.back().segment, std::min(to, open_.back().end));
      if (open_.back().end <= cursor_) open_.pop_back();
    }
    if (cursor_ < to) emit(Segment{}, to);
  }

  void emit(Segment segment, int64_t end) {
    if (end <= cursor_) return;
    segment.begin = cursor_;
    segment.end = end;
    out_.push_back(segment);
    cursor_ = end;
  }

  const Timeline& timeline_;
  std::vector<OpenSpan> open_;  // in order of their begin
  std::vector<Segment> out_;
  int64_t cursor_ = 0;
};

void add_spans(std::vector<Span>& out, const Timeline& timeline, const Track& track,
               const std::vector<bool>* chosen) {
  for (size_t i = 0; i < track.events.size(); ++i) {
    const Event& event = track.events[i];
    if (chosen && !(*chosen)[i]) continue;
    int64_t begin = std::max<int64_t>(event.begin, 0);
    int64_t end = std::min(event.end(), timeline.duration);
    if (begin < end && event.label < timeline.labels.size()) {
      out.push_back({begin, end, static_cast<int32_t>(event.label)});
    }
  }
}

// The runs and eager operations of a thread, without those inside of others.
void add_runs(std::vector<Interval>& out, const Timeline& timeline, const Track& track) {
  int64_t end = INT64_MIN;
  for (const Event& event : track.events) {
    if (event.label >= timeline.labels.size() || event.end() <= end) continue;
    Category category = timeline.labels[event.label].category;
    if (category != Category::run && category != Category::eager) continue;
    out.push_back({event.begin, event.end()});
    end = event.end();
  }
}

// The union of intervals, in order.
std::vector<Interval> union_of(std::vector<Interval> intervals) {
  std::ranges::sort(intervals, {}, &Interval::begin);
  std::vector<Interval> out;
  for (const Interval& next : intervals) {
    if (out.empty() || next.begin > out.back().end) {
      out.push_back(next);
    } else {
      out.back().end = std::max(out.back().end, next.end);
    }
  }
  return out;
}

// Whether each event is inside of one of the intervals.
std::vector<bool> is_inside(const std::vector<Event>& events,
                            const std::vector<Interval>& intervals) {
  std::vector<bool> out;
  for (const Event& event : events) {
    auto next = std::ranges::upper_bound(intervals, event.begin, {}, &Interval::begin);
    out.push_back(next != intervals.begin() && event.end() <= std::prev(next)->end);
  }
  return out;
}

// The median time between successive samples; 0 if there are fewer than three.
int64_t period_of(const std::vector<int64_t>& samples) {
  if (samples.size() < 3) return 0;
  std::vector<int64_t> gaps;
  for (size_t i = 1; i < samples.size(); ++i) gaps.push_back(samples[i] - samples[i - 1]);
  auto middle = gaps.begin() + static_cast<long>(gaps.size() / 2);
  std::ranges::nth_element(gaps, middle);
  return *middle;
}

// Whether the script may run in a segment, or the thread may wait.
bool is_script(const Timeline& timeline, const Segment& segment) {
  if (segment.label < 0) return true;
  Category category = timeline.labels[static_cast<size_t>(segment.label)].category;
  bool is_mark = category == Category::step || category == Category::annotation;
  return is_mark && segment.part == Part::script;
}

void set_part(Segment segment, int64_t end, Part part, std::vector<Segment>& out) {
  if (end <= segment.begin) return;
  segment.end = end;
  segment.part = part;
  out.push_back(segment);
}

// A long gap is idle except near the samples in it.
void split_gap(Segment segment, const std::vector<int64_t>& samples, int64_t period,
               std::vector<Segment>& out) {
  if (segment.duration() < max_missed_samples * period) {
    set_part(segment, segment.end, Part::script, out);
    return;
  }
  auto sample = std::ranges::lower_bound(samples, segment.begin);
  for (; sample != samples.end() && *sample < segment.end; ++sample) {
    int64_t begin = std::max(segment.begin, *sample - period);
    set_part(segment, begin, Part::idle, out);
    segment.begin = begin;
    int64_t end = std::min(segment.end, *sample + period);
    set_part(segment, end, Part::script, out);
    segment.begin = end;
  }
  set_part(segment, segment.end, Part::idle, out);
}

// Decides which time of the script is idle. Without samples, the thread is idle only before its
// first and after its last span.
std::vector<Segment> with_idle(const Timeline& timeline, std::vector<Segment> segments, int track) {
  std::vector<int64_t> samples;
  for (const Sample& sample : timeline.samples) {
    if (sample.track == track) samples.push_back(sample.time);
  }
  std::ranges::sort(samples);
  int64_t period = period_of(samples);
  std::vector<Segment> out;
  for (size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    bool is_outer = segment.label < 0 && (i == 0 || i + 1 == segments.size());
    if (!is_script(timeline, segment)) {
      out.push_back(segment);
    } else if (period > 0) {
      split_gap(segment, samples, period, out);
    } else {
      set_part(segment, segment.end, is_outer ? Part::idle : Part::script, out);
    }
  }
  return out;
}

}  // namespace

std::string_view name_of(Part part) { return part_names[static_cast<size_t>(part)]; }

int64_t TimeSplit::total() const { return std::accumulate(time.begin(), time.end(), int64_t{0}); }

double TimeSplit::fraction(Part part) const {
  int64_t all = total();
  return all == 0 ? 0 : static_cast<double>((*this)[part]) / static_cast<double>(all);
}

TimeSplit& TimeSplit::operator+=(const TimeSplit& other) {
  for (size_t i = 0; i < time.size(); ++i) time[i] += other.time[i];
  return *this;
}

int main_track(const Timeline& timeline) {
  int out = -1;
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    if (track.kind != Track::Kind::thread) continue;
    if (track.name == "main") return static_cast<int>(i);
    if (out < 0) out = static_cast<int>(i);
  }
  return out;
}

std::vector<std::vector<bool>> kernels_of_main(const Timeline& timeline) {
  int main = main_track(timeline);
  std::vector<Interval> runs, others;
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    bool is_main = static_cast<int>(i) == main;
    if (track.kind == Track::Kind::thread) add_runs(is_main ? runs : others, timeline, track);
  }
  runs = union_of(std::move(runs));
  others = union_of(std::move(others));
  std::vector<std::vector<bool>> out(timeline.tracks.size());
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    if (track.kind != Track::Kind::device) continue;
    std::vector<bool> here = is_inside(track.events, runs), there = is_inside(track.events, others);
    int64_t balance = 0;  // kernels that only the main thread can have run, less those of others
    for (size_t k = 0; k < here.size(); ++k) balance += int64_t{here[k]} - int64_t{there[k]};
    for (size_t k = 0; k < here.size(); ++k) {
      if (here[k] == there[k]) here[k] = balance >= 0;
    }
    out[i] = std::move(here);
  }
  return out;
}

std::vector<Segment> segments_of_main(const Timeline& timeline) {
  int main = main_track(timeline);
  std::vector<Span> spans;
  if (main >= 0) {
    add_spans(spans, timeline, timeline.tracks[static_cast<size_t>(main)], nullptr);
  }
  std::vector<std::vector<bool>> kernels = kernels_of_main(timeline);
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const Track& track = timeline.tracks[i];
    if (track.kind == Track::Kind::device) add_spans(spans, timeline, track, &kernels[i]);
  }
  std::ranges::stable_sort(spans, [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  Sweep sweep(timeline);
  for (const Span& span : spans) sweep.open(span);
  return with_idle(timeline, sweep.finish(), main);
}

Interval used_window(const Timeline& timeline) {
  int64_t begin = timeline.duration;
  for (const Track& track : timeline.tracks) {
    if (!track.events.empty()) begin = std::min(begin, track.events.front().begin);
  }
  if (!timeline.samples.empty()) begin = std::min(begin, timeline.samples.front().time);
  constexpr int64_t max_start = 10'000'000;  // ns
  bool is_start = begin > 0 && begin <= max_start && begin < timeline.duration;
  return {is_start ? begin : 0, timeline.duration};
}

std::vector<Segment> clipped(std::vector<Segment> segments, const Interval& interval) {
  std::erase_if(segments, [&](const Segment& segment) {
    return segment.end <= interval.begin || segment.begin >= interval.end;
  });
  if (segments.empty()) return segments;
  segments.front().begin = std::max(segments.front().begin, interval.begin);
  segments.back().end = std::min(segments.back().end, interval.end);
  return segments;
}

std::vector<TimeSplit> splits_of(const std::vector<Segment>& segments,
                                 const std::vector<Interval>& intervals) {
  std::vector<TimeSplit> out(intervals.size());
  size_t at = 0;
  for (const Segment& segment : segments) {
    while (at < intervals.size() && intervals[at].end <= segment.begin) ++at;
    for (size_t i = at; i < intervals.size() && intervals[i].begin < segment.end; ++i) {
      int64_t begin = std::max(segment.begin, intervals[i].begin);
      int64_t end = std::min(segment.end, intervals[i].end);
      if (begin < end) out[i][segment.part] += end - begin;
    }
  }
  return out;
}

}  // namespace rille::profile
