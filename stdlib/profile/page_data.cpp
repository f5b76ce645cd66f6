// page_data: a capture in few bytes, as the page decodes it.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "stdlib/profile/allocations.h"
#include "stdlib/profile/page.h"
#include "stdlib/profile/summary.h"

namespace rille::profile {
namespace {

using nlohmann::json;

// Columns of integers, seven bits a byte, the lowest first. Signed ones alternate: 0, -1, 1.
class Columns {
 public:
  explicit Columns(std::string& out) : out_(&out) {}

  void put(uint64_t x) {
    for (; x > 127; x >>= 7) out_->push_back(static_cast<char>(x | 128));
    out_->push_back(static_cast<char>(x));
  }
  void put_signed(int64_t x) {
    put(static_cast<uint64_t>(x) << 1 ^ static_cast<uint64_t>(x >> 63));
  }

 private:
  std::string* out_;
};

// Numbers the lines of scripts. Those of Timeline::places keep their index.
class PlaceNumbers {
 public:
  explicit PlaceNumbers(const std::vector<Place>& first) : places_(first) {
    for (size_t i = 0; i < first.size(); ++i) {
      numbers_.emplace(std::pair(first[i].file, first[i].line), static_cast<int>(i));
    }
  }
  int operator()(const Place& place) {
    auto [at, is_new] =
        numbers_.emplace(std::pair(place.file, place.line), static_cast<int>(places_.size()));
    if (is_new) places_.push_back(place);
    return at->second;
  }
  json all() const {
    json out = json::array();
    for (const Place& it : places_) out.push_back({it.file, it.line});
    return out;
  }

