// Tests repl/line: keys, texts, rows, terminal output.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lang/marks.h"
#include "repl/line/editor.h"
#include "repl/line/painter.h"
#include "repl/line/width.h"
#include "tests/unit/repl/line_screen.h"
#include "vm/text.h"
#include "vm/words/visible.h"

namespace rille::line {
namespace {

// Continues while a brace is open; completes from a few words.
class FewWords : public Language {
 public:
  bool goes_on(const std::string& text) override {
    return std::ranges::count(text, '{') > std::ranges::count(text, '}');
  }
  Completion complete(const std::string& text, size_t cursor) override {
    size_t from = cursor;
    while (from > 0 && std::isalpha(static_cast<unsigned char>(text[from - 1])) != 0) --from;
    Completion out{from};
    for (const char* word : {"sum", "sums", "subtract", "zeros"}) {
      if (std::string_view(word).starts_with(text.substr(from, cursor - from))) {
        out.candidates.push_back({word, str(word, "(x)")});
      }
    }
    return out;
  }
};

struct Typed {
  FewWords words;
  History history;
  Editor editor{words, history};
  EditAction last = EditAction::stay;

  Typed& keys(std::string_view bytes) {
    KeyReader reader;
    reader.feed(bytes);
    while (auto key = reader.next()) take(*key);
    reader.settle();
    while (auto key = reader.next()) take(*key);
    return *this;
  }
  void take(const Key& key) {
    last = editor.press(key);
    if (last == EditAction::accept) history.add(editor.text());
    if (last == EditAction::accept || last == EditAction::drop) editor.start();
  }
  // The text with the cursor in it.
  std::string text() const {
    std::string out = editor.text();
    return out.insert(editor.buffer().cursor(), "|");
  }
};

std::string after(std::string_view bytes) { return Typed().keys(bytes).text(); }

TEST(LineKeys, come_in_pieces) {
  std::string all = "a\x1b[A\x1b[1;5C\xc3\xa9\x1b[200~x\ny\x1b[201~\x1bOH\r\x1b\r\x03";
  KeyReader whole;
  whole.feed(all);
  std::vector<Key> wanted;
  while (auto key = whole.next()) wanted.push_back(*key);
  ASSERT_EQ(wanted.size(), 9u);
  EXPECT_EQ(wanted[4], (Key{KeyKind::paste, "x\ny"}));
  EXPECT_EQ(wanted[7].kind, KeyKind::new_line);
  KeyReader pieces;
  std::vector<Key> got;
  for (char c : all) {
    pieces.feed({&c, 1});
    while (auto key = pieces.next()) got.push_back(*key);
  }
  EXPECT_EQ(got, wanted);
}

TEST(LineKeys, an_escape_alone_is_a_key_when_nothing_follows) {
  KeyReader reader;
  reader.feed("\x1b");
  EXPECT_FALSE(reader.next());
  reader.settle();
  EXPECT_EQ(reader.next()->kind, KeyKind::escape);
  EXPECT_FALSE(reader.is_waiting());
}

TEST(LineBuffer, moves_and_changes) {
  EXPECT_EQ(after("abc\x1b[D\x1b[DX"), "aX|bc");
  EXPECT_EQ(after("one two\x1b"
                  "bX"),
            "one X|two");
  EXPECT_EQ(after("abc\x01X\x05Y"), "XabcY|");
  EXPECT_EQ(after("ab\x14"), "ba|");
  EXPECT_EQ(after("one two\x17"), "one |");
  EXPECT_EQ(after("one two\x17\x17\x19"), "one two|");
  EXPECT_EQ(after("one\x15two\x15\x19\x1by"), "one|");
  EXPECT_EQ(after("one two\x1f"), "one |");
  EXPECT_EQ(after("one two\x1f\x1f\x1b/"), "one |");
  EXPECT_EQ(after("e\xcc\x81x\x7f\x7f"), "|");  // a letter with its combining mark
  EXPECT_EQ(after("\xe6\x97\xa5\xe6\x9c\xac\x1b[DX"), "\xe6\x97\xa5X|\xe6\x9c\xac");
}

TEST(LineEditor, lines_are_indented_and_closed) {
  EXPECT_EQ(after("fn f(x) = {\rx\r}"), "fn f(x) = {\n  x\n}|");
  EXPECT_EQ(after("if a {\rif b {\r1\r}"), "if a {\n  if b {\n    1\n  }|");
  EXPECT_EQ(after("{\r\x7f"), "{\n|");
  EXPECT_EQ(after("a\x1b\rb"), "a\nb|");
  EXPECT_EQ(after("{\rabc\x1b[Ax"), "{x|\n  abc");
}

TEST(LineEditor, history_by_what_stands_before_the_cursor) {
  EXPECT_EQ(after("let a\rsum(b)\rlet c\rlet\x1b[A\x1b[A"), "let a|");
  EXPECT_EQ(after("let a\rsum(b)\rlet c\rlet\x1b[A\x1b[A\x1b[B\x1b[B"), "let|");
  EXPECT_EQ(after("one\rtwo\rthree\x10\x10"), "three|");  // no entry starts with this text
  EXPECT_EQ(after("one\rtwo\r\x12on"), "|one");
  EXPECT_EQ(after("one\rtwo\rone two\rx\x12o\x12\x12\x12\x07"), "x|");
  EXPECT_EQ(after("one\rtwo\r\x12tw\x1b[CX"), "tX|wo");
}

TEST(LineEditor, pasted_prompts_are_taken_off) {
  EXPECT_EQ(without_prompts("> let x = {\n. 1 }\n1\n> x\n"), "let x = {\n1 }\nx");
  EXPECT_EQ(without_prompts("a > b\n\n"), "a > b");
  EXPECT_EQ(without_prompts("  > 1 + 1\n  2\n"), "1 + 1");
  EXPECT_EQ(after("\x1b[200~> 1 +\n. 2\n3\x1b[201~"), "1 +\n2|");
  EXPECT_EQ(after("\x1b[200~a\r\nb\tc\x07\x1b[201~"), "a\nb  c|");
}

TEST(LineEditor, completes) {
  EXPECT_EQ(after("ze\t"), "zeros|");
  EXPECT_EQ(after("s\t"), "su|");
  EXPECT_EQ(after("s\t\t\t"), "sums|");
  EXPECT_EQ(after("s\t\x1b[Z"), "subtract|");
  EXPECT_EQ(after("\t"), "  |");
  Typed typed;
  typed.keys("sum\t");
  ScreenView view = view_of(typed.editor, {{40, 10}});
  ASSERT_EQ(view.rows.size(), 2u);
  EXPECT_EQ(text_of(view.rows[1]), "sum   sums");
  typed.keys("\t");
  view = view_of(typed.editor, {{40, 10}});
  EXPECT_EQ(text_of(view.rows[1]), "sum(x)");
}

TEST(LineView, rows_of_wide_letters) {
  Typed typed;
  typed.keys("ab\xe6\x97\xa5\xe6\x9c\xac");
  ScreenView view = view_of(typed.editor, {{5, 10}});
  ASSERT_EQ(view.rows.size(), 2u);
  EXPECT_EQ(text_of(view.rows[0]), "> ab");  // the next letter takes two columns, and one is left
  EXPECT_EQ(text_of(view.rows[1]), "\xe6\x97\xa5\xe6\x9c\xac");
  EXPECT_EQ(view.row, 1);
}

TEST(LineView, the_cursor_is_never_behind_the_edge) {
  Typed typed;
  typed.keys("abc");
  ScreenView view = view_of(typed.editor, {{5, 10}});
  EXPECT_EQ(view.rows.size(), 2u);
  EXPECT_EQ(view.row, 1);
  EXPECT_EQ(view.column, 0);
}

TEST(LineView, a_hint_stands_where_it_has_room) {
  Typed typed;
  typed.keys("x");
  EXPECT_EQ(text_of(view_of(typed.editor, {{20, 5}, "f32[3]"}).rows[0]), "> x  # f32[3]");
  EXPECT_EQ(text_of(view_of(typed.editor, {{10, 5}, "f32[3]"}).rows[0]), "> x");
}

void put_utf8(std::string& to, char32_t c) {  // as UTF-8
  int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr int heads[] = {0, 0xc0, 0xe0, 0xf0};
  to += static_cast<char>(heads[more] | c >> (6 * more));
  for (int i = more - 1; i >= 0; --i) to += static_cast<char>(0x80 | (c >> (6 * i) & 63));
}

TEST(LineWidth, agrees_with_the_c_library) {
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) GTEST_SKIP() << "no UTF-8 locale here";
  int same = 0, all = 0;
  for (wchar_t c = 0x20; c < 0x1fb00; ++c) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    int wanted = wcwidth(c);
    if (wanted < 0) continue;  // an unknown code point
    std::string text;
    put_utf8(text, static_cast<char32_t>(c));
    ++all;
    same += width_of_letter(text) == wanted ? 1 : 0;
  }
  EXPECT_GT(all, 80000);
  EXPECT_GT(same, all * 0.99) << same << " of " << all;
}

