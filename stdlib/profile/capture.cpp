// Records events and describes plans while a capture is open.
#include "stdlib/profile/capture.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>

#include "jit/op.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/file/folder.h"
#include "stdlib/profile/describe.h"
#include "stdlib/profile/export.h"
#include "stdlib/profile/machine.h"
#include "vm/run/running.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// Stages whose struct and function differ in name.
constexpr std::pair<std::string_view, std::string_view> stage_functions[] = {
    {"data.ConcatSplit", "data.pack"}, {"data.DiskCache", "data.cache"},
    {"data.Items", "data.stream"},     {"data.Range", "data.stream"},
    {"data.Records", "record files"},  {"data.Rows", "data.stream"},
    {"data.Shuffled", "data.shuffle"}, {"data.WindowShuffled", "data.shuffle"},
};

// The function that makes streams of a struct of the library: "data.flat_map" of "data.FlatMap".
std::string stage_function(std::string_view name) {
  constexpr std::string_view library = "data.";
  if (!name.starts_with(library)) return std::string(name);
  auto known = std::ranges::find(stage_functions, name, [](const auto& row) { return row.first; });
  if (known != std::end(stage_functions)) return std::string(known->second);
  std::string out(library);
  for (char c : name.substr(library.size())) {
    bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && out.size() > library.size()) out += '_';
    out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Samples of a script cost about 5 us each.
constexpr std::chrono::milliseconds sample_period{2};
constexpr int64_t sample_ns = std::chrono::nanoseconds(sample_period).count();

int64_t thread_cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (time.tv_sec * 1'000'000'000) + time.tv_nsec;
}

// Creates a directory for a run. A second capture within a second gets a number: "…_59_1".
std::string new_run(const std::string& directory, const std::string& name) {
  c_path(directory, PathAccess::write);  // the grant that a script needs, which errors name
  std::string runs = joined_path(directory, "plugins/profile");
  make_folder(runs);
  std::string path = joined_path(runs, name);
  for (int i = 1; !make_new_folder(path); ++i) path = joined_path(runs, str(name, "_", i));
  return path;
}

[[noreturn]] void refuse() {
  throw Error(Code::value, "a profile is being recorded, and only one can be recorded at a time")
      .help("`profile.stop()` ends the one that `profile.start` began");
}

int64_t unix_now() {
  return std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace

Capture::Capture(State& state, const std::string& directory, const std::string& program)
    : state_(state) {
  if (Recorder::current() != nullptr) refuse();
  if (directory.empty()) throw Error(Code::value, "the log directory of a profile has no name");
  Machine machine = this_machine();
  energy_.emplace();
  counters_.emplace();  // may take 15 ms, before the clock of the capture starts
  Timeline facts{.machine = std::move(machine),
                 .program = program,
                 .process = getpid(),
                 .start_unix_ns = unix_now(),
                 .spaces = {std::string(host_space().name())}};
  directory_ = new_run(directory, run_name(facts.start_unix_ns));
  journal_ = std::make_unique<JournalWriter>(
      joined_path(directory_, facts.machine.host + ".rille-profile"));
  facts.bytes_before = host_space().live_bytes();
  peak_before_ = host_space().peak_bytes();
  journal_->begin(facts);
  put({.name = "unknown"});
  try {
    listen();
    start_ns_ = TickClock::steady_ns();
    if (!Recorder::open(*this)) refuse();
  } catch (const std::system_error& failed) {
    throw Error(Code::limit, str("cannot start a thread of the profiler: ", failed.what()));
  }
  is_open_ = true;
}

void Capture::listen() {
  constexpr std::array topics = {Topic::trace, Topic::compile, Topic::run};
  observing_.emplace(state_, static_cast<Observer&>(*this), std::span<const Topic>(topics));
  sampled_cpu_ = thread_cpu_ns();
  sampling_.emplace(state_, sample_period,
                    [this](std::span<const SampledFrame> frames) { sample(frames); });
}

Capture::~Capture() {
  if (!is_open_) return;
  is_open_ = false;
  for (const OpenSpan& span : open_) {
    if (span.category == SpanCategory::run) Recorder::leave_line();
  }
  sampling_.reset();
  observing_.reset();
  counters_.reset();
  Recorder::close();
}

std::string Capture::finish() {
  end_step();
  while (!open_.empty()) end(open_.back().category);
  Timeline facts{.duration = TickClock::steady_ns() - start_ns_, .counters = counters_->read()};
  counters_.reset();
  sampling_.reset();
  observing_.reset();
  is_open_ = false;
  facts.dropped = Recorder::close();
  // A lower peak than an earlier one is found by the reader, as the highest sum of the allocations.
  int64_t peak = host_space().peak_bytes();
  facts.peak_bytes = peak > peak_before_ ? peak : 0;
  energy_->update();
  facts.energy_joules = energy_->joules();
  for (const Counter& counter : facts.counters) journal_->add(counter);
  std::string path = journal_->path();
  journal_->end(facts);
  bool is_written = journal_->flush();
  journal_.reset();
  if (!is_written) {
    throw Error(Code::io, str("cannot write \"", path, "\": the disk may be full"));
  }
  return path;
}

void Capture::begin_step(int64_t number) {
  end_step();
  step_ = number;
  step_begin_ = Recorder::now();
}

void Capture::end_step() {
  if (step_begin_ < 0) return;
  Recorder* recorder = Recorder::current();
  if (recorder != nullptr) {
    uint32_t label = recorder->label_of(SpanCategory::step, "step");
    recorder->add(TimeSpan::Lane::thread, label, step_begin_, step_);
  }
  step_begin_ = -1;
}

// --- labels ---------------------------------------------------------------------------------

uint32_t Capture::put(Label label) {
  journal_->add(label);
  return labels_++;
}

// The State whose sources the spans of this thread refer to.
const State& Capture::script() const {
  const State* own = running().state;
  return own == nullptr ? state_ : *own;
}

Place Capture::place_of(Span span) const { return places_.find(script(), span); }

std::string Capture::name_of(const std::string& function, Span definition) const {
  if (!function.empty()) return function;
  int line = place_of(definition).line;
  return line > 0 ? str("lambda_", line) : "function";
}

// A plan is added in its first run, on the thread that runs it. The library also runs plans that no
// function of a script was traced to: they are named after their last operation.
std::string Capture::name_of_plan(const Graph& graph) const {
  if (std::this_thread::get_id() == thread_) {
    auto run =
        std::ranges::find(open_.rbegin(), open_.rend(), SpanCategory::run, &OpenSpan::category);
    if (run != open_.rend()) return name_of(run->source->function, run->source->span);
  }
  return graph.nodes.empty() ? "copy" : std::string(graph.nodes.back().op->name);
}

uint32_t Capture::add_plan(const Plan& plan) {
  std::lock_guard guard(mutex_);
  auto place = [&](const Origin& origin) { return place_of(origin.span()); };
  PlanFacts facts = describe(plan, host_target(), name_of_plan(plan.graph), ++modules_, place);
  journal_->add(facts.module);
  uint32_t first = labels_;
  for (Label& label : facts.labels) put(std::move(label));
  return first;
}

uint32_t Capture::add_eager(const Op& op, Span place) {
  std::lock_guard guard(mutex_);
  Label label{
      .name = std::string(op.name), .category = Category::eager, .ops = std::string(op.name)};
  if (!place.empty()) label.places.push_back(place_of(place));
  return put(std::move(label));
}

uint32_t Capture::add_label(SpanCategory category, std::string_view name, Span place) {
  std::lock_guard guard(mutex_);
  bool is_stage = category == SpanCategory::input;
  Label label{.name = is_stage ? stage_function(name) : std::string(name), .category = category};
  if (category == SpanCategory::compile) label.function = label.name;
  if (!place.empty()) label.places.push_back(place_of(place));
  return put(std::move(label));
}

uint32_t Capture::label_of_graph(SpanCategory category, std::string_view transform,
                                 const Graph& graph, const GraphSource& source) {
  std::lock_guard guard(mutex_);
  std::string name = name_of(source.function, source.span);
  Span call = graph.origin.span();
  std::string key = str(static_cast<int>(category), " ", transform, " ", name);
  auto [at, is_new] = graph_labels_.try_emplace({key, call}, 0);
  if (is_new) {
    Label label{.name = str(transform, "(", name, ")"), .category = category, .function = name};
    for (Span span : {call, source.span}) {
      if (!span.empty()) label.places.push_back(place_of(span));
    }
    at->second = put(std::move(label));
  }
  return at->second;
}

// Runs are frequent: their labels are kept by the address of the graph, which another graph may get
// later.
uint32_t Capture::label_of_run(const event::RunBegin& event) {
  Span call = event.graph.origin.span(), definition = event.source.span;
  RunLabel& known = run_labels_[&event.graph];
  bool is_known =
      known.transform == event.transform && known.call == call && known.definition == definition;
  if (!is_known) {
    uint32_t label = label_of_graph(SpanCategory::run, event.transform, event.graph, event.source);
    known = {call, definition, std::string(event.transform), label};
  }
  return known.label;
}

// --- spans ----------------------------------------------------------------------------------

void Capture::add_thread(uint32_t thread, int64_t id, std::string_view name) {
  std::lock_guard guard(mutex_);
  journal_->add_thread(thread, id, id == getpid() ? "main" : name);
}

void Capture::write(uint32_t thread, std::span<const TimeSpan> spans) {
  std::lock_guard guard(mutex_);
  journal_->add(thread, spans, start_ns_);
}

void Capture::flush() {
  energy_->update();
  std::lock_guard guard(mutex_);
  if (journal_ != nullptr) journal_->flush();
}

void Capture::begin(SpanCategory category, uint32_t label) {
  open_.push_back({category, label, Recorder::now()});
}

// Ends the innermost span of the category, and those in it: a compilation that fails has no event
// for its end.
void Capture::end(SpanCategory category) {
  Recorder* recorder = Recorder::current();
  if (recorder == nullptr || std::ranges::find(open_.rbegin(), open_.rend(), category,
                                               &OpenSpan::category) == open_.rend()) {
    return;
  }
  for (bool is_done = false; !is_done;) {
    OpenSpan span = std::move(open_.back());
    open_.pop_back();
    if (span.category == SpanCategory::run) Recorder::leave_line();
    if (span.category == SpanCategory::compile) {
      std::lock_guard guard(mutex_);
      span.label = put(std::move(*span.made));
    }
    recorder->add(TimeSpan::Lane::thread, span.label, span.begin);
    is_done = span.category == category;
  }
}

// --- events ---------------------------------------------------------------------------------

void Capture::on(const event::TraceBegin& event) {
  uint32_t label = 0;
  {
    std::lock_guard guard(mutex_);
    const FunctionInfo& info = event.function;
    Place place = place_of(info.span);
    std::string name = name_of(info.name, info.span);
    std::string key = str("trace ", event.transform, " ", name);
    auto [at, is_new] = graph_labels_.try_emplace({key, info.span}, 0);
    if (is_new) {
      Label made{.name = str(event.transform, "(", name, ")"),
                 .category = Category::trace,
                 .function = name};
      if (!place.file.empty()) made.places.push_back(place);
      at->second = put(std::move(made));
    }
    label = at->second;
  }
  begin(SpanCategory::trace, label);
}

void Capture::on(const event::TraceEnd& /*event*/) { end(SpanCategory::trace); }

// Each compilation has a label of its own, with its cause. Whether its code comes from the cache is
// known at its end.
void Capture::on(const event::CompileBegin& event) {
  const GraphSource& source = event.source;
  std::string name = name_of(source.function, source.span);
  auto label = std::make_unique<Label>(Label{.name = str(event.transform, "(", name, ")"),
                                             .category = SpanCategory::compile,
                                             .function = name,
                                             .cause = source.cause});
  for (Span span : {event.graph.origin.span(), source.span}) {
    if (!span.empty()) label->places.push_back(place_of(span));
  }
  begin(SpanCategory::compile, 0);
  open_.back().made = std::move(label);
}

// Adds spans for the stages of a compilation that began at `begin`. Earlier stages belong to the
// trace.
void Capture::add_stages(std::span<const StageTime> stages, int64_t begin) {
  Recorder* recorder = Recorder::current();
  if (recorder == nullptr) return;
  int64_t now = Recorder::now();
  auto first = std::ranges::find(stages, "passes", &StageTime::name);
  for (; first != stages.end(); ++first) {
    auto duration =
        std::min(recorder->ticks_of(static_cast<int64_t>(first->seconds * 1e9)), now - begin);
    uint32_t label = recorder->label_of(SpanCategory::compile, first->name);
    recorder->add({.begin = begin, .duration = duration, .label = label});
    begin += duration;
  }
}

void Capture::on(const event::CompileEnd& event) {
  auto open =
      std::ranges::find(open_.rbegin(), open_.rend(), SpanCategory::compile, &OpenSpan::category);
  if (open == open_.rend()) return;
  open->made->is_cached =
      std::ranges::find(event.stages, cached_code, &StageTime::name) != event.stages.end();
  add_stages(event.stages, open->begin);
  end(SpanCategory::compile);
}

void Capture::on(const event::RunBegin& event) {
  begin(SpanCategory::run, label_of_run(event));
  open_.back().source = &event.source;
  Recorder::enter_line();
}

void Capture::on(const event::RunEnd& /*event*/) { end(SpanCategory::run); }

// --- samples --------------------------------------------------------------------------------

uint32_t Capture::label_of_frame(const SampledFrame& frame) {
  auto [at, is_new] = frame_labels_.try_emplace({frame.span, frame.function}, 0);
  if (is_new) {
    Place place = place_of(frame.span);
    std::string name = frame.function;
    if (frame.is_top) name = place.file.substr(place.file.rfind('/') + 1);
    if (name.empty()) name = str("lambda_", place.line);
    at->second = put({.name = name, .category = Category::script, .places = {place}});
  }
  return at->second;
}

// Adds one sample for each period of CPU time of the thread, so that waiting counts as idle.
void Capture::sample(std::span<const SampledFrame> frames) {
  Recorder* recorder = Recorder::current();
  if (recorder == nullptr) return;
  int64_t cpu = thread_cpu_ns();
  rest_cpu_ += cpu - std::exchange(sampled_cpu_, cpu);
  int64_t count = (rest_cpu_ + (sample_ns / 2)) / sample_ns;
  if (count < 1) return;
  rest_cpu_ -= count * sample_ns;
  uint32_t thread = recorder->thread_number();
  std::lock_guard guard(mutex_);
  Sample sample;
  for (const SampledFrame& frame : frames) sample.frames.push_back(label_of_frame(frame));
  int64_t now = TickClock::steady_ns() - start_ns_;
  for (int64_t i = count - 1; i >= 0; --i) {
    sample.time = std::max<int64_t>(now - (i * sample_ns), 0);
    journal_->add(sample, thread);
  }
}

}  // namespace rille::profile
