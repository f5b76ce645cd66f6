// Data appended to a program is restored, or an error.
#include "repl/bundle.h"

#include <gtest/gtest.h>

#include "vm/error.h"

namespace rille {
namespace {

Bundle some() {
  Bundle out{.script = "train.rille",
             .texts = {.texts = {{"train.rille", "import words\n"}, {"words.rille", ""}},
                       .meant = {{{"train.rille", "words"}, "words.rille"}}},
             .target = {.name = "x86-64-v3",
                        .vector = {.bytes = 32},
                        .units = {.fma = true},
                        .clock_hz = 2.5e9},
             .mark = "0123abcd",
             .libraries = {{"librille-eager-avx2.so", std::string_view("\0ELF", 4)}}};
  out.kernels = {{"key 1", "code 1"}, {"key 2", std::string_view("\0\1\2", 3)}};
  return out;
}

// Without the program before it, and the size and mark after it.
std::string bytes_of(const Bundle& bundle) {
  std::string out = with_bundle("", bundle);
  return out.substr(0, out.size() - 24);
}

TEST(Bundle, comes_back_as_it_was) {
  std::string bytes = bytes_of(some());
  Bundle got = read_bundle(bytes), wanted = some();
  EXPECT_EQ(got.script, wanted.script);
  EXPECT_EQ(got.texts.texts, wanted.texts.texts);
  EXPECT_EQ(got.texts.meant, wanted.texts.meant);
  EXPECT_EQ(got.target.name, wanted.target.name);
  EXPECT_EQ(got.target.vector.bytes, 32);
  EXPECT_TRUE(got.target.units.fma && !got.target.units.dots);
  EXPECT_EQ(got.target.clock_hz, 2.5e9);
  EXPECT_EQ(got.mark, wanted.mark);
  EXPECT_EQ(got.libraries, wanted.libraries);
  ASSERT_EQ(got.kernels.size(), 2u);
  EXPECT_EQ(got.kernels[1].key, "key 2");
  EXPECT_EQ(got.kernels[1].object, wanted.kernels[1].object);
}

TEST(Bundle, that_is_cut_anywhere_is_damaged) {
  std::string bytes = bytes_of(some());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(read_bundle(std::string_view(bytes).substr(0, size)), Error) << size;
  }
}

TEST(Bundle, with_other_numbers_is_read_or_damaged) {
  std::string bytes = bytes_of(some());
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(0xff);
    try {
      read_bundle(changed);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Code::io);
    }
  }
}

TEST(Bundle, is_not_in_a_program_without_one) { EXPECT_TRUE(own_bundle().empty()); }

}  // namespace
}  // namespace rille