// A text of letters that do not combine with each other: the model of a buffer.
struct Model {
  std::vector<std::string> left, right;

  std::string text() const {
    std::string out;
    for (const auto& c : left) out += c;
    for (auto c = right.rbegin(); c != right.rend(); ++c) out += *c;
    return out;
  }
  size_t cursor() const {
    size_t out = 0;
    for (const auto& c : left) out += c.size();
    return out;
  }
  void go(bool back) {
    auto& from = back ? left : right;
    auto& to = back ? right : left;
    if (from.empty()) return;
    to.push_back(from.back());
    from.pop_back();
  }
};

TEST(LineLaw, any_keys_keep_the_buffer_as_the_model) {
  const std::vector<std::string> letters = {
      "a", "b", "_", " ", "(", "\xc3\xa9", "\xe6\x97\xa5", "\xf0\x9f\x98\x80", "9", "."};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    LineBuffer buffer;
    Model model;
    std::vector<Model> past;
    for (int step = 0; step < 200; ++step) {
      Model before = model;
      switch (random() % 9) {
        case 0:
        case 1:
        case 2: {
          const std::string& letter = letters[random() % letters.size()];
          buffer.pause();
          buffer.insert(letter);
          model.left.push_back(letter);
          past.push_back(before);
          break;
        }
        case 3: buffer.left(), model.go(true); break;
        case 4: buffer.right(), model.go(false); break;
        case 5:
          if (model.left.empty() || std::ranges::all_of(model.left, [](const auto& c) {
                return c == " ";  // an indent is deleted in steps
              })) {
            break;
          }
          buffer.pause(), buffer.backspace(), model.left.pop_back(), past.push_back(before);
          break;
        case 6:
          if (model.right.empty()) break;
          buffer.pause(), buffer.remove(), model.right.pop_back(), past.push_back(before);
          break;
        case 7:
          if (model.right.empty()) break;
          buffer.pause(), buffer.cut_line(), model.right.clear(), past.push_back(before);
          break;
        default:
          if (past.empty()) break;
          buffer.undo(), model = past.back(), past.pop_back();
      }
      ASSERT_EQ(buffer.text(), model.text()) << "seed " << seed << ", step " << step;
      ASSERT_EQ(buffer.cursor(), model.cursor()) << "seed " << seed << ", step " << step;
    }
  }
}

