// Tests vm/run/observer.h: each event once for each observer.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "repl/interpreter.h"
#include "stdlib/transform.h"
#include "vm/run/observer.h"

namespace rille {
namespace {

constexpr Topic all_topics[] = {Topic::trace,      Topic::compile, Topic::run,
                                Topic::operation,  Topic::layer,   Topic::stream,
                                Topic::allocation, Topic::shown,   Topic::raised};

// Counts events by name.
class Counter final : public Observer {
 public:
  Counter(State& state, std::span<const Topic> topics) : observing_(state, *this, topics) {}

  std::map<std::string, int64_t> counts = {};
  int64_t bytes = 0;  // allocated bytes minus released bytes

 private:
  using Observer::on;
  void on(const event::TraceBegin& event) override { add("begin ", event.transform); }
  void on(const event::TraceEnd& /*event*/) override { add("end", ""); }
  void on(const event::CompileBegin& event) override { add("compiling ", event.transform); }
  void on(const event::CompileEnd& event) override { add("compiled ", event.transform); }
  void on(const event::RunBegin& event) override { add("run ", event.transform); }
  void on(const event::RunEnd& event) override {
    add(event.results == nullptr ? "failed " : "ran ", event.transform);
  }
  void on(const event::Operation& event) override { add("op ", event.node.op->name); }
  void on(const event::LayerCall& event) override { add("layer ", kind_text(event.self)); }
  void on(const event::ItemRequest& event) override { add("asked ", kind_text(event.origin)); }
  void on(const event::ItemResult& event) override {
    add(event.item == nullptr ? "none" : event.item->is_nil() ? "last" : "item", "");
  }
  void on(const event::Allocation& event) override { bytes += event.bytes; }
  void on(const event::DisplayEvent& event) override { add("shown ", text(event.value)); }
  void on(const event::RaiseEvent& event) override { add("raised ", name(event.error.code())); }

  void add(std::string_view what, std::string_view of) { ++counts[str(what, of)]; }

  ObserverScope observing_;
};

using Counts = std::map<std::string, int64_t>;

std::string printed;

Interpreter interpreter() {
  printed.clear();
  return Interpreter([](std::string_view text) { printed += text; });
}

constexpr std::string_view program = R"(
let layer = nn.linear(rng.key(0), 3, 2)
let f = jit((m, x) => sum(m(x)))
let x = ones((4, 3))
for i in 0..3 { f(layer, x) }
let g = grad(f)(layer, x)
for item in data.batch(0..4, 2) { print(item) }
layer(x)
)";

// Events of the layer: a trace of each transform, and the call at the end. Events of streams: the
// batch.
const Counts wanted = {{"begin jit", 1},       {"begin grad", 1},   {"end", 2},
                       {"compiling jit", 1},   {"compiled jit", 1}, {"compiling grad", 1},
                       {"compiled grad", 1},   {"run jit", 3},      {"ran jit", 3},
                       {"run grad", 1},        {"ran grad", 1},     {"layer nn.Linear", 3},
                       {"asked data.Batch", 3}};

TEST(Observers, five_see_each_event_once) {
  Interpreter one = interpreter();
  constexpr Topic topics[] = {Topic::trace, Topic::compile, Topic::run, Topic::layer,
                              Topic::stream};
  std::optional<Counter> five[5];
  for (auto& counter : five) counter.emplace(one.state(), topics);
  ASSERT_TRUE(one.run_text("observed.rille", std::string(program), {}).ok());
  Counts first = five[0]->counts;
  int64_t sources = 0;  // of the ranges upstream of a batch, whatever their names
  for (const auto& [name, count] : first) {
    if (name.starts_with("asked data.") && name != "asked data.Batch") sources += count;
  }
  EXPECT_EQ(sources + 3, first["item"] + first["last"]);
  for (const auto& [name, count] : wanted) {
    EXPECT_EQ(first[name], count) << name;
  }
  for (auto& counter : five) EXPECT_EQ(counter->counts, first);
}

// Layers of scripts report each call, as the library's layers do: plain ones, with control flow,
// with an `inout self`, called from C++, and in a trace. Other methods do not.
TEST(Observers, layers_of_scripts_tell_of_calls) {
  Interpreter one = interpreter();
  constexpr Topic topics[] = {Topic::layer};
  std::optional<Counter> counter(std::in_place, one.state(), topics);
  std::string text = R"(
struct Plain { w; fn call(self, x) = self.scaled(x); fn scaled(self, x) = x * self.w }
struct Chosen { inner; fn call(self, x) = if sum(x) > 0.0 { self.inner(x) } else { x } }
struct Counted { inner, var n; fn call(inout self, x) { self.n += 1.0; self.inner(x) } }
var model = Counted(nn.sequential(Chosen(Plain(2.0)), Plain(3.0)), 0.0)
for i in 0..3 { model!(ones(2)) }
print(jit((m, x) => m(x))(model, ones(2)), model.n)
)";
  ASSERT_TRUE(one.run_text("layers.rille", text, {}).ok());
  EXPECT_EQ(printed, "[6, 6] 3\n");
  EXPECT_EQ(counter->counts, (Counts{{"layer Plain", 8},
                                     {"layer Chosen", 4},
                                     {"layer Counted", 4},
                                     {"layer nn.Sequential", 4}}));
  Counts before = counter->counts;
  counter.reset();
  ASSERT_TRUE(one.run_text("layers.rille", text, {}).ok());
  EXPECT_EQ(printed, "[6, 6] 3\n[6, 6] 3\n");
}

