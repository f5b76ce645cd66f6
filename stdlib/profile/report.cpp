// Report: a summary with advice, for the terminal.
#include "stdlib/profile/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ranges>

#include "stdlib/profile/counters.h"
#include "stdlib/profile/report_table.h"
#include "stdlib/profile/summary_parts.h"
#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

constexpr size_t max_kernels = 10, max_lines = 8, max_layers = 16, max_places = 8;
constexpr size_t max_functions = 6, max_background = 6;
constexpr double min_layer = 0.01;  // of the time of all kernels
constexpr int max_layer_depth = 3;
constexpr size_t kernel_columns = 24;  // for a line and an operation
constexpr size_t max_annotations = 8, max_operations = 6;

// What the sections of the report share.
struct ReportInput {
  const Timeline& timeline;
  const Summary& summary;
  size_t width;
  ReportPaint paint;

  std::string heading(std::string_view title) const {
    return "\n" + paint(title, ReportColor::heading) + "\n";
  }
  std::string line(std::string_view text) const { return fitted(text, width) + "\n"; }
  std::string paragraph(std::string_view text) const { return wrapped(text, width, 2) + "\n"; }
  const Label& label(uint32_t index) const { return timeline.labels[index]; }
};

std::string bytes_text(int64_t bytes) { return size_text(static_cast<double>(bytes)); }

std::string share_text(int64_t part, int64_t whole) {
  return percent_text(ratio_of(static_cast<double>(part), static_cast<double>(whole)));
}

// "1 kernel", "2 kernels".
std::string plural(size_t count, std::string_view noun) {
  return str(count, " ", noun, count == 1 ? "" : "s");
}

std::string rest_text(const ReportInput& in, size_t all, size_t shown, std::string_view noun) {
  if (all <= shown) return "";
  return in.paint(in.line(str("… and ", plural(all - shown, str("more ", noun)))),
                  ReportColor::faint);
}

// The time that the parts add up to.
int64_t all_time(const ReportInput& in) { return in.summary.window.duration(); }

std::string step_noun(const ReportInput& in) {
  return in.summary.are_steps_inferred ? "call" : "step";
}

std::string head_text(const ReportInput& in) {
  const Timeline& t = in.timeline;
  const Machine& m = t.machine;
  std::string program = line_text(t.program.substr(t.program.rfind('/') + 1));
  std::string out =
      str("profile", program.empty() ? "" : " of ", program, ": ", ns_text(all_time(in)));
  size_t steps = in.summary.steps.size();
  if (steps > 0) out += ", " + plural(steps, step_noun(in));
  if (t.energy_joules >= 0) out += str(", ", count_text(t.energy_joules), " J");
  out = in.paint(in.line(out), ReportColor::heading);
  std::string machine = str("machine: ", m.cpu.empty() ? "host" : line_text(m.cpu), ", ", m.threads,
                            m.threads == 1 ? " thread" : " threads");
  if (m.flops_per_s > 0) machine += str(", peak ", count_text(m.flops_per_s), "flop/s in f32");
  if (m.bytes_per_s > 0) machine += str(", ", size_text(m.bytes_per_s), "/s");
  out += in.paragraph(machine);
  std::string counters = counters_text(t.counters);
  if (!counters.empty()) out += in.paragraph("counters: " + counters);
  if (t.is_damaged) out += in.paragraph("note: the journal is damaged, and read up to there");
  if (!t.is_complete) out += in.paragraph("note: the capture ended early, and is incomplete");
  if (t.dropped > 0) {
    out += in.paragraph(
        str("note: ", t.dropped, " events did not fit into the buffers, and are missing"));
  }
  return out;
}

// The parts one below the other; their bars together are one bar of the whole time.
std::string split_text(const ReportInput& in) {
  const Summary& summary = in.summary;
  bool has_steps = summary.steps.size() > 1;
  std::vector<std::string> head = {"time", "share"};
  if (has_steps) head.push_back("mean per " + step_noun(in));
  size_t right = head.size();
  head.insert(head.end(), {"part", ""});
  ReportTable table(std::move(head), right);
  size_t room = in.width - std::min<size_t>(in.width - 10, has_steps ? 56 : 37);
  double begin = 0, all = static_cast<double>(std::max<int64_t>(summary.split.total(), 1));
  auto column = [&](double time) {
    return static_cast<size_t>(std::lround(time / all * static_cast<double>(room)));
  };
  for (int i = 0; i < parts; ++i) {
    auto part = static_cast<Part>(i);
    int64_t time = summary.split[part];
    double end = begin + static_cast<double>(time);
    if (time == 0) continue;
    std::vector<std::string> row = {ns_text(time), share_text(time, summary.split.total())};
    if (has_steps) {
      row.push_back(
          duration_text(static_cast<double>(summary.steady_split[part]) / summary.steady_steps));
    }
    std::string bar(column(begin), ' ');
    for (size_t k = column(begin); k < column(end); ++k) bar += "█";
    row.insert(row.end(), {std::string(name_of(part)), bar});
    table.add(std::move(row));
    begin = end;
  }
  if (table.empty()) return "";
  return in.heading("time of the main thread") + table.text(in.width, in.paint);
}

