// argmax and argmin: the first of equal elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "jit/graph.h"
#include "jit/op.h"

namespace rille {
namespace {

int32_t place(Var (*op)(Builder&, Var, int64_t), std::vector<float> values) {
  Array x(Type(Dtype::f32, {std::ssize(values)}));
  std::ranges::copy(values, reinterpret_cast<float*>(x.edit_data()));
  Builder b;
  Var result = op(b, b.param(x.type()), 0);
  Array out = evaluate(std::move(b).finish({result}), {&x, 1})[0];
  return out.as<int32_t>()[0];
}

TEST(Argmax, is_the_first_of_equals) {
  EXPECT_EQ(place(op::argmax, {1, 3, 2, 3, 3}), 1);
  EXPECT_EQ(place(op::argmax, {2, 2, 2}), 0);
  EXPECT_EQ(place(op::argmin, {1, 0, 2, 0}), 1);
  EXPECT_EQ(place(op::argmin, {-0.0f, 0.0f}), 0);
  EXPECT_EQ(place(op::argmax, {-0.0f, 0.0f}), 0);
}

TEST(Argmax, is_the_first_nan) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(place(op::argmax, {1, nan, 9, nan}), 1);
  EXPECT_EQ(place(op::argmin, {1, nan, -9, nan}), 1);
  EXPECT_EQ(place(op::argmax, {nan, 1}), 0);
}

}  // namespace
}  // namespace rille
