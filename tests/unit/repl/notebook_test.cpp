// Tests repl/notebook: cell entries, formats, colors.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "repl/interpreter.h"
#include "repl/notebook/entries.h"
#include "repl/notebook/html.h"
#include "repl/notebook/paint.h"
#include "repl/notebook/rich.h"

namespace rille {
namespace {

std::vector<std::string> texts_of(const std::string& cell) {
  std::vector<std::string> out;
  for (const CellEntry& entry : entries_of(cell)) {
    EXPECT_EQ(cell.substr(entry.begin, entry.text.size()), entry.text);
    std::string text = entry.text;
    if (text.ends_with('\n')) text.pop_back();
    out.push_back(text);
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(NotebookEntries, code_is_one_entry_however_long) {
  EXPECT_EQ(texts_of("let x = 1\n\nx + 1"), Texts{"let x = 1\n\nx + 1"});
  EXPECT_EQ(texts_of(""), Texts{});
  EXPECT_EQ(texts_of("  \n\n"), Texts{});
}

TEST(NotebookEntries, commands_stand_in_lines_of_their_own) {
  EXPECT_EQ(texts_of("let x = 1\n:vars\n?sum\nx"), (Texts{"let x = 1", ":vars", "?sum", "x"}));
  EXPECT_EQ(texts_of("!ls (\nx"), (Texts{"!ls (", "x"}));
  EXPECT_EQ(texts_of(";ls\nx"), (Texts{";ls", "x"}));
}

TEST(NotebookEntries, a_command_takes_what_it_leaves_open_or_all_where_it_has_no_code) {
  EXPECT_EQ(texts_of(":time f(\n  1)\nx"), (Texts{":time f(\n  1)", "x"}));
  EXPECT_EQ(texts_of(":time\nlet t = 1\nt"), Texts{":time\nlet t = 1\nt"});
  EXPECT_EQ(texts_of(":dbg\nx"), (Texts{":dbg", "x"}));
}

TEST(NotebookEntries, within_brackets_and_long_strings_no_line_is_a_command) {
  EXPECT_EQ(texts_of("f(\n:vars\n)"), Texts{"f(\n:vars\n)"});
  EXPECT_EQ(texts_of("let s = \"\"\"\n?no\n\"\"\""), Texts{"let s = \"\"\"\n?no\n\"\"\""});
}

struct InNotebook {
  Interpreter interpreter{[](std::string_view) {}};

  Value value(const std::string& text) {
    Outcome outcome = interpreter.evaluate(text);
    EXPECT_TRUE(outcome.ok()) << text;
    return outcome.value;
  }
  std::string html(const std::string& text) { return html_of(value(text)); }
  Texts forms(const std::string& text) {
    Texts out;
    for (const auto& [type, form] : rich_of(value(text)).forms) out.push_back(type);
    return out;
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(NotebookHtml, arrays_are_tables_with_the_ends_of_long_axes) {
  InNotebook in;
  EXPECT_TRUE(has(in.html("[[1, 2], [3, 4]]"), "<td>4</td>"));
  std::string large = in.html("reshape(arange(10000), (100, 100))");
  EXPECT_TRUE(has(large, "<td>9999</td>"));
  EXPECT_FALSE(has(large, "<td>5050</td>"));
  size_t rows = 0;
  for (size_t at = 0; (at = large.find("<tr>", at)) != std::string::npos; ++at) ++rows;
  EXPECT_EQ(rows, 22);  // a header, ten rows from each end, and a gap
  EXPECT_TRUE(has(in.html("reshape(arange(600), (2, 3, 10, 10))"), "[1, 0]"));
  EXPECT_EQ(in.html("zeros((0, 3))"), "");
  EXPECT_EQ(in.html("1.5"), "");
  EXPECT_TRUE(has(in.html("reshape(bool([1, 0, 1]), (3,))"), "<td>true</td>"));
}

TEST(NotebookHtml, columns_of_one_length_are_a_table) {
  InNotebook in;
  std::string html = in.html("(name = (\"a\", \"<b>\"), size = [1, 2])");
  EXPECT_TRUE(has(html, "<th>name</th>"));
  EXPECT_TRUE(has(html, "<td>&lt;b&gt;</td>"));
  EXPECT_TRUE(has(html, "2 rows, 2 columns"));
}

TEST(NotebookHtml, large_trees_open) {
  InNotebook in;
  std::string html = in.html("(w = ones((30, 30)), deep = (b = zeros(4), s = \"<i>\"))");
  EXPECT_TRUE(has(html, "<details open>"));
  EXPECT_TRUE(has(html, "f32[30, 30]"));
  EXPECT_TRUE(has(html, "&lt;i&gt;"));
  EXPECT_EQ(in.html("(1, 2)"), "");
}

TEST(NotebookRich, forms_go_by_what_it_is) {
  InNotebook in;
  EXPECT_EQ(in.forms("1"), Texts{"text/plain"});
  EXPECT_EQ(in.forms("ones(3)"), (Texts{"text/plain", "text/html"}));
  EXPECT_EQ(in.forms("plot.line([0.0, 1.0])"), (Texts{"text/plain", "image/png", "image/svg+xml"}));
  EXPECT_EQ(in.forms("u8(zeros((9, 8, 3)))"), (Texts{"text/plain", "image/png"}));
  EXPECT_EQ(in.forms("u8(zeros((4, 8, 3)))"), (Texts{"text/plain", "text/html"}));
  RichDisplay small = rich_of(in.value("u8(zeros((8, 16, 1)))"));
  EXPECT_EQ(small.width, 160);
  EXPECT_EQ(small.height, 80);
}

TEST(NotebookPaint, kinds_carets_places_and_help_have_colours) {
  std::string text =
      "error[shape]: no fit\n  --> In[3]:2:5\n  |\n2 | x + y\n  |   ^^^ f32[3]\n  help: z\n";
  std::string out = painted(text);
  EXPECT_TRUE(has(out, "\x1b[1;31merror[shape]:\x1b[0m\x1b[1m no fit\x1b[0m"));
  EXPECT_TRUE(has(out, "\x1b[34m  |\x1b[0m\x1b[1;31m   ^^^ f32[3]\x1b[0m"));
  EXPECT_TRUE(has(out, "\x1b[34m2 |\x1b[0m x + y"));
  EXPECT_TRUE(has(out, "\x1b[32m  help: z\x1b[0m"));
  std::string plain;
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '\x1b')
      i = out.find('m', i);
    else
      plain += out[i];
  }
  EXPECT_EQ(plain, text);
}

}  // namespace
}  // namespace rille