 private:
  std::vector<Place> places_;
  std::map<std::pair<std::string, int>, int> numbers_;
};

json json_of(const Work& work) {
  return {work.flops, work.bytes_read, work.bytes_written, work.seconds};
}

json json_of(const Label& label, PlaceNumbers& number) {
  json places = json::array();
  for (const Place& it : label.places) places.push_back(number(it));
  return {label.name,          static_cast<int>(label.category),
          label.ops,           label.function,
          label.layer,         std::move(places),
          label.module,        label.step,
          json_of(label.work), label.threads};
}

json json_of(const ModuleNode& node, PlaceNumbers& number) {
  int place = node.place == Place{} ? -1 : number(node.place);
  return {node.name,       node.op,    node.dtype, node.shape, node.operands,
          node.attributes, node.layer, place,      node.step,  node.param};
}

json json_of(const ModuleStep& step) {
  return {step.name,  step.ops,           step.depth,           step.turns,
          step.nodes, json_of(step.work), step.is_memory_bound, step.threads};
}

json json_of(const ModuleBuffer& buffer) {
  return {static_cast<int>(buffer.home),
          buffer.node,
          buffer.offset,
          buffer.bytes,
          buffer.first,
          buffer.last};
}

json json_of(const Module& module, PlaceNumbers& number) {
  json nodes = json::array(), steps = json::array(), buffers = json::array();
  for (const ModuleNode& it : module.nodes) nodes.push_back(json_of(it, number));
  for (const ModuleStep& it : module.steps) steps.push_back(json_of(it));
  for (const ModuleBuffer& it : module.buffers) buffers.push_back(json_of(it));
  return {{"name", module.name},
          {"id", module.id},
          {"nodes", std::move(nodes)},
          {"steps", std::move(steps)},
          {"buffers", std::move(buffers)},
          {"results", module.results},
          {"arena", module.arena_bytes},
          {"peak", module.peak_bytes},
          {"scratch", module.scratch_bytes}};
}

json json_of(const Machine& machine) {
  return {{"host", machine.host},
          {"cpu", machine.cpu},
          {"threads", machine.threads},
          {"flops", machine.flops_per_s},
          {"bytes", machine.bytes_per_s}};
}

int module_at_peak(const Timeline& timeline) {
  size_t count = entries_to_peak(timeline.allocations);
  return count == 0 ? -1 : module_at(timeline, timeline.allocations[count - 1].time);
}

json json_of(const KernelTime& kernel) {
  json labels = json::array({kernel.label});  // the one with the most time first
  for (uint32_t label : kernel.labels) {
    if (label != kernel.label) labels.push_back(label);
  }
  return {std::move(labels),
          kernel.calls,
          kernel.self,
          kernel.total,
          kernel.flops_per_s,
          kernel.bytes_per_s,
          kernel.bound == Bound::unknown ? "" : name_of(kernel.bound),
          kernel.fraction,
          kernel.utilization};
}

json json_of(const StepTime& step) {
  json out = {step.number, step.window.begin, step.window.end, step.span.begin};
  for (int64_t time : step.split.time) out.push_back(time);
  return out;
}

// The numbers that the report for the terminal has, too.
json json_of(const Summary& summary, int main) {
  const StepStatistics& s = summary.step_statistics;
  json steps = json::array(), kernels = json::array(), annotations = json::array();
  for (const StepTime& it : summary.steps) steps.push_back(json_of(it));
  for (const KernelTime& it : summary.kernels) kernels.push_back(json_of(it));
  for (const AnnotationTime& it : summary.annotations) {
    annotations.push_back({it.name, it.calls, it.total});
  }
  return {{"main", main},
          {"window", {summary.window.begin, summary.window.end}},
          {"parts", summary.split.time},
          {"steady", summary.steady_split.time},
          {"steady_steps", summary.steady_steps},
          {"noun", summary.are_steps_inferred ? "call" : "step"},
          {"statistics",
           {{"count", s.count},
            {"first", s.first},
            {"mean", s.mean},
            {"median", s.median},
            {"p90", s.p90}}},
          {"steps", std::move(steps)},
          {"kernels", std::move(kernels)},
          {"annotations", std::move(annotations)}};
}

json head_of(const Timeline& timeline, const std::vector<std::string>& advice) {
  PlaceNumbers number{timeline.places};
  json labels = json::array(), modules = json::array(), tracks = json::array();
  for (const Label& it : timeline.labels) labels.push_back(json_of(it, number));
  for (const Module& it : timeline.modules) modules.push_back(json_of(it, number));
  for (const Track& it : timeline.tracks) {
    tracks.push_back({static_cast<int>(it.kind), it.name, it.number, it.device, it.events.size()});
  }
  json counters = json::array();
  for (const Counter& it : timeline.counters) counters.push_back({it.name, it.label, it.value});
  return {{"machine", json_of(timeline.machine)},
          {"program", timeline.program},
          {"process", timeline.process},
          {"start", timeline.start_unix_ns},
          {"duration", timeline.duration},
          {"complete", timeline.is_complete},
          {"dropped", timeline.dropped},
          {"omitted", timeline.omitted},
          {"labels", std::move(labels)},
          {"tracks", std::move(tracks)},
          {"modules", std::move(modules)},
          {"places", number.all()},
          {"spaces", timeline.spaces},
          {"allocations", timeline.allocations.size()},
          {"before", timeline.bytes_before},
          {"peak", timeline.peak_bytes},
          {"peak_module", module_at_peak(timeline)},
          {"samples", timeline.samples.size()},
          {"counters", std::move(counters)},
          {"joules", timeline.energy_joules},
          {"summary", json_of(summarize(timeline), main_track(timeline))},
          {"advice", advice}};
}

void put_events(Columns& out, const std::vector<Event>& events) {
  int64_t last = 0;
  for (const Event& it : events) out.put_signed(it.begin - std::exchange(last, it.begin));
  for (const Event& it : events) out.put(static_cast<uint64_t>(std::max<int64_t>(it.duration, 0)));
  for (const Event& it : events) out.put(it.label);
  for (const Event& it : events) out.put_signed(it.payload);
}

// The distance from each allocation to its release; 0 if there is none.
std::vector<uint64_t> releases(const std::vector<Allocation>& all) {
  std::vector<uint64_t> out(all.size());
  std::unordered_map<uint64_t, size_t> live;  // allocations by their address
  live.reserve(all.size() / 2);
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].bytes >= 0) {
      live[all[i].address] = i;
    } else if (auto at = live.find(all[i].address); at != live.end()) {
      out[at->second] = i - at->second;
      live.erase(at);
    }
  }
  return out;
}

void put_allocations(Columns& out, const std::vector<Allocation>& all) {
  int64_t last = 0;
  for (const Allocation& it : all) out.put_signed(it.time - std::exchange(last, it.time));
  for (const Allocation& it : all) out.put_signed(it.bytes);
  for (const Allocation& it : all) out.put_signed(it.place);
  for (const Allocation& it : all) out.put_signed(it.label);
  for (const Allocation& it : all) out.put(it.space);
  for (uint64_t distance : releases(all)) out.put(distance);
}

void put_samples(Columns& out, const std::vector<Sample>& samples) {
  int64_t last = 0;
  for (const Sample& it : samples) {
    out.put_signed(it.time - std::exchange(last, it.time));
    out.put_signed(it.track);
    out.put(it.frames.size());
    for (uint32_t frame : it.frames) out.put(frame);
  }
}

}  // namespace

std::string page_data(const Timeline& timeline, const std::vector<std::string>& advice) {
  std::string head = head_of(timeline, advice).dump(-1, ' ', false, json::error_handler_t::replace);
  std::string out;
  Columns columns{out};
  columns.put(head.size());
  out += head;
  for (const Track& it : timeline.tracks) put_events(columns, it.events);
  put_allocations(columns, timeline.allocations);
  put_samples(columns, timeline.samples);
  return out;
}

}  // namespace rille::profile
