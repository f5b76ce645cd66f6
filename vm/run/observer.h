// Observer: receives events of a running State.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vm/value.h"

namespace rille {

class Error;
class Space;
class Stream;
enum class MemoryHeadroom;

// The topics of events. Each event type names its topic.
enum class Topic : uint8_t {
  trace,       // TraceBegin, TraceEnd
  compile,     // CompileBegin, CompileEnd
  run,         // RunBegin, RunEnd
  operation,   // Operation: with an observer, graphs run node by node instead of compiled
  layer,       // LayerCall
  stream,      // ItemRequest, ItemResult
  allocation,  // Allocation
  line,        // LineEvent
  coverage,    // PieceEvent
  raised,      // RaiseEvent
  shown,       // DisplayEvent
  test,        // TestEvent
  import,      // ImportRequest
  need,        // ValueRequest
  room,        // MemoryRequest
  sources,     // SourcesRequest
};

// Events are valid during the call that delivers them. Events about graphs are defined in
// stdlib/transform.h.
namespace event {

// A transform begins to trace a function, or has finished, with or without an error.
struct TraceBegin {
  static constexpr Topic topic = Topic::trace;
  std::string_view transform;
  const FunctionInfo& function;
};
struct TraceEnd {
  static constexpr Topic topic = Topic::trace;
};

struct CompileBegin;
struct CompileEnd;
struct RunBegin;
struct RunEnd;
struct Operation;

// An instance of a struct with `call` was called. `args` are the arguments without the instance;
// `after` is the changed instance, or the same one if the method does not change it.
struct LayerCall {
  static constexpr Topic topic = Topic::layer;
  const Value& self;
  std::span<const Value> args;
  const Value& out;
  const Value& after;
};

// A stream is asked for its next item; the item that it returned, or null if it failed. The events
// are nested like the streams.
struct ItemRequest {
  static constexpr Topic topic = Topic::stream;
  const Stream& stream;
  const Value& origin;  // the stream as it was created
};
struct ItemResult {
  static constexpr Topic topic = Topic::stream;
  const Value* item;
};

// A buffer is allocated, or released if `bytes` is negative, on any thread that works for the
// State.
struct Allocation {
  static constexpr Topic topic = Topic::allocation;
  const Space& space;
  int64_t bytes;
};

// A statement of a script begins, if the code was emitted with lines; a piece has run, if it was
// emitted for coverage; a guarded statement ended with an error.
struct LineEvent {
  static constexpr Topic topic = Topic::line;
  int64_t offset;
};
struct PieceEvent {
  static constexpr Topic topic = Topic::coverage;
  int file, offset;
};
struct RaiseEvent {
  static constexpr Topic topic = Topic::raised;
  const Error& error;
};

// The value of a bare expression; a `test` block. Delivered only to the latest observer.
struct DisplayEvent {
  static constexpr Topic topic = Topic::shown;
  const Value& value;
};
struct TestEvent {
  static constexpr Topic topic = Topic::test;
  const std::string& name;
  const Function& body;
};
// An import. The latest observer returns the module.
struct ImportRequest {
  static constexpr Topic topic = Topic::import;
  const std::string& path;
  bool is_file;
  Value& module;
};

// The value of a traced array is requested: the transform throws, and traces the function again.
struct ValueRequest {
  static constexpr Topic topic = Topic::need;
  const Array& array;
};
// The memory that is left after all garbage was collected: caches may be dropped.
struct MemoryRequest {
  static constexpr Topic topic = Topic::room;
  MemoryHeadroom room;
};
// Requests the sources that are still needed: an observer adds the numbers of sources to which it
// refers to `files`.
struct SourcesRequest {
  static constexpr Topic topic = Topic::sources;
  std::vector<int>& files;
};

}  // namespace event

// One function for each event. Functions may throw only if documented; the script raises the error.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void on(const event::TraceBegin& /*event*/) {}
  virtual void on(const event::TraceEnd& /*event*/) {}
  virtual void on(const event::CompileBegin& /*event*/) {}
  virtual void on(const event::CompileEnd& /*event*/) {}
  virtual void on(const event::RunBegin& /*event*/) {}
  virtual void on(const event::RunEnd& /*event*/) {}
  virtual void on(const event::Operation& /*event*/) {}
  virtual void on(const event::LayerCall& /*event*/) {}
  virtual void on(const event::ItemRequest& /*event*/) {}
  virtual void on(const event::ItemResult& /*event*/) {}
  virtual void on(const event::Allocation& /*event*/) {}
  virtual void on(const event::LineEvent& /*event*/) {}
  virtual void on(const event::PieceEvent& /*event*/) {}
  virtual void on(const event::RaiseEvent& /*event*/) {}
  virtual void on(const event::DisplayEvent& /*event*/) {}
  virtual void on(const event::TestEvent& /*event*/) {}
  virtual void on(const event::ImportRequest& /*event*/) {}
  virtual void on(const event::ValueRequest& /*event*/) {}
  virtual void on(const event::MemoryRequest& /*event*/) {}
  virtual void on(const event::SourcesRequest& /*event*/) {}
};

