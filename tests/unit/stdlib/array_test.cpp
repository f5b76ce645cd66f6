// Tests stdlib/array/: promotion, shapes, sums, products.
#include "stdlib/array.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

Array ints(const Ints& items) {
  Arrays out;
  for (int64_t item : items) out.push_back(Array(item));
  return literal(out);
}

Array floats(const std::vector<double>& items) {
  Arrays out;
  for (double item : items) out.push_back(Array(item));
  return literal(out);
}

Array matrix(int64_t rows, int64_t columns) {
  return reshape(arange(0, rows * columns), {rows, columns});
}

// The text of a result, or the line of its error.
template <class F>
std::string shown(F f) {
  try {
    return text(f());
  } catch (const Error& error) {
    return str(name(error.code()), ": ", error.what());
  }
}

TEST(Array, literals_take_the_dtype_of_their_elements) {
  EXPECT_EQ(text(ints({1, 2}).type()), "i32[2]");
  EXPECT_EQ(text(literal({Array(1), Array(2.5)}).type()), "f32[2]");
  EXPECT_EQ(text(literal({Array(true), Array(false)}).type()), "bool[2]");
  EXPECT_EQ(text(literal({ints({1, 2}), ints({3, 4})})), "[[1, 2],\n [3, 4]]");
  EXPECT_EQ(shown([] { return literal({ints({1, 2}), ints({3})}); }),
            "shape: the elements of an array literal have different shapes: the first is i32[2], "
            "another is i32[1]");
  EXPECT_EQ(shown([] { return literal({Array(int64_t{1} << 40)}); }),
            "value: 1099511627776 does not fit in i32");
}

TEST(Array, host_numbers_stay_host_numbers) {
  EXPECT_TRUE(sqrt(2.0).is_weak());
  EXPECT_EQ(sqrt(2.0).number(), std::sqrt(2.0));
  EXPECT_EQ(sqrt(4).number(), 2.0);
  EXPECT_TRUE(maximum(2, 3.5).is_weak());
  EXPECT_TRUE(where(Array(true), 1, 2).is_weak());
  EXPECT_EQ(div(7, 2).number(), 3.5);
}

TEST(Array, a_host_number_never_widens_an_array) {
  EXPECT_EQ((floats({1, 2}) + 1).dtype(), Dtype::f32);
  EXPECT_EQ((ints({1, 2}) + 1.5).dtype(), Dtype::f32);
  EXPECT_EQ((convert(floats({1, 2}), Dtype::bf16) * 2.5).dtype(), Dtype::bf16);
  EXPECT_EQ(shown([] { return convert(ints({1}), Dtype::u8) + 300; }),
            "value: 300 does not fit in u8");
  EXPECT_EQ(text(convert(ints({127}), Dtype::i8) + 1), "[-128]");
}

TEST(Array, arithmetic_broadcasts) {
  EXPECT_EQ(text(matrix(2, 3) + ints({10, 20, 30})), "[[10, 21, 32],\n [13, 24, 35]]");
  EXPECT_EQ(text(expand(ints({1, 2}), {1}) * ints({1, 10})), "[[1, 10],\n [2, 20]]");
  EXPECT_EQ(text((zeros({0, 3}) + ones({3})).type()), "f32[0, 3]");
  EXPECT_EQ(shown([] { return ints({1, 2}) + ints({1, 2, 3}); }).substr(0, 10), "shape: add");
}

TEST(Array, division_and_remainder_follow_the_divisor) {
  EXPECT_EQ(text(floor_div(ints({7, -7}), 2)), "[3, -4]");
  EXPECT_EQ(text(mod(ints({7, -7}), 3)), "[1, 2]");
  EXPECT_EQ(text(mod(floats({7, -7}), 3)), "[1, 2]");
  EXPECT_EQ(text(floor_div(floats({7, -7}), 2)), "[3, -4]");
  EXPECT_EQ(text(div(ints({1, 2}), ints({2, 2}))), "[0.5, 1]");
}

