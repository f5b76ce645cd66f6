// The host plane of an XSpace: threads, input stages, memory.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "stdlib/profile/allocations.h"
#include "stdlib/profile/xspace_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// The category of an input stage in XProf's analysis of input pipelines.
std::string_view stage_category(std::string_view name) {
  if (contains_any(name, {"prefetch", "device", "transfer"})) return "enqueue";
  bool reads = contains_any(
      name, {"read", "load", "file", "record", "open", "parquet", "csv", "json", "source"});
  return reads ? "read" : "preprocessing";
}

// The use of one memory space while allocations are replayed.
struct SpaceUse {
  int64_t in_use = 0, peak = 0;
};

// Writes the plane "/host:CPU".
class HostPlane {
 public:
  HostPlane(const Timeline& timeline, const XSteps& steps, const XPrograms& programs)
      : t_(timeline), steps_(steps), programs_(programs), plane_(1000, "/host:CPU") {}

  void append_to(std::string& space) {
    XStats stats(plane_, 6);
    stats.put("process_id", t_.process);
    plane_.add_stats(stats);
    for (size_t i = 0; i < t_.tracks.size(); ++i) {
      if (t_.tracks[i].kind != Track::Kind::device) put_track(i);
    }
    put_samples();
    put_allocations();
    plane_.append_to(space);
  }

 private:
  void put_track(size_t index);
  void put_samples();
  void put_allocations();
  void put_event_stats(XStats& stats, const Event& event);
  int64_t label_metadata(uint32_t label);
  std::string owner(const Allocation& of) const;
  std::string_view space_name(uint8_t space) const {
    return space < t_.spaces.size() ? std::string_view(t_.spaces[space]) : "host";
  }

  const Timeline& t_;
  const XSteps& steps_;
  const XPrograms& programs_;
  XPlane plane_;
  int64_t lines_ = 0;
  std::unordered_map<uint32_t, int64_t> labels_;  // ids of metadata
};

int64_t HostPlane::label_metadata(uint32_t label) {
  int64_t& id = labels_[label];
  if (id != 0) return id;
  const Label& of = t_.labels[label];
  XStats stats(plane_, 5);
  stats.text("category", category_name(of.category));
  if (!of.function.empty()) stats.text("function", of.function);
  if (!of.layer.empty()) stats.text("layer", of.layer);
  if (!of.ops.empty()) stats.text("operations", of.ops);
  if (of.module >= 0 && of.module < static_cast<int>(t_.modules.size())) {
    stats.text("hlo_module", programs_.of(label).title());
  }
  if (!of.places.empty()) stats.text("source", str(of.places[0].file, ":", of.places[0].line));
  std::string_view name = of.name.empty() ? category_name(of.category) : std::string_view(of.name);
  return id = plane_.add_metadata(name, "", stats.data());
}

void HostPlane::put_event_stats(XStats& stats, const Event& event) {
  const Label& label = t_.labels[event.label];
  switch (label.category) {
    // The steps of the device planes are the roots of groups, so these are not (stat `_r`).
    case Category::step: stats.put("step_num", event.payload); break;
    case Category::input:
      // XProf looks up stages by ids of metadata or of stages, so both are the same.
      stats.put("_ipl_stage_id", label_metadata(event.label));
      stats.shared_text("_ipl_stage_name", label.name.empty() ? "input" : label.name);
      stats.shared_text("_ipl_stage_cat", stage_category(label.name));
      [[fallthrough]];
    case Category::transfer:
    case Category::checkpoint:
    case Category::collective:
      if (event.payload > 0) stats.put("bytes_transferred", event.payload);
      break;
    default: break;
  }
}

void HostPlane::put_track(size_t index) {
  const Track& track = t_.tracks[index];
  std::string name = track.name.empty() ? str("thread ", track.number) : track.name;
  XLine line(++lines_, name);
  XStepCursor steps(steps_.steps);
  bool has_steps = steps_.track == static_cast<int>(index);
  XStats stats(plane_, 4);
  for (const Event& event : track.events) {
    if (event.label >= t_.labels.size()) continue;
    stats.clear();
    const XStep* step = has_steps ? steps.at(event.begin) : nullptr;
    if (step != nullptr) stats.put("group_id", step - steps_.steps.data());
    put_event_stats(stats, event);
    line.add(label_metadata(event.label), event.begin, event.duration, stats.data());
  }
  plane_.add_line(std::move(line));
}

