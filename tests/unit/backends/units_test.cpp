// The instructions of units that this processor may lack.
#include <gtest/gtest.h>

#include "jit/codegen.h"
#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/op.h"
#include "jit/plan.h"
#include "jit/schedule.h"

namespace rille {
namespace {

std::string assembly_of(Dtype from, Dtype to, const Target& target) {
  Builder b;
  Var x = b.param({from, {64, 96}}), w = b.param({from, {96, 64}});
  Contraction axes{.left_contracted = {1}, .right_contracted = {0}, .precision = Precision::fast};
  if (from != Dtype::bf16) axes.precision.reset();
  Graph graph = std::move(b).finish({op::dot_general(b, x, w, axes, to)});
  ScheduledNest kernel = make_plan(graph, target).nests[0];
  return codegen().listing(kernel, target, Codegen::Listing::assembly);
}

size_t count(std::string_view text, std::string_view word) {
  size_t out = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++out;
  return out;
}

TEST(Units, of_avx2_may_have_dots_of_bytes) {
  Target target = target_of(Isa::avx2);
  EXPECT_EQ(count(assembly_of(Dtype::i8, Dtype::i32, target), "vpdpbusd"), 0u);
  target.units.dots = true;
  std::string text = assembly_of(Dtype::i8, Dtype::i32, target);
  EXPECT_GT(count(text, "vpdpbusd"), 0u);
  EXPECT_EQ(count(text, "zmm"), 0u);
}

TEST(Units, of_amx_multiply_in_tile_registers) {
  Target target = target_of(Isa::avx512);
  target.units.bf16_dots = true;
  EXPECT_GT(count(assembly_of(Dtype::bf16, Dtype::f32, target), "vdpbf16ps"), 0u);
  target.units.tiles = true;
  std::string floats = assembly_of(Dtype::bf16, Dtype::f32, target);
  EXPECT_EQ(count(floats, "tdpbf16ps\t"), 4u);
  EXPECT_EQ(count(floats, "tileloadd\t"), 4u);
  EXPECT_EQ(count(floats, "tilestored\t"), 4u);
  std::string bytes = assembly_of(Dtype::i8, Dtype::i32, target);
  EXPECT_EQ(count(bytes, "tdpbssd\t"), 4u);
  for (const std::string& text : {floats, bytes}) {
    EXPECT_EQ(count(text, "ldtilecfg\t"), 1u);
    EXPECT_GE(count(text, "tilerelease"), 1u);
  }
  EXPECT_EQ(count(assembly_of(Dtype::f32, Dtype::f32, target), "tile"), 0u);
}

}  // namespace
}  // namespace rille