// The observers of a State, the latest last. The list changes only on the thread that runs the
// State. Threads that work for a run while it waits may deliver allocations at the same time.
class Observers {
 public:
  // Whether a topic has observers; costs one load.
  bool want(Topic topic) const { return (topics_ & bit(topic)) != 0; }

  // Delivers an event, to the latest observer first. An observer added during the delivery receives
  // only later events; a removed one receives no more.
  template <class Event>
  void tell(const Event& event) const {
    if (!want(Event::topic)) return;
    int64_t below = next_;
    uint64_t changes = changes_;
    for (size_t i = list_.size(); i-- > 0;) {
      const ObserverEntry& entry = list_[i];
      if ((entry.topics & bit(Event::topic)) == 0 || entry.number >= below) continue;
      below = entry.number;
      entry.who->on(event);
      if (changes_ == changes) continue;
      changes = changes_;
      i = list_.size();
    }
  }
  // Sets the function that the State runs when the first observer of layer calls is added or the
  // last one is removed.
  void set_on_layers(std::function<void()> f) { on_layers_ = std::move(f); }
  // Delivers an event to the latest observer. Returns whether there is one.
  template <class Event>
  bool tell_latest(const Event& event) const {
    const ObserverEntry* entry = latest(Event::topic);
    if (entry != nullptr) entry->who->on(event);
    return entry != nullptr;
  }

 private:
  friend class ObserverScope;
  struct ObserverEntry {
    Observer* who;
    uint32_t topics;
    int64_t number;
  };
  static constexpr uint32_t bit(Topic topic) { return uint32_t{1} << static_cast<unsigned>(topic); }
  const ObserverEntry* latest(Topic topic) const;
  int64_t add(Observer& who, std::span<const Topic> topics);
  void remove(int64_t number);
  void count_topics();

  uint32_t topics_ = 0;  // with at least one observer
  std::vector<ObserverEntry> list_;
  int64_t next_ = 0;
  uint64_t changes_ = 0;  // of list_
  std::function<void()> on_layers_ = {};
};

// Registers `who` for topics during its lifetime. It may outlive the State.
class ObserverScope {
 public:
  ObserverScope(State& state, Observer& who, std::initializer_list<Topic> topics)
      : ObserverScope(state, who, std::span(topics.begin(), topics.size())) {}
  ObserverScope(State& state, Observer& who, std::span<const Topic> topics);
  ~ObserverScope();
  ObserverScope(const ObserverScope&) = delete;
  ObserverScope& operator=(const ObserverScope&) = delete;

 private:
  std::shared_ptr<Observers> observers_;
  int64_t number_;
};

// Registers a function for one kind of event during its lifetime.
template <class Event>
class Listener final : Observer {
 public:
  using Callback = std::function<void(const Event&)>;
  Listener(State& state, Callback told)
      : told_(std::move(told)), observing_(state, *this, {Event::topic}) {}

 private:
  using Observer::on;
  void on(const Event& event) override { told_(event); }

  Callback told_;
  ObserverScope observing_;
};

}  // namespace rille
