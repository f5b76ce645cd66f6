// Products of bf16 with the precision `fast`, in pairs of p.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/key.h"
#include "jit/loops.h"
#include "jit/loops/interpret.h"
#include "jit/op.h"
#include "jit/plan.h"
#include "jit/transform.h"
#include "tests/unit/jit/loop_texts.h"
#include "vm/error.h"

namespace rille {
namespace {

Target with_dots() {
  Target out = target_of(Isa::avx512);
  out.units.bf16_dots = true;
  return out;
}

Target with_tiles() {
  Target out = with_dots();
  out.units.tiles = true;
  return out;
}

struct FastCase {
  int64_t rows, deep, columns;
  bool turns_left = false, turns_right = false;
};

// The product of two f32 arrays, converted to bf16, in f32.
Graph product(const FastCase& c, std::optional<Precision> precision) {
  Builder b;
  Shape left = {c.rows, c.deep}, right = {c.deep, c.columns};
  if (c.turns_left) std::swap(left[0], left[1]);
  if (c.turns_right) std::swap(right[0], right[1]);
  Var x = b.param({Dtype::f32, left}), w = b.param({Dtype::f32, right});
  Contraction axes{.left_contracted = {c.turns_left ? 0 : 1},
                   .right_contracted = {c.turns_right ? 1 : 0},
                   .precision = precision};
  Var out = op::dot_general(b, op::convert(b, x, Dtype::bf16), op::convert(b, w, Dtype::bf16), axes,
                            Dtype::f32);
  return std::move(b).finish({out});
}

float number(int64_t i) {
  return std::sin(static_cast<float>(i) * 0.7f) * std::ldexp(1.0f, static_cast<int>(i % 23) - 11);
}

float rounded(float x) {
  auto bits = std::bit_cast<uint32_t>(x);
  return std::bit_cast<float>((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000);
}

std::vector<float> numbers(int64_t count, int64_t first) {
  std::vector<float> out;
  for (int64_t i = 0; i < count; ++i) out.push_back(number(first + i));
  return out;
}

// The terms of k in [from, to), of each pair the second one first.
float sum_of_pairs(const std::function<float(int64_t k)>& left,
                   const std::function<float(int64_t k)>& right, int64_t from, int64_t to) {
  float sum = 0;
  for (int64_t k = from; k < to; k += 2) {
    sum = std::fma(left(k + 1), right(k + 1), sum);
    sum = std::fma(left(k), right(k), sum);
  }
  return sum;
}

// The same, of each 32 terms the even ones, then the odd ones, then both, then the sum before.
float sum_of_tiles(const std::function<float(int64_t k)>& left,
                   const std::function<float(int64_t k)>& right, int64_t from, int64_t to) {
  float sum = 0;
  for (int64_t begin = from; begin < to; begin += 32) {
    float both[2] = {};
    for (int64_t k = begin; k < begin + 32; ++k) {
      both[k % 2] = std::fma(left(k), right(k), both[k % 2]);
    }
    sum += both[0] + both[1];
  }
  return sum;
}

// Element (i, j), in blocks of 1024 terms that are added up.
template <class Sum>
float expected(const FastCase& c, const std::vector<float>& x, const std::vector<float>& w,
               int64_t i, int64_t j, Sum sum) {
  auto left = [&](int64_t p) {
    if (p >= c.deep) return 0.0f;
    return rounded(x[static_cast<size_t>(c.turns_left ? p * c.rows + i : i * c.deep + p)]);
  };
  auto right = [&](int64_t p) {
    if (p >= c.deep) return 0.0f;
    return rounded(w[static_cast<size_t>(c.turns_right ? j * c.deep + p : p * c.columns + j)]);
  };
  float all = 0;
  for (int64_t block = 0; block < c.deep; block += 1024) {
    float own = sum(left, right, block, std::min(block + 1024, c.deep));
    all = block == 0 ? own : all + own;
  }
  return all;
}

LoopProgram program_of(const ScheduledNest& kernel, const Target& target) {
  LoopProgram out = loop_program(kernel, target);
  verify(out);
  EXPECT_EQ(text(parse_loops(text(out))), text(out));
  return out;
}

class FastProduct : public testing::TestWithParam<FastCase> {
 protected:
  // Interprets the product for a target, whose program must have this operation.
  template <class Sum>
  void judge(const Target& target, std::string_view operation, Sum sum) {
    const FastCase& c = GetParam();
    Plan plan = make_plan(product(c, Precision::fast), target);
    ASSERT_EQ(plan.nests.size(), 1u);  // the conversions go into the panels
    LoopProgram program = program_of(plan.nests[0], target);
    EXPECT_NE(text(program).find(operation), std::string::npos) << text(program);
    std::vector<float> x = numbers(c.rows * c.deep, 0), w = numbers(c.deep * c.columns, 77);
    std::vector<float> out(static_cast<size_t>(c.rows * c.columns));
    LoopInput input{.end = plan.nests[0].schedule.iterations};
    auto bytes_of = [](std::vector<float>& list) {
      return std::span(reinterpret_cast<std::byte*>(list.data()), list.size() * sizeof(float));
    };
    input.buffers = {{bytes_of(x), true}, {bytes_of(w), true}, {bytes_of(out), false}};
    interpret(program, input);
    for (int64_t i = 0; i < c.rows; ++i) {
      for (int64_t j = 0; j < c.columns; ++j) {
        float got = out[static_cast<size_t>(i * c.columns + j)];
        ASSERT_EQ(got, expected(c, x, w, i, j, sum)) << i << ", " << j;
      }
    }
  }
};

TEST_P(FastProduct, adds_pairs_of_k) { judge(with_dots(), ": f32x16 = dot 2 ", sum_of_pairs); }

TEST_P(FastProduct, adds_32_k_at_once_in_tile_registers) {
  bool is_large = GetParam().rows > 8 && GetParam().deep >= 16;
  is_large ? judge(with_tiles(), "tile_dot 2 0, ", sum_of_tiles)
           : judge(with_tiles(), ": f32x16 = dot 2 ", sum_of_pairs);
}

INSTANTIATE_TEST_SUITE_P(Shapes, FastProduct,
                         testing::Values(FastCase{8, 2, 16}, FastCase{9, 37, 40},
                                         FastCase{15, 33, 64, true},
                                         FastCase{29, 50, 33, false, true},
                                         FastCase{16, 45, 17, true, true}, FastCase{8, 1500, 32},
                                         FastCase{8, 1301, 32, true, true}, FastCase{12, 40, 16},
                                         FastCase{16, 1100, 16, true}));

class LargeFastProduct : public FastProduct {};

TEST_P(LargeFastProduct, has_four_tile_registers) {
  judge(with_tiles(), "tile_dot 2 3, 5, 7", sum_of_tiles);
}

INSTANTIATE_TEST_SUITE_P(Shapes, LargeFastProduct,
                         testing::Values(FastCase{33, 64, 47}, FastCase{70, 31, 40, true, true},
                                         FastCase{40, 1100, 33, true},
                                         FastCase{64, 1057, 32, false, true}));

TEST(FastProducts, are_the_default_where_the_machine_or_the_sizes_have_no_pairs) {
  auto has_pairs = [](const FastCase& c, const Target& target, std::optional<Precision> precision) {
    Plan plan = make_plan(product(c, precision), target);
    return std::get<TilesSchedule>(plan.nests[0].schedule.stages[0].form).group == 2;
  };
  FastCase c{32, 64, 32};
  EXPECT_TRUE(has_pairs(c, with_dots(), Precision::fast));
  EXPECT_FALSE(has_pairs(c, with_dots(), Precision::standard));
  EXPECT_FALSE(has_pairs(c, with_dots(), {}));
  EXPECT_FALSE(has_pairs(c, target_of(Isa::avx512), Precision::fast));
  EXPECT_FALSE(has_pairs(c, target_of(Isa::avx2), Precision::fast));
  EXPECT_FALSE(has_pairs({7, 64, 32}, with_dots(), Precision::fast));
  EXPECT_FALSE(has_pairs({32, 64, 15}, with_dots(), Precision::fast));
}

TEST(FastProducts, have_keys_of_their_own) {
  Target plain = target_of(Isa::avx512);
  auto kernel = [](std::optional<Precision> precision, const Target& target) {
    return make_plan(product({32, 64, 32}, precision), target).nests[0];
  };
  auto key = [&](std::optional<Precision> precision, const Target& target) {
    return key_of(kernel(precision, target), target);
  };
  EXPECT_NE(key(Precision::fast, with_dots()), key(Precision::fast, plain));
  EXPECT_NE(key(Precision::fast, with_dots()), key({}, with_dots()));
  EXPECT_EQ(key({}, with_dots()), key({}, plain));
  EXPECT_EQ(key({}, plain), key(Precision::standard, plain));
}

// One dot of 4 lanes on bits.
std::array<uint32_t, 4> dot(std::array<uint32_t, 4> sum, std::array<uint32_t, 4> x,
                            std::array<uint32_t, 4> y) {
  LoopProgram program = parsed(R"(program 5 registers, 0 sizes
b0: argument f32[4]
b1: argument u32[4]
b2: argument u32[4]
%0: i64 = constant 0
%1: f32x4 = load b0[%0] lanes (1)
%2: u32x4 = load b1[%0] lanes (1)
%3: u32x4 = load b2[%0] lanes (1)
%4: f32x4 = dot 2 %1, %2, %3
store b0[%0] lanes (1) = %4
)");
  LoopInput input{.end = 1};
  for (auto* list : {&sum, &x, &y}) {
    input.buffers.push_back({std::as_writable_bytes(std::span(*list)), true});
  }
  interpret(program, input);
  return sum;
}

TEST(FastProducts, round_after_the_upper_product_and_flush_subnormals) {
  auto pair = [](float upper, float lower) {
    return std::bit_cast<uint32_t>(upper) | std::bit_cast<uint32_t>(lower) >> 16;
  };
  auto bits = [](float x) { return std::bit_cast<uint32_t>(x); };
  uint32_t tiny = 0x00010000;  // a subnormal bf16 in the upper half
  auto got = dot({bits(1.0f), bits(0.0f), 0x00012345, bits(0.0f)},
                 {pair(0x1p-24f, 0x1p-24f), pair(0x1p24f, 1.0f), 0, pair(0x1p-126f, 0.0f)},
                 {pair(1.0f, 1.0f), pair(1.0f, 1.0f), 0, pair(0.5f, 0.0f)});
  EXPECT_EQ(got[0], bits(1.0f));  // each half of the last place is rounded away
  EXPECT_EQ(got[1], bits(0x1p24f));
  EXPECT_EQ(got[2], bits(0.0f));  // a subnormal sum
  EXPECT_EQ(got[3], bits(0.0f));  // and a subnormal result
  got = dot({0, 0, 0, 0}, {tiny, tiny >> 16, 0, 0}, {pair(1.0f, 1.0f), pair(1.0f, 1.0f), 0, 0});
  EXPECT_EQ(got[0], 0u);
  EXPECT_EQ(got[1], 0u);
}

TEST(FastProducts, of_other_lanes_are_refused) {
  for (std::string_view wrong : {"dot 4 %0, %1, %1", "dot 2 %0, %0, %0"}) {
    std::string text = "program 3 registers, 0 sizes\n%0: f32 = constant 1.0\n";
    text += str("%1: u32 = constant 1\n%2: f32 = ", wrong, "\n");
    EXPECT_THROW(parsed(text), Bug) << wrong;
  }
}

TEST(FastProducts, precision_is_printed_parsed_and_inherited) {
  Graph graph = product({32, 64, 32}, Precision::fast);
  EXPECT_EQ(precision_of(parse_graph(print(graph)).nodes.back().attrs), Precision::fast);
  auto count = [](const Graph& in) {
    int out = 0;
    for (const Node& node : in.nodes) {
      if (node.op != &dot_general_op) continue;
      EXPECT_EQ(precision_of(node.attrs), Precision::fast);
      ++out;
    }
    return out;
  };
  EXPECT_EQ(count(graph), 1);
  EXPECT_EQ(count(jvp(graph)), 3);
  EXPECT_EQ(count(vjp(graph).backward), 2);
  EXPECT_EQ(count(vmap(graph, 3)), 1);
  EXPECT_EQ(count(with_precision(product({32, 64, 32}, {}), Precision::fast)), 1);
  Graph kept = with_precision(product({32, 64, 32}, Precision::standard), Precision::fast);
  EXPECT_EQ(precision_of(kept.nodes.back().attrs), Precision::standard);
}

}  // namespace
}  // namespace rille
