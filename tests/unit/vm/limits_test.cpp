// Tests vm/state/stop.cpp: limits and interrupts.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/unit/vm/script.h"

namespace rille {
namespace {

double seconds_of(const std::function<void()>& f) {
  auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(Limits, a_loop_without_end_meets_the_limit_of_time) {
  Script script;
  script.state.set_limits({.wall_s = 0.1});
  double s = seconds_of([&] {
    EXPECT_EQ(script.fails("while true do end"), "limit: the time limit of 0.1 s is over");
  });
  EXPECT_LT(s, 0.3);
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
  EXPECT_TRUE(said.starts_with("limit: calls nest deeper than ")) << said;
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
            "memory: the limit of 16 MB of memory is reached");
  EXPECT_EQ(text(script.run("return 1")), "1");
}

TEST(Limits, output_stops_at_its_limit) {
  Script script;
  script.state.set_limits({.output_bytes = 10});
  Function f = make_native(script.state, {.name = "say"}, [&](const Values&) -> Values {
    script.state.write("12345");
    return {};
  });
  script.state.module_set(script.module, "say", f);
  EXPECT_EQ(script.fails("while true do M.say(END) end"),
            "limit: the output passed its limit of 10 bytes");
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

TEST(Limits, arrays_that_nobody_holds_are_collected) {
  Script script;
  script.state.operators().arrays = copy_of;
  script.state.module_set(script.module, "x", Array(Type(Dtype::f32, {Extent(1 << 18)})));
  script.run("local x = M.x; for i = 1, 20000 do x = x + 1.0 end");
  EXPECT_LT(host_space().peak_bytes(), 200 << 20);
}

}  // namespace
}  // namespace rille
