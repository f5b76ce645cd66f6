// Views, choices, copies, exits, functions of loop programs.
#include <gtest/gtest.h>

#include "jit/loops/interpret.h"
#include "tests/unit/jit/loop_texts.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

// Four buffers of bytes: two arguments, a constant one, and a view that no operation has defined.
// %0 to %3: 0, 1, 6, true.
std::string with(std::string_view body, std::string_view functions = "") {
  return str("program 20 registers, 0 sizes\n", functions, R"(b0: argument u8[16]
b1: argument u8[16]
b2: constant u8[16]
b3: view u8[8]
b4: view i32[0]
%0: i64 = constant 0
%1: i64 = constant 1
%2: i64 = constant 6
%3: bool = constant true
)",
             body);
}

// What verify() says first of a program.
std::string refusal(const std::string& text) {
  try {
    verify(parse_loops(text));
  } catch (const std::exception& fault) {
    std::string why = fault.what();
    return why.substr(0, why.find(" in\n"));
  }
  return "";
}

void expect_refusal(const std::string& text, std::string_view why) {
  EXPECT_NE(refusal(text).find(why), std::string::npos) << refusal(text) << "\n" << text;
}

constexpr std::string_view negation = R"(function 0 {
program 6 registers, 0 sizes
b0: argument i32[0]
b1: argument i32[0]
%0: i64 = argument begin
%1: i64 = argument end
loop %2 in %0..%1 step 1 {
  %3: i32 = load b0[%2]
  %4: i32 = neg %3
  store b1[%2] = %4
}
}
)";

TEST(LoopControl, texts_read_back_as_they_are_printed) {
  std::string all = with(R"(view b3 = b0 from [%1*4 + 4]
choose b4 = b0, b3 by %3
copy b1 = b0 bytes 16
loop %4 in %0..%2 step 1 {
  %5: bool = lt %2, %4
  exit %5
}
run 0 on (b0, b1) in %0..%1
run 0 on (b0, b1) in %0..%1 inline
)",
                         negation);
  LoopProgram program = parsed(all);
  EXPECT_EQ(text(parse_loops(text(program))), text(program));
  EXPECT_EQ(text(program).substr(text(program).find("view b3 =")),
            all.substr(all.find("view b3 =")));
}

TEST(LoopControl, views_against_the_grammar_are_refused) {
  expect_refusal(with("view b1 = b0 from [0]\n"), "a view is defined once: view");
  expect_refusal(with("view b3 = b0 from [0]\nview b3 = b0 from [8]\n"), "a view is defined once");
  expect_refusal(with("view b3 = b4 from [0]\n"), "buffers: view");  // b4 does not exist yet
  expect_refusal(with("view b3 = b3 from [0]\n"), "buffers: view");
  expect_refusal(with("view b3 = b0 from []\n"), "the first byte: view");
  expect_refusal(with("view b3 = b0 from [0, 0]\n"), "the first byte: view");
  expect_refusal(with("%4: i64x2 = constant 0 + lane\nview b3 = b0 from [%4*4]\n"),
                 "the first byte: view");
  expect_refusal(with("%4: i32 = constant 0\nview b3 = b0 from [%4*4]\n"), "an index is i64: view");
  expect_refusal(with("%4: u8 = load b3[0]\n"), "a buffer that exists: load %4");
  expect_refusal(with("if %3 {\n  view b3 = b0 from [0]\n}\n%4: u8 = load b3[0]\n"),
                 "a buffer that exists: load %4");
  expect_refusal(with("allocate b3\n"), "a local buffer is allocated once: allocate");
  expect_refusal(with("%4: bool = view b3 = b0 from [0]\n"), "it has no result: view %4");
}

