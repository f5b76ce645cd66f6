// Compiled functions: runs, traces, compilations, and gaps.
#include <algorithm>
#include <map>
#include <string>

#include "stdlib/profile/summary_parts.h"

namespace rille::profile {
namespace {

bool is_compiling(Category category) {
  return category == Category::trace || category == Category::compile;
}

// The time before an instant that is lost between kernels of a function: in the script, in eager
// operations, and in the dispatch of runs.
class OverheadClock {
 public:
  OverheadClock(const std::vector<Segment>& segments, bool is_eager_only) {
    int64_t sum = 0;
    for (const Segment& segment : segments) {
      constexpr Part own[] = {Part::script, Part::dispatch, Part::transfer, Part::communication};
      bool is_script = !is_eager_only && std::ranges::find(own, segment.part) != std::end(own);
      bool is_eager = segment.part == Part::compute && segment.is_eager;
      if (!is_script && !is_eager) continue;
      begins_.push_back(segment.begin);
      durations_.push_back(segment.duration());
      before_.push_back(sum);
      sum += segment.duration();
    }
  }

  int64_t until(int64_t time) const {
    auto next = std::ranges::upper_bound(begins_, time);
    if (next == begins_.begin()) return 0;
    auto i = static_cast<size_t>(next - begins_.begin()) - 1;
    return before_[i] + std::min(time - begins_[i], durations_[i]);
  }

 private:
  std::vector<int64_t> begins_, durations_, before_;
};

// One trace, or the passes, plan, and code of one compilation.
struct Compilation {
  int function = -1;
  Category category = Category::trace;

  bool operator==(const Compilation&) const = default;
};

struct OpenCall {
  int64_t end = 0;
  bool is_compiling = false;  // in a trace or a compilation
  int run = -1;               // the function of the innermost run around it
  Compilation last = {};      // the last span directly inside
};

int64_t median_of(std::vector<int64_t>& times) {
  if (times.empty()) return 0;
  auto middle = times.begin() + std::ssize(times) / 2;
  std::ranges::nth_element(times, middle);
  return *middle;
}

class FunctionTable {
 public:
  FunctionTable(const Timeline& timeline, const std::vector<Segment>& segments,
                std::vector<StepTime>& steps)
      : timeline_(timeline),
        clock_(segments, false),
        eager_(segments, true),
        steps_(steps),
        windows_(windows_of(steps)) {
    open_.push_back({INT64_MAX});
  }

  void add(const Event& event) {
    while (open_.size() > 1 && open_.back().end <= event.begin) open_.pop_back();
    const Label& label = timeline_.labels[event.label];
    OpenCall& parent = open_.back();
    OpenCall here{event.end(), parent.is_compiling || is_compiling(label.category), parent.run};
    Compilation what;
    if (label.category == Category::run) {
      here.run = function_of(label);
      add_run(event, here.run, parent);
    } else if (is_compiling(label.category) && !parent.is_compiling) {
      what = {compiled_function(label, parent.run), label.category};
      add_compilation(event, what, parent.last == what);
      if (parent.run >= 0) {
        functions_[static_cast<size_t>(parent.run)].compile_in_runs += event.duration;
      }
    }
    bool is_read = label.category == Category::transfer && parent.run < 0 && !parent.is_compiling;
    if (is_read) reads_.push_back(event.label);
    parent.last = what;
    open_.push_back(here);
  }

  std::vector<FunctionUse> finish() {
    for (size_t i = 0; i < functions_.size(); ++i) {
      functions_[i].median_gap = median_of(gaps_[i]);
      functions_[i].median_period = median_of(periods_[i]);
    }
    std::ranges::stable_sort(functions_, std::greater(), [](const FunctionUse& f) {
      return f.run_time + f.trace_time + f.compile_time;
    });
    return std::move(functions_);
  }

 private:
  int function_of(const Label& label) { return function_of(label, label.function); }

  // A run compiles its own function. A label without a function has that of its module.
  int compiled_function(const Label& label, int run) {
    bool is_own = run >= 0 && (label.function.empty() ||
                               label.function == functions_[static_cast<size_t>(run)].name);
    if (is_own) return run;
    bool has_module =
        label.module >= 0 && static_cast<size_t>(label.module) < timeline_.modules.size();
    bool takes_module = label.function.empty() && has_module;
    return function_of(label, takes_module
                                  ? timeline_.modules[static_cast<size_t>(label.module)].name
                                  : label.function);
  }

