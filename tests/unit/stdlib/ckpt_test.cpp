// Tests stdlib/ckpt: checksums, name patterns, retention.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "stdlib/bytes/crc32c.h"
#include "stdlib/bytes/lanes.h"
#include "stdlib/ckpt/manager/policy.h"
#include "stdlib/text/name_pattern.h"
#include "stdlib/text/pattern.h"
#include "vm/error.h"

namespace rille {
namespace {

// The values of RFC 3720, B.4.
TEST(Crc32c, of_the_standard) {
  EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(crc32c(""), 0u);
}

// Long strings are folded or processed in three interleaved parts, short ones byte by byte.
TEST(Crc32c, of_parts_is_that_of_the_whole) {
  std::string text(40'000, '\0');
  for (size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 7919 >> 3);
  uint32_t whole = crc32c(text);
  for (size_t part : {1u, 3u, 8u, 1023u, 1024u, 1279u, 1280u, 4096u, 12'288u, 20'000u, 39'999u}) {
    EXPECT_EQ(crc32c(text.substr(part), crc32c(text.substr(0, part))), whole) << part;
  }
  uint32_t bytes = 0;
  for (char byte : text) bytes = crc32c(std::string(1, byte), bytes);
  EXPECT_EQ(bytes, whole);
}

TEST(Crc32c, of_a_copy_is_that_of_what_it_copies) {
  std::string from(9'000, '\0');
  for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<char>(i * 7919 >> 3);
  alignas(64) char to[9'100];
  for (size_t size : {0u, 1u, 255u, 256u, 300u, 512u, 4096u, 8'999u}) {
    for (size_t place : {0u, 64u, 1u}) {
      std::ranges::fill(to, '#');
      std::string_view wanted = std::string_view(from).substr(1, size);
      EXPECT_EQ(crc32c_copy(5, to + place, wanted.data(), size), crc32c(wanted, 5)) << size;
      EXPECT_EQ(std::string_view(to + place, size), wanted) << size;
      EXPECT_EQ(to[place + size], '#') << size;
    }
  }
}

TEST(NamePattern, stays_within_steps_or_does_not) {
  EXPECT_TRUE(NamePattern("layers[*].w").fits("layers[12].w"));
  EXPECT_FALSE(NamePattern("layers[*].w").fits("layers[1].a.w"));
  EXPECT_FALSE(NamePattern("layers[*].w").fits("layers[1].weight"));
  EXPECT_TRUE(NamePattern("**.w").fits("a.b[0].w"));
  EXPECT_TRUE(NamePattern("params/**").fits("params[0]"));
  EXPECT_FALSE(NamePattern("param").fits("params.w"));
  EXPECT_FALSE(NamePattern("").fits("w"));
  EXPECT_EQ(NamePattern("enc[*].*").renamed("enc[3].w.mu", "dec[*].new_*"), "dec[3].new_w.mu");
  EXPECT_EQ(NamePattern("a").renamed("a.b", ""), "b");
}

// The results of Python's re.sub.
TEST(TextPattern, replaces_as_python_does) {
  struct Case {
    const char *regex, *name, *by, *wanted;
  };
  for (const Case& c : std::initializer_list<Case>{{"a", "banana", "o", "bonono"},
                                                   {"^a|b", "abab", "x", "xxax"},
                                                   {"a*b*", "aabbc", "-", "--c-"},
                                                   {"(a+)(b?)", "aab a", "<\\2\\1>", "<baa> <a>"},
                                                   {"a+?", "aaa", "x", "xxx"},
                                                   {"(ab|a)(bc)?", "abc", "[\\1,\\2]", "[ab,]c"},
                                                   {"[^.]+$", "a.bc.d_1", "w", "a.bc.w"},
                                                   {"[a-c]\\d\\.", "a1.d2.c3.", "", "d2."},
                                                   {"(x*)*y", "xxy", "z", "z"},
                                                   {"\\w+\\s(.)", "one two", "\\1", "two"},
                                                   {"(?<=a)(?:b|é){2}", "abéb", "-", "a-b"}}) {
    EXPECT_EQ(TextPattern(c.regex).replaced(c.name, c.by), c.wanted) << c.regex;
  }
  EXPECT_EQ(TextPattern("(a*)*b").replaced(std::string(200, 'a'), ""), std::nullopt);
  for (const char* bad : {"(", ")", "[", "*a", "a\\", "[a", "a|*"})
    EXPECT_THROW(TextPattern{bad}, Error);
}

std::vector<SavedStep> steps_at(const std::vector<double>& times) {
  std::vector<SavedStep> out;
  for (double time : times) out.push_back({static_cast<int64_t>(out.size()), time});
  return out;
}

TEST(Policy, keeps_one_step_for_each_span) {
  std::vector<SavedStep> steps = steps_at({0, 4, 9, 10, 15, 20, 31, 32});
  EXPECT_EQ(kept_steps(steps, {.newest = 1, .seconds = 10}), (std::set<int64_t>{0, 3, 5, 6, 7}));
  EXPECT_EQ(kept_steps(steps, {.newest = 2}), (std::set<int64_t>{6, 7}));
  EXPECT_EQ(kept_steps(steps, {}).size(), steps.size());
}

TEST(Policy, nan_is_never_the_best) {
  std::vector<SavedStep> steps = {{0, 0, {{"loss", std::nan("")}}},
                                  {1, 0, {{"loss", 2}}},
                                  {2, 0, {{"loss", 1}}},
                                  {3, 0, {{"loss", 1}}},
                                  {4, 0, {}}};
  EXPECT_EQ(by_metric(steps, "loss", true), (std::vector<int64_t>{3, 2, 1}));
  EXPECT_EQ(by_metric(steps, "loss", false), (std::vector<int64_t>{1, 3, 2}));
}

TEST(Lanes, do_each_piece_once_and_raise) {
  std::vector<int> seen(1000, 0);
  each_piece(seen.size(), 4, [&](size_t i) { ++seen[i]; });
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), 1000);
  auto fails = [](size_t i) {
    if (i == 500) throw Error(Code::io, "here");
  };
  EXPECT_THROW(each_piece(1000, 4, fails), Error);
}

}  // namespace
}  // namespace rille
