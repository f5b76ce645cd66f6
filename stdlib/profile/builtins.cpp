// profile.start, stop, trace, step, annotate, range_push.
#include <exception>
#include <memory>
#include <vector>

#include "stdlib/profile.h"
#include "stdlib/profile/capture.h"
#include "stdlib/profile/export.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/grants.h"
#include "vm/run/running.h"

namespace rille {

using profile::StateCapture;

void start_profile(State& state, const std::string& directory, const std::string& program,
                   const std::string& owner) {
  auto& capture = state.part<StateCapture>();
  capture.open = std::make_unique<profile::Capture>(state, directory, program);
  capture.owner = owner;
}

std::string profile_owner(State& state) {
  auto& capture = state.part<StateCapture>();
  return capture.open == nullptr ? "" : capture.owner;
}

FinishedProfile finish_profile(State& state) {
  auto& capture = state.part<StateCapture>();
  if (capture.open == nullptr) {
    throw Error(Code::value, "profile.stop: no profile is being recorded")
        .help("`profile.start(dir)` starts one");
  }
  InterruptGuard guard;  // a program that was interrupted still has a profile
  std::unique_ptr<profile::Capture> open = std::move(capture.open);
  std::string journal = open->finish();
  return {open->run_directory(), std::move(journal)};
}

ProfileRun export_profile(const FinishedProfile& profile) {
  // XProf and Perfetto become slow with more, and the files large: about 150 bytes per event.
  constexpr int64_t max_events = 500'000;
  InterruptGuard guard;
  profile::Timeline timeline = profile::read_journal(profile.journal, max_events);
  profile::write_files(timeline, profile.directory);
  return {profile.directory, timeline.omitted};
}

ProfileRun stop_profile(State& state) { return export_profile(finish_profile(state)); }

namespace {

constexpr std::string_view own = "`profile.start`";

void start(State& state, const std::string& dir, std::string_view owner) {
  need_grant(Grant::clock, "profile.start");
  Span span = state.current_span();
  auto sources = state.sources();
  bool is_known = !span.empty() && span.file < std::ssize(sources);
  start_profile(state, dir, is_known ? sources[static_cast<size_t>(span.file)].name : "",
                std::string(owner));
}

void start_own(State& state, const std::string& dir) { start(state, dir, own); }

Value trace(State& state, const std::string& dir, const Function& f, const Values& args) {
  start(state, dir, "`profile.trace`");
  Value out;
  try {
    out = call(f, args);
  } catch (...) {
    auto failed = std::current_exception();
    try {
      stop_profile(state);
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the error of f is reported
    }
    std::rethrow_exception(failed);
  }
  stop_profile(state);
  return out;
}

Value annotate(State& /*state*/, const std::string& name, const Function& f, const Values& args) {
  RecordedSpan recorded(SpanCategory::annotation, name);
  return call(f, args);
}

// The ranges that a script has begun and not ended, outermost first.
struct OpenRanges {
  std::vector<std::unique_ptr<RecordedSpan>> spans;
};

void range_push(State& state, const std::string& name) {
  state.part<OpenRanges>().spans.push_back(
      std::make_unique<RecordedSpan>(SpanCategory::annotation, name));
}

void range_pop(State& state) {
  auto& spans = state.part<OpenRanges>().spans;
  if (spans.empty()) {
    throw Error(Code::value, "profile.range_pop: no range is open")
        .help("`profile.range_push(\"a\")` begins one");
  }
  spans.pop_back();
}

void step(State& state, std::optional<int64_t> number) {
  auto& capture = state.part<StateCapture>();
  if (capture.open == nullptr) return;
  number ? capture.open->begin_step(*number) : capture.open->end_step();
}

std::string stop(State& state) {
  auto& capture = state.part<StateCapture>();
  if (capture.open != nullptr && capture.owner != own) {
    throw Error(Code::value, str("profile.stop: ", capture.owner,
                                 " started the profile that is being recorded, and ends it"));
  }
  return stop_profile(state).directory;
}

}  // namespace

extern const Builtin profile_start_builtin = {
    .signature = "profile.start(dir: str) -> nil",
    .brief =
        "Starts a profile: records kernels, compilations, streams, and allocations until "
        "`profile.stop`.",
    .params = {{"dir",
                "Log directory, created if it does not exist. Each profile gets the directory "
                "`dir/plugins/profile/TIME`, which XProf and TensorBoard read."}},
    .errors =
        "error[value] if a profile is being recorded or `dir` is empty; error[io] if the directory "
        "cannot be written",
    .example = "profile.start(\"log\"); sum(ones(3)); io.exists(profile.stop())  #> true",
    .source = "jax.profiler.start_trace",
    .call = bind<&start_own>,
    .purity = Purity::host,
};

extern const Builtin profile_stop_builtin = {
    .signature = "profile.stop() -> str",
    .brief = "Stops the profile that `profile.start` began, and writes its files.",
    .returns =
        "the directory with the files: `HOST.xplane.pb` for XProf, `HOST.trace.json.gz` for "
        "Perfetto, `HOST.profile.pb.gz` for pprof, and `HOST.rille-profile` for `rille profile "
        "show`",
    .errors = "error[value] if no profile is being recorded; error[io] if a file cannot be written",
    .example = "profile.start(\"log\"); sum(ones(3)); io.exists(profile.stop())  #> true",
    .source = "jax.profiler.stop_trace",
    .call = bind<&stop>,
    .purity = Purity::host,
};

extern const Builtin profile_trace_builtin = {
    .signature = "profile.trace(dir: str, f: fn, ...args: any) -> any",
    .brief = "Records a profile of one call, as `profile.start` and `profile.stop` around it.",
    .params = {{"dir", "Log directory, created if it does not exist."},
               {"f", "Function to call."},
               {"args", "Arguments of `f`."}},
    .returns = "the result of `f`",
    .errors = "the errors of `profile.start`, `profile.stop`, and `f`",
    .example = "profile.trace(\"log\", x => sum(x), ones(3))  #> 3",
    .source = "jax.profiler.trace",
    .call = bind<&trace>,
    .purity = Purity::host,
};

extern const Builtin profile_annotate_builtin = {
    .signature = "profile.annotate(name: str, f: fn, ...args: any) -> any",
    .brief = "Calls a function and shows the call as a named span in a profile.",
    .params = {{"name", "Name of the span."},
               {"f", "Function to call."},
               {"args", "Arguments of `f`."}},
    .returns =
        "the result of `f`. Without a profile, this is all that the function does, and in a "
        "compiled function the span is that of its trace",
    .errors = "the errors of `f`",
    .example = "profile.annotate(\"sum\", x => sum(x), ones(3))  #> 3",
    .source = "jax.profiler.TraceAnnotation",
    .call = bind<&annotate>,
};

extern const Builtin profile_range_push_builtin = {
    .signature = "profile.range_push(name: str) -> nil",
    .brief =
        "Begins a named span in a profile, which `profile.range_pop` ends. Spans can be nested.",
    .params = {{"name", "Name of the span."}},
    .returns = "nil. Without a profile, the function records nothing",
    .errors = "none",
    .example =
        "var x = 1.0; profile.range_push(\"update\"); x = x / 2; profile.range_pop(); x  #> 0.5",
    .source = "torch.cuda.nvtx.range_push",
    .call = bind<&range_push>,
    .purity = Purity::host,
};

extern const Builtin profile_range_pop_builtin = {
    .signature = "profile.range_pop() -> nil",
    .brief = "Ends the latest span that `profile.range_push` began.",
    .errors = "error[value] if no span is open",
    .example = "profile.range_push(\"a\"); let y = 1 + 1; profile.range_pop(); y  #> 2",
    .source = "torch.cuda.nvtx.range_pop",
    .call = bind<&range_pop>,
    .purity = Purity::host,
};

extern const Builtin profile_step_builtin = {
    .signature = "profile.step(step: int = nil) -> nil",
    .brief =
        "Marks the beginning of a step of a training loop in a profile. The step ends at the next "
        "call.",
    .params = {{"step", "Number of the step. If nil, the current step ends and none begins."}},
    .returns = "nil. Without a profile, the function does nothing",
    .errors = "none",
    .example = "var n = 0; for i in 0..3 { profile.step(i); n += i }; profile.step(); n  #> 3",
    .source = "jax.profiler.StepTraceAnnotation",
    .call = bind<&step>,
    .purity = Purity::host,
};

}  // namespace rille
