// profile.roofline: kernels below the limits of the machine.
#include <algorithm>
#include <cmath>

#include "stdlib/plot/chart.h"
#include "stdlib/profile/trial.h"
#include "stdlib/profile/units.h"
#include "vm/bind.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

constexpr size_t max_named = 12;  // kernels with a number in the chart
constexpr double giga = 1e9;

struct RooflineKernel {
  size_t step = 0;
  double intensity = 0;            // FLOPs per byte
  double planned = 0;              // FLOP/s
  double measured = std::nan("");  // FLOP/s; NaN if it did not run
  int64_t time = 0;                // in one run, ns
};

// FLOPs and functions such as exp, of all iterations.
double operations_of(const StepEstimate& step) { return step.cost.flops + step.cost.functions; }

// Whether the work of a step in one run is known.
bool has_rate(const StepEstimate& step) {
  return step.is_counted && operations_of(step) > 0 && step.cost.bytes() > 0 &&
         step.time.seconds > 0 && step.turns > 0;
}

std::vector<RooflineKernel> kernels_of(const Trial& trial) {
  std::vector<RooflineKernel> out;
  for (size_t i = 0; i < trial.steps.size(); ++i) {
    const StepEstimate& step = trial.estimate.steps[i];
    if (!has_rate(step)) continue;
    double work = operations_of(step);
    RooflineKernel kernel{.step = i,
                          .intensity = work / step.cost.bytes(),
                          .planned = work / step.time.seconds,
                          .time = trial.steps[i].time};
    // A kernel for all iterations of a loop whose number is unknown has the work of one.
    bool is_measured = kernel.time > 0 && !(step.is_one_iteration && step.is_one_kernel);
    auto runs = static_cast<double>(trial.steps[i].count);
    if (is_measured) {
      kernel.measured = work / step.turns * runs / (static_cast<double>(kernel.time) * 1e-9);
    }
    out.push_back(kernel);
  }
  std::ranges::stable_sort(out, std::greater(), &RooflineKernel::time);
  return out;
}

// The limits from a factor of 3 left of the points to a factor of 3 right of them.
void add_limits(Chart& chart, const Machine& machine, const std::vector<RooflineKernel>& kernels) {
  double ridge = machine.flops_per_s / machine.bytes_per_s;
  double low = ridge / 10, high = ridge * 3;
  for (const RooflineKernel& kernel : kernels) {
    low = std::min(low, kernel.intensity / 3);
    high = std::max(high, kernel.intensity * 3);
  }
  double slope = machine.bytes_per_s / giga, peak = machine.flops_per_s / giga;
  std::string name = str("limits: ", count_text(machine.flops_per_s), "FLOP/s in f32, ",
                         size_text(machine.bytes_per_s), "/s");
  chart.series.push_back({name, {low, ridge, high}, {low * slope, peak, peak}});
}

// Areas from the planned to the measured rate of each kernel, separated by NaN.
Series joins_of(const std::vector<RooflineKernel>& kernels) {
  constexpr double half_width = 1.015;  // a factor
  Series low{.name = "", .x = {}, .y = {}, .form = SeriesKind::band}, high;
  for (const RooflineKernel& kernel : kernels) {
    if (!std::isfinite(kernel.measured)) continue;
    double least = std::min(kernel.planned, kernel.measured) / giga;
    double most = std::max(kernel.planned, kernel.measured) / giga;
    for (double x : {kernel.intensity / half_width, kernel.intensity * half_width, std::nan("")}) {
      low.x.push_back(x);
      low.y.push_back(least);
      high.x.push_back(x);
      high.y.push_back(most);
    }
  }
  low.x.insert(low.x.end(), high.x.rbegin(), high.x.rend());
  low.y.insert(low.y.end(), high.y.rbegin(), high.y.rend());
  return low;
}

void add_points(Chart& chart, const std::vector<RooflineKernel>& kernels) {
  Series planned{.name = "planned", .x = {}, .y = {}, .form = SeriesKind::points};
  Series measured{.name = "measured", .x = {}, .y = {}, .form = SeriesKind::points};
  for (const RooflineKernel& kernel : kernels) {
    planned.x.push_back(kernel.intensity);
    planned.y.push_back(kernel.planned / giga);
    if (!std::isfinite(kernel.measured)) continue;
    measured.x.push_back(kernel.intensity);
    measured.y.push_back(kernel.measured / giga);
  }
  if (!measured.x.empty()) chart.series.push_back(joins_of(kernels));
  for (Series* points : {&planned, &measured}) {
    if (!points->x.empty()) chart.series.push_back(std::move(*points));
  }
}

