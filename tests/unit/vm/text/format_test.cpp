// Tests vm/text/format.cpp.
#include "vm/text/format.h"

#include <gtest/gtest.h>

#include <cmath>

#include "vm/error.h"

namespace rille {
namespace {

TEST(Format, writes_numbers_as_python_does) {
  EXPECT_EQ(format(3.14159, ".2f"), "3.14");
  EXPECT_EQ(format(3.14159, "8.2f"), "    3.14");
  EXPECT_EQ(format(-3.14159, "08.2f"), "-0003.14");
  EXPECT_EQ(format(3.14159, "+.3e"), "+3.142e+00");
  EXPECT_EQ(format(0.9777, ".1%"), "97.8%");
  EXPECT_EQ(format(1234567.891, ",.2f"), "1,234,567.89");
  EXPECT_EQ(format(1e-7, ".3g"), "1e-07");
  EXPECT_EQ(format(0.1, ""), "0.1");
  EXPECT_EQ(format(std::nan(""), ".2f"), "nan");
  EXPECT_EQ(format(-HUGE_VAL, "6.1f"), "  -inf");
  EXPECT_EQ(format(1e300, ".0f").size(), 301u);
}

TEST(Format, writes_ints) {
  EXPECT_EQ(format(int64_t{1234567}, ",d"), "1,234,567");
  EXPECT_EQ(format(int64_t{255}, "x"), "ff");
  EXPECT_EQ(format(int64_t{255}, "08b"), "11111111");
  EXPECT_EQ(format(int64_t{255}, "#x"), "0xff");
  EXPECT_EQ(format(int64_t{-255}, "#012b"), "-0b011111111");
  EXPECT_EQ(format(int64_t{-42}, ">6"), "   -42");
  EXPECT_EQ(format(int64_t{-42}, "<6d"), "-42   ");
  EXPECT_EQ(format(int64_t{3}, ".1f"), "3.0");
  EXPECT_EQ(format(INT64_MIN, "d"), "-9223372036854775808");
}

TEST(Format, aligns_text_by_characters) {
  EXPECT_EQ(format(std::string_view("ab"), "5"), "ab   ");
  EXPECT_EQ(format(std::string_view("θ"), "*^5"), "**θ**");
  EXPECT_EQ(format(std::string_view("abcdef"), ".3"), "abc");
  EXPECT_EQ(aligned("x", "→>3", false), "→→x");
}

TEST(Format, refuses_what_is_no_format) {
  for (std::string_view spec : {"q", ".", "5.2fz", "99999999999", ".99999999999f", "d"}) {
    EXPECT_THROW(format(2.5, spec), Error) << spec;
  }
  EXPECT_THROW(format(int64_t{2}, ".3"), Error);
  EXPECT_THROW(format(std::string_view("a"), "d"), Error);
}

}  // namespace
}  // namespace rille
