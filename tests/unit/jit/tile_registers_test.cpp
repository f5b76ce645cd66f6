// Operations on tile registers.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <numeric>

#include "jit/loops/interpret.h"
#include "tests/unit/jit/loop_texts.h"
#include "vm/error.h"
#include "vm/text.h"

namespace rille {
namespace {

template <class... T>
void run(std::string_view body, std::vector<T>&... buffers) {
  std::string text = "program 8 registers, 0 sizes\n";
  text += body;
  LoopInput input{.end = 1};
  (input.buffers.push_back({std::as_writable_bytes(std::span(buffers)), true}), ...);
  LoopProgram program = parsed(text);
  EXPECT_EQ(rille::text(parse_loops(rille::text(program))), rille::text(program));
  interpret(program, input);
}

TEST(TileRegisters, move_rows_that_are_apart) {
  std::vector<uint32_t> from(40 * 20), to(16 * 16);
  std::iota(from.begin(), from.end(), 0u);
  run(R"(b0: argument u32[40, 20]
b1: argument u32[16, 16]
%0: i64 = constant 1
tile_load 3 b0[%0*2, 3] rows (2, 0)
tile_store 3 b1[0, 0] rows (1, 0)
)",
      from, to);
  for (uint32_t row = 0; row < 16; ++row) {
    for (uint32_t i = 0; i < 16; ++i) EXPECT_EQ(to[16 * row + i], (2 + 2 * row) * 20 + 3 + i);
  }
}

// The sum of all 64 products of bytes of one row and one column.
template <class Left>
void expect_bytes(std::string_view dot) {
  std::vector<uint8_t> x(1024), y(1024);
  std::vector<uint32_t> sums(256, 5);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<uint8_t>(37 * i + i / 64);
    y[i] = static_cast<uint8_t>(101 * i + 7);
  }
  run(str(R"(b0: argument u8[16, 64]
b1: argument u8[16, 64]
b2: argument u32[16, 16]
tile_load 0 b2[0, 0] rows (1, 0)
tile_load 1 b0[0, 0] rows (1, 0)
tile_load 2 b1[0, 0] rows (1, 0)
)",
          dot, "\ntile_store 0 b2[0, 0] rows (1, 0)\n"),
      x, y, sums);
  for (size_t m = 0; m < 16; ++m) {
    for (size_t n = 0; n < 16; ++n) {
      int64_t want = 5;
      for (size_t k = 0; k < 64; ++k) {
        auto right = static_cast<int8_t>(y[k / 4 * 64 + 4 * n + k % 4]);
        want += int64_t{static_cast<Left>(x[64 * m + k])} * right;
      }
      EXPECT_EQ(static_cast<int32_t>(sums[16 * m + n]), want);
    }
  }
}

TEST(TileRegisters, multiply_bytes) {
  expect_bytes<uint8_t>("tile_dot 4 0, 1, 2");
  expect_bytes<int8_t>("tile_dot 4 0, 1, 2 signed");
}

TEST(TileRegisters, round_sums_of_32_bf16_products_and_flush_subnormals) {
  auto pair = [](float even, float odd) {
    return std::bit_cast<uint32_t>(even) >> 16 | std::bit_cast<uint32_t>(odd);
  };
  std::vector<uint32_t> x(256), y(256);
  std::vector<float> sums(256);
  auto set = [&](size_t row, size_t k, float even, float odd) {
    x[16 * row + k] = pair(even, odd);
  };
  for (uint32_t& word : y) word = pair(1, 1);
  set(0, 0, 0x1p24f, 0), set(0, 1, 1, 0), set(0, 2, 1, 0);  // each 1 is lost
  set(1, 0, 0x1p24f, 1), set(1, 1, 0, 1);                   // the ones are added first
  sums[16 * 2] = 0x1p-140f;                                 // a subnormal sum
  set(3, 0, 0x1p-130f, 0);                                  // a subnormal operand
  set(4, 0, 0x1p-126f, 0), y[16 * 0] = pair(0.5f, 1);       // a subnormal product
  run(R"(b0: argument u32[16, 16]
b1: argument u32[16, 16]
b2: argument f32[16, 16]
tile_load 0 b2[0, 0] rows (1, 0)
tile_load 6 b0[0, 0] rows (1, 0)
tile_load 7 b1[0, 0] rows (1, 0)
tile_dot 2 0, 6, 7
tile_store 0 b2[0, 0] rows (1, 0)
)",
      x, y, sums);
  EXPECT_EQ(sums[1], 0x1p24f);
  EXPECT_EQ(sums[16 * 1 + 1], 0x1p24f + 2);
  EXPECT_EQ(sums[16 * 2], 0.0f);
  EXPECT_EQ(sums[16 * 3], 0.0f);
  EXPECT_EQ(sums[16 * 4], 0.0f);
  EXPECT_EQ(sums[16 * 4 + 1], 0x1p-126f);
}

TEST(TileRegisters, have_no_contents_at_first_and_in_another_iteration) {
  std::vector<uint32_t> memory(512);
  for (std::string_view body : {"b0: argument u32[2, 16, 16]\n"
                                "tile_store 1 b0[0, 0, 0] rows (0, 1, 0)\n",
                                "b0: argument u32[2, 16, 16]\n"
                                "%0: i64 = constant 0\n%1: i64 = constant 2\n"
                                "tile_zero 1\n"
                                "loop %2 in %0..%1 step 1 parallel {\n"
                                "tile_store 1 b0[%2, 0, 0] rows (0, 1, 0)\n}\n"}) {
    try {
      run(body, memory);
      ADD_FAILURE() << body;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "tile 1 has no contents");
    }
  }
}

TEST(TileRegisters, stay_within_their_buffer) {
  std::vector<uint32_t> memory(16 * 17);
  EXPECT_THROW(run("b0: argument u32[17, 16]\n%0: i64 = constant 2\n"
                   "tile_load 0 b0[%0, 0] rows (1, 0)\n",
                   memory),
               Error);
  EXPECT_THROW(run("b0: argument u32[17, 16]\ntile_load 0 b0[0, 1] rows (1, 0)\n", memory), Error);
}

TEST(TileRegisters, have_a_grammar) {
  for (std::string_view wrong :
       {"tile_zero 8", "tile_load 0 b0[0]", "tile_load 0 b0[0] rows (1, 0)",
        "tile_load -1 b0[0] rows (1)", "tile_dot 2 0, 1, 8", "tile_dot 3 0, 1, 2",
        "tile_dot 2 0, 1, 2 signed", "tile_store 0 b1[0] rows (1)",
        "tile_store 0 b2[0] rows (1)"}) {
    std::string text = "program 0 registers, 0 sizes\nb0: argument u32[9]\nb1: constant u32[9]\n";
    text += str("b2: local u32[9]\n", wrong, "\n");
    EXPECT_THROW(parsed(text), Bug) << wrong;
  }
}

}  // namespace
}  // namespace rille