std::string steps_text(const ReportInput& in) {
  const StepStatistics& s = in.summary.step_statistics;
  if (s.count == 0) return "";
  std::string out = str(step_noun(in), "s: ", s.count);
  if (s.count > 1) {
    out += str(", without the first: median ", duration_text(s.median), ", mean ",
               duration_text(s.mean), ", p90 ", duration_text(s.p90));
  }
  return "\n" + in.paragraph(str(out, "; the first takes ", duration_text(s.first)));
}

std::string limit_text(const KernelTime& kernel) {
  if (kernel.bound == Bound::unknown) return "";
  return str(kernel.bound == Bound::memory ? "memory " : "flops ", percent_text(kernel.fraction));
}

// The line, the operations, and the layer of a kernel.
std::array<std::string, 3> what_text(const ReportInput& in, const KernelTime& kernel) {
  const Label& label = in.label(kernel.label);
  std::string place = text(kernel.place), tail = kernel.is_eager ? " (eager)" : "";
  if (!label.layer.empty()) tail += str(" in ", line_text(label.layer));
  return {place.empty() ? "" : place + "  ", line_text(label.ops.empty() ? label.name : label.ops),
          tail};
}

std::string kernels_text(const ReportInput& in) {
  const std::vector<KernelTime>& kernels = in.summary.kernels;
  ReportTable table(
      {"time", "share", "mean", "planned", "runs", "threads", "rate", "limit", "kernel"}, 7);
  table.leave_out({5, 6, 4, 3, 2}, kernel_columns);
  int64_t sum = 0;
  for (const KernelTime& kernel : kernels) sum += kernel.self;
  for (size_t i = 0; i < std::min(kernels.size(), max_kernels); ++i) {
    const KernelTime& k = kernels[i];
    bool has_plan = k.planned > 0;
    bool is_memory = k.bound == Bound::memory && k.bytes_per_s >= 0;
    std::string rate = k.flops_per_s > 0 ? count_text(k.flops_per_s) + "flop/s" : "";
    table.add({ns_text(k.self), share_text(k.self, sum), duration_text(k.mean),
               has_plan ? duration_text(k.planned * 1e9) : "", str(k.calls),
               k.utilization < 0 ? "" : percent_text(k.utilization),
               is_memory ? size_text(k.bytes_per_s) + "/s" : rate, limit_text(k)},
              what_text(in, k));
  }
  if (table.empty()) return "";
  bool has_eager = std::ranges::any_of(kernels, &KernelTime::is_eager);
  bool has_cached = std::ranges::any_of(kernels | std::views::take(max_kernels), [](auto& k) {
    return k.bound == Bound::memory && k.fraction > 1;
  });
  std::string_view what = has_eager ? "kernels and eager operations" : "kernels";
  std::string out = in.heading(str(what, " by self time")) +
                    in.paragraph(str("shares of ", ns_text(sum),
                                     ", the time of all of them, on "
                                     "all threads of the script")) +
                    table.text(in.width, in.paint) +
                    rest_text(in, kernels.size(), max_kernels, has_eager ? "row" : "kernel");
  if (!has_cached) return out;
  return out + in.paragraph("a rate above 100 % of the memory: a cache holds some of the data");
}

std::string lines_text(const ReportInput& in) {
  const std::vector<LineTime>& lines = in.summary.lines;
  ReportTable table({"time", "share", "calls", "mostly", "line"}, 3);
  size_t known = 0;
  for (const LineTime& line : lines) {
    if (line.place.line <= 0 || ++known > max_lines) continue;
    auto most = std::ranges::max_element(line.split.time) - line.split.time.begin();
    table.add({ns_text(line.self), share_text(line.self, all_time(in)), str(line.calls),
               std::string(name_of(static_cast<Part>(most))), text(line.place)});
  }
  if (table.empty()) return "";
  return in.heading("lines by time of the main thread") + table.text(in.width, in.paint) +
         rest_text(in, known, max_lines, "line");
}

