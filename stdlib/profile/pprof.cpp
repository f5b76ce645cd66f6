// pprof_profile: samples, locations, and the table of strings.
#include "stdlib/profile/pprof.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "stdlib/profile/allocations.h"
#include "stdlib/profile/proto.h"
#include "stdlib/profile/xspace_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

enum class PprofValue : uint8_t { time, runs, bytes, samples };
constexpr size_t pprof_values = 4;
using PprofSums = std::array<int64_t, pprof_values>;

class PprofBuilder {
 public:
  explicit PprofBuilder(const Timeline& timeline) : t_(timeline) { string(""); }
  std::string build();

 private:
  int64_t string(std::string_view text);
  int64_t location(std::string_view name, std::string_view file, int64_t line);
  std::vector<int64_t> stack(const Label& label, bool with_kernel);
  void add(const std::vector<int64_t>& stack, PprofValue which, int64_t value) {
    sums_[stack][static_cast<size_t>(which)] += value;
  }
  void add_kernels();
  void add_memory();
  void add_script();
  void put_sample_types(ProtoMessage& out);

  const Timeline& t_;
  ProtoMessage locations_, functions_;
  std::map<std::string, int64_t, std::less<>> strings_;
  std::vector<std::string> table_;
  std::map<std::tuple<std::string, std::string, int64_t>, int64_t> known_;  // ids of locations
  std::map<std::vector<int64_t>, PprofSums> sums_;                          // by stack, leaf first
};

int64_t PprofBuilder::string(std::string_view text) {
  auto at = strings_.find(text);
  if (at != strings_.end()) return at->second;
  table_.push_back(valid_utf8(text));
  auto id = static_cast<int64_t>(table_.size()) - 1;
  return strings_[std::string(text)] = id;
}

// A function with one location at a line of it.
int64_t PprofBuilder::location(std::string_view name, std::string_view file, int64_t line) {
  int64_t& id = known_[{std::string(name), std::string(file), line}];
  if (id != 0) return id;
  id = static_cast<int64_t>(known_.size());
  ProtoMessage function, where, at;
  function.put(1, id).put(2, string(name)).put(3, string(name)).put(4, string(file));
  functions_.message(5, function);
  where.put(1, id).put(2, line);
  locations_.message(4, at.put(1, id).message(4, where));
  return id;
}

// Function, layers, line, and kernel, the kernel first.
std::vector<int64_t> PprofBuilder::stack(const Label& label, bool with_kernel) {
  std::string file = label.places.empty() ? "" : label.places[0].file;
  int64_t line = label.places.empty() ? 0 : label.places[0].line;
  std::vector<int64_t> out;
  for (const std::string& part : scope_path(label)) out.push_back(location(part, file, line));
  if (with_kernel) out.push_back(location(label.name, file, line));
  std::ranges::reverse(out);
  return out;
}

// The time of a kernel without that of kernels inside of it.
void PprofBuilder::add_kernels() {
  std::vector<int64_t> times(t_.labels.size()), runs(t_.labels.size());
  for (const XDevice& device : find_xdevices(t_)) {
    std::vector<const Event*> open;
    for (const Event& event : device.events) {
      if (event.label >= t_.labels.size()) continue;
      while (!open.empty() && open.back()->end() <= event.begin) open.pop_back();
      if (!open.empty()) times[open.back()->label] -= event.duration;
      times[event.label] += event.duration;
      ++runs[event.label];
      open.push_back(&event);
    }
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == 0) continue;
    std::vector<int64_t> at = stack(t_.labels[i], true);
    add(at, PprofValue::time, times[i]);
    add(at, PprofValue::runs, runs[i]);
  }
}

void PprofBuilder::add_memory() {
  std::vector<Allocation> all = complete_allocations(t_);
  size_t earlier = all.size() - t_.allocations.size();
  size_t count = entries_to_peak(all);
  std::map<std::pair<int32_t, int32_t>, int64_t> by_owner;
  for (size_t i : live_indices(all, count)) {
    const Allocation& each = all[i];
    if (each.bytes == 0) continue;
    by_owner[{each.label, each.place}] += each.bytes;
  }
  for (const auto& [owner, bytes] : by_owner) {
    Label label;
    bool has_label = owner.first >= 0 && owner.first < static_cast<int32_t>(t_.labels.size());
    if (has_label) label = t_.labels[static_cast<size_t>(owner.first)];
    if (label.function.empty()) label.function = label.name;
    bool has_place = owner.second >= 0 && owner.second < static_cast<int32_t>(t_.places.size());
    if (has_place) label.places = {t_.places[static_cast<size_t>(owner.second)]};
    std::vector<int64_t> at = stack(label, false);
    if (at.empty()) at = {location(earlier > 0 ? "before the capture" : "unknown", "", 0)};
    add(at, PprofValue::bytes, bytes);
  }
}

void PprofBuilder::add_script() {
  for (const Sample& sample : t_.samples) {
    std::vector<int64_t> at;
    for (uint32_t frame : sample.frames) {
      if (frame >= t_.labels.size()) continue;
      const Label& label = t_.labels[frame];
      bool has_place = !label.places.empty();
      at.push_back(location(label.name, has_place ? label.places[0].file : t_.program,
                            has_place ? label.places[0].line : 0));
    }
    std::ranges::reverse(at);
    if (!at.empty()) add(at, PprofValue::samples, 1);
  }
}

void PprofBuilder::put_sample_types(ProtoMessage& out) {
  constexpr auto types = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"time", "nanoseconds"}, {"runs", "count"}, {"peak_memory", "bytes"}, {"samples", "count"}});
  static_assert(types.size() == pprof_values);
  for (const auto& [type, unit] : types) {
    out.message(1, ProtoMessage().put(1, string(type)).put(2, string(unit)));
  }
}

std::string PprofBuilder::build() {
  ProtoMessage out;
  put_sample_types(out);
  add_kernels();
  add_memory();
  add_script();
  for (const auto& [stack, values] : sums_) {
    out.message(2, ProtoMessage().packed(1, stack).packed(2, values));
  }
  out.merge(locations_).merge(functions_);
  int64_t comment = string(str("program ", t_.program)), type = string("time");
  for (const std::string& text : table_) out.bytes(6, text);
  out.put(9, t_.start_unix_ns).put(10, t_.duration);
  out.packed(13, {&comment, 1}).put(14, type);
  return out.take();
}

}  // namespace

std::string pprof_profile(const Timeline& timeline) { return PprofBuilder(timeline).build(); }

}  // namespace rille::profile
