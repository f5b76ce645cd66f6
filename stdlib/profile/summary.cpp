// Summary: puts its parts together.
#include "stdlib/profile/summary.h"

#include <algorithm>
#include <map>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

// With fewer steps, the first one is not left out of the steady state.
constexpr size_t min_steady_steps = 3;

Interval steady_of(const Timeline& timeline, const std::vector<StepTime>& steps) {
  if (steps.size() < min_steady_steps) return used_window(timeline);
  return {steps[1].window.begin, steps.back().window.end};
}

int64_t overlap(const Segment& segment, const Interval& interval) {
  int64_t begin = std::max(segment.begin, interval.begin);
  return std::max<int64_t>(0, std::min(segment.end, interval.end) - begin);
}

void set_split(const Timeline& timeline, const std::vector<Segment>& segments, Summary& out) {
  std::map<std::pair<std::string, int>, int64_t> eager_lines;
  for (const Segment& segment : segments) {
    int64_t time = segment.duration();
    bool is_eager = segment.is_eager && segment.part == Part::compute;
    out.split[segment.part] += time;
    out.steady_split[segment.part] += overlap(segment, out.steady);
    if (!is_eager) continue;
    out.eager_time += time;
    out.steady_eager_time += overlap(segment, out.steady);
    if (segment.source < 0) continue;
    const Place& place = timeline.labels[static_cast<size_t>(segment.source)].places.front();
    eager_lines[{place.file, place.line}] += overlap(segment, out.steady);
  }
  auto longest = std::ranges::max_element(eager_lines, {}, [](auto& it) { return it.second; });
  if (longest != eager_lines.end()) out.eager_place = {longest->first.first, longest->first.second};
}

// Counts the eager operations of the main thread. They are on the track of the device that runs
// them.
void count_eager(const Timeline& timeline, Summary& out) {
  int main = main_track(timeline);
  std::vector<std::vector<bool>> kernels = kernels_of_main(timeline);
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    const std::vector<Event>& events = timeline.tracks[i].events;
    for (size_t k = 0; k < events.size(); ++k) {
      bool is_main = static_cast<int>(i) == main || (k < kernels[i].size() && kernels[i][k]);
      if (!is_main || events[k].label >= timeline.labels.size()) continue;
      if (timeline.labels[events[k].label].category != Category::eager) continue;
      ++out.eager_count;
      bool is_steady = events[k].begin >= out.steady.begin && events[k].begin < out.steady.end;
      out.steady_eager_count += is_steady ? 1 : 0;
    }
  }
}

}  // namespace

Summary summarize(const Timeline& timeline) {
  Summary out;
  out.window = used_window(timeline);
  std::vector<Segment> segments = clipped(segments_of_main(timeline), out.window);
  out.steps = steps_of(timeline, out.are_steps_inferred);
  std::vector<TimeSplit> splits = splits_of(segments, windows_of(out.steps));
  for (size_t i = 0; i < splits.size(); ++i) out.steps[i].split = splits[i];
  out.step_statistics = statistics_of(out.steps);
  out.steady = steady_of(timeline, out.steps);
  if (out.steps.size() >= min_steady_steps) {
    out.steady_steps = static_cast<int>(out.steps.size()) - 1;
  } else {
    out.steady_steps = std::max(static_cast<int>(out.steps.size()), 1);
  }
  set_split(timeline, segments, out);
  count_eager(timeline, out);
  out.kernels = kernels_of(timeline);
  out.lines = lines_of(timeline, segments);
  out.layers = layers_of(timeline, out.kernels);
  out.categories = categories_of(timeline, segments);
  out.input_stages = input_stages_of(timeline, segments);
  out.annotations = annotations_of(timeline);
  out.background = background_of(timeline);
  out.functions = functions_of(timeline, segments, out.steps);
  out.memory = memory_of(timeline, out.steps);
  return out;
}

}  // namespace rille::profile
