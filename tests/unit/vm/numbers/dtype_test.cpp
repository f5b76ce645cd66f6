// Tests vm/numbers/dtype.cpp and vm/numbers/small.cpp.
#include "vm/numbers/dtype.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "vm/error.h"

namespace rille {
namespace {

std::string promoted(Dtype a, Dtype b) {
  try {
    return std::string(name(promote(a, b)));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::dtype);
    return "-";
  }
}

std::string promoted_weak(Dtype weak, Dtype array) {
  try {
    return std::string(name(promote_weak(weak, array)));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::dtype);
    return "-";
  }
}

TEST(Dtype, promotes_as_jax_does) {
  std::ifstream rows("tests/peers/promotion.txt");
  std::string a, b, c, d;
  int count = 0;
  while (rows >> a >> b >> c) {
    ++count;
    if (a == "weak") {
      rows >> d;
      EXPECT_EQ(promoted_weak(*dtype_named(b), *dtype_named(c)), d) << b << " " << c;
    } else {
      EXPECT_EQ(promoted(*dtype_named(a), *dtype_named(b)), c) << a << " " << b;
    }
  }
  EXPECT_EQ(count, 19 * 19 + 4 * 19);
}

TEST(Dtype, a_key_meets_only_a_key) {
  EXPECT_EQ(promote(Dtype::key, Dtype::key), Dtype::key);
  EXPECT_EQ(promoted(Dtype::key, Dtype::f32), "-");
  EXPECT_EQ(promoted_weak(Dtype::f64, Dtype::key), "-");
}

TEST(Dtype, is_found_by_the_name_that_scripts_write) {
  EXPECT_EQ(dtype_named("bool"), Dtype::boolean);
  EXPECT_EQ(dtype_named("f8e4m3"), Dtype::f8e4m3);
  EXPECT_EQ(dtype_named("float32"), std::nullopt);
}

// Every bit pattern is read back unchanged, NaN as some NaN.
template <class Small, class Bits>
void expect_round_trips() {
  for (uint32_t bits = 0; bits <= std::numeric_limits<Bits>::max(); ++bits) {
    Small x;
    x.bits = static_cast<Bits>(bits);
    auto value = static_cast<float>(x);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(Small(value)))) << bits;
    } else {
      ASSERT_EQ(Small(value).bits, bits);
      ASSERT_EQ(Small(static_cast<double>(value)).bits, bits);
    }
  }
}

TEST(Small, every_bit_pattern_reads_back) {
  expect_round_trips<Bfloat16, uint16_t>();
  expect_round_trips<Float16, uint16_t>();
  expect_round_trips<Float8e4m3, uint8_t>();
  expect_round_trips<Float8e5m2, uint8_t>();
}

// The midpoint of two neighboring numbers of a format is rounded to the even one, and other values
// to the nearer one.
template <class Small, class Bits>
void expect_nearest_even(Bits last) {
  for (uint32_t bits = 0; bits < last; ++bits) {
    Small low, high;
    low.bits = static_cast<Bits>(bits);
    high.bits = static_cast<Bits>(bits + 1);
    auto a = static_cast<double>(low), b = static_cast<double>(high);
    double middle = (a + b) / 2;
    Bits even = static_cast<Bits>(bits + (bits & 1));
    ASSERT_EQ(Small(middle).bits, even) << middle;
    ASSERT_EQ(Small(static_cast<float>(middle)).bits, even) << middle;
    ASSERT_EQ(Small(std::nextafter(middle, a)).bits, low.bits) << middle;
    ASSERT_EQ(Small(std::nextafter(middle, b)).bits, high.bits) << middle;
    ASSERT_EQ(Small(-middle).bits, even | (1u << (8 * sizeof(Bits) - 1)));
  }
}

TEST(Small, rounds_to_nearest_even) {
  expect_nearest_even<Bfloat16, uint16_t>(0x7f7f);
  expect_nearest_even<Float16, uint16_t>(0x7bff);
  expect_nearest_even<Float8e4m3, uint8_t>(0x7e);
  expect_nearest_even<Float8e5m2, uint8_t>(0x7b);
}

TEST(Small, overflows_to_infinity_or_to_nan_where_there_is_none) {
  EXPECT_TRUE(std::isinf(static_cast<float>(Float16(65520.0f))));
  EXPECT_EQ(static_cast<float>(Float16(65519.0f)), 65504.0f);
  EXPECT_TRUE(std::isinf(static_cast<float>(Float8e5m2(1e9))));
  EXPECT_EQ(static_cast<float>(Float8e4m3(448.0f)), 448.0f);
  EXPECT_TRUE(std::isnan(static_cast<float>(Float8e4m3(1e9))));
  EXPECT_TRUE(std::isinf(static_cast<float>(Bfloat16(3.4e38f))));
}

TEST(Small, four_bit_ints_wrap) {
  EXPECT_EQ(static_cast<int64_t>(Int4(9)), -7);
  EXPECT_EQ(static_cast<int64_t>(UInt4(17)), 1);
}

}  // namespace
}  // namespace rille
