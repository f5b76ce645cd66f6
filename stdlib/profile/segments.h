// Segments: the time of the main thread, each instant once.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// What the main thread does at an instant.
enum class Part : uint8_t {
  compute,        // kernels and eager operations
  input,          // waits for the next item of a stream
  compile,        // traces and compiles
  script,         // runs the script
  dispatch,       // starts or ends a run of a compiled function
  checkpoint,     // reads or writes a checkpoint
  transfer,       // copies between memory spaces
  communication,  // with other devices
  garbage,        // collects garbage
  idle,           // waits outside of all spans
};
constexpr int parts = 10;

std::string_view name_of(Part part);

// The time of each part, in ns.
struct TimeSplit {
  std::array<int64_t, parts> time = {};

  int64_t& operator[](Part part) { return time[static_cast<size_t>(part)]; }
  int64_t operator[](Part part) const { return time[static_cast<size_t>(part)]; }
  int64_t total() const;
  double fraction(Part part) const;  // 0 if the total is 0
  TimeSplit& operator+=(const TimeSplit& other);
};

struct Interval {
  int64_t begin = 0, end = 0;

  int64_t duration() const { return end - begin; }
};

// An interval in which the innermost span of the main thread does not change.
struct Segment {
  int64_t begin = 0, end = 0;
  int32_t label = -1;   // of the innermost span; -1: outside of all spans
  int32_t source = -1;  // of the innermost span that knows a line; -1: none
  Part part = Part::idle;
  bool is_eager = false;  // inside an eager operation

  int64_t duration() const { return end - begin; }
};

// The index of the main thread's track: the first thread named "main", or else the first thread;
// -1 if the timeline has no threads.
int main_track(const Timeline& timeline);

// For each device track, which of its kernels the main thread runs.
std::vector<std::vector<bool>> kernels_of_main(const Timeline& timeline);

// The segments of the main thread and of the kernels that it runs, in order. They are disjoint, and
// cover 0 to Timeline::duration. If spans overlap without nesting, the one that begins last counts.
std::vector<Segment> segments_of_main(const Timeline& timeline);

// The time of the script: a capture begins up to 10 ms before it does. Without an event for longer,
// the script waits, and the window is the whole capture.
Interval used_window(const Timeline& timeline);

// The segments within an interval.
std::vector<Segment> clipped(std::vector<Segment> segments, const Interval& interval);

// The split of each interval. Intervals are ordered and disjoint.
std::vector<TimeSplit> splits_of(const std::vector<Segment>& segments,
                                 const std::vector<Interval>& intervals);

}  // namespace rille::profile