TEST(LoopControl, choices_against_the_grammar_are_refused) {
  expect_refusal(with("choose b3 = b0, b1 by %1\n"), "a choice between two buffers: choose");
  expect_refusal(with("choose b3 = b0, b1 by %3, %3\n"), "a choice between two buffers: choose");
  expect_refusal(with("%4: boolx2 = constant true\nchoose b3 = b0, b1 by %4\n"),
                 "a choice between two buffers: choose");
  expect_refusal(with("choose b3 = b0, b4 by %3\n"), "a choice between two buffers: choose");
  expect_refusal(with("choose b3 = b4, b0 by %3\n"), "buffers: choose");
  expect_refusal(with("choose b1 = b0, b0 by %3\n"), "a view is defined once: choose");
  expect_refusal(with("choose b3 = b0, b1 by %9\n"), "%9 is read before it is defined: choose");
}

TEST(LoopControl, copies_against_the_grammar_are_refused) {
  expect_refusal(with("copy b3 = b0 bytes 8\n"), "buffers: copy");
  expect_refusal(with("copy b0 = b3 bytes 8\n"), "buffers: copy");
  expect_refusal(with("copy b0 = b1 bytes -1\n"), "buffers: copy");
  expect_refusal(with("copy b2 = b0 bytes 8\n"), "a constant is written: copy");
}

TEST(LoopControl, views_of_constants_are_constants) {
  std::string store = "%4: u8 = constant 1\nstore b3[0] = %4\n";
  expect_refusal(with("view b3 = b2 from [0]\n" + store), "a constant is written: store");
  expect_refusal(with("choose b3 = b2, b0 by %3\n" + store), "a constant is written: store");
  expect_refusal(with("choose b3 = b0, b2 by %3\n" + store), "a constant is written: store");
  expect_refusal(with("view b3 = b2 from [0]\nview b4 = b3 from [0]\ncopy b4 = b0 bytes 4\n"),
                 "a constant is written: copy");
  EXPECT_EQ(refusal(with("view b3 = b0 from [0]\n" + store)), "");
  expect_refusal(
      "program 1 registers, 0 sizes\nb0: constant i64[1]\n%0: i64 = constant 1\n"
      "%1: i64 = fetch_add b0[0] by %0\n",
      "no register %1");
  expect_refusal(
      "program 2 registers, 0 sizes\nb0: constant i64[1]\n%0: i64 = constant 1\n"
      "%1: i64 = fetch_add b0[0] by %0\n",
      "a constant is written: fetch_add %1");
}

TEST(LoopControl, exits_against_the_grammar_are_refused) {
  expect_refusal(with("exit %3\n"), "an exit is in the block of a loop: exit");
  expect_refusal(with("loop %4 in %0..%2 step 1 {\n  if %3 {\n    exit %3\n  }\n}\n"),
                 "an exit is in the block of a loop: exit");
  expect_refusal(with("loop %4 in %0..%2 step 1 {\n  exit %4\n}\n"), "a condition: exit");
  expect_refusal(with("loop %4 in %0..%2 step 1 {\n  exit %3, %3\n}\n"), "a condition: exit");
  expect_refusal(with("loop %4 in %0..%2 step 1 parallel {\n  exit %3\n}\n"),
                 "an exit of a parallel loop: exit");
}

TEST(LoopControl, calls_of_functions_against_the_grammar_are_refused) {
  auto refused = [](std::string_view body, std::string_view why,
                    std::string_view functions = negation) {
    expect_refusal(with(body, functions), why);
  };
  EXPECT_EQ(refusal(with("run 0 on (b0, b1) in %0..%1\n", negation)), "");
  refused("run 1 on (b0, b1) in %0..%1\n", "a function: run");
  refused("run -1 on (b0, b1) in %0..%1\n", "a function: run");
  refused("run 0 on (b0) in %0..%1\n", "the buffers of a function: run");
  refused("run 0 on (b0, b1, b1) in %0..%1\n", "the buffers of a function: run");
  refused("run 0 on (b0, b3) in %0..%1\n", "the buffers of a function: run");
  refused("run 0 on (b0, b1) in %0..%3\n", "a range of iterations: run");
  refused("run 0 on (b0, b2) in %0..%1\n", "a constant is written: run");
  EXPECT_EQ(refusal(with("run 0 on (b2, b1) in %0..%1\n", negation)), "");
  refused("run 0 on () in %0..%1\n", "a function without sizes: run",
          "function 0 {\nprogram 0 registers, 1 sizes\n}\n");
  refused("run 0 on () in %0..%1\n", "a function without functions: run",
          "function 0 {\nprogram 0 registers, 0 sizes\nfunction 0 {\nprogram 0 registers, 0 "
          "sizes\n}\n}\n");
  refused("run 0 on () in %0..%1\n", "a function without shared memory: run",
          "function 0 {\nprogram 0 registers, 0 sizes\nb0: shared i64[1]\n}\n");
  // Functions are verified themselves, and their registers are their own.
  refused("run 0 on () in %0..%1\n", "%0 is read before it is defined: compute %1",
          "function 0 {\nprogram 2 registers, 0 sizes\n%1: i64 = neg %0\n}\n");
}

