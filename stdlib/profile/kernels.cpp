// Kernels: their time, rates, and limits.
#include <algorithm>
#include <map>
#include <tuple>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

constexpr double ns = 1e-9;

// Identifies a kernel by what its own label and those of its pieces have in common.
using KernelKey = std::tuple<int, int, std::string, std::string, int>;

KernelKey key_of(const Label& label) {
  Place place = label.places.empty() ? Place{} : label.places.front();
  return {label.module, label.step, label.module < 0 ? label.name : std::string(), place.file,
          place.line};
}

// Adds calls and times of the kernels of a track.
void add_kernels(const Timeline& timeline, const Track& track, std::vector<KernelTime>& by_label) {
  std::vector<const Event*> open;
  for (const Event& event : track.events) {
    if (event.label >= by_label.size()) continue;
    if (timeline.labels[event.label].category != Category::kernel) continue;
    int64_t duration = std::max<int64_t>(event.duration, 0);
    while (!open.empty() && open.back()->end() <= event.begin) open.pop_back();
    if (!open.empty()) {
      int64_t inside = std::min(event.end(), open.back()->end()) - event.begin;
      by_label[open.back()->label].self -= std::max<int64_t>(inside, 0);
    }
    KernelTime& kernel = by_label[event.label];
    bool is_best = kernel.calls == 0 || static_cast<double>(duration) < kernel.best;
    if (is_best) kernel.best = static_cast<double>(duration);
    ++kernel.calls;
    kernel.self += duration;
    kernel.total += duration;
    open.push_back(&event);
  }
}

// The sum of the times of the pieces of each kernel. All events of workers are pieces: a capture
// gives them the label of their kernel.
std::map<KernelKey, int64_t> piece_times(const Timeline& timeline) {
  std::vector<int64_t> by_label(timeline.labels.size());
  for (const Track& track : timeline.tracks) {
    if (track.kind == Track::Kind::device || track.kind == Track::Kind::data) continue;
    for (const Event& event : track.events) {
      if (event.label >= by_label.size()) continue;
      bool is_piece = track.kind == Track::Kind::worker ||
                      timeline.labels[event.label].category == Category::piece;
      if (!is_piece) continue;
      by_label[event.label] += event.duration;
    }
  }
  std::map<KernelKey, int64_t> out;
  for (size_t i = 0; i < by_label.size(); ++i) {
    if (by_label[i] > 0) out[key_of(timeline.labels[i])] += by_label[i];
  }
  return out;
}

// Sets the rates, and the distance from the limits of the machine. The work of a loop that has
// kernels inside is not comparable with its time.
void set_rates(const Timeline& timeline, KernelTime& kernel) {
  const Label& label = timeline.labels[kernel.label];
  const Machine& machine = timeline.machine;
  double seconds = kernel.mean * ns, flops = label.work.flops, bytes = label.work.bytes();
  if (kernel.self < kernel.total || seconds <= 0) return;
  if (flops >= 0) kernel.flops_per_s = flops / seconds;
  if (bytes >= 0) kernel.bytes_per_s = bytes / seconds;
  kernel.planned = label.work.seconds;
  if (kernel.planned > 0) kernel.ratio = seconds / kernel.planned;
  double computing = machine.flops_per_s > 0 ? std::max(flops, 0.0) / machine.flops_per_s : 0;
  double moving = machine.bytes_per_s > 0 ? std::max(bytes, 0.0) / machine.bytes_per_s : 0;
  if (std::max(computing, moving) <= 0) return;
  kernel.bound = moving >= computing ? Bound::memory : Bound::compute;
  kernel.fraction = std::max(computing, moving) / seconds;
}

}  // namespace

std::string_view name_of(Bound bound) {
  constexpr std::string_view names[] = {"unknown", "compute", "memory"};
  return names[static_cast<size_t>(bound)];
}

std::vector<KernelTime> kernels_of(const Timeline& timeline) {
  std::vector<KernelTime> by_label(timeline.labels.size());
  for (const Track& track : timeline.tracks) {
    if (track.kind == Track::Kind::device) add_kernels(timeline, track, by_label);
  }
  std::map<KernelKey, int64_t> pieces = piece_times(timeline);
  std::vector<KernelTime> out;
  for (size_t i = 0; i < by_label.size(); ++i) {
    KernelTime& kernel = by_label[i];
    if (kernel.calls == 0) continue;
    const Label& label = timeline.labels[i];
    kernel.label = static_cast<uint32_t>(i);
    kernel.self = std::max<int64_t>(kernel.self, 0);
    kernel.mean = static_cast<double>(kernel.total) / static_cast<double>(kernel.calls);
    if (!label.places.empty()) kernel.place = label.places.front();
    set_rates(timeline, kernel);
    auto found = pieces.find(key_of(label));
    if (found != pieces.end() && kernel.total > 0) {
      double room = static_cast<double>(kernel.total) * std::max(label.threads, 1);
      kernel.utilization = static_cast<double>(found->second) / room;
    }
    out.push_back(kernel);
  }
  std::ranges::stable_sort(out, std::greater(), &KernelTime::self);
  return out;
}

}  // namespace rille::profile
