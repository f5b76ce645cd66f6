// profile.memory: the planned memory of a call over its steps.
#include <algorithm>
#include <utility>

#include "stdlib/plot/chart.h"
#include "stdlib/profile/trial.h"
#include "stdlib/profile/units.h"
#include "vm/bind.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

constexpr size_t max_values = 8;  // in the legend

// Bytes in use at a step of the outermost plan.
struct StepMemory {
  size_t step = 0;  // index in Module::steps
  double temporaries = 0, scratch = 0;

  double total() const { return temporaries + scratch; }
};

bool is_temporary(const ModuleBuffer& buffer, size_t step) {
  auto at = static_cast<int>(step);
  return buffer.home == ModuleBuffer::Home::arena && buffer.first >= 0 && buffer.first <= at &&
         at <= buffer.last;
}

// The bytes of the arena that hold values at a step. Values that a step updates in place overlap.
double temporaries_at(const Module& module, size_t step) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (const ModuleBuffer& buffer : module.buffers) {
    if (!is_temporary(buffer, step)) continue;
    ranges.emplace_back(buffer.offset, buffer.offset + buffer.bytes);
  }
  std::ranges::sort(ranges);
  int64_t sum = 0, end = 0;
  for (auto [from, to] : ranges) {
    sum += std::max<int64_t>(0, to - std::max(from, end));
    end = std::max(end, to);
  }
  return static_cast<double>(sum);
}

// A loop counts as one step, which needs the memory of its body.
std::vector<StepMemory> memory_by_step(const Trial& trial) {
  std::vector<StepMemory> out;
  for (size_t i = 0; i < trial.planned.steps.size(); ++i) {
    const StepEstimate& step = trial.planned.steps[i];
    auto scratch = static_cast<double>(step.scratch);
    if (step.depth > 0) {
      out.back().scratch = std::max(out.back().scratch, scratch);
    } else {
      out.push_back({i, temporaries_at(trial.facts.module, i), scratch});
    }
  }
  return out;
}

// The unit of the y axis.
struct MemoryUnit {
  double bytes;
  const char* name;
};

