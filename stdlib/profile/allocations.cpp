// Blocks from before the capture; the peak and what runs then.
#include "stdlib/profile/allocations.h"

#include <algorithm>
#include <unordered_map>

namespace rille::profile {
namespace {

// The innermost run of a thread at `time`; null if there is none.
const Event* run_at(const Timeline& timeline, const Track& track, int64_t time) {
  const Event* out = nullptr;
  for (const Event& event : track.events) {
    if (event.begin > time) break;
    bool is_run = event.label < timeline.labels.size() &&
                  timeline.labels[event.label].category == Category::run;
    if (is_run && event.end() >= time) out = &event;
  }
  return out;
}

// Of the plans that a run has kernels of, the one that takes most memory.
int module_of(const Timeline& timeline, const Track& thread, const Event& run) {
  int out = -1;
  int64_t most = -1;
  for (const Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::device || track.thread != thread.number) continue;
    auto begin = std::ranges::lower_bound(track.events, run.begin, {}, &Event::begin);
    for (; begin != track.events.end() && begin->begin <= run.end(); ++begin) {
      int module =
          begin->label < timeline.labels.size() ? timeline.labels[begin->label].module : -1;
      if (module < 0 || static_cast<size_t>(module) >= timeline.modules.size()) continue;
      int64_t bytes = timeline.modules[static_cast<size_t>(module)].peak_bytes;
      if (bytes > most) out = module;
      most = std::max(most, bytes);
    }
  }
  return out;
}

}  // namespace

std::vector<Allocation> complete_allocations(const Timeline& timeline) {
  std::unordered_map<uint64_t, int64_t> live;
  std::vector<Allocation> out;
  int64_t rest = timeline.bytes_before;
  for (const Allocation& each : timeline.allocations) {
    if (each.bytes >= 0) {
      live[each.address] = each.bytes;
    } else if (live.erase(each.address) == 0) {
      out.push_back({.bytes = -each.bytes, .address = each.address, .space = each.space});
      rest += each.bytes;
    }
  }
  if (rest > 0) out.push_back({.bytes = rest});
  out.insert(out.end(), timeline.allocations.begin(), timeline.allocations.end());
  return out;
}

size_t entries_to_peak(const std::vector<Allocation>& allocations) {
  int64_t in_use = 0, peak = 0;
  size_t out = 0;
  for (size_t i = 0; i < allocations.size(); ++i) {
    in_use += allocations[i].bytes;
    if (in_use <= peak) continue;
    peak = in_use;
    out = i + 1;
  }
  return out;
}

std::vector<size_t> live_indices(const std::vector<Allocation>& allocations, size_t count) {
  std::unordered_map<uint64_t, size_t> live;
  count = std::min(count, allocations.size());
  for (size_t i = 0; i < count; ++i) {
    const Allocation& each = allocations[i];
    uint64_t key = each.address ^ (static_cast<uint64_t>(each.space) << 56);
    if (each.bytes >= 0) {
      live[key] = i;
    } else {
      live.erase(key);
    }
  }
  std::vector<size_t> out;
  for (const auto& [key, index] : live) out.push_back(index);
  std::ranges::sort(out);
  return out;
}

int module_at(const Timeline& timeline, int64_t time) {
  int out = -1;
  for (const Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::thread || out >= 0) continue;
    const Event* run = run_at(timeline, track, time);
    if (run != nullptr) out = module_of(timeline, track, *run);
  }
  return out;
}

}  // namespace rille::profile
