// Runs a compiled call under a capture in memory.
#include "stdlib/profile/trial.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include "stdlib/profile/machine.h"
#include "stdlib/profile/units.h"
#include "stdlib/transform.h"
#include "vm/run/grants.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// Sums the time of each step of the first plan that the thread runs, and follows the memory that
// the thread allocates.
class TrialSink final : public CaptureSink {
 public:
  uint32_t add_plan(const Plan& plan) override {
    std::lock_guard guard(mutex_);
    uint32_t first = next_;
    auto count = static_cast<uint32_t>(rille::estimate(plan, host_target()).steps.size());
    next_ += count;
    bool is_own = std::this_thread::get_id() == owner_ && plan_ == nullptr;
    if (is_own) {
      plan_ = &plan;
      first_ = first;
      steps_.resize(count);
    }
    return first;
  }
  uint32_t add_eager(const Op& /*op*/, rille::Span /*place*/) override { return 0; }
  uint32_t add_label(SpanCategory /*category*/, std::string_view /*name*/,
                     rille::Span /*place*/) override {
    return 0;
  }
  void add_thread(uint32_t /*thread*/, int64_t /*id*/, std::string_view /*name*/) override {}
  void flush() override {}

  void write(uint32_t thread, std::span<const TimeSpan> spans) override {
    std::lock_guard guard(mutex_);
    if (thread != thread_) return;
    for (const TimeSpan& span : spans) add(span);
  }

  // Called before the run.
  void set_thread(uint32_t number) {
    std::lock_guard guard(mutex_);
    thread_ = number;
  }

  // After the end of the capture.
  const Plan* plan() const { return plan_; }
  const std::vector<StepRuns>& steps() const { return steps_; }
  int64_t peak() const { return peak_; }

 private:
  void add(const TimeSpan& span) {
    if (span.lane == TimeSpan::Lane::memory) {
      in_use_ += span.duration;
      peak_ = std::max(peak_, in_use_);
    }
    bool is_step = span.lane == TimeSpan::Lane::device && plan_ != nullptr &&
                   span.label >= first_ && span.label - first_ < steps_.size();
    if (!is_step) return;
    StepRuns& step = steps_[span.label - first_];
    ++step.count;
    step.time += span.duration;
  }

  std::thread::id owner_ = std::this_thread::get_id();
  std::mutex mutex_;
  uint32_t thread_ = 0;  // number of the owner in the recorder
  uint32_t next_ = 1;    // 0 is the label of all that is not measured
  const Plan* plan_ = nullptr;
  uint32_t first_ = 0;
  std::vector<StepRuns> steps_;
  int64_t in_use_ = 0, peak_ = 0;
};

// A capture that ends with the scope, also if the run raises.
class TrialCapture {
 public:
  TrialCapture(TrialSink& sink, std::string_view what) {
    if (!Recorder::open(sink)) refuse(what);
    sink.set_thread(Recorder::current()->thread_number());
  }
  ~TrialCapture() { Recorder::close(); }
  TrialCapture(const TrialCapture&) = delete;
  TrialCapture& operator=(const TrialCapture&) = delete;

  [[noreturn]] static void refuse(std::string_view what) {
    throw Error(Code::value, str(what, ": a profile is being recorded"))
        .help("`profile.stop()` ends it");
  }
};

Array copied(const Array& x) {
  Array out(x.type());
  if (x.byte_size() > 0) std::memcpy(out.edit_data(), x.data(), x.byte_size());
  return out;
}

// Runs a call, whose arguments are copied before and overwritten.
class Runner {
 public:
  Runner(Executable& executable, const std::vector<Array>& values, std::string_view what)
      : executable_(executable),
        values_(values),
        donated_(std::make_unique<bool[]>(values.size())),
        what_(what) {
    std::fill_n(donated_.get(), values.size(), true);
  }

  void run() {
    std::vector<Array> in = copies();
    executable_.run(in, donations());
  }

