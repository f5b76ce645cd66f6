// Keys of kernels: exactly what determines their code.
#include "jit/key.h"

#include <gtest/gtest.h>

#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/op.h"
#include "jit/plan.h"

namespace rille {
namespace {

ScheduledNest product(Dtype from, Dtype to, const Target& target) {
  Builder b;
  Var x = b.param({from, {64, 64}}), w = b.param({from, {64, 64}});
  Contraction axes{.left_contracted = {1}, .right_contracted = {0}};
  return make_plan(std::move(b).finish({op::dot_general(b, x, w, axes, to)}), target).nests[0];
}

ScheduledNest negation(const Target& target) {
  Access side_by_side;
  side_by_side.strides.emplace_back(1);
  Stage stage{.loops = {Size::argument(0)}, .kept = 1};
  stage.code = {{.name = Scalar::load, .dtype = Dtype::f32, .access = side_by_side},
                {.name = Scalar::neg, .dtype = Dtype::f32, .in = {0}}};
  side_by_side.buffer = 1;
  stage.stores = {{1, side_by_side}};
  return scheduled({.stages = {stage}, .buffers = {Dtype::f32, Dtype::f32}}, target);
}

TEST(Key, of_a_small_kernel_is_that_of_all_machines_of_an_instruction_set) {
  Target other = target_of(Isa::avx512);
  other.units.dots = false;
  other.cores = 7;
  other.caches.l1 *= 2;
  other.caches.l2 *= 4;
  auto key = [](const Target& target) { return key_of(negation(target), target); };
  EXPECT_EQ(key(other), key(target_of(Isa::avx512)));
  EXPECT_NE(key(other), key(target_of(Isa::avx2)));
  EXPECT_NE(key(other), key(target_of(Isa::baseline)));
}

TEST(Key, of_a_product_tells_whether_the_machine_adds_dots) {
  Target plain = target_of(Isa::avx512), dots = plain;
  plain.units.dots = false;
  ScheduledNest kernel = product(Dtype::i8, Dtype::i32, plain);
  EXPECT_NE(key_of(kernel, dots), key_of(kernel, plain));
  EXPECT_TRUE(target_of(kernel, dots).units.dots);
  EXPECT_FALSE(target_of(negation(dots), dots).units.dots);
}

}  // namespace
}  // namespace rille