std::string layers_text(const ReportInput& in) {
  const std::vector<LayerTime>& layers = in.summary.layers;
  ReportTable table({"time", "share", "flops", "bytes", "layer"}, 4);
  if (layers.size() < 2) return "";
  int64_t all = std::max<int64_t>(layers.front().total, 1);
  size_t known = 0;
  for (const LayerTime& layer : layers) {
    double share = static_cast<double>(layer.total) / static_cast<double>(all);
    bool is_shown = layer.depth > 0 && layer.depth <= max_layer_depth && share >= min_layer;
    if (!is_shown || ++known > max_layers) continue;
    table.add(
        {ns_text(layer.total), percent_text(share), count_text(layer.flops), size_text(layer.bytes),
         str(std::string(2 * static_cast<size_t>(layer.depth - 1), ' '), line_text(layer.name))});
  }
  if (table.empty()) return "";
  return in.heading("layers by time of their kernels") + table.text(in.width, in.paint) +
         rest_text(in, known, max_layers, "layer");
}

// The code of eager operations, which is compiled once for each type of their arguments.
std::string operations_text(const ReportInput& in) {
  std::map<std::string, int64_t> compiles;
  int64_t time = 0, sum = 0;
  for (const FunctionUse& f : in.summary.functions) {
    if (!f.is_operation()) continue;
    compiles[f.name.empty() ? "unnamed" : line_text(f.name)] += f.compiles;
    time += f.compile_time;
    sum += f.compiles;
  }
  if (sum == 0) return "";
  std::vector<std::pair<int64_t, std::string>> order;
  for (const auto& [name, count] : compiles) order.emplace_back(-count, name);
  std::ranges::sort(order);
  std::string out = str("eager operations: ", plural(static_cast<size_t>(sum), "compile"), " in ",
                        ns_text(time), ", of");
  for (size_t i = 0; i < std::min(order.size(), max_operations); ++i) {
    out += str(i == 0 ? " " : ", ", order[i].second, " ", -order[i].first);
  }
  if (order.size() > max_operations) out += str(", and ", order.size() - max_operations, " more");
  return in.paragraph(out);
}

std::string functions_text(const ReportInput& in) {
  const std::vector<FunctionUse>& functions = in.summary.functions;
  ReportTable table({"runs", "time", "traces", "time", "compiles", "time", "function"}, 6);
  size_t known = 0;
  for (const FunctionUse& f : functions) {
    if (f.is_operation() || ++known > max_functions) continue;
    std::string place = text(f.place);
    table.add({str(f.runs), ns_text(f.run_time), str(f.traces), ns_text(f.trace_time),
               str(f.compiles), ns_text(f.compile_time),
               str(f.name.empty() ? "operations" : line_text(f.name), place.empty() ? "" : " at ",
                   place)});
  }
  std::string operations = operations_text(in);
  if (table.empty() && operations.empty()) return "";
  return in.heading("compiled functions") + (table.empty() ? "" : table.text(in.width, in.paint)) +
         rest_text(in, known, max_functions, "function") + operations;
}

// The spans of profile.annotate.
std::string annotations_text(const ReportInput& in) {
  const std::vector<AnnotationTime>& annotations = in.summary.annotations;
  ReportTable table({"total", "share", "mean", "calls", "annotation"}, 4);
  for (size_t i = 0; i < std::min(annotations.size(), max_annotations); ++i) {
    const AnnotationTime& a = annotations[i];
    table.add({ns_text(a.total), share_text(a.total, all_time(in)),
               duration_text(static_cast<double>(a.total) / static_cast<double>(a.calls)),
               str(a.calls), line_text(a.name)});
  }
  if (table.empty()) return "";
  return in.heading("annotations") + table.text(in.width, in.paint) +
         rest_text(in, annotations.size(), max_annotations, "annotation");
}