  int function_of(const Label& label, const std::string& name) {
    // A run or compilation has the place of the call first, that of the definition last.
    Place place = label.places.empty() ? Place{} : label.places.back();
    auto [found, is_new] = index_.try_emplace({name, {place.file, place.line}}, functions_.size());
    if (is_new) {
      functions_.push_back({.name = name, .place = place});
      last_runs_.push_back(-1);
      seen_reads_.push_back(0);
      gaps_.emplace_back();
      periods_.emplace_back();
    }
    return static_cast<int>(found->second);
  }

  void add_run(const Event& event, int run, const OpenCall& parent) {
    auto index = static_cast<size_t>(run);
    FunctionUse& function = functions_[index];
    ++function.runs;
    function.run_time += event.duration;
    const std::vector<Place>& places = timeline_.labels[event.label].places;
    if (!places.empty()) function.call = places.front();
    if (parent.run >= 0 || parent.is_compiling) return;
    int64_t& last = last_runs_[index];  // the begin of the previous run
    if (last >= 0 && last <= event.begin) {
      ++function.gaps;
      gaps_[index].push_back(clock_.until(event.begin) - clock_.until(last));
      function.gap_time += gaps_[index].back();
      function.eager_gap_time += eager_.until(event.begin) - eager_.until(last);
      periods_[index].push_back(event.begin - last);
      function.loop_time += event.begin - last;
      bool has_read = reads_.size() > seen_reads_[index];
      if (has_read) function.read_label = static_cast<int32_t>(reads_[seen_reads_[index]]);
      function.read_gaps += has_read ? 1 : 0;
    }
    seen_reads_[index] = reads_.size();
    last = event.begin;
  }

  void add_compilation(const Event& event, const Compilation& what, bool continues) {
    const Label& label = timeline_.labels[event.label];
    FunctionUse& function = functions_[static_cast<size_t>(what.function)];
    bool is_trace = what.category == Category::trace;
    int step = window_at(windows_, event.begin);
    if (!continues) {
      ++(is_trace ? function.traces : function.compiles);
      if (is_trace) function.traced_steps.push_back(step);
      StepTime* at = step < 0 ? nullptr : &steps_[static_cast<size_t>(step)];
      if (at) ++(is_trace ? at->traces : at->compiles);
    }
    (is_trace ? function.trace_time : function.compile_time) += event.duration;
    int64_t count = is_trace ? function.traces : function.compiles;
    if (count > 1) function.repeat_time += event.duration;
    if (count > 1 && !label.cause.empty()) function.cause = label.cause;
    bool is_first_code = !is_trace && count == 1 && !label.is_cached;
    if (is_first_code) function.first_compile_time += event.duration;
    function.repeats = std::max(function.traces, function.compiles) - 1;
  }

  const Timeline& timeline_;
  OverheadClock clock_, eager_;
  std::vector<StepTime>& steps_;
  std::vector<Interval> windows_;
  std::map<std::pair<std::string, std::pair<std::string, int>>, size_t> index_;
  std::vector<FunctionUse> functions_;
  std::vector<int64_t> last_runs_;
  std::vector<std::vector<int64_t>> gaps_, periods_;  // of each function, of all gaps
  std::vector<uint32_t> reads_;                       // labels of the reads so far, outside of runs
  std::vector<size_t> seen_reads_;  // of each function: their number at its last run
  std::vector<OpenCall> open_;
};

}  // namespace

std::vector<FunctionUse> functions_of(const Timeline& timeline,
                                      const std::vector<Segment>& segments,
                                      std::vector<StepTime>& steps) {
  FunctionTable table(timeline, segments, steps);
  int main = main_track(timeline);
  if (main < 0) return {};
  for (const Event& event : timeline.tracks[static_cast<size_t>(main)].events) {
    if (event.label < timeline.labels.size()) table.add(event);
  }
  return table.finish();
}

}  // namespace rille::profile