TEST(Observers, who_listens_to_runs_hears_of_runs_alone) {
  Interpreter one = interpreter();
  constexpr Topic runs[] = {Topic::run};
  Counter counter(one.state(), runs);
  ASSERT_TRUE(one.run_text("observed.rille", std::string(program), {}).ok());
  EXPECT_EQ(counter.counts,
            (Counts{{"run jit", 3}, {"ran jit", 3}, {"run grad", 1}, {"ran grad", 1}}));
}

TEST(Observers, operations_run_node_by_node) {
  Interpreter one = interpreter();
  constexpr Topic topics[] = {Topic::operation, Topic::run, Topic::compile};
  std::optional<Counter> first(std::in_place, one.state(), topics);
  std::optional<Counter> second(std::in_place, one.state(), topics);
  std::string text = "let f = jit(x => exp(x) + 1.0)\nprint(f(0.0), f(0.0))\n";
  ASSERT_TRUE(one.run_text("stepped.rille", text, {}).ok());
  EXPECT_EQ(first->counts["op exp"], 2);
  EXPECT_EQ(first->counts["ran jit"], 2);
  EXPECT_FALSE(first->counts.contains("compiled jit"));
  EXPECT_EQ(first->counts, second->counts);
  EXPECT_EQ(printed, "2 2\n");
  // Without listeners the code is compiled, and no event is sent.
  Counts before = first->counts;
  second.reset();
  first.reset();
  ASSERT_TRUE(one.run_text("stepped.rille", text, {}).ok());
  EXPECT_EQ(printed, "2 2\n2 2\n");
}

TEST(Observers, allocations_balance) {
  Interpreter one = interpreter();
  constexpr Topic topics[] = {Topic::allocation};
  Counter counter(one.state(), topics);
  ASSERT_TRUE(one.run_text("memory.rille", "let x = ones((1000, 1000))\n", {}).ok());
  EXPECT_GE(counter.bytes, 4'000'000);
  EXPECT_LT(counter.bytes, 6'000'000);
}

TEST(Observers, failures_are_told) {
  Interpreter one = interpreter();
  Counter counter(one.state(), all_topics);
  Outcome out = one.run_text(
      "fails.rille", "let f = jit(x => { assert all(x > 0.0), \"below\"; x })\nf([-1.0])\n", {});
  EXPECT_FALSE(out.ok());
  EXPECT_EQ(counter.counts["run jit"], 1);
  EXPECT_EQ(counter.counts["failed jit"], 1);
  EXPECT_EQ(counter.counts["ran jit"], 0);
  EXPECT_EQ(counter.counts["begin jit"], counter.counts["end"]);
}

// A listener removed while an event is delivered, and one that outlives its State.
TEST(Observers, they_come_and_go) {
  std::optional<Counter> late;
  {
    Interpreter one = interpreter();
    constexpr Topic topics[] = {Topic::run};
    late.emplace(one.state(), topics);
    std::optional<Listener<event::RunBegin>> once;
    int told = 0;
    once.emplace(one.state(), [&](const event::RunBegin&) {
      ++told;
      if (told == 2) late.reset();
    });
    ASSERT_TRUE(one.run_text("observed.rille", std::string(program), {}).ok());
    EXPECT_EQ(told, 4);
    late.emplace(one.state(), topics);
  }
  EXPECT_EQ(late->counts.size(), 0u);
}

}  // namespace
}  // namespace rille