TEST(LoopControl, results_that_are_nowhere_are_refused) {
  expect_refusal(with("index [%1]\n"), "its result is in a register: index");
  expect_refusal(with("load b0[0]\n"), "its result is in a register: load");
  expect_refusal(with("%4: bool = leave\n"), "it has no result: leave %4");
}

// b0 and b1 hold i32 after a program on four of each.
struct After {
  std::vector<int32_t> x = {10, 20, 30, 40}, y = {1, 2, 3, 4};
  std::string fault = "";
};

After after(const std::string& text) {
  After out;
  std::vector<int32_t> constants = {7, 8, 9, 5};
  LoopInput input;
  for (auto* it : {&out.x, &out.y, &constants}) {
    input.buffers.push_back({std::as_writable_bytes(std::span(*it))});
  }
  try {
    interpret(parsed(text), input);
  } catch (const Error& error) {
    out.fault = error.what();
  }
  return out;
}
using Numbers = std::vector<int32_t>;

TEST(LoopControl, a_view_is_a_part_of_another_buffer) {
  After got = after(with(R"(view b4 = b0 from [4 + %1*4]
%4: i32 = load b4[0]
store b4[1] = %4
)"));
  EXPECT_EQ(got.x, (Numbers{10, 20, 30, 30}));
  // It ends where the other buffer does, or after its own extents.
  EXPECT_EQ(after(with("view b4 = b0 from [8]\n%4: i32 = load b4[2]\n")).fault,
            "load of b4: index 2 is out of range along axis 0; outside of a parallel loop");
  EXPECT_EQ(after(with("view b3 = b0 from [0]\n%4: u8 = load b3[8]\n")).fault,
            "load of b3: index 8 is out of range along axis 0; outside of a parallel loop");
  EXPECT_EQ(after(with("view b3 = b0 from [10]\n")).fault,
            "view of b3: index 18 is out of range along axis 0; outside of a parallel loop");
  EXPECT_EQ(after(with("view b3 = b0 from [-1]\n")).fault,
            "view of b3: index -1 is out of range along axis 0; outside of a parallel loop");
}

TEST(LoopControl, a_view_exists_anew_in_each_iteration) {
  After got = after(with(R"(%4: i64 = constant 3
loop %5 in %0..%4 step 1 {
  view b4 = b0 from [%5*4]
  %6: i32 = load b4[0]
  store b4[1] = %6
}
)"));
  EXPECT_EQ(got.x, (Numbers{10, 10, 10, 10}));
}

TEST(LoopControl, what_is_known_of_bytes_is_known_in_views) {
  std::string text = R"(program 3 registers, 0 sizes
b0: local u8[8]
b1: view i32[1]
b2: view i32[1]
allocate b0
view b1 = b0 from [0]
view b2 = b0 from [4]
%0: i32 = constant 5
store b1[0] = %0
%1: i32 = load b2[0]
)";
  EXPECT_EQ(after(text).fault,
            "load of b2: nothing has written element 0; outside of a parallel loop");
}

TEST(LoopControl, a_choice_is_one_of_two_buffers) {
  std::string body = R"(%4: bool = eq %0, %1
choose b4 = b0, b1 by %4
%5: i32 = constant 99
store b4[2] = %5
)";
  After other = after(with(body));
  EXPECT_EQ(other.x, (Numbers{10, 20, 30, 40}));
  EXPECT_EQ(other.y, (Numbers{1, 2, 99, 4}));
  body.replace(body.find("eq"), 2, "ne");
  After one = after(with(body));
  EXPECT_EQ(one.x, (Numbers{10, 20, 99, 40}));
  EXPECT_EQ(one.y, (Numbers{1, 2, 3, 4}));
}

