// Any text results in a tree or errors, never in a crash.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

constexpr std::string_view pieces[] = {"(",       ")",
                                       "[",       "]",
                                       "{",       "}",
                                       "\"",      "\"\"\"",
                                       "\\",      "{{",
                                       "}}",      ":",
                                       ",",       ".",
                                       "..",      "...",
                                       "=",       "=>",
                                       "->",      "|>",
                                       "&",       "!",
                                       "+",       "-",
                                       "*",       "^",
                                       "not ",    "and ",
                                       "if ",     "else ",
                                       "for ",    "in ",
                                       "while ",  "match ",
                                       "let ",    "var ",
                                       "fn ",     "proc ",
                                       "struct ", "import ",
                                       "test ",   "return ",
                                       "break ",  "x",
                                       "y",       "self",
                                       "1",       "2.5",
                                       "0x",      "#",
                                       "#> 1",    "\n",
                                       " ",       ";",
                                       "θ",       "\xff",
                                       "key",     "rng.normal(key)",
                                       "f(&x)",   "m.f!(x)",
                                       "_",       "f32[n]",
                                       "nil",     "@",
                                       "**",      "'"};

std::string random_text(std::mt19937& random) {
  std::string out;
  auto count = random() % 60;
  for (unsigned i = 0; i < count; ++i) out += pieces[random() % std::size(pieces)];
  return out;
}

std::string mutated(std::string text, std::mt19937& random) {
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    size_t at = random() % text.size();
    switch (random() % 4) {
      case 0: text.erase(at, 1 + random() % 8); break;
      case 1: text.insert(at, pieces[random() % std::size(pieces)]); break;
      case 2: text[at] = static_cast<char>(random()); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 40));
    }
  }
  return text;
}

TEST(Hostile, random_pieces_give_errors_at_places_of_the_text) {
  std::mt19937 random(1);
  for (int i = 0; i < 4000; ++i) {
    std::string text = random_text(random);
    std::vector<Error> errors;
    Source source{"t", text};
    FewNames names;
    File file = parse(source, 0, errors);
    if (errors.empty()) resolve(file, names, errors);
    for (const Error& e : errors) {
      ASSERT_FALSE(std::string_view(e.what()).empty()) << text;
      ASSERT_GE(e.span().begin, 0) << text;
      ASSERT_LE(e.span().begin, static_cast<int>(text.size())) << text;
      ASSERT_LE(e.span().begin, e.span().end) << text;
    }
  }
}

TEST(Hostile, changed_scripts_of_the_tests_do_no_harm) {
  std::mt19937 random(2);
  namespace fs = std::filesystem;
  fs::path folder = fs::exists("tests/conformance") ? "tests/conformance" : "../tests/conformance";
  if (!fs::exists(folder)) GTEST_SKIP() << "run it from the root of the repository";
  int read = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".rille") continue;
    std::ifstream in(entry.path());
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (int i = 0; i < 40; ++i, ++read) faults(mutated(text, random));
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace rille::lang
