// Tests vm/state/stop.cpp: limits and interrupts.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>

#include "tests/unit/vm/script.h"
#include "vm/run/running.h"

namespace rille {
namespace {

double seconds_of(const std::function<void()>& f) {
  auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// CPU time of this thread, independent of other load.
double cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

TEST(Limits, a_loop_without_end_meets_the_limit_of_time) {
  Script script;
  script.state.set_limits({.wall_s = 0.1});
  double worked = cpu_seconds();
  double s = seconds_of(
      [&] { EXPECT_EQ(script.fails("while true do end"), "limit: time limit of 0.1 s exceeded"); });
  EXPECT_LT(cpu_seconds() - worked, 0.3);
  EXPECT_GE(s, 0.09);
}

TEST(Limits, an_interrupt_from_another_thread_cannot_be_caught) {
  Script script;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    script.state.interrupt("stopped by the host");
  });
  EXPECT_EQ(script.fails("while true do B.try(function(e) while true do end end, END) end"),
            "interrupt: stopped by the host");
  other.join();
  script.state.resume();
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, interrupts_at_any_moment_leave_the_state_usable) {
  Script script;
  std::atomic<bool> over{false};
  std::thread other([&] {
    while (!over) {
      script.state.interrupt("again");
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  for (int i = 0; i < 300; ++i) {
    script.state.resume();
    EXPECT_EQ(script.fails("local t = {}\n"
                           "while true do\n"
                           "  t[#t % 100 + 1] = {n = 1}\n"
                           "  B.try(function(e) local a = nil; return a.w end, END)\n"
                           "end"),
              "interrupt: again");
  }
  over = true;
  other.join();
  script.state.resume();
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, recursion_without_end_is_an_error) {
  Script script;
  std::string said = script.fails("local function f(n) return 1 + f(n + 1) end\nreturn f(0)");
  EXPECT_TRUE(said.starts_with("limit: maximum recursion depth ")) << said;
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, a_hundred_thousand_frames_fit) {
  Script script;
  EXPECT_EQ(text(script.run("local function f(n)\n"
                            "  local a, b, c, d, e, g = n, n, n, n, n, n\n"
                            "  if n == 0 then return 0 end\n"
                            "  return 1 + f(n - 1)\n"
                            "end\nreturn f(100000)")),
            "100000");
}

TEST(Limits, recursion_through_builtins_is_an_error) {
  Script script;
  std::string said = script.fails(
      "local function f(e) return B.try(f, END) end\n"
      "local r = f(END)\n"
      "while r.ok do r = r.value end\n"
      "B.error(r.error.kind, 'value', END)");
  EXPECT_EQ(said, "value: limit");
}

TEST(Limits, a_table_that_grows_for_ever_meets_the_limit_of_memory) {
  Script script;
  script.state.set_limits({.memory_bytes = 16 << 20});
  EXPECT_EQ(script.fails("local t = {}; while true do t[#t + 1] = {} end"),
            "memory: memory limit of 16 MB exceeded");
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, output_stops_at_its_limit) {
  Script script;
  script.state.set_limits({.output_bytes = 10});
  Function f =
      make_native(script.state, {.name = "say"}, [&](const Captures&, const Values&) -> Values {
        script.state.write("12345");
        return {};
      });
  script.state.module_set(script.module, "say", f);
  EXPECT_EQ(script.fails("while true do M.say(END) end"),
            "limit: output limit of 10 bytes exceeded");
  EXPECT_EQ(script.written, "1234512345");
}

Array copy_of(Operator, const Array& a, const Array&) { return Array(a.type()); }

TEST(Limits, what_nobody_holds_is_collected_before_memory_is_refused) {
  Script script;
  script.state.operators().arrays = copy_of;
  script.state.module_set(script.module, "x", Array(Type(Dtype::f32, {Extent(2 << 20)})));
  script.state.set_limits({.memory_bytes = 40 << 20});
  EXPECT_EQ(script.fails("local x = M.x; for i = 1, 100 do x = M.x + 1.0 end"),
            "nothing was raised");
  EXPECT_EQ(script.fails("local t = {}; for i = 1, 100 do t[i] = M.x + 1.0 end").substr(0, 6),
            "memory");
}

Array kept(Script& script, int64_t floats) {
  RunScope running(script.state);
  return Array(Type(Dtype::f32, {Extent(floats)}));
}

TEST(Limits, a_limit_is_its_states_own) {
  Script small, other;
  small.state.set_limits({.memory_bytes = 8 << 20});
  EXPECT_THROW(kept(small, 4 << 20), Error);
  Array free = kept(other, 4 << 20);
  EXPECT_EQ(free.byte_size(), 16u << 20);
  Array fits = kept(small, 1 << 20);  // the memory of the other State does not count
  {
    Script ends;
    ends.state.set_limits({.memory_bytes = 1 << 30});
  }
  EXPECT_THROW(kept(small, 4 << 20), Error);  // destroying the other State changed no limit
  small.state.set_limits({.wall_s = 100});
  EXPECT_THROW(kept(small, int64_t{1} << 42), Error);  // the limit of the machine remains
}

TEST(Limits, two_states_run_on_two_threads_under_limits_of_their_own) {
  std::atomic<int> right{0};
  auto run = [&](int64_t bytes, const char* said) {
    for (int i = 0; i < 20; ++i) {
      Script script;
      script.state.set_limits({.memory_bytes = bytes});
      std::string text = script.fails("local t = {}; for i = 1, 60000 do t[i] = {i} end");
      if (text.substr(0, 6) == said) ++right;
    }
  };
  std::thread a(run, 2 << 20, "memory"), b(run, 64 << 20, "nothin");
  a.join();
  b.join();
  EXPECT_EQ(right, 40);
}

TEST(Limits, an_array_outlives_its_state) {
  Array left;
  {
    Script script;
    left = kept(script, 1 << 20);
  }
  EXPECT_EQ(left.byte_size(), 4u << 20);
}

TEST(Limits, depth_limits_the_depth) {
  for (int depth : {1000, 5000, 50000, -5000}) {  // negative: without signals
    Script script;
    if (depth < 0) script.state.set_signals(false);
    depth = std::abs(depth);
    script.state.set_limits({.depth = depth});
    EXPECT_EQ(script.fails("local function f(n) M.n = n; return 1 + f(n + 1) end\nreturn f(0)"),
              str("limit: maximum recursion depth of ", depth, " calls exceeded"));
    auto reached = script.state.module_get(script.module, "n").as_array().integer();
    EXPECT_GT(reached, depth - depth / 50 - 50);
    EXPECT_LT(reached, depth + depth / 50 + 50);
    EXPECT_EQ(text(script.run("local function f(n) if n > 0 then return 1 + f(n - 1) end; return 0 "
                              "end\nreturn f(900)")),
              "900");
  }
}

TEST(Limits, functions_that_call_functions_nest_as_deep_as_the_stack_allows) {
  Script script;
  Function again = make_native(script.state, {.name = "again", .params = {{"n"}, {"f"}}},
                               [](const Captures&, const Values& args) -> Values {
                                 return {call(args[1].function(), {args[0]})};
                               });
  script.state.module_set(script.module, "again", again);
  EXPECT_EQ(text(script.run("local f\n"
                            "f = function(n) if n == 0 then return 0 end\n"
                            "  return 1 + M.again(n - 1, f, END) end\n"
                            "return f(1000)")),
            "1000");
  std::string said = script.fails(
      "local f\nf = function(n) return M.again(n + 1, f, END) end\n"
      "return f(0)");
  EXPECT_TRUE(said.starts_with("limit: maximum recursion depth")) << said;
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, an_error_deep_in_calls_knows_its_place) {
  Script script;
  Function again = make_native(script.state, {.name = "again", .params = {{"n"}, {"f"}}},
                               [](const Captures&, const Values& args) -> Values {
                                 return {call(args[1].function(), {args[0]})};
                               });
  script.state.module_set(script.module, "again", again);
  try {
    script.run(
        "local f\n"
        "f = function(n) if n == 0 then B.error('here', END) end\n"
        "  return 1 + M.again(n - 1, f, END) end\n"
        "return f(60)");
    FAIL() << "nothing was raised";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "here");
    EXPECT_FALSE(error.span().empty());
  }
}

TEST(Limits, without_signals_a_script_looks_by_itself) {
  Script script;
  script.state.set_signals(false);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    script.state.interrupt("stopped by the host");
  });
  EXPECT_EQ(script.fails("while true do end"), "interrupt: stopped by the host");
  other.join();
  script.state.resume();
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, what_is_no_limit_is_refused) {
  Script script;
  EXPECT_THROW(script.state.set_limits({.memory_bytes = -1}), Error);
  EXPECT_THROW(script.state.set_limits({.wall_s = -1}), Error);
  EXPECT_THROW(script.state.set_limits({.wall_s = std::nan("")}), Error);
  EXPECT_THROW(script.state.set_limits({.depth = 0}), Error);
  script.state.set_limits({.wall_s = 1e300});
}

TEST(Limits, records_go_from_state_to_state_and_instances_stay) {
  Script a, b;
  // Other layout numbers in a than in b.
  for (int i = 0; i < 10; ++i) a.state.layout({str("x", i)});
  Value record = Value::record(a.state, {{"w", 1}, {"v", 2}});
  b.state.module_set(b.module, "r", record);
  EXPECT_EQ(text(b.run("return M.r.w")), "1");
  EXPECT_EQ(text(b.run("return M.r")), "(v = 2, w = 1)");
  StructType* type = a.state.new_struct("S", {"w"}, {});
  Value instance = Value::branch(a.state.layout({"w"}, type), {1});
  EXPECT_THROW(b.state.module_set(b.module, "s", instance), Error);
  EXPECT_THROW(b.state.module_set(b.module, "f", a.run("return function() end")), Error);
}

TEST(Limits, a_record_outlives_its_state) {
  Value record, instance, f;
  {
    Script script;
    record = Value::record(script.state, {{"w", 1}, {"v", "text"}});
    StructType* type = script.state.new_struct("S", {"w"}, {"w"});
    instance = Value::branch(script.state.layout({"w"}, type), {record});
    f = script.run("return function() end");
  }
  EXPECT_EQ(text(record), "(v = \"text\", w = 1)");
  EXPECT_EQ(text(instance), "S(w = (v = \"text\", w = 1))");
  EXPECT_TRUE(instance.branch().layout->is_state(0));
  EXPECT_EQ(f.function().info().name, "");
  EXPECT_THROW(f.function().state(), Bug);
  Script other;
  other.state.module_set(other.module, "r", record);
  EXPECT_EQ(text(other.run("return M.r.v")), "text");
  EXPECT_THROW(other.state.module_set(other.module, "s", instance), Error);
}

TEST(Limits, a_thousand_states_leave_nothing) {
  int64_t before = host_space().live_bytes();
  for (int i = 0; i < 1000; ++i) {
    Script script;
    script.state.set_limits({.wall_s = 100});
    script.state.module_set(script.module, "x", kept(script, 1 << 10));
    script.run("M.t = {M.x}");
  }
  EXPECT_EQ(host_space().live_bytes(), before);
}

TEST(Limits, arrays_that_nobody_holds_are_collected) {
  Script script;
  script.state.operators().arrays = copy_of;
  script.state.module_set(script.module, "x", Array(Type(Dtype::f32, {Extent(1 << 18)})));
  script.run("local x = M.x; for i = 1, 20000 do x = x + 1.0 end");
  EXPECT_LT(host_space().peak_bytes(), 200 << 20);
}

}  // namespace
}  // namespace rille