TEST(Array, powers_of_host_ints_multiply) {
  EXPECT_EQ(text(pow(ints({-2, 3}), 3)), "[-8, 27]");
  EXPECT_EQ(text(pow(floats({2, 4}), -1)), "[0.5, 0.25]");
  EXPECT_EQ(shown([] { return pow(ints({2}), -1); }),
            "value: pow: the exponent of i32[1] is -1, expected an exponent >= 0");
  EXPECT_EQ(text(pow(floats({4, 9}), 0.5)), "[2, 3]");
}

TEST(Array, reductions_take_any_axes) {
  Array x = matrix(2, 3);
  EXPECT_EQ(text(sum(x)), "15");
  EXPECT_EQ(text(sum(x, Ints{0})), "[3, 5, 7]");
  EXPECT_EQ(text(sum(x, Ints{-1}, true)), "[[3],\n [12]]");
  EXPECT_EQ(text(mean(x, Ints{1})), "[1, 4]");
  EXPECT_EQ(text(var(floats({1, 3}))), "1");
  EXPECT_EQ(text(max(x, Ints{0})), "[3, 4, 5]");
  EXPECT_EQ(text(argmax(x)), "5");
  EXPECT_EQ(text(argmin(x, 1, true)), "[[0],\n [0]]");
  EXPECT_EQ(text(all(gt(x, -1))), "true");
  EXPECT_EQ(text(cumsum(x, 1)), "[[0, 1, 3],\n [3, 7, 12]]");
  EXPECT_EQ(text(sum(gt(x, 2))), "3");
  EXPECT_EQ(shown([&] { return sum(x, Ints{2}); }),
            "shape: axis 2 is not one of the axes of i32[2, 3]");
  EXPECT_EQ(shown([] { return max(zeros({0})); }), "value: max: axis 0 of f32[0] has no elements");
}

TEST(Array, softmax_does_not_overflow) {
  EXPECT_EQ(text(softmax(floats({1000, 1000}))), "[0.5, 0.5]");
  EXPECT_EQ(text(logsumexp(floats({-INFINITY, -INFINITY}))), "-inf");
  EXPECT_EQ(text(log_softmax(floats({0, 0}))), "[-0.6931472, -0.6931472]");
}

TEST(Array, shapes_change) {
  Array x = matrix(2, 3);
  EXPECT_EQ(text(reshape(x, {3, -1})), "[[0, 1],\n [2, 3],\n [4, 5]]");
  EXPECT_EQ(text(transpose(x)), "[[0, 3],\n [1, 4],\n [2, 5]]");
  EXPECT_EQ(text(swap(zeros({2, 3, 4}), 0, -1).type()), "f32[4, 3, 2]");
  EXPECT_EQ(text(move_axis(zeros({2, 3, 4}), 0, -1).type()), "f32[3, 4, 2]");
  EXPECT_EQ(text(squeeze(zeros({1, 3, 1})).type()), "f32[3]");
  EXPECT_EQ(text(expand(zeros({3}), {0, -1}).type()), "f32[1, 3, 1]");
  EXPECT_EQ(text(concat({x, x}, -1).type()), "i32[2, 6]");
  EXPECT_EQ(text(stack({ints({1, 2}), ints({3, 4})}, 1)), "[[1, 3],\n [2, 4]]");
  EXPECT_EQ(text(split(ints({1, 2, 3, 4}), {2})[1]), "[3, 4]");
  EXPECT_EQ(text(split(ints({1, 2, 3, 4}), {1, 3})[1]), "[2, 3]");
  EXPECT_EQ(text(tile(ints({1, 2}), {2, 2})), "[[1, 2, 1, 2],\n [1, 2, 1, 2]]");
  EXPECT_EQ(text(repeat(ints({1, 2}), 2)), "[1, 1, 2, 2]");
  EXPECT_EQ(text(roll(ints({1, 2, 3}), {1})), "[3, 1, 2]");
  EXPECT_EQ(text(roll(x, {1, 1}, Ints{0, 1})), "[[5, 3, 4],\n [2, 0, 1]]");
  EXPECT_EQ(text(flip(x, Ints{0})), "[[3, 4, 5],\n [0, 1, 2]]");
  EXPECT_EQ(text(pad(ints({1, 2}), {1}, {-1}, 9)), "[9, 1]");
  EXPECT_EQ(shown([&] { return reshape(x, {4, -1}); }).substr(0, 14), "shape: reshape");
}

