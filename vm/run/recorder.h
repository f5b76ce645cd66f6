// Recorder: spans of time on threads, for the profiler.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/error.h"
#include "vm/run/tick_clock.h"

namespace rille {

class Space;  // vm/memory/buffer.h
struct Op;    // jit/op.h
struct Plan;  // jit/plan.h

// What a span of time was spent on.
enum class SpanCategory : uint8_t {
  step,        // one iteration of a training loop: profile.step
  annotation,  // profile.annotate
  run,         // a call of a compiled function
  kernel,      // one step of a plan: a kernel, or the device's own code (sort, FFT, copy)
  piece,       // the part of a kernel that one thread computes
  eager,       // one operation outside of compiled code
  trace,       // a transform traces a function
  compile,     // passes, planning, code generation
  input,       // a stage of a stream returns its next item
  checkpoint,  // reading and writing of checkpoints
  transfer,    // a copy between memory spaces
  collective,  // communication between devices
  garbage,     // garbage collection
  script,      // lines of a script, sampled
  allocation,  // memory of a space, allocated by a line
};
constexpr int span_categories = 15;

// A span of time. Times are ticks until the recorder hands the span to the sink, then ns of the
// steady clock.
struct TimeSpan {
  // The track of a thread on which the span is shown.
  enum class Lane : uint8_t {
    thread,  // everything but kernels
    device,  // steps of plans, in order of execution
    worker,  // the part of a kernel that the thread computes
    memory,  // allocations: `duration` is the bytes, negative for a release; `payload` the address
  };
  int64_t begin = 0, duration = 0;
  int64_t payload = 0;  // bytes, or the number of a step
  uint32_t label = 0;
  Lane lane = Lane::thread;
};

// Receives the facts and the spans of a capture. The functions for labels are called on any thread,
// under a lock of the recorder; `write` is called on the thread of the recorder, for chunks of one
// thread in order.
class CaptureSink {
 public:
  virtual ~CaptureSink() = default;
  // The label of the first step of a plan. The labels of its other steps follow, in the order of
  // estimate() (jit/estimate.h), which includes the steps of nested plans.
  virtual uint32_t add_plan(const Plan& plan) = 0;
  // The label of an operation outside of compiled code.
  virtual uint32_t add_eager(const Op& op, Span place) = 0;
  // The label of all spans of that category, name, and place.
  virtual uint32_t add_label(SpanCategory category, std::string_view name, Span place) = 0;
  virtual void add_thread(uint32_t thread, int64_t id, std::string_view name) = 0;
  virtual void write(uint32_t thread, std::span<const TimeSpan> spans) = 0;
  // Called about four times a second, and once at the end.
  virtual void flush() = 0;
};

// The labels of the steps of an executable, valid for one capture. Part of the executable.
class PlanLabels {
 public:
  PlanLabels() = default;
  PlanLabels(PlanLabels&&) noexcept {}
  PlanLabels& operator=(PlanLabels&&) noexcept { return *this; }

 private:
  friend class Recorder;
  std::atomic<uint64_t> capture_{0};
  uint32_t first_ = 0;
};

// The recorder of the process. At most one capture is open at a time. Each thread appends to a
// chunk of its own; a thread of the recorder hands full chunks to the sink. Chunks that the sink
// has not taken yet are limited: beyond the limit spans are dropped and counted.
class Recorder {
 public:
  // The recorder if a capture is open, else null; costs one load.
  static Recorder* current() { return current_.load(std::memory_order_acquire); }

  static int64_t now() { return TickClock::now(); }

  // Opens a capture; false if one is open. The sink must live until close() returns.
  static bool open(CaptureSink& sink);
  // Closes the capture and hands all spans to the sink. Returns the number of dropped spans.
  static int64_t close();

  void add(const TimeSpan& span);
  int64_t ticks_of(int64_t duration_ns) const;
  // Adds a part of a kernel that ends now. It extends the previous one of the thread if that is of
  // the same kernel and has just ended.
  void add_piece(uint32_t label, int64_t begin);
  // Adds a span that ends now.
  void add(TimeSpan::Lane lane, uint32_t label, int64_t begin, int64_t payload = 0) {
    add({.begin = begin,
         .duration = now() - begin,
         .payload = payload,
         .label = label,
         .lane = lane});
  }

  // Between the two calls, on one thread, a span with a line is open: allocations get its line.
  static void enter_line() { ++lines_; }
  static void leave_line() { --lines_; }

  // Adds an allocation, or a release if `bytes` is negative.
  void add(const Space& space, int64_t bytes, const void* data);

  uint32_t label_of(PlanLabels& labels, const Plan& plan);
  uint32_t label_of(const Op& op);  // at the current line of the script
  uint32_t label_of(SpanCategory category, std::string_view name, Span place = {});

  // The number of the calling thread; 0 while it ends.
  uint32_t thread_number();

  // Names the calling thread in this and later captures.
  static void name_thread(std::string name);

 private:
  struct ThreadLog;
  struct ThreadPart;
  struct Inside;
  Recorder();
  ~Recorder();
  static Recorder& instance();
  ThreadPart* own();  // of the calling thread; null while the thread ends
  ThreadPart* make_own();
  template <class Labels, class Key, class Make>
  uint32_t known_label(Labels ThreadPart::* labels, Key key, Make make);

  static std::atomic<Recorder*> current_;
  static inline constinit thread_local int lines_ = 0;
  static inline constinit thread_local ThreadPart* own_part_ =
      nullptr;  // null before its first use
  std::unique_ptr<Inside> inside_;
};

// Records the lifetime of the object, on the calling thread, at the line that its script runs.
class RecordedSpan {
 public:
  RecordedSpan(SpanCategory category, std::string_view name) : recorder_(Recorder::current()) {
    if (recorder_ != nullptr) [[unlikely]]
      begin(category, name);
  }
  ~RecordedSpan() {
    if (recorder_ != nullptr) [[unlikely]]
      recorder_->add(lane, label_, begin_, payload_);
  }
  RecordedSpan(const RecordedSpan&) = delete;
  RecordedSpan& operator=(const RecordedSpan&) = delete;

  void set_payload(int64_t payload) { payload_ = payload; }

 private:
  static constexpr TimeSpan::Lane lane = TimeSpan::Lane::thread;
  void begin(SpanCategory category, std::string_view name);

  Recorder* recorder_;
  uint32_t label_ = 0;
  int64_t begin_ = 0, payload_ = 0;
};

// Records an operation outside of compiled code, for the lifetime of the object.
class RecordedOp {
 public:
  explicit RecordedOp(const Op& op) : recorder_(Recorder::current()) {
    if (recorder_ != nullptr) [[unlikely]]
      begin(op);
  }
  ~RecordedOp() {
    if (recorder_ != nullptr) [[unlikely]]
      end();
  }
  RecordedOp(const RecordedOp&) = delete;
  RecordedOp& operator=(const RecordedOp&) = delete;

 private:
  void begin(const Op& op);
  void end();

  Recorder* recorder_;
  uint32_t label_ = 0;
  int64_t begin_ = 0;
};

}  // namespace rille
