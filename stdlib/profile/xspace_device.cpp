// The device planes of an XSpace: steps, modules, operations.
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "stdlib/profile/xspace_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// Whether the eager operations can be on the line of the kernels: they contain kernels, or are
// disjoint from all. Those that contain kernels are left out of `kept`.
bool fits(const std::vector<Event>& kernels, const std::vector<Event>& eager,
          std::vector<Event>& kept) {
  size_t at = 0;
  kept.clear();
  for (const Event& op : eager) {
    while (at < kernels.size() && kernels[at].end() <= op.begin) ++at;
    bool is_free = at == kernels.size() || kernels[at].begin >= op.end();
    if (is_free) {
      kept.push_back(op);
    } else if (kernels[at].begin < op.begin || kernels[at].end() > op.end()) {
      return false;
    }
  }
  return true;
}

// The events of a queue without the eager operations that contain kernels.
std::vector<Event> without_containers(const Timeline& timeline, const std::vector<Event>& events) {
  std::vector<bool> contains(events.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.label >= timeline.labels.size()) continue;
    while (!open.empty() && events[open.back()].end() <= event.begin) open.pop_back();
    Category category = timeline.labels[event.label].category;
    if (category == Category::kernel) {
      for (size_t at : open) contains[at] = true;
    } else if (category == Category::eager) {
      open.push_back(i);
    }
  }
  std::vector<Event> out;
  for (size_t i = 0; i < events.size(); ++i) {
    if (!contains[i]) out.push_back(events[i]);
  }
  return out;
}

std::vector<Event> eager_events(const Timeline& timeline, const Track& track) {
  std::vector<Event> out;
  for (const Event& event : track.events) {
    bool is_eager = event.label < timeline.labels.size() &&
                    timeline.labels[event.label].category == Category::eager;
    if (is_eager && (out.empty() || event.begin >= out.back().end())) out.push_back(event);
  }
  return out;
}

int64_t free_number(std::unordered_set<int64_t>& taken) {
  int64_t out = 0;
  while (!taken.insert(out).second) ++out;
  return out;
}

// The call of a compiled function to which a kernel belongs.
struct XRun {
  int64_t begin = 0;
  int module = -1;
};

std::vector<XRun> find_runs(const Timeline& timeline) {
  std::vector<XRun> out;
  for (const Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::thread) continue;
    for (const Event& event : track.events) {
      if (event.label >= timeline.labels.size()) continue;
      const Label& label = timeline.labels[event.label];
      if (label.category == Category::run) out.push_back({event.begin, label.module});
    }
  }
  std::ranges::stable_sort(out, {}, &XRun::begin);
  return out;
}

// Writes one device plane.
class DevicePlane {
 public:
  DevicePlane(const Timeline& timeline, const XSteps& steps, const XPrograms& programs,
              const XDevice& device)
      : t_(timeline),
        steps_(steps),
        programs_(programs),
        device_(device),
        plane_(device.number + 1, str("/device:TPU:", device.number)) {}

  void append_to(std::string& space) {
    put_caps();
    put_steps();
    put_modules();
    put_ops();
    plane_.append_to(space);
  }

 private:
  bool has_steps() const;
  XLine line(std::string_view name) { return {++lines_, name}; }
  const ProtoMessage& group(const XStep* step);
  void put_caps();
  void put_steps();
  void put_modules();
  void put_ops();
  int64_t op_metadata(uint32_t label);
  const std::string& op_name(uint32_t label);
  void put_label_stats(XStats& stats, uint32_t label);
  std::string tf_op(uint32_t label);

  const Timeline& t_;
  const XSteps& steps_;
  const XPrograms& programs_;
  const XDevice& device_;
  XPlane plane_;
  int64_t lines_ = 0;
  std::unordered_map<uint32_t, int64_t> ops_;             // ids of metadata, by label
  std::unordered_map<uint32_t, std::string> names_;       // of operations, by label
  std::set<std::pair<int64_t, std::string>> used_names_;  // with the programs
  const XStep* grouped_ = nullptr;
  ProtoMessage group_;
};

// The stat `group_id`, which connects an event with its step: the index of the step, because XProf
// numbers the steps of a device plane itself, from 0.
const ProtoMessage& DevicePlane::group(const XStep* step) {
  if (step == grouped_) return group_;
  grouped_ = step;
  group_.clear();
  if (step != nullptr)
    group_.merge(XStats(plane_, 4).put("group_id", step - steps_.steps.data()).data());
  return group_;
}

