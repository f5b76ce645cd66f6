// Observer: who is told what a State does, as it does it.
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
enum class Room;

// What there is to be told of. An event names the one that it belongs to.
enum class Topic : uint8_t {
  trace,       // TraceBegin, TraceEnd
  compile,     // Compiling, Compiled
  run,         // RunBegin, RunEnd
  operation,   // Operation: while somebody listens, graphs run node by node instead of compiled
  layer,       // LayerCall
  stream,      // ItemAsked, ItemCame
  allocation,  // Allocation
  line,        // LineReached
  coverage,    // PieceRan
  raised,      // StatementRaised
  shown,       // ValueShown
  test,        // TestFound
  import,      // ImportAsked
  need,        // ValueNeeded
  room,        // RoomNeeded
  sources,     // SourcesAsked
};

// Events live as long as the call that tells of them. Those of graphs are defined in
// stdlib/transform.h, which knows what a graph is.
namespace event {

// A transform begins to trace a function, and is through with it, with an error or without.
struct TraceBegin {
  static constexpr Topic topic = Topic::trace;
  std::string_view transform;
  const FunctionInfo& function;
};
struct TraceEnd {
  static constexpr Topic topic = Topic::trace;
};

struct Compiling;
struct Compiled;
struct RunBegin;
struct RunEnd;
struct Operation;

// An instance of a struct with `call` was called: `args` stand behind it in the call; `after` is
// what it became, itself where the method does not change it.
struct LayerCall {
  static constexpr Topic topic = Topic::layer;
  const Value& self;
  std::span<const Value> args;
  const Value& out;
  const Value& after;
};

// A stream is asked for its next item; what came, null where it failed. They nest as streams do.
struct ItemAsked {
  static constexpr Topic topic = Topic::stream;
  const Stream& stream;
  const Value& origin;  // the stream as it was made
};
struct ItemCame {
  static constexpr Topic topic = Topic::stream;
  const Value* item;
};

// A buffer is made, or released where `bytes` is below 0; on any thread that works for the State.
struct Allocation {
  static constexpr Topic topic = Topic::allocation;
  const Space& space;
  int64_t bytes;
};

// A statement of a script begins, where the emitter was asked for lines; a part of one has run,
// where it was asked for coverage; a guarded statement ended with an error.
struct LineReached {
  static constexpr Topic topic = Topic::line;
  int64_t offset;
};
struct PieceRan {
  static constexpr Topic topic = Topic::coverage;
  int file, offset;
};
struct StatementRaised {
  static constexpr Topic topic = Topic::raised;
  const Error& error;
};

// The value of a bare expression; a `test` block. The latest observer is told of these alone.
struct ValueShown {
  static constexpr Topic topic = Topic::shown;
  const Value& value;
};
struct TestFound {
  static constexpr Topic topic = Topic::test;
  const std::string& name;
  const Function& body;
};
// The latest observer gives the module.
struct ImportAsked {
  static constexpr Topic topic = Topic::import;
  const std::string& path;
  bool is_file;
  Value& module;
};

// The number of a traced array is asked for: the transform throws, and traces again.
struct ValueNeeded {
  static constexpr Topic topic = Topic::need;
  const Array& array;
};
// All garbage was collected, and as much memory is left: what is kept to save time may go.
struct RoomNeeded {
  static constexpr Topic topic = Topic::room;
  Room room;
};
// Numbers of sources whose texts an observer still shows places of are added to `files`.
struct SourcesAsked {
  static constexpr Topic topic = Topic::sources;
  std::vector<int>& files;
};

}  // namespace event

// One function for each event. It may throw where it says so of itself: the error is the script's.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void on(const event::TraceBegin& /*event*/) {}
  virtual void on(const event::TraceEnd& /*event*/) {}
  virtual void on(const event::Compiling& /*event*/) {}
  virtual void on(const event::Compiled& /*event*/) {}
  virtual void on(const event::RunBegin& /*event*/) {}
  virtual void on(const event::RunEnd& /*event*/) {}
  virtual void on(const event::Operation& /*event*/) {}
  virtual void on(const event::LayerCall& /*event*/) {}
  virtual void on(const event::ItemAsked& /*event*/) {}
  virtual void on(const event::ItemCame& /*event*/) {}
  virtual void on(const event::Allocation& /*event*/) {}
  virtual void on(const event::LineReached& /*event*/) {}
  virtual void on(const event::PieceRan& /*event*/) {}
  virtual void on(const event::StatementRaised& /*event*/) {}
  virtual void on(const event::ValueShown& /*event*/) {}
  virtual void on(const event::TestFound& /*event*/) {}
  virtual void on(const event::ImportAsked& /*event*/) {}
  virtual void on(const event::ValueNeeded& /*event*/) {}
  virtual void on(const event::RoomNeeded& /*event*/) {}
  virtual void on(const event::SourcesAsked& /*event*/) {}
};

// Those of a State, the latest last. It changes on the thread that runs the State alone; threads
// that work for a run while it waits may tell of allocations meanwhile.
class Observers {
 public:
  // Nobody listens: one load.
  bool want(Topic topic) const { return (topics_ & bit(topic)) != 0; }

  // The latest is told first. Who joins while an event is told counts from the next on, who leaves
  // at once.
  template <class Event>
  void tell(const Event& event) const {
    if (!want(Event::topic)) return;
    int64_t below = next_;
    while (const Entry* entry = latest(Event::topic, below)) {
      below = entry->number;
      entry->who->on(event);
    }
  }
  // What the State that they belong to does when a first observer of calls of layers comes or the
  // last one goes.
  void set_on_layers(std::function<void()> f) { on_layers_ = std::move(f); }
  // Whether there is one.
  template <class Event>
  bool tell_latest(const Event& event) const {
    const Entry* entry = latest(Event::topic, next_);
    if (entry != nullptr) entry->who->on(event);
    return entry != nullptr;
  }

 private:
  friend class Observing;
  struct Entry {
    Observer* who;
    uint32_t topics;
    int64_t number;
  };
  static constexpr uint32_t bit(Topic topic) { return uint32_t{1} << static_cast<unsigned>(topic); }
  const Entry* latest(Topic topic, int64_t below) const;  // of a number below that
  int64_t add(Observer& who, std::span<const Topic> topics);
  void remove(int64_t number);
  void count_topics();

  uint32_t topics_ = 0;  // that somebody listens to
  std::vector<Entry> list_;
  int64_t next_ = 0;
  std::function<void()> on_layers_ = {};
};

// While it lives, `who` is told of these topics. It may outlive the State.
class Observing {
 public:
  Observing(State& state, Observer& who, std::initializer_list<Topic> topics)
      : Observing(state, who, std::span(topics.begin(), topics.size())) {}
  Observing(State& state, Observer& who, std::span<const Topic> topics);
  ~Observing();
  Observing(const Observing&) = delete;
  Observing& operator=(const Observing&) = delete;

 private:
  std::shared_ptr<Observers> observers_;
  int64_t number_;
};

// A function that is told of one kind of event while this lives.
template <class Event>
class Listener final : Observer {
 public:
  using Told = std::function<void(const Event&)>;
  Listener(State& state, Told told)
      : told_(std::move(told)), observing_(state, *this, {Event::topic}) {}

 private:
  using Observer::on;
  void on(const Event& event) override { told_(event); }

  Told told_;
  Observing observing_;
};

}  // namespace rille