TEST(Array, is_made_from_nothing) {
  EXPECT_EQ(text(arange(2, 8, 3)), "[2, 5]");
  EXPECT_EQ(text(arange(5, 0, -2)), "[5, 3, 1]");
  EXPECT_EQ(text(linspace(0, 1, 3)), "[0, 0.5, 1]");
  EXPECT_EQ(text(eye(2)), "[[1, 0],\n [0, 1]]");
  EXPECT_EQ(text(full({2}, 7)), "[7, 7]");
  EXPECT_EQ(text(zeros({1}, Dtype::boolean)), "[false]");
}

TEST(Array, products_batch_as_numpy_does) {
  Array x = matrix(2, 3);
  EXPECT_EQ(text(matmul(x, transpose(x))), "[[5, 14],\n [14, 50]]");
  EXPECT_EQ(text(matmul(x, ints({1, 1, 1}))), "[3, 12]");
  EXPECT_EQ(text(matmul(ints({1, 1}), x)), "[3, 5, 7]");
  EXPECT_EQ(text(matmul(ints({1, 2}), ints({3, 4}))), "11");
  EXPECT_EQ(text(matmul(zeros({5, 1, 2, 3}), zeros({4, 3, 6})).type()), "f32[5, 4, 2, 6]");
  EXPECT_EQ(text(matmul(zeros({2, 3}), zeros({4, 3, 6})).type()), "f32[4, 2, 6]");
  EXPECT_EQ(text(matmul(zeros({7, 4, 2, 3}), zeros({3})).type()), "f32[7, 4, 2]");
  EXPECT_EQ(text(einsum("bij,bjk->bki", {zeros({2, 3, 4}), zeros({2, 4, 5})}).type()),
            "f32[2, 5, 3]");
  EXPECT_EQ(text(einsum("ii", {matrix(3, 3)})), "12");
  EXPECT_EQ(text(einsum("i,j,i->j", {ints({1, 2}), ints({3, 4}), ints({5, 6})})), "[51, 68]");
}

TEST(Array, a_product_that_does_not_fit_says_what_would) {
  try {
    matmul(zeros({32, 128}), zeros({784, 128}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::shape);
    EXPECT_EQ(error.labels().size(), 2u);
    EXPECT_NE(error.help().find(".T` multiplies by the transpose"), std::string::npos);
  }
}

TEST(Array, order) {
  EXPECT_EQ(text(sort(floats({3, NAN, 1}))), "[1, 3, nan]");
  EXPECT_EQ(text(argsort(ints({3, 1, 3, 2}), -1, true)), "[0, 2, 3, 1]");
  Arrays top = top_k(ints({3, 9, 5, 9}), 2);
  EXPECT_EQ(text(top[0]) + text(top[1]), "[9, 9][1, 3]");
  EXPECT_EQ(text(unique(ints({3, 1, 3}))), "[1, 3]");
}

TEST(Array, close_knows_infinities) {
  EXPECT_EQ(text(close(floats({1, INFINITY}), floats({1, INFINITY}))), "true");
  EXPECT_EQ(text(close(floats({1, NAN}), floats({1, NAN}))), "false");
  EXPECT_EQ(text(close(floats({1}), floats({1.1}))), "false");
}

}  // namespace
}  // namespace rille