// The expected screen of a text: written letter by letter, without styles.
struct Shown {
  std::vector<std::string> rows{""};
  int row = 0, column = 0;
};
Shown reference(const std::string& text, size_t cursor, int columns) {
  Shown out;
  int used = 0;
  auto put = [&](const std::string& letter) {
    int width = width_of_letter(letter);
    if (used + width > columns) out.rows.emplace_back(), used = 0;
    out.rows.back() += letter;
    used += width;
  };
  put(">"), put(" ");
  for (size_t at = 0;; at += letter_at(text, at)) {
    std::string letter = text.substr(at, letter_at(text, at));
    if (at == cursor) {
      bool has_room = letter.empty() || letter == "\n" ? used < columns
                                                       : used + width_of_letter(letter) <= columns;
      if (!has_room || used >= columns) out.rows.emplace_back(), used = 0;
      out.row = static_cast<int>(out.rows.size()) - 1;
      out.column = used;
    }
    if (at >= text.size()) break;
    if (letter == "\n") {
      out.rows.emplace_back(), used = 0;
      put("."), put(" ");
    } else {
      put(letter);
    }
  }
  for (std::string& row : out.rows) row.erase(row.find_last_not_of(' ') + 1);
  return out;
}

TEST(LineLaw, any_keys_show_what_the_reference_shows) {
  const std::vector<std::string> keys = {"a",
                                         "b(",
                                         ")",
                                         "{",
                                         "}",
                                         " ",
                                         "\"",
                                         "# x",
                                         "\r",
                                         "\x1b\r",
                                         "\x1b[D",
                                         "\x1b[C",
                                         "\x1b[A",
                                         "\x1b[B",
                                         "\x7f",
                                         "\x17",
                                         "\x0b",
                                         "\x19",
                                         "\x1f",
                                         "\x1b/",
                                         "\t",
                                         "\xe6\x97\xa5",
                                         "e\xcc\x81",
                                         "\xf0\x9f\x98\x80",
                                         "\x01",
                                         "\x05",
                                         "let x = [1, 2]",
                                         "\x12",
                                         "\x1b[200~p\nq\x1b[201~",
                                         "\x0c"};
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    int columns = 6 + static_cast<int>(random() % 40);
    Typed typed;
    Painter painter(random() % 2 == 0 ? Colors::full : Colors::none);
    TestScreen screen(columns, 1000);
    int top = 0;
    for (int step = 0; step < 150; ++step) {
      size_t before = typed.history.entries().size();
      typed.keys(keys[random() % keys.size()]);
      if (typed.history.entries().size() != before || typed.last == EditAction::clear) {
        painter.forget();
        screen = TestScreen(columns, 1000);
        top = 0;
      }
      ScreenView view = view_of(typed.editor, {{columns, 1000}});
      screen.take(painter.draw(view));
      Shown wanted = reference(typed.editor.text(), typed.editor.buffer().cursor(), columns);
      ASSERT_EQ(screen.fault(), "") << "seed " << seed << ", step " << step;
      for (size_t i = 0; i < wanted.rows.size(); ++i) {
        ASSERT_EQ(screen.row(top + static_cast<int>(i)), wanted.rows[i])
            << "seed " << seed << ", step " << step << ", row " << i;
      }
      ASSERT_EQ(screen.cursor_row(), top + wanted.row) << "seed " << seed << ", step " << step;
      ASSERT_EQ(screen.cursor_column(), wanted.column) << "seed " << seed << ", step " << step;
    }
  }
}