void DevicePlane::put_caps() {
  XStats stats(plane_, 6);
  stats.real("peak_teraflops_per_second", t_.machine.flops_per_s / 1e12);
  stats.real("peak_hbm_bw_gigabytes_per_second", t_.machine.bytes_per_s / 1e9);
  std::string type = t_.machine.cpu.empty() ? "CPU" : t_.machine.cpu;
  stats.text("device_type_string", type).text("device_name", device_.name);
  stats.put("core_count", t_.machine.threads);
  plane_.add_stats(stats);
}

// XProf shows the steps that all planes have. Kernels of another thread are in no step, so that
// its plane has none.
bool DevicePlane::has_steps() const {
  if (device_.thread < 0 || steps_.track < 0) return true;
  return t_.tracks[static_cast<size_t>(steps_.track)].number == device_.thread;
}

void DevicePlane::put_steps() {
  if (!has_steps()) return;
  XLine out = line("Steps");
  XStats stats(plane_, 4);
  for (const XStep& step : steps_.steps) {
    stats.clear();
    stats.put("group_id", &step - steps_.steps.data()).put("step_num", step.number);
    int64_t duration = std::max<int64_t>(step.end - step.begin, 0);
    out.add(plane_.named_metadata(str(step.number)), step.begin, duration, stats.data());
  }
  plane_.add_line(std::move(out));
}

void DevicePlane::put_modules() {
  XLine out = line("XLA Modules");
  std::vector<XRun> runs = find_runs(t_);
  std::vector<int64_t> last_run(t_.modules.size(), -1);
  XStepCursor steps(steps_.steps);
  Event open{.duration = -1};
  int64_t open_run = -1;
  size_t next = 0;
  auto flush = [&] {
    if (open.duration < 0) return;
    const XPrograms::Program& program = programs_.of(open.label);
    XStats stats(plane_, 4);
    stats.put("program_id", program.id).put("run_id", open_run + 1);
    const XStep* step = has_steps() ? steps.at(open.begin) : nullptr;
    if (step != nullptr) stats.put("group_id", step - steps_.steps.data());
    out.add(plane_.named_metadata(program.title()), open.begin, open.duration, stats.data());
  };
  for (const Event& event : device_.events) {
    if (event.label >= t_.labels.size()) continue;
    int module = t_.labels[event.label].module;
    if (module < 0 || module >= static_cast<int>(t_.modules.size())) continue;
    for (; next < runs.size() && runs[next].begin <= event.begin; ++next) {
      int started = runs[next].module;
      if (started >= 0 && started < static_cast<int>(last_run.size())) {
        last_run[static_cast<size_t>(started)] = static_cast<int64_t>(next);
      }
    }
    int64_t run = last_run[static_cast<size_t>(module)];
    bool continues =
        open.duration >= 0 && run == open_run && t_.labels[open.label].module == module;
    if (!continues) {
      flush();
      open = event;
      open_run = run;
    }
    open.duration = std::max(open.duration, event.end() - open.begin);
  }
  flush();
  plane_.add_line(std::move(out));
}

// XProf merges operations of one name and program. An eager kernel has a label for each line.
const std::string& DevicePlane::op_name(uint32_t label) {
  std::string& name = names_[label];
  if (!name.empty()) return name;
  const Label& of = t_.labels[label];
  const HloStep* step = programs_.step(label);
  std::string base = step != nullptr ? step->name : hlo_name(of.name);
  int64_t program = programs_.of(label).id;
  int line = of.places.empty() ? 0 : of.places[0].line;
  name = base;
  for (int i = 1; !used_names_.emplace(program, name).second; ++i) {
    name = str(base, ".line_", line, i == 1 ? "" : str("_", i));
  }
  return name;
}

// "step/layers[2]/attn/train.rl line 12/matmul.3:dot_general", as JAX names operations.
std::string DevicePlane::tf_op(uint32_t label) {
  const Label& of = t_.labels[label];
  const HloStep* step = programs_.step(label);
  std::vector<std::string> path = scope_path(of);
  const std::string& name = op_name(label);
  path.push_back(name);
  std::string type = step != nullptr ? step->op : name.substr(0, name.find('.'));
  for (char& c : type) {
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!is_letter) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '_';
  }
  bool begins_well = !type.empty() && (type[0] < '0' || type[0] > '9');
  return str(joined_scope(path), ":", begins_well ? "" : "_", type);
}

int64_t rounded(double x) {
  constexpr double most = 4e18;  // fits into 63 bits
  return x > 0 ? static_cast<int64_t>(std::llround(std::min(x, most))) : 0;
}

