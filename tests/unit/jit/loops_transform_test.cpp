// Transformations of loop programs: text in, text out.
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "jit/loops/interpret.h"
#include "jit/loops/transform.h"
#include "tests/unit/jit/loop_texts.h"

namespace rille {
namespace {

TEST(LoopTransform, vectorize_gives_whole_vectors_and_a_masked_one) {
  LoopProgram program = parsed(doubling);
  vectorize(program, 3, {.lanes = 4});
  EXPECT_EQ(text(program), R"(program 17 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 10
%2: f32 = constant 2.0
%7: i64 = constant -4
%8: i64 = constant 8
loop %9 in %0..%8 step 4 {
  %10: f32x4 = load b0[%9] lanes (1)
  %11: f32x4 = mul %10, %2
  store b1[%9] lanes (1) = %11
}
loop %12 in %8..%1 step 4 most 1 {
  %13: i64 = sub %1, %12
  %14: boolx4 = first_lanes %13
  %15: f32x4 = load b0[%12] lanes (1) mask %14
  %16: f32x4 = mul %15, %2
  store b1[%12] lanes (1) mask %14 = %16
}
)");
}

constexpr std::string_view transposing = R"(program 6 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 40
loop %2 in %0..%1 step 1 {
  loop %3 in %0..%1 step 1 {
    %4: f32 = load b0[%2 + %3*40]
    store b1[%2*40 + %3] = %4
  }
}
)";

TEST(LoopTransform, tile_puts_blocks_of_the_outer_loop_inside) {
  LoopProgram program = parsed(transposing);
  tile(program, 2, 3, 16);
  EXPECT_EQ(text(program), R"(program 10 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 40
%7: i64 = constant 16
loop %6 in %0..%1 step 16 {
  %8: i64 = add %6, %7
  %9: i64 = min %8, %1
  loop %3 in %0..%1 step 1 {
    loop %2 in %6..%9 step 1 most 16 {
      %4: f32 = load b0[%2 + %3*40]
      store b1[%2*40 + %3] = %4
    }
  }
}
)");
}

TEST(LoopTransform, move_outside_exchanges_loops) {
  LoopProgram program = parsed(transposing);
  move_outside(program, 3, 2);
  EXPECT_NE(text(program).find("loop %3 in %0..%1 step 1 {\n  loop %2 in %0..%1 step 1 {\n"),
            std::string::npos)
      << text(program);
}

TEST(LoopTransform, split_at_comparisons_knows_the_answers) {
  LoopProgram program = parsed(R"(program 9 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 64
%2: i64 = constant 24
%3: f32 = constant 0.0
loop %4 in %0..%1 step 1 {
  %5: bool = lt %4, %2
  %6: f32 = load b0[%4] mask %5
  store b1[%4] = %6
}
)");
  EXPECT_EQ(split_at_comparisons(program, 4, 64, 8).size(), 2u);
  std::string now = text(program);
  EXPECT_EQ(now.find("lt %"), std::string::npos) << now;
  EXPECT_NE(now.find("step 1 most 24"), std::string::npos) << now;
  EXPECT_NE(now.find("step 1 most 40"), std::string::npos) << now;
}

TEST(LoopTransform, insert_stop_checks_asks_in_long_loops_alone) {
  LoopProgram program = parsed(doubling);
  insert_stop_checks(program);
  EXPECT_EQ(text(program), doubling);
  std::string longer(doubling);
  longer.replace(longer.find("constant 10"), 11, "constant 10000000");
  program = parsed(longer);
  insert_stop_checks(program);
  verify(program);
  EXPECT_NE(text(program).find("leave"), std::string::npos) << text(program);
}

// Two rows of a running sum: their elements are 8 apart, and walk along in each iteration.
constexpr std::string_view running_sums = R"(program 10 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 5
%2: f32x2 = constant -0.0
%3: f32x2 = variable %2
loop %4 in %0..%1 step 1 {
  %5: f32x2 = load b0[%4] lanes (8)
  %6: f32x2 = get %3
  %7: f32x2 = add %6, %5
  set %3, %7
  store b1[%4] lanes (8) = %7
}
)";