TEST(LoopControl, a_copy_moves_bytes_from_the_start) {
  After got = after(with("copy b1 = b0 bytes 8\n"));
  EXPECT_EQ(got.x, (Numbers{10, 20, 30, 40}));
  EXPECT_EQ(got.y, (Numbers{10, 20, 3, 4}));
  EXPECT_EQ(after(with("copy b1 = b0 bytes 6\n")).y, (Numbers{10, 20, 3, 4}));
  EXPECT_EQ(after(with("copy b0 = b0 bytes 16\n")).x, (Numbers{10, 20, 30, 40}));
  EXPECT_EQ(after(with("view b3 = b1 from [8]\ncopy b3 = b2 bytes 8\n")).y, (Numbers{1, 2, 7, 8}));
  EXPECT_EQ(after(with("copy b1 = b0 bytes 17\n")).fault,
            "copy of b1: index 17 is out of range along axis 0; outside of a parallel loop");
}

TEST(LoopControl, an_exit_ends_the_loop_around_it_alone) {
  // In iterations 0, 1, and 2 of the outer loop the inner one ends after as many stores.
  After got = after(with(R"(view b4 = b1 from [0]
%4: i64 = constant 3
%5: i32 = constant 1
loop %6 in %0..%4 step 1 {
  loop %7 in %0..%2 step 1 {
    %8: bool = ge %7, %6
    %9: i32 = load b4[%6]
    %10: i32 = add %9, %5
    store b4[%6] = %10
    exit %8
  }
}
)"));
  EXPECT_EQ(got.y, (Numbers{2, 4, 6, 4}));
}

TEST(LoopControl, a_function_runs_a_range_on_the_buffers_of_its_caller) {
  std::string head = "%4: i64 = constant 3\n";
  After got = after(with(head + "run 0 on (b0, b1) in %1..%4\n", negation));
  EXPECT_EQ(got.y, (Numbers{1, -20, -30, 4}));
  After joined = after(with(head + "run 0 on (b0, b1) in %1..%4 inline\n", negation));
  EXPECT_EQ(joined.y, got.y);
  After none = after(with(head + "run 0 on (b0, b1) in %1..%1\n", negation));
  EXPECT_EQ(none.y, (Numbers{1, 2, 3, 4}));
  After part = after(with(head + "view b4 = b1 from [8]\nrun 0 on (b2, b4) in %0..%1\n", negation));
  EXPECT_EQ(part.y, (Numbers{1, 2, -7, 4}));
  EXPECT_EQ(
      after(with(head + "view b4 = b1 from [8]\nrun 0 on (b0, b4) in %0..%4\n", negation)).fault,
      "store of b1: index 2 is out of range along axis 0; outside of a parallel loop");
}

TEST(LoopControl, a_function_leaves_alone_and_tells_its_failures) {
  std::string function = R"(function 0 {
program 4 registers, 0 sizes
b0: argument i32[0]
%0: i64 = constant 0
%1: i32 = load b0[0]
%2: bool = constant true
check 3 at [2] where %2, %1
leave
store b0[0] = %1
}
)";
  std::string text = with(
      "run 0 on (b0) in %0..%1\n%4: i32 = constant 6\nview b4 = b1 from [0]\nstore b4[0] = %4\n",
      function);
  EXPECT_EQ(after(text).y, (Numbers{6, 2, 3, 4}));
  Numbers x = {10, 20, 30, 40}, y = x, z = x;
  LoopInput input;
  for (auto* it : {&x, &y, &z}) {
    input.buffers.push_back({std::as_writable_bytes(std::span(*it))});
  }
  auto failure = interpret(parsed(text), input);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->check, 3);
  EXPECT_EQ(failure->element, 2);
  EXPECT_EQ(failure->payload[0].as<int32_t>()[0], 10);
}

}  // namespace
}  // namespace rille