MemoryUnit unit_of(double most) {
  static constexpr MemoryUnit units[] = {{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
  for (const MemoryUnit& unit : units) {
    if (most >= unit.bytes) return unit;
  }
  return {1, "bytes"};
}

// Areas on top of each other, each with a value per step.
class AreaStack {
 public:
  AreaStack(Chart& chart, MemoryUnit unit, size_t steps)
      : chart_(chart), unit_(unit), below_(steps, 0) {}

  void add(const std::string& name, const std::vector<double>& bytes) {
    if (std::ranges::all_of(bytes, [](double b) { return b == 0; })) return;
    Series band{.name = "", .x = {}, .y = {}, .form = SeriesKind::band};
    Series edge{.name = name, .x = {}, .y = {}};
    for (size_t i = 0; i < below_.size(); ++i) {
      put(band, i, below_[i]);
      below_[i] += bytes[i];
      put(edge, i, below_[i]);
    }
    band.x.insert(band.x.end(), edge.x.rbegin(), edge.x.rend());
    band.y.insert(band.y.end(), edge.y.rbegin(), edge.y.rend());
    chart_.series.push_back(std::move(band));
    chart_.series.push_back(std::move(edge));
  }

  // A line at the same height for all steps.
  void add_line(std::string name, double bytes) {
    Series line{.name = std::move(name), .x = {}, .y = {}};
    line.x = {0, static_cast<double>(below_.size())};
    line.y = {bytes / unit_.bytes, bytes / unit_.bytes};
    chart_.series.push_back(std::move(line));
  }

 private:
  void put(Series& to, size_t step, double bytes) const {
    for (size_t x : {step, step + 1}) {
      to.x.push_back(static_cast<double>(x));
      to.y.push_back(bytes / unit_.bytes);
    }
  }

  Chart& chart_;
  MemoryUnit unit_;
  std::vector<double> below_;
};

// What a buffer holds: "dot_general f32[64, 10], train.rille:12".
std::string buffer_text(const Module& module, const ModuleBuffer& buffer) {
  if (buffer.node < 0) return "buffers of a loop";
  const ModuleNode& node = module.nodes[static_cast<size_t>(buffer.node)];
  std::vector<std::string> sizes;
  for (int64_t size : node.shape) sizes.push_back(str(size));
  std::string name = node.param >= 0 ? str("argument ", node.param) : node.op;
  std::string place = text(node.place);
  return str(name, " ", node.dtype, "[", join(sizes), "]", place.empty() ? "" : ", ", place);
}

// Whether a value is a result that reuses the memory of an argument.
bool reuses_argument(const Trial& trial, const ModuleBuffer& buffer) {
  const std::vector<int>& results = trial.facts.module.results;
  for (size_t i = 0; i < results.size() && buffer.home == ModuleBuffer::Home::result; ++i) {
    if (results[i] == buffer.node && trial.plan->donor[i] >= 0) return true;
  }
  return false;
}

// Lists the largest values that are in memory at a step.
void add_largest(Chart& chart, const Trial& trial, size_t number, size_t step) {
  const Module& module = trial.facts.module;
  std::vector<const ModuleBuffer*> alive;
  for (const ModuleBuffer& buffer : module.buffers) {
    bool is_callers =
        buffer.home == ModuleBuffer::Home::param || buffer.home == ModuleBuffer::Home::result;
    if (reuses_argument(trial, buffer)) continue;
    if (is_callers || is_temporary(buffer, step)) alive.push_back(&buffer);
  }
  std::ranges::stable_sort(alive, std::greater(), &ModuleBuffer::bytes);
  chart.add_text(str("largest values at step ", number, ":"));
  for (size_t i = 0; i < std::min(alive.size(), max_values); ++i) {
    chart.add_text(
        str(size_text(static_cast<double>(alive[i]->bytes)), ": ", buffer_text(module, *alive[i])));
  }
}

std::vector<double> each_step(const std::vector<StepMemory>& steps, double StepMemory::* bytes) {
  std::vector<double> out;
  for (const StepMemory& step : steps) out.push_back(step.*bytes);
  return out;
}

Value memory(State& state, const Function& f, const Values& args) {
  Trial trial = try_call(state, f, args, "profile.memory", {});
  std::vector<StepMemory> steps = memory_by_step(trial);
  if (steps.empty()) steps.push_back({});
  const PlanMemory& planned = trial.planned.memory;
  auto planned_peak = static_cast<double>(planned.peak());
  auto measured_peak = static_cast<double>(trial.peak);
  MemoryUnit unit = unit_of(std::max(planned_peak, measured_peak));
  Chart chart{.title = str(trial.name, ": planned peak ", size_text(planned_peak), ", measured ",
                           size_text(measured_peak)),
              .x = "step of the plan",
              .y = str("memory (", unit.name, ")"),
              .series = {},
              .heat = {}};
  AreaStack areas(chart, unit, steps.size());
  auto always = [&](size_t bytes) {
    return std::vector<double>(steps.size(), static_cast<double>(bytes));
  };
  areas.add("arguments", always(planned.arguments));
  areas.add("results", always(planned.results - planned.taken_over));
  areas.add("temporaries", each_step(steps, &StepMemory::temporaries));
  areas.add("scratch of threads", each_step(steps, &StepMemory::scratch));
  areas.add_line(str("planned peak ", size_text(planned_peak)), planned_peak);
  areas.add_line(str("measured peak ", size_text(measured_peak)), measured_peak);
  auto most = std::ranges::max_element(steps, {}, &StepMemory::total);
  add_largest(chart, trial, static_cast<size_t>(most - steps.begin()), most->step);
  return to_value(state, chart);
}

}  // namespace
}  // namespace rille::profile

namespace rille {

extern const Builtin profile_memory_builtin = {
    .signature = "profile.memory(f: fn, ...args: any) -> plot.Chart",
    .brief =
        "Creates a chart of the planned memory of a call over its steps. The call is compiled and "
        "runs once, to measure its peak.",
    .params = {{"f", "Pure function, compiled as by `jit`."},
               {"args",
                "Arguments of `f`, also those of `inout` parameters. The run gets copies of "
                "them, which it may overwrite."}},
    .returns =
        "a chart of the bytes in use at each step of the plan: arguments with captured arrays, "
        "results, temporaries, and scratch memory of threads, on top of each other. Results that "
        "reuse an argument's memory count once. A loop is one step. A line shows the planned peak, "
        "as `rille plan` prints it, and another the peak of the arrays in a run, which has no "
        "scratch memory and no temporaries of up to 4096 bytes in all. The legend lists the 8 "
        "largest values at the step that needs most",
    .errors =
        "error[value] if a profile is being recorded; error[trace] if an argument is traced; the "
        "errors of `jit(f)` at this call",
    .example = "profile.memory(x => x @ x, ones((64, 64))).title.has(\"planned peak\")  #> true",
    .source = "XProf",
    .call = bind<&profile::memory>,
    .purity = Purity::host,
};

}  // namespace rille
