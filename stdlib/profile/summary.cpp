// Summary: puts its parts together.
#include "stdlib/profile/summary.h"

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

// With fewer steps, the first one is not left out of the steady state.
constexpr size_t min_steady_steps = 3;

Interval steady_of(const Timeline& timeline, const std::vector<StepTime>& steps) {
  if (steps.size() < min_steady_steps) return {0, timeline.duration};
  return {steps[1].window.begin, steps.back().window.end};
}

int64_t overlap(const Segment& segment, const Interval& interval) {
  int64_t begin = std::max(segment.begin, interval.begin);
  return std::max<int64_t>(0, std::min(segment.end, interval.end) - begin);
}

void set_split(const Timeline& timeline, const std::vector<Segment>& segments, Summary& out) {
  for (const Segment& segment : segments) {
    int64_t time = segment.duration();
    bool is_eager = segment.is_eager && segment.part == Part::compute;
    out.split[segment.part] += time;
    out.steady_split[segment.part] += overlap(segment, out.steady);
    if (segment.is_dispatch) out.dispatch_time += time;
    if (!is_eager) continue;
    out.eager_time += time;
    out.steady_eager_time += overlap(segment, out.steady);
  }
  int main = main_track(timeline);
  if (main < 0) return;
  for (const Event& event : timeline.tracks[static_cast<size_t>(main)].events) {
    if (event.label >= timeline.labels.size()) continue;
    if (timeline.labels[event.label].category == Category::eager) ++out.eager_count;
  }
}

}  // namespace

Summary summarize(const Timeline& timeline) {
  Summary out;
  std::vector<Segment> segments = segments_of_main(timeline);
  out.steps = steps_of(timeline, out.are_steps_inferred);
  std::vector<TimeSplit> splits = splits_of(segments, windows_of(out.steps));
  for (size_t i = 0; i < splits.size(); ++i) out.steps[i].split = splits[i];
  out.step_statistics = statistics_of(out.steps);
  out.steady = steady_of(timeline, out.steps);
  set_split(timeline, segments, out);
  out.kernels = kernels_of(timeline);
  out.lines = lines_of(timeline, segments);
  out.layers = layers_of(timeline, out.kernels);
  out.categories = categories_of(timeline, segments);
  out.input_stages = input_stages_of(timeline, segments);
  out.background = background_of(timeline);
  out.functions = functions_of(timeline, segments, out.steps);
  out.memory = memory_of(timeline, out.steps);
  return out;
}

}  // namespace rille::profile
