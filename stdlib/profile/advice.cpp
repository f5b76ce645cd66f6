// Advice: input, script, memory, and waits.
#include "stdlib/profile/advice.h"

#include <algorithm>
#include <cmath>

#include "stdlib/profile/advice_parts.h"
#include "stdlib/profile/summary_parts.h"
#include "stdlib/profile/units.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// Threads that prefetch take about a tenth of a step from kernels, so that less is not worth them.
constexpr double min_input = 0.15;
// Threads that are busy for a smaller part of the time wait for the main thread.
constexpr double min_busy = 0.7;
// A call from a script takes up to 2 us, which is a tenth of a period of 20 us.
constexpr double min_gaps = 0.25;
// A loop whose calls take a smaller fraction of the time is not worth a change.
constexpr double min_loop = 0.1;
// Longer runs take much more time than the script between them, and fewer are not a loop.
constexpr double max_short_run = 5e6;  // ns
constexpr int64_t min_short_runs = 50;
// Fused code is often twice as fast: a quarter of the time saves an eighth. Fewer operations are
// the preparation of a program.
constexpr double min_eager = 0.25;
constexpr int64_t min_eager_count = 100;
// The script takes at least this time to call an operation.
constexpr double eager_call = 1e3;  // ns
// Below half of the time, another part is the larger one. A script of less time in all, or less
// in a step, is short enough.
constexpr double min_script = 0.5;
constexpr double min_script_time = 50e6, min_script_step = 200e3;  // ns
// Checkpoints and garbage that take less do not pay for a change.
constexpr double min_wait = 0.1;

constexpr std::string_view kind_names[] = {
    "slow input",    "recompilation",   "host synchronization", "operand order",
    "single thread", "memory leak",     "cold cache",           "eager code",
    "host code",     "checkpoint wait", "garbage collection",
};

bool is_prefetching(const Timeline& timeline) {
  return std::ranges::any_of(timeline.tracks, [](const Track& track) {
    return track.kind == Track::Kind::data && !track.events.empty();
  });
}

// Functions of a script run on the main thread: threads do not prefetch `data.map`.
bool calls_script(const std::string& stage) {
  constexpr std::string_view words[] = {"map", "Map", "filter", "Filter"};
  return std::ranges::any_of(words,
                             [&](auto word) { return stage.find(word) != std::string::npos; });
}

// The largest part of the time that a thread of a stream is busy.
double prefetching(const AdviceInput& in) {
  int64_t busy = 0;
  for (const BackgroundTime& thread : in.summary.background) {
    const Track& track = in.timeline.tracks[static_cast<size_t>(thread.track)];
    if (track.kind == Track::Kind::data) busy = std::max(busy, thread.busy);
  }
  const Interval& window = in.summary.steady;
  return ratio_of(static_cast<double>(busy), static_cast<double>(window.duration()));
}

std::string input_help(const AdviceInput& in, const std::string& stage) {
  const Timeline& timeline = in.timeline;
  double busy = prefetching(in);
  if (calls_script(stage)) {
    return str("the function of `", line_text(stage),
               "` runs on the main thread: cache its items "
               "with `data.cache(stream, dir)`, compile it with `jit`, or use stages of `data`, "
               "which `data.prefetch` runs on threads");
  }
  if (is_prefetching(timeline) && busy < min_busy) {
    std::string out = str("the threads of the stream are busy for at most ", percent_text(busy),
                          " of the time, so that more of them do not help: ");
    if (stage.find("prefetch") == std::string::npos) {
      return out +
             "make `data.prefetch` the last stage, because the stages after it run on the "
             "main thread; `data.explain(stream)` measures each stage";
    }
    return out +
           "each loop starts its threads, and waits for their first items, so use one stream "
           "for all epochs, `stream |> data.repeat(n) |> data.prefetch`; on a machine whose "
           "cores are all busy, they wait for a core";
  }
  if (is_prefetching(timeline)) {
    return "the threads do not keep up: use more threads, `data.prefetch(stream, threads = n)`, or "
           "`data.cache(stream, dir)`; each loop starts its threads, so use one stream for all "
           "epochs, `stream |> data.repeat(n) |> data.prefetch`; `data.explain(stream)` measures "
           "each stage";
  }
  return "read ahead on threads: `stream |> data.prefetch`, in one stream for all "
         "epochs, `data.repeat(stream, n)`; `data.explain(stream)` measures each stage";
}

// The label of the reads of results between most runs of a function; null if there are few.
const Label* usual_read(const AdviceInput& in, const FunctionUse& function) {
  bool is_usual = function.read_label >= 0 && 2 * function.read_gaps >= function.gaps;
  return is_usual ? &in.timeline.labels[static_cast<size_t>(function.read_label)] : nullptr;
}

