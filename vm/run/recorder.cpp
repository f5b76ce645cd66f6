// Recorder: logs of threads, and the thread that empties them.
#include "vm/run/recorder.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <optional>
#include <thread>
#include <tuple>
#include <unordered_map>

#include "vm/memory/buffer.h"
#include "vm/run/running.h"
#include "vm/run/script_span.h"

namespace rille {
namespace {

constexpr size_t chunk_spans = 1024;  // 32 KB
constexpr size_t max_chunks = 4096;   // 128 MB of spans that wait for the sink
constexpr std::chrono::milliseconds period{250};

using Spans = std::vector<TimeSpan>;

struct SpanChunk {
  uint32_t thread;
  Spans spans;
};

struct ThreadFacts {
  uint32_t number;  // from 1, never reused
  int64_t id;
  std::string name;
  uint64_t announced = 0;  // the last capture whose sink knows the thread
};

thread_local std::string own_name;      // NOLINT(*-global-variables)
thread_local bool thread_ends = false;  // NOLINT(*-global-variables)

// The time between two consecutive parts of a kernel on a thread, at most.
constexpr int64_t gap_ns = 1000;

}  // namespace

// Written by its thread, and emptied by others: both hold `busy_` for the few instructions that
// this takes.
struct Recorder::ThreadLog {
  void lock() {
    while (busy.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { busy.clear(std::memory_order_release); }

  std::atomic_flag busy = {};
  uint64_t capture = 0;  // to which `spans` belong
  Spans spans;
  // Whether spans of the capture `now` are wanted; drops those of an earlier one.
  bool enter(uint64_t now) {
    if (capture != now) {
      spans.clear();
      capture = now;
    }
    return now != 0;
  }
  ThreadFacts facts{};
  std::atomic<bool> is_free = false;  // its thread has ended
};

struct Recorder::Inside {
  // The number of the open capture, or 0.
  std::atomic<uint64_t> capture{0};
  std::atomic<int64_t> dropped{0};

  std::mutex labels;  // held while the sink makes labels
  std::mutex mutex;   // protects the fields below; taken after the lock of a log
  std::condition_variable wake;
  CaptureSink* sink = nullptr;
  uint64_t captures = 0;
  bool is_closing = false;
  std::optional<TickConversion> clock;  // used by the worker, except for ticks_of()
  std::atomic<int64_t> gap_ticks{0};
  std::vector<std::shared_ptr<ThreadLog>> logs;
  std::deque<SpanChunk> full;
  std::vector<Spans> spare;
  uint32_t threads = 0;
  std::thread worker;

  // Moves the spans of a log, whose lock is held, to the sink's queue.
  void hand_over(ThreadLog& log) {
    if (log.spans.empty()) return;
    std::lock_guard guard(mutex);
    if (full.size() >= max_chunks) {
      dropped += std::ssize(log.spans);
      log.spans.clear();
      return;
    }
    Spans next;
    if (!spare.empty()) {
      next = std::move(spare.back());
      spare.pop_back();
    }
    full.push_back({log.facts.number, std::exchange(log.spans, std::move(next))});
    log.spans.reserve(chunk_spans);
  }

  void collect() {
    std::vector<std::shared_ptr<ThreadLog>> all;
    {
      std::lock_guard guard(mutex);
      all = logs;
    }
    uint64_t now = capture.load();
    for (const auto& log : all) {
      std::lock_guard guard(*log);
      if (log->capture == now) hand_over(*log);
    }
  }

  void announce(uint32_t thread) {
    for (const auto& log : logs) {
      ThreadFacts& facts = log->facts;
      if (facts.number != thread || facts.announced == captures) continue;
      facts.announced = captures;
      sink->add_thread(thread, facts.id, facts.name);
    }
  }

  void convert(Spans& spans) const {
    for (TimeSpan& span : spans) {
      int64_t begin = clock->ns(span.begin);
      bool is_time = span.lane != TimeSpan::Lane::memory;
      if (is_time) span.duration = clock->ns(span.begin + span.duration) - begin;
      span.begin = begin;
    }
  }

  void drain() {
    clock->mark();
    while (true) {
      SpanChunk chunk;
      {
        std::lock_guard guard(mutex);
        if (full.empty()) break;
        chunk = std::move(full.front());
        full.pop_front();
        announce(chunk.thread);
      }
      convert(chunk.spans);
      sink->write(chunk.thread, chunk.spans);
      chunk.spans.clear();
      std::lock_guard guard(mutex);
      spare.push_back(std::move(chunk.spans));
    }
    sink->flush();
  }

  void work() {
    while (true) {
      bool ends = false;
      {
        std::unique_lock guard(mutex);
        wake.wait_for(guard, period, [&] { return is_closing || full.size() > max_chunks / 8; });
        ends = is_closing;
      }
      collect();
      drain();
      if (ends) return;
    }
  }
};

// What a thread knows of the recorder. It gives the log back when the thread ends.
struct Recorder::ThreadPart {
  std::shared_ptr<ThreadLog> log;

  // The labels that the thread has requested in the capture.
  uint64_t capture = 0;
  const Space* last_space = nullptr;  // of the last allocation, with its line and label
  Span last_line;
  uint32_t last_label = 0;
  std::unordered_map<uint64_t, uint32_t> ops;
  std::map<std::tuple<SpanCategory, std::string, Span>, uint32_t> names;
  std::map<std::pair<const Space*, Span>, uint32_t> allocations;

  ~ThreadPart() {
    thread_ends = true;
    own_part_ = nullptr;
    if (log == nullptr) return;
    Inside& inside = *instance().inside_;
    std::lock_guard guard(*log);
    if (log->capture == inside.capture.load()) inside.hand_over(*log);
    log->spans = {};
    log->is_free = true;
  }

  void enter(uint64_t now) {
    if (capture == now) return;
    capture = now;
    last_space = nullptr;
    ops.clear();
    names.clear();
    allocations.clear();
  }
};

std::atomic<Recorder*> Recorder::current_{nullptr};

Recorder::Recorder() : inside_(std::make_unique<Inside>()) {}
Recorder::~Recorder() = default;

// Never destroyed: threads may end after static objects.
Recorder& Recorder::instance() {
  static auto* recorder = new Recorder;
  return *recorder;
}

Recorder::ThreadPart* Recorder::own() {
  if (own_part_ != nullptr) [[likely]]
    return own_part_;
  return thread_ends ? nullptr : make_own();
}

Recorder::ThreadPart* Recorder::make_own() {
  thread_local ThreadPart part;
  std::lock_guard guard(inside_->mutex);
  part.log = inside_->logs.emplace_back(std::make_shared<ThreadLog>());
  part.log->facts = {++inside_->threads, static_cast<int64_t>(gettid()), own_name};
  own_part_ = &part;
  return own_part_;
}

bool Recorder::open(CaptureSink& sink) {
  Recorder& recorder = instance();
  Inside& inside = *recorder.inside_;
  std::lock_guard guard(inside.mutex);
  if (inside.sink != nullptr) return false;
  std::erase_if(inside.logs, [](const auto& log) { return log->is_free.load(); });
  inside.sink = &sink;
  inside.clock.emplace();
  inside.gap_ticks = inside.clock->ticks_of(gap_ns);
  inside.is_closing = false;
  inside.dropped = 0;
  inside.capture = ++inside.captures;
  try {
    inside.worker = std::thread([&inside] { inside.work(); });
  } catch (...) {
    inside.sink = nullptr;
    inside.capture = 0;
    throw;
  }
  current_.store(&recorder, std::memory_order_release);
  return true;
}

int64_t Recorder::close() {
  Inside& inside = *instance().inside_;
  current_.store(nullptr, std::memory_order_release);
  {
    std::lock_guard guard(inside.mutex);
    inside.is_closing = true;
  }
  inside.wake.notify_all();
  inside.worker.join();
  std::lock_guard labels(inside.labels);
  std::lock_guard guard(inside.mutex);
  inside.capture = 0;
  inside.sink = nullptr;
  inside.full.clear();
  inside.spare.clear();
  return inside.dropped;
}

void Recorder::add(const TimeSpan& span) {
  ThreadPart* part = own();
  if (part == nullptr) return;
  ThreadLog& log = *part->log;
  std::lock_guard guard(log);
  if (!log.enter(inside_->capture.load(std::memory_order_relaxed))) return;
  log.spans.push_back(span);
  if (log.spans.size() >= chunk_spans) inside_->hand_over(log);
}

void Recorder::add_piece(uint32_t label, int64_t begin) {
  ThreadPart* part = own();
  if (part == nullptr) return;
  int64_t end = now();
  {
    ThreadLog& log = *part->log;
    std::lock_guard guard(log);
    if (!log.enter(inside_->capture.load(std::memory_order_relaxed))) return;
    TimeSpan* last = log.spans.empty() ? nullptr : &log.spans.back();
    bool is_next =
        last != nullptr && last->lane == TimeSpan::Lane::worker && last->label == label &&
        begin - (last->begin + last->duration) < inside_->gap_ticks.load(std::memory_order_relaxed);
    if (is_next) {
      last->duration = end - last->begin;
      return;
    }
  }
  add({.begin = begin, .duration = end - begin, .label = label, .lane = TimeSpan::Lane::worker});
}

int64_t Recorder::ticks_of(int64_t duration_ns) const {
  return inside_->clock->ticks_of(duration_ns);
}

uint32_t Recorder::label_of(PlanLabels& labels, const Plan& plan) {
  uint64_t now = inside_->capture.load(std::memory_order_relaxed);
  if (labels.capture_.load(std::memory_order_acquire) == now) return labels.first_;
  std::lock_guard guard(inside_->labels);
  if (inside_->sink == nullptr) return 0;
  if (labels.capture_.load(std::memory_order_relaxed) != now) {
    labels.first_ = inside_->sink->add_plan(plan);
    labels.capture_.store(now, std::memory_order_release);
  }
  return labels.first_;
}

// The label for a key in a map of the thread. `make` is called under the lock for labels if the key
// is new.
template <class Labels, class Key, class Make>
uint32_t Recorder::known_label(Labels ThreadPart::* labels, Key key, Make make) {
  ThreadPart* part = own();
  if (part == nullptr) return 0;
  part->enter(inside_->capture.load(std::memory_order_relaxed));
  auto [at, is_new] = (part->*labels).try_emplace(std::move(key), 0);
  if (is_new) {
    std::lock_guard guard(inside_->labels);
    if (inside_->sink != nullptr) at->second = make(*inside_->sink);
  }
  return at->second;
}

uint32_t Recorder::label_of(SpanCategory category, std::string_view name, Span place) {
  return known_label(&ThreadPart::names, std::tuple(category, std::string(name), place),
                     [&](CaptureSink& sink) { return sink.add_label(category, name, place); });
}

uint32_t Recorder::label_of(const Op& op) {
  Span span = script_span();
  uint64_t key = reinterpret_cast<uintptr_t>(&op);
  key = (key * 0x9e3779b97f4a7c15U) ^ (static_cast<uint64_t>(span.file) << 40) ^
        static_cast<uint64_t>(span.begin);
  return known_label(&ThreadPart::ops, key,
                     [&](CaptureSink& sink) { return sink.add_eager(op, span); });
}

// To find the line takes longer than to allocate, so small blocks, and those in a span that has the
// line, go without.
void Recorder::add(const Space& space, int64_t bytes, const void* data) {
  constexpr int64_t small = 4096;
  ThreadPart* part = own();
  if (part == nullptr) return;
  uint32_t label = 0;
  if (bytes > 0) {
    Span span = bytes < small || lines_ > 0 ? Span() : script_span();
    part->enter(inside_->capture.load(std::memory_order_relaxed));
    if (part->last_space != &space || part->last_line != span) {
      auto make = [&](CaptureSink& sink) {
        return sink.add_label(SpanCategory::allocation, space.name(), span);
      };
      part->last_label = known_label(&ThreadPart::allocations, std::pair(&space, span), make);
      part->last_space = &space;
      part->last_line = span;
    }
    label = part->last_label;
  }
  add({.begin = now(),
       .duration = bytes,
       .payload = static_cast<int64_t>(reinterpret_cast<uintptr_t>(data)),
       .label = label,
       .lane = TimeSpan::Lane::memory});
}

void RecordedSpan::begin(SpanCategory category, std::string_view name) {
  bool has_line = category != SpanCategory::garbage;  // any line may cause a collection
  label_ = recorder_->label_of(category, name, has_line ? script_span() : Span());
  begin_ = Recorder::now();
}

void RecordedOp::begin(const Op& op) {
  label_ = recorder_->label_of(op);
  Recorder::enter_line();
  begin_ = Recorder::now();
}

void RecordedOp::end() {
  Recorder::leave_line();
  recorder_->add(TimeSpan::Lane::device, label_, begin_);
}

uint32_t Recorder::thread_number() {
  ThreadPart* part = own();
  return part == nullptr ? 0 : part->log->facts.number;
}

void Recorder::name_thread(std::string name) { own_name = std::move(name); }

}  // namespace rille