// Message MemoryAccessBreakdown: bytes by operation (1 reads, 2 writes) and space (1 main memory).
ProtoMessage access_breakdown(const Work& work) {
  ProtoMessage out;
  for (int operation : {1, 2}) {
    int64_t bytes = rounded(operation == 1 ? work.bytes_read : work.bytes_written);
    if (bytes > 0) out.message(1, ProtoMessage().put(1, operation).put(2, 1).put(3, bytes));
  }
  return out;
}

void DevicePlane::put_label_stats(XStats& stats, uint32_t label) {
  const Label& of = t_.labels[label];
  const HloStep* step = programs_.step(label);
  std::string category(step != nullptr ? std::string_view(step->category)
                                       : category_name(of.category));
  stats.shared_text("hlo_category", category);
  stats.put_natural("program_id", static_cast<uint64_t>(programs_.of(label).id));
  stats.put_natural("symbol_id", uint64_t{label} + 1);
  if (of.work.flops >= 0) {
    stats.put("flops", rounded(of.work.flops)).put("model_flops", rounded(of.work.flops));
  }
  if (of.work.bytes() >= 0) {
    stats.put("bytes_accessed", rounded(of.work.bytes()));
    stats.put("raw_bytes_accessed", rounded(of.work.bytes()));
    stats.bytes("memory_access_breakdown", access_breakdown(of.work).data());
  }
  if (of.work.seconds >= 0) stats.real("predicted_us", of.work.seconds * 1e6);
  stats.text("tf_op", tf_op(label)).put("threads", of.threads);
  if (!of.ops.empty()) stats.text("operations", of.ops);
  if (of.places.empty()) return;
  std::string file = of.places[0].file, stack;
  std::ranges::replace(file, ':', '_');
  for (const Place& place : of.places) {
    stack += str(stack.empty() ? "" : "\n", place.file, ":", place.line, ":-1");
  }
  stats.shared_text("source", str(file, ":", of.places[0].line)).text("source_stack", stack);
}

int64_t DevicePlane::op_metadata(uint32_t label) {
  int64_t& id = ops_[label];
  if (id != 0) return id;
  const HloStep* step = programs_.step(label);
  XStats stats(plane_, 5);
  put_label_stats(stats, label);
  const std::string& name = op_name(label);
  std::string expression = step != nullptr ? step->expression : name;
  bool is_renamed =
      step != nullptr && name != step->name && expression.starts_with("%" + step->name);
  if (is_renamed) expression.replace(1, step->name.size(), name);
  return id = plane_.add_metadata(expression, name, stats.data());
}

void DevicePlane::put_ops() {
  XLine out = line("XLA Ops");
  XStepCursor steps(steps_.steps);
  for (const Event& event : device_.events) {
    if (event.label >= t_.labels.size()) continue;
    const XStep* step = has_steps() ? steps.at(event.begin) : nullptr;
    out.add(op_metadata(event.label), event.begin, event.duration, group(step));
  }
  plane_.add_line(std::move(out));
}

}  // namespace

std::vector<XDevice> find_xdevices(const Timeline& timeline) {
  std::vector<XDevice> out;
  std::unordered_set<int64_t> taken;
  for (const Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::device) continue;
    bool is_own = track.device != "host" && track.number >= 0 && taken.insert(track.number).second;
    out.push_back({is_own ? track.number : -1, track.name,
                   without_containers(timeline, track.events), track.thread});
  }
  for (const Track& track : timeline.tracks) {
    if (track.kind != Track::Kind::thread) continue;
    std::vector<Event> eager = eager_events(timeline, track), kept;
    if (eager.empty()) continue;
    auto at = std::ranges::find_if(out, [&](XDevice& x) { return fits(x.events, eager, kept); });
    if (at == out.end()) {
      out.push_back({-1, track.name, std::move(eager), -1});
      continue;
    }
    auto middle = static_cast<std::ptrdiff_t>(at->events.size());
    at->events.insert(at->events.end(), kept.begin(), kept.end());
    std::ranges::inplace_merge(at->events, at->events.begin() + middle, {}, &Event::begin);
  }
  if (out.empty()) out.push_back({-1, "host", {}, -1});
  for (XDevice& device : out) {
    if (device.number < 0) device.number = free_number(taken);
  }
  return out;
}

void append_device_planes(std::string& space, const Timeline& timeline, const XSteps& steps,
                          const XPrograms& programs) {
  for (const XDevice& device : find_xdevices(timeline)) {
    DevicePlane(timeline, steps, programs, device).append_to(space);
  }
}

}  // namespace rille::profile