// The line with the most time of the script, or else the line of the call.
Place script_place(const Summary& summary, const FunctionUse& function) {
  const LineTime* longest = nullptr;
  auto time = [](const LineTime& line) {
    return line.split[Part::script] + line.split[Part::dispatch];
  };
  for (const LineTime& line : summary.lines) {
    if (line.place.line > 0 && (!longest || time(line) > time(*longest))) longest = &line;
  }
  if (longest && time(*longest) > 0) return longest->place;
  return function.call.line > 0 ? function.call : function.place;
}

double active_time(const TimeSplit& split) {
  return static_cast<double>(split.total() - split[Part::idle] - split[Part::compile]);
}

double mean_run(const FunctionUse& function) {
  int64_t time = function.run_time - function.compile_in_runs;
  return static_cast<double>(std::max<int64_t>(time, 0)) / static_cast<double>(function.runs);
}

void add_wait(const AdviceInput& in, Part part, Advice advice, std::vector<Advice>& out) {
  auto time = static_cast<double>(in.summary.split[part]);
  advice.severity = ratio_of(time, in.active());
  if (advice.severity < min_wait) return;
  advice.message += str(" takes ", percent_text(advice.severity), " of the time");
  advice.reason = str("the main thread spends ", duration_text(time), " of ",
                      duration_text(in.active()), " on it");
  out.push_back(std::move(advice));
}

}  // namespace

double AdviceInput::active() const { return active_time(summary.split); }

std::string_view name_of(AdviceKind kind) { return kind_names[static_cast<size_t>(kind)]; }

void find_slow_input(const AdviceInput& in, std::vector<Advice>& out) {
  const Summary& summary = in.summary;
  double fraction = summary.steady_split.fraction(Part::input);
  if (fraction < min_input) return;
  bool has_steps = !summary.steps.empty();
  double steps = summary.steady_steps;
  auto wait = static_cast<double>(summary.steady_split[Part::input]) / steps;
  auto all = static_cast<double>(summary.steady.duration()) / steps;
  Advice advice{AdviceKind::slow_input, fraction};
  advice.message =
      str("the input takes ", percent_text(fraction), has_steps ? " of a step" : " of the time");
  advice.reason = str("the main thread waits ", duration_text(wait), " of ", duration_text(all),
                      has_steps ? " per step" : "", " for the next item");
  std::string stage;
  if (!summary.input_stages.empty()) {
    const LabelTime& slowest = summary.input_stages.front();
    const Label& label = in.timeline.labels[slowest.label];
    int64_t sum = 0;
    for (const LabelTime& time : summary.input_stages) sum += time.self;
    double part = ratio_of(static_cast<double>(slowest.self), static_cast<double>(sum));
    advice.reason += str("; `", line_text(label.name), "` takes ", percent_text(part), " of this");
    if (!label.places.empty()) advice.place = label.places.front();
    stage = label.name;
  }
  advice.help = input_help(in, stage);
  out.push_back(std::move(advice));
}

void find_host_sync(const AdviceInput& in, std::vector<Advice>& out) {
  const Summary& summary = in.summary;
  const FunctionUse* worst = nullptr;
  for (const FunctionUse& function : summary.functions) {
    bool is_short = function.gaps >= min_short_runs && mean_run(function) <= max_short_run;
    if (is_short && (!worst || function.gap_time > worst->gap_time)) worst = &function;
  }
  bool is_eager = worst && 2 * worst->eager_gap_time > worst->gap_time;  // see find_eager_code
  if (!worst || is_eager) return;
  // Medians are not those of the few periods in which another process has the core.
  auto gap = static_cast<double>(worst->median_gap);
  double share = ratio_of(gap, static_cast<double>(worst->median_period));
  double loop = std::min(ratio_of(static_cast<double>(worst->loop_time), in.active()), 1.0);
  double fraction = share * loop;
  if (share < min_gaps || fraction < min_loop) return;
  Advice advice{AdviceKind::host_sync, fraction};
  std::string name = line_text(worst->name);
  const Label* read = usual_read(in, *worst);
  advice.message = read ? str("the script reads a result after each run of `", name, "`")
                        : str("the script runs `", name, "` again and again, for a short time");
  advice.reason = str(worst->runs, " runs take ", duration_text(mean_run(*worst)),
                      " each; the start of a run and the script until the next one take ",
                      duration_text(gap), ", ", percent_text(share), " of this time");
  if (read) {
    advice.reason += str("; `", line_text(read->name), "` reads a value in ", worst->read_gaps,
                         " of these intervals");
  }
  advice.help =
      "move the loop into the compiled function: `for` and `while` inside `jit` are compiled "
      "loops; read results after the loop, or every n iterations";
  bool has_line = read && !read->places.empty();
  advice.place = has_line ? read->places.front() : script_place(summary, *worst);
  out.push_back(std::move(advice));
}