  // Returns the time in ns.
  int64_t run(TrialSink& sink) {
    std::vector<Array> in = copies(), out;
    TrialCapture capture(sink, what_);
    int64_t begin = TickClock::steady_ns();
    out = executable_.run(in, donations());
    return TickClock::steady_ns() - begin;
  }

 private:
  std::vector<Array> copies() const {
    std::vector<Array> out;
    for (const Array& value : values_) out.push_back(copied(value));
    return out;
  }
  std::span<const bool> donations() const { return {donated_.get(), values_.size()}; }

  Executable& executable_;
  const std::vector<Array>& values_;
  std::unique_ptr<bool[]> donated_;  // a vector of bool has no span
  std::string_view what_;
};

void measure(Trial& trial, const std::vector<Array>& values, std::string_view what,
             const TrialOptions& options) {
  Runner runner(*trial.executable, values, what);
  if (options.warms_up) runner.run();
  int64_t begin = TickClock::steady_ns();
  auto most = static_cast<int64_t>(options.seconds * 1e9);
  for (int i = 0; i < options.max_runs; ++i) {
    if (i >= options.min_runs && TickClock::steady_ns() - begin > most) break;
    TrialSink sink;
    int64_t time = runner.run(sink);
    trial.peak = trial.argument_bytes + sink.peak();
    if (i > 0 && time >= trial.run_time) continue;
    trial.run_time = time;
    trial.plan = sink.plan();
    trial.steps = sink.steps();
  }
}

// The target with the peaks of the machine, so that no estimate exceeds these.
Target target_of(const Machine& machine) {
  Target out = host_target();
  out.cores = machine.threads;
  out.clock_hz = machine.flops_per_s / out.units.flops_cycle / machine.threads;
  out.spaces.front().bytes_s = machine.bytes_per_s;
  return out;
}

void plan_trial(State& state, Trial& trial) {
  Target target = target_of(trial.machine);
  PlaceFinder places;
  auto place = [&](const Origin& origin) { return places.find(state, origin.span()); };
  trial.estimate = rille::estimate(*trial.plan, target);
  trial.planned = rille::estimate(*trial.plan, host_target());
  trial.facts = describe(*trial.plan, target, trial.name, 1, place);
  trial.steps.resize(trial.estimate.steps.size());
}

}  // namespace

Trial try_call(State& state, const Function& f, const Values& args, std::string_view what,
               const TrialOptions& options) {
  need_grant(Grant::clock, what);
  if (Recorder::current() != nullptr) TrialCapture::refuse(what);
  GraphWithCaptures held = graph_with_captures(f, args);
  Trial out;
  for (const Array& value : held.values) {
    if (value.is_traced()) {
      throw Error(Code::trace, str(what, ": an argument, or a value that `f` captures, is traced"))
          .help("call it outside of traced functions");
    }
    out.argument_bytes += static_cast<int64_t>(value.byte_size());
  }
  out.name = f.info().name.empty() ? "the function" : f.info().name;
  out.executable = host_device().compile(held.graph);
  out.machine = this_machine();
  measure(out, held.values, what, options);
  plan_trial(state, out);
  return out;
}

namespace {

// The text up to a size, cut at a separator if there is one.
std::string beginning(const std::string& text, std::string_view separator, size_t most) {
  if (text.size() <= most) return text;
  size_t end = text.rfind(separator, most);
  return str(text.substr(0, end == text.npos ? most : end), separator, "...");
}

// The text from the last dot on that leaves a size.
std::string ending(const std::string& text, size_t most) {
  if (text.size() <= most) return text;
  size_t begin = text.find('.', text.size() - most);
  return "..." + text.substr(begin == text.npos ? text.size() - most : begin + 1);
}

}  // namespace

std::string step_text(const Trial& trial, size_t step) {
  const Label& label = trial.facts.labels[step];
  constexpr size_t max_ops = 24, max_layer = 28;
  std::string out = beginning(label.ops, " + ", max_ops);
  std::string place = label.places.empty() ? "" : text(label.places.front());
  for (const std::string& part : {ending(label.layer, max_layer), place}) {
    if (!part.empty()) out += str(", ", part);
  }
  return out;
}

}  // namespace rille::profile