std::string background_text(const ReportInput& in) {
  const std::vector<BackgroundTime>& threads = in.summary.background;
  ReportTable table({"busy", "share", "thread", "work"}, 2);
  constexpr std::string_view names[span_categories] = {
      "steps",   "annotations", "runs",       "kernels",    "parts of kernels", "eager operations",
      "traces",  "compiles",    "input",      "checkpoint", "transfers",        "collectives",
      "garbage", "script",      "allocations"};
  for (size_t i = 0; i < std::min(threads.size(), max_background); ++i) {
    const BackgroundTime& t = threads[i];
    table.add({ns_text(t.busy), share_text(t.busy, all_time(in)),
               line_text(in.timeline.tracks[static_cast<size_t>(t.track)].name),
               std::string(names[static_cast<size_t>(t.category)])});
  }
  if (table.empty()) return "";
  return in.heading("other threads, at the same time") + table.text(in.width, in.paint) +
         rest_text(in, threads.size(), max_background, "thread");
}

// The planned memory next to the measured one. Scratch is not allocated from a space.
std::string planned_text(const ReportInput& in) {
  const MemoryUse& memory = in.summary.memory;
  if (memory.peak_module < 0) return "";
  const Module& module = in.timeline.modules[static_cast<size_t>(memory.peak_module)];
  int64_t planned = module.allocated_bytes(), other = memory.peak - planned;
  std::string out =
      str("`", line_text(module.name), "` runs at the peak, and ", bytes_text(planned),
          " are planned for its arguments, results, and temporaries");
  if (other > memory.peak / 20) out += str("; other arrays take ", bytes_text(other));
  if (module.scratch_bytes > 0) {
    out += str("; the scratch of its threads, up to ", bytes_text(module.scratch_bytes),
               ", is not part of the peak");
  }
  return in.paragraph(out);
}

std::string memory_text(const ReportInput& in) {
  const MemoryUse& memory = in.summary.memory;
  if (memory.peak <= 0) return "";
  std::string out = str("the peak is ", bytes_text(memory.peak), " at ", ns_text(memory.peak_time));
  std::string counted = bytes_text(in.timeline.peak_bytes);
  bool is_higher = in.timeline.peak_bytes > memory.peak && counted != bytes_text(memory.peak);
  if (is_higher) out += str(", and ", counted, " by the allocator's own count");
  if (memory.is_leak) out += str(", growing by ", size_text(memory.growth_per_step), " per step");
  ReportTable table({"bytes", "share", "allocations", "line"}, 3);
  for (size_t i = 0; i < std::min(memory.at_peak.size(), max_places); ++i) {
    const PlaceBytes& place = memory.at_peak[i];
    std::string line = text(place.place);
    bool is_small = place.bytes < 4096 * place.count;  // the recorder leaves out their lines
    if (line.empty()) {
      line =
          is_small ? "small arrays, without a line" : "no line: the library, or before the script";
    }
    table.add({bytes_text(place.bytes), share_text(place.bytes, memory.peak), str(place.count),
               std::move(line)});
  }
  if (memory.older != 0) {
    table.add({bytes_text(memory.older), share_text(memory.older, memory.peak), "",
               "before the capture"});
  }
  return in.heading("memory at the peak") + in.paragraph(out) + planned_text(in) +
         table.text(in.width, in.paint) + rest_text(in, memory.at_peak.size(), max_places, "line");
}

std::string advice_text(const ReportInput& in, const std::vector<Advice>& advice) {
  std::string out = in.heading("advice");
  if (advice.empty()) return out + in.line("none");
  constexpr double high = 0.3;  // of the time
  for (size_t i = 0; i < advice.size(); ++i) {
    const Advice& item = advice[i];
    std::string place = text(item.place);
    std::string number = str(i + 1, ". ");
    std::string title =
        str(number, name_of(item.kind), ": ", item.message, place.empty() ? "" : " at ", place);
    ReportColor color = item.severity >= high ? ReportColor::bad : ReportColor::warning;
    size_t indent = number.size();
    std::string air(indent, ' ');
    auto below = [&](std::string_view head, std::string_view body) {
      return air + wrapped(str(head, ": ", body), in.width - indent, 2 + indent) + "\n";
    };
    out += in.paint(wrapped(title, in.width, indent), color) + "\n";
    out += below("reason", item.reason);
    out += below("help", item.help);
  }
  return out;
}

}  // namespace

std::string report(const Timeline& timeline, const Summary& summary,
                   const std::vector<Advice>& advice, int width, bool color) {
  size_t columns = std::max(static_cast<size_t>(std::max(width, 0)), min_report_width);
  ReportInput in{timeline, summary, columns, ReportPaint(color)};
  return str(head_text(in), split_text(in), steps_text(in), kernels_text(in), lines_text(in),
             layers_text(in), annotations_text(in), functions_text(in), background_text(in),
             memory_text(in), advice_text(in, advice));
}

}  // namespace rille::profile
