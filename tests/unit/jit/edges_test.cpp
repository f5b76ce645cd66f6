// Limits of dtypes, and output of vmapped elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/ops/reduction.h"
#include "jit/transform.h"

namespace rille {
namespace {

template <class T>
Array array_of(const std::vector<T>& values) {
  Array x(Type(dtype_of<T>, {std::ssize(values)}));
  std::ranges::copy(values, reinterpret_cast<T*>(x.edit_data()));
  return x;
}

template <class T>
std::vector<T> values_of(const Array& x) {
  auto all = x.as<T>();
  return {all.begin(), all.end()};
}

template <class T>
std::vector<T> both(Var (*op)(Builder&, Var, Var), const std::vector<T>& x,
                    const std::vector<T>& y) {
  std::vector<Array> in{array_of(x), array_of(y)};
  Builder b;
  Var left = b.param(in[0].type()), right = b.param(in[1].type());
  Var made = op(b, left, right);
  return values_of<T>(evaluate(std::move(b).finish({made}), in)[0]);
}

template <class T>
void divides_the_least_by_minus_1() {
  T least = std::numeric_limits<T>::min();
  std::vector<T> x{least, least, 7, -7, 0}, y{-1, 2, -1, -1, -1};
  EXPECT_EQ(both<T>(op::rem, x, y), (std::vector<T>{0, 0, 0, 0, 0}));
  EXPECT_EQ(both<T>(op::div, x, y), (std::vector<T>{least, static_cast<T>(least / 2), -7, 7, 0}));
}

TEST(Edges, the_least_integer_is_divided_by_minus_1) {
  divides_the_least_by_minus_1<int8_t>();
  divides_the_least_by_minus_1<int16_t>();
  divides_the_least_by_minus_1<int32_t>();
  divides_the_least_by_minus_1<int64_t>();
}

template <class T>
void folds_extremes() {
  std::vector<T> low(3, std::numeric_limits<T>::lowest()), high(3, std::numeric_limits<T>::max());
  Builder b;
  Var x = b.param(Type(dtype_of<T>, {3})), y = b.param(Type(dtype_of<T>, {3}));
  Vars out{op::reduce_max(b, x, {0}), op::reduce_min(b, y, {0})};
  std::vector<Array> in{array_of(low), array_of(high)};
  std::vector<Array> made = evaluate(std::move(b).finish(out), in);
  EXPECT_EQ(values_of<T>(made[0])[0], low[0]);
  EXPECT_EQ(values_of<T>(made[1])[0], high[0]);
}

TEST(Edges, the_greatest_of_lowest_values_is_the_lowest) {
  folds_extremes<int8_t>();
  folds_extremes<int16_t>();
  folds_extremes<int32_t>();
  folds_extremes<int64_t>();
  folds_extremes<uint8_t>();
  folds_extremes<uint64_t>();
  folds_extremes<double>();
}

// Reductions of no elements: equal in the reference and in compiled code.
TEST(Edges, the_ends_of_integers_are_those_of_cpp) {
  auto ends = [](Dtype dtype) {
    return std::pair(std::get<int64_t>(lowest_value(dtype)),
                     std::get<int64_t>(greatest_value(dtype)));
  };
  EXPECT_EQ(ends(Dtype::i4), std::pair(int64_t{-8}, int64_t{7}));
  EXPECT_EQ(ends(Dtype::i8), std::pair(int64_t{INT8_MIN}, int64_t{INT8_MAX}));
  EXPECT_EQ(ends(Dtype::i16), std::pair(int64_t{INT16_MIN}, int64_t{INT16_MAX}));
  EXPECT_EQ(ends(Dtype::i32), std::pair(int64_t{INT32_MIN}, int64_t{INT32_MAX}));
  EXPECT_EQ(ends(Dtype::i64), std::pair(int64_t{INT64_MIN}, int64_t{INT64_MAX}));
  EXPECT_EQ(ends(Dtype::u4), std::pair(int64_t{0}, int64_t{15}));
  EXPECT_EQ(ends(Dtype::u8), std::pair(int64_t{0}, int64_t{UINT8_MAX}));
  EXPECT_EQ(ends(Dtype::u16), std::pair(int64_t{0}, int64_t{UINT16_MAX}));
  EXPECT_EQ(ends(Dtype::u32), std::pair(int64_t{0}, int64_t{UINT32_MAX}));
  EXPECT_EQ(ends(Dtype::u64), std::pair(int64_t{0}, static_cast<int64_t>(UINT64_MAX)));
}

TEST(Edges, the_next_small_float_has_the_next_bits) {
  for (float toward : {9.0f, -9.0f}) {
    std::vector<Float16> x, y;
    for (float at : {1.0f, -1.0f, 0.5f, -2.0f}) {
      x.emplace_back(at);
      y.emplace_back(toward);
    }
    std::vector<Float16> next = both<Float16>(op::nextafter, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      bool grows = (toward > 0) == (static_cast<float>(x[i]) > 0);
      EXPECT_EQ(next[i].bits, x[i].bits + (grows ? 1 : -1));
    }
  }
}

// For rows x and one y for all of them: f(b, x, y, row number).
std::vector<float> over_rows(const std::vector<float>& rows, float all,
                             Var (*f)(Builder& b, Var x, Var y, Var me)) {
  Builder b;
  Var x = b.param(Type(Dtype::f32, {})), y = b.param(Type(Dtype::f32, {}));
  Var me = b.param(Type(Dtype::i32, {}));
  Var made = f(b, x, y, me);
  Graph each = std::move(b).finish({made});
  std::vector<int32_t> numbers(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) numbers[i] = static_cast<int32_t>(i);
  Array one(Type(Dtype::f32, {}));
  *reinterpret_cast<float*>(one.edit_data()) = all;
  std::vector<Array> in{array_of(rows), one, array_of(numbers)};
  Graph together = vmap(each, std::ssize(rows), {.in = {0, -1, 0}, .name = "rows"});
  return values_of<float>(evaluate(together, in)[0]);
}

TEST(Edges, rows_sum_what_they_have_and_what_all_have) {
  EXPECT_EQ(
      over_rows({1, 2, 4}, 8, [](Builder& b, Var x, Var, Var) { return op::psum(b, x, "rows"); }),
      (std::vector<float>{7, 7, 7}));
  EXPECT_EQ(over_rows({1, 2, 4}, 8,
                      [](Builder& b, Var x, Var y, Var) {
                        return op::add(b, x, op::psum(b, y, "rows"));
                      }),
            (std::vector<float>{25, 26, 28}));
}

TEST(Edges, a_row_alone_keeps_what_goes_from_it_to_itself) {
  Builder b;
  Var x = b.param(Type(Dtype::f32, {2})), me = b.param(Type(Dtype::i32, {}));
  Graph graph = std::move(b).finish({op::ppermute(b, x, me, "rows", {0, 2, -1})});
  for (int32_t row : {0, 1, 2}) {
    Array number(Type(Dtype::i32, {}));
    *reinterpret_cast<int32_t*>(number.edit_data()) = row;
    std::vector<Array> in{array_of<float>({3, 5}), number};
    std::vector<float> wanted = row == 0 ? std::vector<float>{3, 5} : std::vector<float>{0, 0};
    EXPECT_EQ(values_of<float>(evaluate(graph, in)[0]), wanted);
  }
}

TEST(Edges, what_numbers_a_row_is_named_by_its_type) {
  Builder b;
  Var x = b.param(Type(Dtype::f32, {2})), me = b.param(Type(Dtype::i64, {}));
  try {
    op::ppermute(b, x, me, "rows", {0});
    FAIL() << "an i64 was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the index of a mapped element is i32[], got i64[]");
  }
}

// Its eigenvectors have zeros where elimination would choose the pivot.
TEST(Edges, the_eigenvectors_of_a_triangle_have_an_inverse) {
  constexpr size_t n = 3;
  std::vector<Array> in{array_of<double>({1, 1, 4, 0, 2, 5, 0, 0, 3})};
  Builder b;
  Var x = op::reshape(b, b.param(in[0].type()), Shape{3, 3});
  Vars spectrum = op::eig(b, x, true);
  std::vector<Array> made = evaluate(std::move(b).finish(spectrum), in);
  auto v = made[1].as<std::complex<double>>(), inverse = made[2].as<std::complex<double>>();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      std::complex<double> sum = 0;
      for (size_t k = 0; k < n; ++k) sum += v[i * n + k] * inverse[k * n + j];
      EXPECT_NEAR(std::abs(sum - (i == j ? 1.0 : 0.0)), 0, 1e-12);
    }
  }
}

// Near 0, erf_inv is linear, however small the number.
TEST(Edges, the_inverse_of_erf_is_exact_near_0) {
  std::vector<double> x{1e-30, -3e-200, 1e-310};
  std::vector<Array> in{array_of(x)};
  Builder b;
  Var y = op::erf_inv(b, b.param(in[0].type()));
  std::vector<double> made = values_of<double>(evaluate(std::move(b).finish({y}), in)[0]);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_DOUBLE_EQ(made[i], x[i] * 0.88622692545275801365);  // sqrt(pi) / 2
  }
}

}  // namespace
}  // namespace rille