void find_eager_code(const AdviceInput& in, std::vector<Advice>& out) {
  const Summary& summary = in.summary;
  double calls = std::min(eager_call * static_cast<double>(summary.steady_eager_count),
                          static_cast<double>(summary.steady_split[Part::script]));
  auto time = static_cast<double>(summary.steady_eager_time);
  double fraction = ratio_of(time + calls, active_time(summary.steady_split));
  if (fraction < min_eager || summary.eager_count < min_eager_count) return;
  Advice advice{AdviceKind::eager_code, fraction / 2};
  advice.message =
      str("eager operations and their calls take ", percent_text(fraction), " of the time");
  advice.reason = str(summary.eager_count, " operations outside of compiled code take ",
                      ns_text(summary.eager_time), ", and the script at least ",
                      duration_text(eager_call * static_cast<double>(summary.eager_count)),
                      " to call them; each reads and writes memory");
  advice.help = "compile the function that contains the operations: `let fast = jit(f)`";
  advice.place = summary.eager_place;
  out.push_back(std::move(advice));
}

void find_host_code(const AdviceInput& in, std::vector<Advice>& out) {
  const Summary& summary = in.summary;
  bool is_explained = std::ranges::any_of(out, [](const Advice& item) {
    return item.kind == AdviceKind::host_sync || item.kind == AdviceKind::eager_code;
  });
  auto script = static_cast<double>(summary.steady_split[Part::script]);
  double fraction = ratio_of(script, active_time(summary.steady_split));
  double step = summary.steps.empty() ? script : script / summary.steady_steps;
  bool is_long = script >= min_script_time && step >= min_script_step;
  if (is_explained || fraction < min_script || !is_long) return;
  Advice advice{AdviceKind::host_code, fraction};
  advice.message = str("the script itself takes ", percent_text(fraction), " of the time");
  advice.reason = str("it runs for ", duration_text(step), summary.steps.empty() ? "" : " per step",
                      ", outside of kernels and input");
  const LineTime* longest = nullptr;
  auto time = [](const LineTime& line) { return line.split[Part::script]; };
  for (const LineTime& line : summary.lines) {
    if (line.place.line > 0 && (!longest || time(line) > time(*longest))) longest = &line;
  }
  if (longest && time(*longest) > 0) {
    advice.place = longest->place;
    double part = ratio_of(static_cast<double>(time(*longest)),
                           static_cast<double>(summary.split[Part::script]));
    advice.reason += str("; ", text(advice.place), " takes ", percent_text(part), " of it");
  }
  advice.help =
      "compute with whole arrays in place of a loop over numbers, or move the loop into a function "
      "compiled by `jit`; do work on text and dicts once, before the loop";
  out.push_back(std::move(advice));
}

void find_memory_leak(const AdviceInput& in, std::vector<Advice>& out) {
  const MemoryUse& memory = in.summary.memory;
  const std::vector<StepTime>& steps = in.summary.steps;
  if (!memory.is_leak) return;
  double growth = memory.growth_per_step, first = static_cast<double>(steps.front().memory),
         last = static_cast<double>(steps.back().memory);
  Advice advice{AdviceKind::memory_leak, std::clamp(ratio_of(last - first, last), 0.0, 1.0)};
  advice.message = str("memory grows by ", size_text(growth), " per step");
  advice.reason =
      str("at least ", size_text(first), " are in use during step ", steps.front().number, ", and ",
          size_text(last), " during step ", steps.back().number);
  if (!memory.growth.empty() && memory.growth.front().place.line > 0) {
    advice.place = memory.growth.front().place;
    auto bytes = static_cast<double>(memory.growth.front().bytes);
    advice.reason += str("; ", size_text(bytes), " of each step, allocated at ", text(advice.place),
                         ", stay in use");
  }
  advice.help =
      "a collection or a captured variable holds arrays of earlier steps: keep numbers, "
      "such as `float(loss)`, or remove old elements";
  out.push_back(std::move(advice));
}

void find_waits(const AdviceInput& in, std::vector<Advice>& out) {
  Advice checkpoint{AdviceKind::checkpoint_wait, 0, "writing checkpoints"};
  checkpoint.help =
      "write on a thread: `ckpt.manager(dir, background = true)`; if the thread is "
      "too slow, save less often: `save_interval_steps = n`";
  add_wait(in, Part::checkpoint, std::move(checkpoint), out);
  Advice garbage{AdviceKind::garbage, 0, "garbage collection"};
  garbage.help =
      "create fewer values in the loop: compile its body with `jit`, and pass the state "
      "by `&`, so that results reuse its memory";
  add_wait(in, Part::garbage, std::move(garbage), out);
}

std::vector<Advice> advise(const Timeline& timeline, const Summary& summary) {
  AdviceInput in{timeline, summary};
  std::vector<Advice> out;
  find_slow_input(in, out);
  find_recompilation(in, out);
  find_host_sync(in, out);
  find_operand_order(in, out);
  find_single_thread(in, out);
  find_memory_leak(in, out);
  find_cold_cache(in, out);
  find_eager_code(in, out);
  find_host_code(in, out);
  find_waits(in, out);
  std::ranges::stable_sort(out, std::greater(), &Advice::severity);
  return out;
}

}  // namespace rille::profile
