// Steps, programs, and scopes of an XSpace.
#include "stdlib/profile/xspace_parts.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "vm/text.h"

namespace rille::profile {
namespace {

bool is_label(const Timeline& timeline, uint32_t label) { return label < timeline.labels.size(); }

// The steps of a thread without those inside of others.
std::vector<XStep> recorded_steps(const Timeline& timeline, const Track& track) {
  std::vector<XStep> out;
  for (const Event& event : track.events) {
    bool is_step =
        is_label(timeline, event.label) && timeline.labels[event.label].category == Category::step;
    if (!is_step || (!out.empty() && event.begin < out.back().end)) continue;
    out.push_back({event.begin, event.end(), event.payload});
  }
  return out;
}

// The label of the calls that take the most time in the thread; -1 if it calls nothing.
int64_t busiest_run(const Timeline& timeline, const Track& track, int64_t& time) {
  std::unordered_map<uint32_t, int64_t> times;
  int64_t out = -1;
  for (const Event& event : track.events) {
    bool is_run =
        is_label(timeline, event.label) && timeline.labels[event.label].category == Category::run;
    if (!is_run) continue;
    int64_t& sum = times[event.label];
    sum += std::max<int64_t>(event.duration, 1);
    if (sum > time) {
      time = sum;
      out = event.label;
    }
  }
  return out;
}

XSteps steps_of_runs(const Timeline& timeline) {
  XSteps out;
  int64_t time = 0, label = -1;
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    if (timeline.tracks[i].kind != Track::Kind::thread) continue;
    int64_t best = busiest_run(timeline, timeline.tracks[i], time);
    if (best < 0) continue;
    label = best;
    out.track = static_cast<int>(i);
  }
  if (out.track < 0) return out;
  for (const Event& event : timeline.tracks[static_cast<size_t>(out.track)].events) {
    if (event.label != label) continue;
    if (!out.steps.empty()) out.steps.back().end = event.begin;
    out.steps.push_back({event.begin, event.end(), static_cast<int64_t>(out.steps.size())});
  }
  return out;
}

bool has_events(const Timeline& timeline) {
  return std::ranges::any_of(timeline.tracks, [](const Track& x) { return !x.events.empty(); });
}

std::string scope_part(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, [](char c) { return c == '/' || c == ':'; }, '_');
  return out;
}

// The labels without a module as one: each is a step of its own.
Module eager_module(const Timeline& timeline, uint64_t id) {
  Module out{.name = "eager", .id = id};
  for (const Label& label : timeline.labels) {
    bool is_op = label.category == Category::eager || label.category == Category::kernel;
    bool has_module = label.module >= 0 && label.module < static_cast<int>(timeline.modules.size());
    if (is_op && !has_module) out.steps.push_back({.name = label.name, .ops = label.ops});
  }
  return out;
}

}  // namespace

XSteps find_xsteps(const Timeline& timeline) {
  XSteps out;
  for (size_t i = 0; i < timeline.tracks.size(); ++i) {
    if (timeline.tracks[i].kind != Track::Kind::thread) continue;
    std::vector<XStep> steps = recorded_steps(timeline, timeline.tracks[i]);
    if (steps.size() <= out.steps.size()) continue;
    out = {std::move(steps), static_cast<int>(i)};
  }
  if (out.steps.empty()) out = steps_of_runs(timeline);
  if (out.steps.empty() && has_events(timeline)) {
    out.steps.push_back({0, std::max<int64_t>(timeline.duration, 1), 0});
  }
  bool is_ordered = std::ranges::is_sorted(out.steps, std::ranges::less_equal{}, &XStep::number);
  int64_t number = 0;
  for (XStep& step : out.steps) {
    bool is_negative = !out.steps.empty() && out.steps.front().number < 0;
    step.number = is_ordered && !is_negative ? step.number : number++;
  }
  return out;
}

const XStep* XStepCursor::at(int64_t time) {
  while (next_ < steps_.size() && steps_[next_].end <= time) ++next_;
  return next_ < steps_.size() && steps_[next_].begin <= time ? &steps_[next_] : nullptr;
}

XPrograms::XPrograms(const Timeline& timeline) {
  uint64_t last_id = 0;
  for (const Module& module : timeline.modules) {
    last_id = std::max(last_id, module.id);
    programs_.push_back({.name = hlo_name(module.name),
                         .id = static_cast<int64_t>(module.id),
                         .hlo = hlo_program(module)});
  }
  Module eager = eager_module(timeline, last_id + 1);
  bool has_eager = !eager.steps.empty();
  int eager_steps = 0;
  for (const Label& label : timeline.labels) {
    bool has_module = label.module >= 0 && label.module < static_cast<int>(timeline.modules.size());
    bool is_op = label.category == Category::eager || label.category == Category::kernel;
    Slot slot;
    if (has_module) slot = {label.module, label.step};
    if (is_op && !has_module) slot = {static_cast<int>(programs_.size()), eager_steps++};
    slots_.push_back(slot);
  }
  if (has_eager) {
    programs_.push_back(
        {.name = "eager", .id = static_cast<int64_t>(eager.id), .hlo = hlo_program(eager)});
  }
}

// Part of the name of a file, which has up to 255 bytes.
std::string XPrograms::Program::title() const {
  constexpr size_t max_name = 160;
  size_t size = std::min(name.size(), max_name);
  while (size < name.size() && size > 0 && (static_cast<uint8_t>(name[size]) & 0xC0U) == 0x80)
    --size;
  return str(std::string_view(name).substr(0, size), "(", id, ")");
}

const XPrograms::Program& XPrograms::of(uint32_t label) const {
  static const Program none;
  int program = label < slots_.size() ? slots_[label].program : -1;
  return program < 0 ? none : programs_[static_cast<size_t>(program)];
}

const HloStep* XPrograms::step(uint32_t label) const {
  const Program& program = of(label);
  int step = label < slots_.size() ? slots_[label].step : -1;
  bool is_step = step >= 0 && step < static_cast<int>(program.hlo.steps.size());
  return is_step ? &program.hlo.steps[static_cast<size_t>(step)] : nullptr;
}

std::vector<std::string> scope_path(const Label& label) {
  std::vector<std::string> out;
  if (!label.function.empty()) out.push_back(scope_part(label.function));
  for (std::string_view rest = label.layer; !rest.empty();) {
    size_t dot = rest.find('.');
    if (dot != 0) out.push_back(scope_part(rest.substr(0, dot)));
    rest = dot == std::string_view::npos ? "" : rest.substr(dot + 1);
  }
  if (!label.places.empty() && label.places[0].line > 0) {
    const Place& place = label.places[0];
    out.push_back(scope_part(str(base_name(place.file), " line ", place.line)));
  }
  return out;
}

std::string joined_scope(const std::vector<std::string>& path) {
  std::string out;
  for (const std::string& part : path) out += str(out.empty() ? "" : "/", part);
  return out;
}

std::string_view category_name(Category category) {
  constexpr auto names = std::to_array<std::string_view>(
      {"step", "annotation", "run", "kernel", "piece", "eager", "trace", "compile", "input",
       "checkpoint", "transfer", "collective", "garbage collection", "script", "allocation"});
  static_assert(names.size() == span_categories);
  auto at = static_cast<size_t>(category);
  return at < names.size() ? names[at] : "unknown";
}

std::string base_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace rille::profile