TEST(LineLaw, any_bytes_end_well) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    std::string bytes;
    for (int i = 0; i < 500; ++i) {
      constexpr std::string_view often = "\x1b[;~ABCD0123456789\r\t\x12\x1f(){}\"";
      bytes +=
          random() % 2 == 0 ? static_cast<char>(random() % 256) : often[random() % often.size()];
    }
    Typed typed;
    typed.keys(bytes);
    const LineBuffer& buffer = typed.editor.buffer();
    ASSERT_EQ(first_bad(buffer.text()), buffer.text().size()) << "seed " << seed;
    ScreenSize size{1 + static_cast<int>(random() % 30), 1 + static_cast<int>(random() % 5)};
    ScreenView view = view_of(typed.editor, {size});
    ASSERT_LE(static_cast<int>(view.rows.size()), size.lines);
    ASSERT_LT(view.row, static_cast<int>(view.rows.size()));
    for (const Row& row : view.rows) {
      ASSERT_LE(width_of(text_of(row)), std::max(size.columns, 4)) << "seed " << seed;
    }
  }
}

TEST(LineMarks, cover_a_text_in_order) {
  std::string text = "let s = \"a {x + 1:>3} b\" # why\nf([1, 2.5)";
  std::string shown;
  int end = 0;
  for (const lang::Mark& mark : lang::marks_of(text)) {
    EXPECT_GE(mark.begin, end);
    end = mark.end;
    shown += "knumsc-b"[static_cast<size_t>(mark.kind)];
  }
  EXPECT_FALSE(shown.empty());
  auto marks = lang::marks_of("f([1])");
  ASSERT_EQ(marks.size(), 6u);
  EXPECT_EQ(marks[1].partner, 5);
  EXPECT_EQ(marks[2].partner, 4);
  EXPECT_EQ(lang::marks_of("f(").back().partner, -1);
  EXPECT_EQ(lang::marks_of("\"ab").back().kind, lang::MarkKind::string);
  EXPECT_EQ(lang::marks_of("# x").back().kind, lang::MarkKind::comment);
}

struct TestFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / str("rille_line_", ::getpid());
  TestFolder() { std::filesystem::create_directories(path); }
  ~TestFolder() { std::filesystem::remove_all(path); }
};

TEST(LineHistory, comes_back_from_its_file) {
  TestFolder folder;
  std::string path = folder.path / "deep" / "history";
  {
    History history(path);
    history.add("let x = 1");
    history.add("fn f() = {\n  \"a\\n\"\n}");
    history.add("fn f() = {\n  \"a\\n\"\n}");  // the same entry again
    history.add("  ");
  }
  History again(path);
  ASSERT_EQ(again.entries().size(), 2u);
  EXPECT_EQ(again.entries()[1], "fn f() = {\n  \"a\\n\"\n}");
  EXPECT_EQ(again.find_before(2, "let"), 0u);
  EXPECT_EQ(again.search_before(2, "\"a"), 1u);
}

TEST(LineHistory, several_writers_lose_nothing) {
  TestFolder folder;
  std::string path = folder.path / "history";
  std::vector<std::thread> all;
  for (int writer = 0; writer < 4; ++writer) {
    all.emplace_back([&, writer] {
      History history(path);
      for (int i = 0; i < 100; ++i) history.add(str("entry ", writer, " ", i));
    });
  }
  for (std::thread& thread : all) thread.join();
  History history(path);
  std::set<std::string> seen(history.entries().begin(), history.entries().end());
  EXPECT_EQ(seen.size(), 400u);
}

TEST(LineHistory, is_bounded_and_takes_any_file) {
  TestFolder folder;
  std::string path = folder.path / "history";
  {
    std::ofstream file(path);
    for (int i = 0; i < 200000; ++i) file << "entry that is somewhat long, number " << i << "\n";
    file << std::string("\xff\x00\x1b[2J", 6) << "\n";
  }
  History history(path);
  EXPECT_LE(history.entries().size(), History::most);
  history.add("last");
  EXPECT_LE(std::filesystem::file_size(path), History::max_bytes);
  EXPECT_EQ(History(path).entries().back(), "last");
  EXPECT_TRUE(History(folder.path).entries().empty());  // a directory
}

}  // namespace
}  // namespace rille::line
