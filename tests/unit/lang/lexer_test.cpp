// Tests lang/parse/lexer.cpp, strings.cpp, and numbers.cpp.
#include <gtest/gtest.h>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

TEST(Lexer, reads_numbers) {
  EXPECT_EQ(tree("(42, 1_000, 0xff, 0b101, 1.5, 1e-3, 0xFF_FF)"),
            "(tuple 42 1000 255 5 1.5 1e-3 65535)");
  EXPECT_EQ(tree("1..n"), "(.. 1 n)");
  EXPECT_EQ(tree("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(tree("4.0.sqrt()"), "(call (. 4.0 sqrt))");
}

TEST(Lexer, refuses_numbers_that_are_none) {
  EXPECT_EQ(faults("let a = 9223372036854775808"),
            "1:9 syntax: `9223372036854775808` is out of range for a 64-bit integer");
  EXPECT_EQ(faults("let a = 0x"), "1:9 syntax: `0x`: missing digits");
  EXPECT_EQ(faults("let a = 0b12"), "1:9 syntax: `2` is not a binary digit");
  EXPECT_EQ(faults("let a = 12px"),
            "1:9 syntax: `12px`: expected an operator between a number and a name | a product is "
            "written `2 * x`");
  EXPECT_EQ(faults("let a = 1_"), "1:9 syntax: `1_`: an underscore must be between two digits");
  EXPECT_EQ(faults("let a = 1."),
            "1:9 syntax: `1.`: expected a digit on both sides of the decimal point");
  EXPECT_EQ(faults("let a = .5"),
            "1:9 syntax: expected a digit on both sides of the decimal point");
  EXPECT_EQ(faults("let a = 1e400"), "1:9 syntax: `1e400` is out of range for f64");
}

TEST(Lexer, reads_names_of_any_script) {
  EXPECT_EQ(tree("let θ = größe_2 + 数"), "(let θ (+ größe_2 数))");
  EXPECT_EQ(faults("let x = 3 × 4"), "1:11 syntax: unexpected character `×` (U+00d7)");
  EXPECT_EQ(faults("let x\xff = 3"), "1:6 syntax: invalid UTF-8 at byte 5");
  EXPECT_EQ(faults(std::string("let x = 3\0", 10)), "1:10 syntax: unexpected character U+0000");
  EXPECT_EQ(tree("\xef\xbb\xbflet x = 3"), "(let x 3)");
}

TEST(Lexer, reads_strings_with_holes_and_formats) {
  EXPECT_EQ(tree(R"("a {x} b {y + 1:>8.3f} {{}}")"), R"((str "a " x " b " (+ y 1):>8.3f " {}"))");
  EXPECT_EQ(tree(R"("{f("in {"deep"}")}")"), R"((str "" (call f (str "in " "deep"))))");
  EXPECT_EQ(tree(R"("{x[1:2]} {if c { 1 } else { 2 }:d}")"),
            R"((str "" (index x 1:2) " " (if c (block 1) else (block 2)):d))");
  EXPECT_EQ(tree(R"(r"raw \n {x}")"), R"("raw \n {x}")");
  EXPECT_EQ(tree(R"("\t\\\u{e9}\"")"), "\"\t\\é\\\"\"");
}

TEST(Lexer, removes_the_common_indent_of_long_strings) {
  EXPECT_EQ(tree("\"\"\"\n  first\n    second {x}\n  third\n  \"\"\""),
            R"((str "first\n  second " x "\nthird\n"))");
  EXPECT_EQ(tree("\"\"\"one \"two\" three\"\"\""), R"("one \"two\" three")");
  EXPECT_EQ(tree("r\"\"\"\n  \\d{2}\n\n  x\"\"\""), R"("\d{2}\n\nx")");
}

TEST(Lexer, says_what_is_wrong_with_a_string) {
  EXPECT_EQ(faults("let a = f(\"abc\nlet b = 1"),
            "1:11 syntax: unterminated string | a multi-line string is written in `\"\"\"`, a line "
            "break as `\\n`");
  EXPECT_EQ(faults(R"(let a = "\q")"), "1:10 syntax: unknown escape `\\q`");
  EXPECT_EQ(faults(R"(let a = "\u{110000}")"),
            "1:10 syntax: `\\u{110000}` is not a Unicode code point");
  EXPECT_EQ(faults(R"(let a = "a } b")"),
            "1:12 syntax: unmatched `}` in a string | write `}}` for a literal brace");
  EXPECT_EQ(faults(R"(let a = "{x:q}")"),
            "1:13 syntax: `q` is not a valid format, expected one such as `>8.3f` or `,d`");
  EXPECT_EQ(faults(R"(let a = "a {x")"),
            "1:12 syntax: `{` in a string is not closed | write `{{` for a literal brace");
  EXPECT_EQ(faults(R"(let a = "{}")"),
            "1:10 syntax: expected an expression between `{` and `}` | write `{{` and `}}` for "
            "literal braces");
  EXPECT_EQ(faults("let a = \"\"\"abc"), "1:9 syntax: unterminated string");
}

TEST(Lexer, ends_a_statement_at_a_newline_unless_the_line_goes_on) {
  EXPECT_EQ(tree("let a = 1 +\n 2\nlet b = x\n  .f()\n  |> g"),
            "(let a (+ 1 2))\n(let b (pipe g (call (. x f))))");
  EXPECT_EQ(tree("f(1,\n 2)\nif c { a }\nelse { b }"),
            "(call f 1 2)\n(if c (block a) else (block b))");
  EXPECT_EQ(tree("(x => {\n let a = 1\n a\n})"), "(lambda ((x)) (block (let a 1) a))");
  EXPECT_EQ(tree("f\n(x)"), "f\nx");
  EXPECT_EQ(tree("a; b;; c"), "a\nb\nc");
}

TEST(Lexer, keeps_keywords_as_names_behind_a_point_and_before_an_equals_sign) {
  EXPECT_EQ(tree("bits.and(x, in = 1)"), "(call (. bits and) x in=1)");
  EXPECT_EQ(tree("let (for = a) = (for = 1)"), "(let (pat for=a) (record for=1))");
}

bool goes_on(std::string_view text) {
  OpenText open;
  open.add(text);
  return open.goes_on();
}

TEST(Lexer, knows_at_the_prompt_whether_more_lines_follow) {
  EXPECT_TRUE(goes_on("fn f(x) {"));
  EXPECT_TRUE(goes_on("let s = \"\"\"abc"));
  EXPECT_FALSE(goes_on("let s = \"abc"));
  EXPECT_FALSE(goes_on("f(x)"));
  EXPECT_TRUE(goes_on("1 +"));
  EXPECT_FALSE(goes_on("1 +\n"));
  EXPECT_FALSE(goes_on("r.in"));
}

TEST(Lexer, gives_doc_comments_to_the_definition_below) {
  std::vector<Error> errors;
  File file = parse({"t", "## One.\n## Two.\nfn f(x) = x\n## lost\n\nfn g(x) = x"}, 0, errors);
  auto doc = [&](size_t i) {
    return static_cast<FunctionStmt*>(file.top->statements[i])->function->doc;
  };
  EXPECT_EQ(doc(0), "One.\nTwo.");
  EXPECT_EQ(doc(1), "");
}

}  // namespace
}  // namespace rille::lang