// A sample lasts up to the next one of its thread: consecutive samples of equal frames are one
// event for each frame.
void HostPlane::put_samples() {
  std::vector<std::vector<const Sample*>> by_track(t_.tracks.size());
  for (const Sample& sample : t_.samples) {
    bool is_known = sample.track >= 0 && sample.track < static_cast<int>(by_track.size());
    if (is_known) by_track[static_cast<size_t>(sample.track)].push_back(&sample);
  }
  for (size_t track = 0; track < by_track.size(); ++track) {
    const std::vector<const Sample*>& samples = by_track[track];
    XLine line(++lines_, t_.tracks[track].name + " script");
    for (size_t i = 0; i < samples.size();) {
      size_t next = i + 1;
      while (next < samples.size() && samples[next]->frames == samples[i]->frames) ++next;
      int64_t end = next < samples.size() ? samples[next]->time : samples[next - 1]->time;
      for (uint32_t frame : samples[i]->frames) {
        if (frame >= t_.labels.size()) continue;
        line.add(label_metadata(frame), samples[i]->time, end - samples[i]->time);
      }
      i = next;
    }
    plane_.add_line(std::move(line));
  }
}

// What XProf shows as the operation of a block: "step/layers[2]/train.rl line 12".
std::string HostPlane::owner(const Allocation& of) const {
  std::vector<std::string> path;
  bool has_label = of.label >= 0 && of.label < static_cast<int32_t>(t_.labels.size());
  Label place;
  if (has_label) place = t_.labels[static_cast<size_t>(of.label)];
  bool has_place = of.place >= 0 && of.place < static_cast<int32_t>(t_.places.size());
  if (has_place) place.places = {t_.places[static_cast<size_t>(of.place)]};
  if (has_label && place.function.empty()) place.function = place.name;
  std::string out = joined_scope(scope_path(place));
  return out.empty() ? "unknown" : out;
}

// The events of this line have no group, so that XProf attributes all of them to one step: it lists
// only the blocks of the step with the peak.
void HostPlane::put_allocations() {
  XLine line(++lines_, "Allocations");
  std::vector<Allocation> all = complete_allocations(t_);
  std::vector<SpaceUse> uses(256);
  size_t earlier = all.size() - t_.allocations.size();
  if (t_.spaces.size() <= 1) uses[0].peak = t_.peak_bytes;
  int64_t allocates = 0, releases = 0;
  std::unordered_map<uint64_t, std::string> owners;
  XStats stats(plane_, 4);
  for (size_t i = 0; i < all.size(); ++i) {
    const Allocation& each = all[i];
    SpaceUse& use = uses[each.space];
    use.in_use = std::max<int64_t>(use.in_use + each.bytes, 0);
    use.peak = std::max(use.peak, use.in_use);
    int64_t bytes = std::abs(each.bytes);
    int64_t capacity = std::max(t_.machine.memory_bytes, use.peak);
    stats.clear();
    stats.shared_text("allocator_name", space_name(each.space));
    stats.put("bytes_allocated", use.in_use).put("bytes_available", capacity - use.in_use);
    stats.put("peak_bytes_in_use", use.peak).put("requested_bytes", bytes);
    stats.put("allocation_bytes", bytes).put("addr", static_cast<int64_t>(each.address));
    if (each.bytes >= 0) {
      auto key = static_cast<uint64_t>(static_cast<uint32_t>(each.place)) << 32 |
                 static_cast<uint32_t>(each.label);
      auto [at, is_new] = owners.try_emplace(key);
      if (is_new) at->second = owner(each);
      stats.shared_text("tf_op", i < earlier ? "before the capture" : at->second);
    }
    int64_t& id = each.bytes >= 0 ? allocates : releases;
    if (id == 0) {
      id = plane_.named_metadata(each.bytes >= 0 ? "MemoryAllocation" : "MemoryDeallocation");
    }
    line.add(id, each.time, 0, stats.data());
  }
  plane_.add_line(std::move(line));
}

}  // namespace

void append_host_plane(std::string& space, const Timeline& timeline, const XSteps& steps,
                       const XPrograms& programs) {
  HostPlane(timeline, steps, programs).append_to(space);
}

}  // namespace rille::profile
