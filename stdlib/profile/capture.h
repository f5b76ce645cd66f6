// Capture: records a profile of this process.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "jit/origin.h"
#include "stdlib/profile/counters.h"
#include "stdlib/profile/describe.h"
#include "stdlib/profile/journal.h"
#include "stdlib/transform.h"
#include "vm/run/observer.h"
#include "vm/run/recorder.h"
#include "vm/run/script_sampler.h"

namespace rille::profile {

// An open capture. Kernels, streams, allocations and annotations of the whole process are recorded,
// and traces, compilations, and runs of the State that opened it. At most one capture is open.
//
// Everything goes to a journal in the directory of the run as it happens.
class Capture final : public CaptureSink, Observer {
 public:
  // error[value] if a profile is being recorded; error[io] if the directory cannot be written.
  Capture(State& state, const std::string& directory, const std::string& program);
  // Stops the recording; without finish() before, the journal has no end.
  ~Capture() override;

  // Marks the begin of a step, which ends at the next one, or with end_step().
  void begin_step(int64_t number);
  void end_step();

  // Ends the recording. Returns the path of the journal, which is complete.
  std::string finish();

  const std::string& run_directory() const { return directory_; }

 private:
  // CaptureSink
  uint32_t add_plan(const Plan& plan) override;
  uint32_t add_eager(const Op& op, Span place) override;
  uint32_t add_label(SpanCategory category, std::string_view name, Span place) override;
  void add_thread(uint32_t thread, int64_t id, std::string_view name) override;
  void write(uint32_t thread, std::span<const TimeSpan> spans) override;
  void flush() override;

  // Observer
  void on(const event::TraceBegin& event) override;
  void on(const event::TraceEnd& event) override;
  void on(const event::CompileBegin& event) override;
  void on(const event::CompileEnd& event) override;
  void on(const event::RunBegin& event) override;
  void on(const event::RunEnd& event) override;

  uint32_t put(Label label);  // under the mutex
  // The label of compilations or runs of a graph, at its call and its definition.
  uint32_t label_of_graph(SpanCategory category, std::string_view transform, const Graph& graph,
                          const GraphSource& source);
  uint32_t label_of_run(const event::RunBegin& event);
  std::string name_of(const std::string& function, Span definition) const;
  std::string name_of_plan(const Graph& graph) const;
  const State& script() const;
  Place place_of(Span span) const;
  void begin(SpanCategory category, uint32_t label);
  void add_stages(std::span<const StageTime> stages, int64_t begin);
  void end(SpanCategory category);
  void sample(std::span<const SampledFrame> frames);
  uint32_t label_of_frame(const SampledFrame& frame);
  void listen();  // to the State

  State& state_;
  std::thread::id thread_ = std::this_thread::get_id();  // of the State
  std::string directory_;                                // of the run
  int64_t start_ns_ = 0;                                 // of the steady clock
  int64_t peak_before_ = 0;                              // of the process
  bool is_open_ = false;
  mutable PlaceFinder places_;
  std::optional<EventCounters> counters_;
  // Used by the thread of the recorder while the capture is open.
  std::optional<EnergyMeter> energy_;

  std::mutex mutex_;  // protects the journal and the fields up to the next comment
  std::unique_ptr<JournalWriter> journal_;
  uint32_t labels_ = 0;
  uint64_t modules_ = 0;
  std::map<std::pair<std::string, Span>, uint32_t> graph_labels_;
  std::map<std::pair<Span, std::string>, uint32_t> frame_labels_;

  // Used by the thread of the State only.
  struct OpenSpan {
    SpanCategory category;
    uint32_t label;
    int64_t begin;                          // ticks
    const GraphSource* source = nullptr;    // of a run
    std::unique_ptr<Label> made = nullptr;  // of a compilation
  };
  std::vector<OpenSpan> open_;
  struct RunLabel {
    Span call, definition;
    std::string transform;
    uint32_t label;
  };
  std::unordered_map<const Graph*, RunLabel> run_labels_;
  int64_t step_begin_ = -1, step_ = 0;      // ticks, and the number
  int64_t sampled_cpu_ = 0, rest_cpu_ = 0;  // CPU time of the thread, ns
  std::optional<ObserverScope> observing_;
  std::optional<ScriptSampler> sampling_;
};

// The open capture of a State.
struct StateCapture {
  std::unique_ptr<Capture> open;
  std::string owner;  // "`profile.start`": who may end it
};

}  // namespace rille::profile