TEST(LoopTransform, transpose_squares_reads_and_writes_row_by_row) {
  LoopProgram program = parsed(running_sums);
  transpose_squares(program, 4);
  verify(program);
  std::string now = text(program);
  EXPECT_NE(now.find("step 2"), std::string::npos) << now;
  EXPECT_NE(now.find("load b0[%12] lanes (1)"), std::string::npos) << now;
  EXPECT_NE(now.find("load b0[%12 + 8] lanes (1)"), std::string::npos) << now;
  EXPECT_NE(now.find("by (0, 2)"), std::string::npos) << now;
  EXPECT_NE(now.find("by (1, 3)"), std::string::npos) << now;
  EXPECT_NE(now.find("store b1[%12 + 8] lanes (1)"), std::string::npos) << now;
}

// The maximum of 10 elements.
constexpr std::string_view maximum = R"(program 8 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 10
%2: f32 = fold max terms 10 up to 10
loop %3 in %0..%1 step 1 {
  %4: f32 = load b0[%3]
  accumulate %2, %4
}
%5: f32 = total %2
store b1[0] = %5
)";

TEST(LoopTransform, share_terms_lets_the_last_range_join_the_pieces) {
  LoopProgram program = parsed(maximum);
  share_terms(program, {3}, 3, {.lanes = 2});
  verify(program);
  std::string now = text(program);
  EXPECT_NE(now.find("b2: shared i64[1]\nb3: shared f32[3, 2]\n"), std::string::npos) << now;
  EXPECT_NE(now.find("step 1 most 3 parallel {"), std::string::npos) << now;
  EXPECT_NE(now.find("fetch_add b2[0] by"), std::string::npos) << now;
  lower_folds(program);
  verify(program);
  // Three ranges, the last one first; the shared memory stays.
  std::vector<float> in = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, out = {0};
  std::vector<std::byte> shared(256);
  for (int64_t range : {2, 0, 1}) {
    EXPECT_EQ(out[0], 0.0f);
    interpret(program, {.buffers = {{std::as_writable_bytes(std::span(in))},
                                    {std::as_writable_bytes(std::span(out)), false}},
                        .shared = shared,
                        .begin = range,
                        .end = range + 1});
  }
  EXPECT_EQ(out[0], 9.0f);
}

// Sums of the columns of a matrix of 70 rows and 6 columns.
constexpr std::string_view column_sums = R"(program 9 registers, 0 sizes
b0: argument f32[0]
b1: argument f32[0]
%0: i64 = constant 0
%1: i64 = constant 6
%2: i64 = constant 70
loop %3 in %0..%1 step 1 {
  %4: f32 = fold add ordered terms 70 up to 70
  loop %5 in %0..%2 step 1 {
    %6: f32 = load b0[%3 + %5*6]
    accumulate %4, %6
  }
  %7: f32 = total %4
  store b1[%3] = %7
}
)";

TEST(LoopTransform, strip_columns_keeps_partial_sums_in_scratch) {
  LoopProgram program = parsed(column_sums), plain = program;
  strip_columns(program, 3, 5, {.vectors = {.lanes = 2}, .columns = 4});
  verify(program);
  EXPECT_NE(text(program).find("b2: scratch f32[64, 2, 2]"), std::string::npos) << text(program);
  std::vector<float> in(420), out(6), want(6);
  for (size_t i = 0; i < in.size(); ++i) in[i] = 0.1f * static_cast<float>(i % 37);
  auto run = [&](const LoopProgram& it, std::vector<float>& to) {
    interpret(it, {.buffers = {{std::as_writable_bytes(std::span(in))},
                               {std::as_writable_bytes(std::span(to)), false}}});
  };
  run(program, out);
  run(plain, want);
  EXPECT_EQ(out, want);
}

}  // namespace
}  // namespace rille