double share_of(const Trial& trial, int64_t time) {
  return static_cast<double>(time) / static_cast<double>(std::max<int64_t>(trial.run_time, 1));
}

// Numbers the kernels with the most time, and lists them in the legend.
void add_names(Chart& chart, const Trial& trial, const std::vector<RooflineKernel>& kernels) {
  int64_t other_time = 0;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const RooflineKernel& kernel = kernels[i];
    if (i >= max_named) {
      other_time += kernel.time;
      continue;
    }
    bool has_run = std::isfinite(kernel.measured);
    double y = has_run ? kernel.measured : kernel.planned;
    chart.labels.push_back({kernel.intensity, y / giga, str(i + 1)});
    chart.add_text(str(i + 1, ". ", percent_text(share_of(trial, kernel.time)), ": ",
                       step_text(trial, kernel.step)));
  }
  if (kernels.size() > max_named) {
    chart.add_text(str(kernels.size() - max_named,
                       " more kernels: ", percent_text(share_of(trial, other_time))));
  }
}

// Steps that are not in the chart, except loops, whose time is that of the steps in them.
void add_rest(Chart& chart, const Trial& trial) {
  int64_t time = 0;
  size_t count = 0;
  for (size_t i = 0; i < trial.steps.size(); ++i) {
    const StepEstimate& step = trial.estimate.steps[i];
    bool is_loop = step.step->kind == PlanStep::Kind::region && !step.is_one_kernel;
    if (is_loop || has_rate(step)) continue;
    time += trial.steps[i].time;
    ++count;
  }
  if (count == 0) return;
  chart.add_text(str(count, count == 1 ? " step" : " steps",
                     " without FLOPs: ", percent_text(share_of(trial, time))));
}

Value roofline(State& state, const Function& f, const Values& args) {
  Trial trial = try_call(state, f, args, "profile.roofline",
                         {.min_runs = 3, .max_runs = 20, .seconds = 0.5, .warms_up = true});
  std::vector<RooflineKernel> kernels = kernels_of(trial);
  Chart chart{.title = str(trial.name, ": planned ", duration_text(trial.estimate.seconds * 1e9),
                           ", measured ", ns_text(trial.run_time)),
              .x = "arithmetic intensity (FLOP/byte)",
              .y = "rate (GFLOP/s)",
              .series = {},
              .heat = {},
              .has_log_x = true,
              .has_log_y = true};
  add_limits(chart, trial.machine, kernels);
  add_points(chart, kernels);
  add_names(chart, trial, kernels);
  add_rest(chart, trial);
  return to_value(state, chart);
}

}  // namespace
}  // namespace rille::profile

namespace rille {

extern const Builtin profile_roofline_builtin = {
    .signature = "profile.roofline(f: fn, ...args: any) -> plot.Chart",
    .brief =
        "Creates a roofline chart of the kernels of a call, as planned and as measured. The call "
        "is compiled and runs 4 to 21 times, within about half a second; the fastest run counts.",
    .params = {{"f", "Pure function, compiled as by `jit`."},
               {"args",
                "Arguments of `f`, also those of `inout` parameters. Each run gets copies of "
                "them."}},
    .returns =
        "a chart with logarithmic axes: the rate of each kernel in GFLOP/s over its FLOPs per byte "
        "of memory traffic, below the peak of f32 arithmetic and the memory bandwidth of the "
        "machine. Two points of a kernel, joined by a bar, show the planned and the measured "
        "rate. The legend lists the 12 kernels with the most time, with their part of the run, "
        "operations, layer, and line. A function such as `exp` counts as one FLOP. Copies, sorts, "
        "and "
        "other steps without counted FLOPs are not drawn. A kernel above the limits reads a cache",
    .errors =
        "error[value] if a profile is being recorded; error[trace] if an argument is traced; the "
        "errors of `jit(f)` at this call",
    .example =
        "profile.roofline(x => x @ x, ones((64, 64))) |> plot.save(\"roofline.svg\"); "
        "io.exists(\"roofline.svg\")  #> true",
    .source = "XProf",
    .call = bind<&profile::roofline>,
    .purity = Purity::host,
};

}  // namespace rille
