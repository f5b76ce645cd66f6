// Loop programs: text, interpretation, bits.
#include "jit/loops.h"

#include <gtest/gtest.h>

#include "jit/isa.h"
#include "jit/loops/interpret.h"
#include "tests/unit/jit/loop_kernels.h"
#include "tests/unit/jit/loop_texts.h"
#include "tests/unit/jit/worked.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

TEST(LoopText, reads_back_as_it_is_printed) { EXPECT_EQ(text(parsed(doubling)), doubling); }

TEST(LoopText, says_where_it_is_no_program) {
  auto fault = [](std::string_view text) -> std::string {
    try {
      parse_loops(text);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%0: f33 = constant 1\n").find("f33"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%7: f32 = constant 1.0\n").find("%7"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\n%0: f32 = load b3[0]\n").find("b3"),
            std::string::npos);
  EXPECT_NE(fault("program 1 registers, 0 sizes\nfly\n").find("fly"), std::string::npos);
  EXPECT_NE(fault("program 2 registers, 0 sizes\nif %0 {\n").find("line"), std::string::npos);
}

TEST(LoopText, of_a_program_against_the_grammar_is_refused) {
  for (std::string_view wrong : {
           "program 2 registers, 0 sizes\n%1: f32 = neg %0\n",  // not defined
           "program 1 registers, 0 sizes\n%0: f32 = constant 1.0\n%0: f32 = constant 1.0\n",
           "program 2 registers, 0 sizes\n%0: f32 = constant 1.0\n%1: i64 = neg %0\n",
           "program 2 registers, 0 sizes\n%0: f32 = constant 1.0\n%1: f32 = get %0\n",
           "program 1 registers, 0 sizes\nb0: local f32[4]\n%0: f32 = load b0[0]\n",
           "program 1 registers, 0 sizes\nb0: argument f32[4, 2]\n%0: f32 = load b0[0]\n",
           "program 1 registers, 0 sizes\nb0: constant f32[4]\n%0: f32 = constant 1.0\n"
           "store b0[0] = %0\n",
       }) {
    EXPECT_THROW(parsed(wrong), Bug) << wrong;
  }
}

class LoopsOf : public testing::TestWithParam<std::string> {};

TEST_P(LoopsOf, are_what_their_file_says) {
  Worked it = worked(GetParam());
  for (const std::string& isa : parts_of(it, "loops")) {
    std::string now;
    for (const ScheduledNest& kernel : it.plan(isa).nests) {
      now += text(loop_program(kernel, target_of(*isa_named(isa))));
    }
    expect_part(it, "loops " + isa, now);
  }
}

INSTANTIATE_TEST_SUITE_P(Worked, LoopsOf, testing::ValuesIn(worked_names()),
                         [](const auto& info) { return info.param; });

TEST(LoopProgram, gives_the_bits_of_the_plain_loops_on_every_target) {
  for (const Graph& graph : graphs()) {
    for (const char* isa : {"baseline", "avx2", "avx512"}) {
      Target target = target_of(*isa_named(isa));
      for (const Kernel& kernel : kernels_of(graph, target)) {
        LoopProgram plain = lower(kernel.nest.nest).program;
        LoopProgram scheduled = loop_program(kernel.nest, target);
        verify(scheduled);
        EXPECT_EQ(text(parse_loops(text(scheduled))), text(scheduled));
        EXPECT_TRUE(same_bits(run(kernel, plain), run(kernel, scheduled)))
            << isa << "\n"
            << text(kernel.nest) << text(scheduled);
      }
    }
  }
}

TEST(LoopProgram, gives_the_bits_of_the_plain_loops_in_pieces_and_strips) {
  for (const char* isa : {"baseline", "avx2", "avx512"}) {
    Target target = target_of(*isa_named(isa));
    for (const Kernel& kernel : long_reductions(target)) {
      LoopProgram scheduled = loop_program(kernel.nest, target);
      verify(scheduled);
      std::string printed = text(scheduled);
      EXPECT_EQ(text(parse_loops(printed)), printed);
      bool is_other = printed.find("fetch_add") != std::string::npos ||
                      printed.find(": scratch") != std::string::npos;
      EXPECT_TRUE(is_other) << text(kernel.nest);
      LoopProgram plain = lower(kernel.nest.nest).program;
      EXPECT_TRUE(same_bits(run(kernel, plain), run(kernel, scheduled)))
          << isa << "\n"
          << text(kernel.nest) << printed;
    }
  }
}

TEST(LoopProgram, faults_are_named) {
  auto fault = [](std::string_view text, int64_t end) -> std::string {
    Array x = numbers(Dtype::f32, 8), y = numbers(Dtype::f32, 8);
    LoopInput input{.buffers = {{{x.edit_data(), x.byte_size()}, true},
                                {{y.edit_data(), y.byte_size()}, false}},
                    .end = end};
    try {
      interpret(parsed(text), input);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  std::string_view head = R"(program 6 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = argument begin
%1: i64 = argument end
%2: f32 = constant 1.0
)";
  auto with = [&](std::string_view body) { return std::string(head) + std::string(body); };
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[%3] = %2\n}\n"), 8), "");
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[%3] = %2\n}\n"), 9),
            "store of b1: index 8 is out of range along axis 0; in iteration 8");
  EXPECT_EQ(fault(with("loop %3 in %0..%1 step 1 parallel {\n  store b1[0] = %2\n}\n"), 8),
            "store of b1: element 0 is accessed by two iterations of a parallel loop; in iteration "
            "1");
  EXPECT_EQ(fault(with("%4: f32 = load b1[3]\n"), 8),
            "load of b1: nothing has written element 3; outside of a parallel loop");
  auto neighbour = [&](std::string_view end) {
    return with(
        str("loop %3 in %0..%1 step 1 parallel {\n  store b1[%3] = %2\n  %4: f32 = load b1[1]", end,
            "\n}\n"));
  };
  EXPECT_EQ(fault(neighbour(""), 8), "load of b1: nothing has written element 1; in iteration 0");
  EXPECT_EQ(fault(neighbour(" or any"), 8), "");
  EXPECT_EQ(fault(with("%4: f32 = load b1[8] or any\n"), 8),
            "load of b1: index 8 is out of range along axis 0; outside of a parallel loop");
}

}  // namespace
}  // namespace rille
