// Checks the indices of labels, modules, events, and samples.
#include "stdlib/profile/references.h"

#include <algorithm>

namespace rille::profile {
namespace {

constexpr int64_t max_time = int64_t{1} << 60;  // 36 years; the sum of two times fits

template <class T>
bool is_index(int64_t i, const std::vector<T>& all) {
  return i >= 0 && i < std::ssize(all);
}

template <class T>
void keep_indices(std::vector<int>& indices, const std::vector<T>& all) {
  std::erase_if(indices, [&](int i) { return !is_index(i, all); });
}

template <class I, class T>
void check(I& index, const std::vector<T>& all) {
  if (!is_index(index, all)) index = -1;
}

void check(Module& module) {
  for (ModuleNode& node : module.nodes) {
    keep_indices(node.operands, module.nodes);
    check(node.step, module.steps);
    for (int64_t& size : node.shape) size = std::max<int64_t>(size, 0);
  }
  for (ModuleStep& step : module.steps) {
    keep_indices(step.nodes, module.nodes);
    step.depth = std::max(step.depth, 0);
  }
  for (ModuleBuffer& buffer : module.buffers) {
    check(buffer.node, module.nodes);
    check(buffer.first, module.steps);
    check(buffer.last, module.steps);
    buffer.offset = std::clamp<int64_t>(buffer.offset, 0, max_time);
    buffer.bytes = std::clamp<int64_t>(buffer.bytes, 0, max_time);
  }
  keep_indices(module.results, module.nodes);
}

void check_time(int64_t& time) { time = std::clamp<int64_t>(time, 0, max_time); }

}  // namespace

void drop_dangling(Timeline& timeline) {
  for (Module& module : timeline.modules) check(module);
  for (Label& label : timeline.labels) {
    check(label.module, timeline.modules);
    if (label.module < 0) {
      label.step = -1;
    } else {
      check(label.step, timeline.modules[static_cast<size_t>(label.module)].steps);
    }
  }
  check_time(timeline.duration);
  for (Track& track : timeline.tracks) {
    std::erase_if(track.events,
                  [&](const Event& event) { return !is_index(event.label, timeline.labels); });
    for (Event& event : track.events) {
      check_time(event.begin);
      check_time(event.duration);
    }
  }
  for (Allocation& item : timeline.allocations) {
    check_time(item.time);
    item.bytes = std::clamp(item.bytes, -max_time, max_time);
    check(item.place, timeline.places);
    check(item.label, timeline.labels);
    if (!is_index(item.space, timeline.spaces)) item.space = 0;
  }
  for (Sample& sample : timeline.samples) {
    check_time(sample.time);
    std::erase_if(sample.frames, [&](uint32_t frame) { return !is_index(frame, timeline.labels); });
  }
  std::erase_if(timeline.samples,
                [&](const Sample& sample) { return !is_index(sample.track, timeline.tracks); });
  std::erase_if(timeline.counters,
                [&](const Counter& counter) { return !is_index(counter.label, timeline.labels); });
  if (timeline.spaces.empty()) timeline.spaces.emplace_back("memory");
}

}  // namespace rille::profile
